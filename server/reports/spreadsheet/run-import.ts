import { AnlanError } from '../../../src/core/errors/catalogue.ts';
import type { FieldModel } from '../../../src/core/model/entity-model.ts';
import { say } from '../../../src/core/text/say.ts';
import type { ImportFault, ImportMode } from '../../../src/core/wire/spreadsheet.ts';
import { writeAudit } from '../../records/audit/audit.ts';
import type { EntityCall, Reading, Tx } from '../../records/call/ports.ts';
import { inBatch } from '../../records/call/write-batch.ts';
import { lockTargets } from '../../records/read/lock-targets.ts';
import { isRefusal, takeBack } from '../../records/write/taken-back.ts';
import { transact } from '../../records/write/transact.ts';
import type { ImportRow } from './import-rows.ts';
import { lineHeading } from './read-lines.ts';
import type { RowLines } from './row-lines.ts';
import { acrossHeading, type Outcome, saveRow } from './save-rows.ts';

/** Runs work in a transaction and tells what it wrote after the commit. */
export type Write = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;

/** Rows of a file that are ready to be saved. */
interface ImportWork {
  readonly call: EntityCall;
  readonly key: readonly FieldModel[];
  readonly rows: readonly ImportRow[];
  /** First heading of a field by its key; of a range by both its keys. */
  readonly headings: ReadonlyMap<string, string>;
}

/** What came of the rows. */
export interface SheetImportResult {
  readonly rows: number;
  readonly faults: readonly ImportFault[];
  readonly outcomes: Readonly<Record<Outcome, number>>;
  readonly stored: boolean;
}

/** How far an import of valid rows is: the rows before `next` are settled, but for those that were refused. */
export interface ResumePoint {
  readonly next: number;
  /** Places of refused rows; after a break they are tried once more, so that their faults can be told. */
  readonly refused: readonly number[];
  readonly outcomes: Readonly<Record<Outcome, number>>;
}

/** What whoever runs an import does besides. */
export interface ImportHooks {
  /** Ended when the import is to stop. */
  readonly signal: AbortSignal;
  /** From where an import of valid rows goes on. */
  readonly from?: ResumePoint | undefined;
  report?(done: number, total: number): void;
  /** Within each transaction of an import of valid rows. */
  resumeFrom?(tx: Tx, point: ResumePoint): Promise<void>;
  /** Within the one transaction of an import of all rows, at its end. */
  end?(tx: Tx, result: SheetImportResult): Promise<void>;
}

/** An import that was stopped between two rows; what `result` counts has been stored. */
export class StoppedImport extends AnlanError {
  readonly result: SheetImportResult;

  constructor(result: SheetImportResult) {
    super('guardFailed', { detail: say('导入已取消') });
    this.result = result;
  }
}

/** What an import of all rows throws to take everything back. */
class TakenBack extends Error {
  readonly result: SheetImportResult;

  constructor(result: SheetImportResult) {
    super('an import with faults is taken back');
    this.result = result;
  }
}

/**
 * Rows that are saved in one transaction where each counts for itself: few enough that nobody waits long for their
 * locks (running numbers), enough that the commits cost little.
 */
const BATCH = 50;

/** Rows that share a savepoint while none of them is refused. */
const CHUNK = 25;

/** Saves the rows as the mode says: nothing, the valid ones batch by batch, or all of them or none. */
export async function runImport(
  work: ImportWork,
  mode: ImportMode,
  hooks: ImportHooks,
  write: Write,
): Promise<SheetImportResult> {
  if (mode === 'valid') return inBatches(work, hooks, write);
  if (mode === 'preview' || work.rows.some(({ faults }) => faults.length > 0)) {
    return transact(work.call, (tx) => together(tx, work, hooks, false));
  }
  try {
    return await write(async (tx) => {
      const result = await together(tx, work, hooks, true);
      if (result.faults.length > 0) throw new TakenBack({ ...result, stored: false });
      await logImport(tx, result);
      await hooks.end?.(tx, result);
      return result;
    });
  } catch (error) {
    if (error instanceof TakenBack) return error.result;
    throw error;
  }
}

/** All rows in one transaction; what is not kept is taken back soon, so that no other save waits for its locks. */
async function together(
  tx: Tx,
  work: ImportWork,
  { signal, report }: ImportHooks,
  keep: boolean,
): Promise<SheetImportResult> {
  const { rows } = work;
  let tally = createTally(work);
  for (let at = 0; at < rows.length; at += CHUNK) {
    if (signal.aborted) throw new StoppedImport(createTally(work).result(false));
    const chunk = rows.slice(at, at + CHUNK);
    const quick = await tryChunk(tx, work, chunk, tally.copy(), keep);
    if (quick !== undefined) tally = quick;
    else {
      for (const row of chunk) {
        if (signal.aborted) throw new StoppedImport(createTally(work).result(false));
        await tryRow(tx, work, row, tally, keep);
      }
    }
    report?.(Math.min(at + CHUNK, rows.length), rows.length);
  }
  return tally.result(keep);
}

/**
 * Saves rows as one batch within one savepoint, as most files have no faults; undefined, and nothing done, where one of
 * them is refused: then each is tried for itself.
 */
async function tryChunk(
  tx: Tx,
  work: ImportWork,
  rows: readonly ImportRow[],
  tally: Tally,
  keep: boolean,
): Promise<Tally | undefined> {
  // Of all rows at once, in the one order; row by row they would be met in the order of the file.
  await lockTargets(
    tx,
    [],
    rows.map(({ values }) => values),
  );
  await tx.db.execute('savepoint import_rows');
  const before = tx.written.length;
  try {
    await inBatch(async (batch) => {
      for (const row of rows) if (tally.begin(row)) tally.done(await saveRow({ ...tx, batch }, work, row));
    });
    await tx.db.execute(keep ? 'release savepoint import_rows' : 'rollback to savepoint import_rows');
    if (!keep) takeBack(tx, before);
    return tally;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    await tx.db.execute('rollback to savepoint import_rows');
    takeBack(tx, before);
    return undefined;
  }
}

async function inBatches(work: ImportWork, hooks: ImportHooks, write: Write): Promise<SheetImportResult> {
  const { rows } = work;
  const { signal, from } = hooks;
  let tally = createTally(work, from?.outcomes);
  const refused: number[] = [];
  const places = [...(from?.refused ?? []), ...[...rows.keys()].slice(from?.next ?? 0)];
  for (let at = 0; at < places.length && !signal.aborted; at += BATCH) {
    const batch = places.slice(at, at + BATCH);
    // A deadlock has the transaction begun anew: what it counted counts only once it is over.
    const saved = await write(async (tx) => {
      const whole = await tryChunk(
        tx,
        work,
        batch.flatMap((place) => rows[place] ?? []),
        tally.copy(),
        true,
      );
      const own = whole ?? tally.copy();
      const bad = whole === undefined ? [] : batch.filter((place) => (rows[place]?.faults.length ?? 0) > 0);
      let last = whole === undefined ? -1 : (batch.at(-1) ?? -1);
      for (const place of whole === undefined ? batch : []) {
        const row = rows[place];
        if (row === undefined || signal.aborted) break;
        if (!(await tryRow(tx, work, row, own, true))) bad.push(place);
        last = place;
      }
      hooks.report?.(Math.min(last + 1, rows.length), rows.length);
      const next = Math.max(from?.next ?? 0, last + 1);
      const left = batch.slice(batch.indexOf(last) + 1);
      const again = [...places.slice(at + BATCH), ...left].filter((place) => place < next);
      await hooks.resumeFrom?.(tx, { next, refused: [...refused, ...bad, ...again], outcomes: own.outcomes() });
      return { own, bad };
    });
    tally = saved.own;
    refused.push(...saved.bad);
  }
  const result = tally.result(true);
  if (result.stored) await write((tx) => logImport(tx, result));
  if (signal.aborted) throw new StoppedImport(result);
  return result;
}

/** Saves a row within its own savepoint, and says whether it could be saved. */
async function tryRow(tx: Tx, work: ImportWork, row: ImportRow, tally: Tally, keep: boolean): Promise<boolean> {
  if (!tally.begin(row)) return false;
  await tx.db.execute('savepoint import_row');
  const before = tx.written.length;
  try {
    const outcome = await saveRow(tx, work, row);
    await tx.db.execute(keep ? 'release savepoint import_row' : 'rollback to savepoint import_row');
    if (!keep) takeBack(tx, before);
    tally.done(outcome);
    return true;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    await tx.db.execute('rollback to savepoint import_row');
    takeBack(tx, before);
    tally.refuse(row, error);
    return false;
  }
}

type Tally = ReturnType<typeof createTally>;

function createTally(
  work: ImportWork,
  before: SheetImportResult['outcomes'] = { inserted: 0, updated: 0, unchanged: 0 },
  known: readonly ImportFault[] = [],
) {
  const { call, rows, headings } = work;
  const faults: ImportFault[] = [...known];
  const outcomes = { ...before };
  return {
    /** Whether the row can be saved: its cells could be read. */
    begin(row: ImportRow): boolean {
      faults.push(...row.faults);
      return row.faults.length === 0;
    },
    done(outcome: Outcome): void {
      outcomes[outcome] += 1;
    },
    refuse({ row, values, lines = [] }: ImportRow, error: AnlanError): void {
      const found = error.faults.map(({ pointer, msg }) => {
        const [, field = '', index = ''] = pointer.split('/');
        const across = index === '' ? undefined : acrossHeading(call, field, values, Number(index));
        return { row, column: across ?? placeOf(pointer, lines, headings), msg };
      });
      faults.push(...(found.length > 0 ? found : [{ row, column: '', msg: error.message }]));
    },
    outcomes: () => ({ ...outcomes }),
    copy: () => createTally(work, outcomes, faults),
    result: (kept: boolean): SheetImportResult => ({
      rows: rows.length,
      faults: faults.toSorted((left, right) => left.row - right.row),
      outcomes,
      stored: kept && outcomes.inserted + outcomes.updated > 0,
    }),
  };
}

/** The heading that a fault's pointer means; in a table also its line. */
function placeOf(pointer: string, lines: readonly RowLines[], headings: ReadonlyMap<string, string>): string {
  const [, field = '', index = '', column = ''] = pointer.split('/');
  const found = lines.find(({ table }) => table.key === field);
  const number = found?.numbers[Number(index)];
  if (found === undefined || index === '' || number === undefined) return headings.get(field) ?? '';
  return lineHeading(found.table, number, found.table.columns?.find(({ key }) => key === column)?.title ?? '');
}

function logImport(tx: Reading, { outcomes }: SheetImportResult): Promise<void> {
  return writeAudit(tx, {
    recordId: '',
    recordTitle: tx.call.model.title,
    action: 'import',
    changes: [],
    remark: say('导入：新增{inserted}条，更新{updated}条', outcomes),
  });
}
