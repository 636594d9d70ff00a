import { AnlanError } from '../../src/core/errors/catalogue.ts';
import { dateOfSheet, timeOfSheet } from '../../src/core/field-forms.ts';
import type { FieldModel } from '../../src/core/model/entity-model.ts';
import { joined, say } from '../../src/core/text/say.ts';
import { isEmptyValue } from '../../src/core/validation/record-environment.ts';
import { IMPORT_MODES, type ImportAnswer, type ImportFault, type ImportMode } from '../../src/core/wire/spreadsheet.ts';
import { writeAudit } from '../audit/audit.ts';
import type { Connection } from '../database/database.ts';
import { type EntityCall, requireAction } from '../entity/entity-call.ts';
import { listPlan } from '../entity/list-plan.ts';
import { textArgument } from '../entity/list-request.ts';
import { queryInput, runQuery } from '../entity/query-input.ts';
import { type Row, sameValue } from '../entity/record-row.ts';
import { saveRecord } from '../entity/save.ts';
import { fieldSheets } from './field-sheets.ts';
import { createGate } from './gate.ts';
import { keyFields, type PlacedHead, placeHead } from './import-columns.ts';
import { type ImportRow, readImportRows } from './import-rows.ts';
import { IMPORT_LIMITS } from './limits.ts';
import { fileFault, type ReadSheet, readWorkbook } from './read-workbook.ts';

/** The file of an import with the texts that came beside it. */
export interface ImportUpload {
  readonly content: Buffer;
  readonly fields: Readonly<Record<string, string>>;
}

/** What an import works with. */
export interface ImportSources {
  /** Reads the file; it is not asked for where the person may not import. */
  upload(): Promise<ImportUpload>;
  /** Ended when nobody waits for the answer any more: the import stops between two rows. */
  readonly signal: AbortSignal;
}

/** Runs work in a transaction and tells what it wrote after the commit. */
type Write = <T>(begin: (connection: Connection) => Promise<T>) => Promise<T>;

type Outcome = 'inserted' | 'updated' | 'unchanged';

const gate = createGate(2);

/**
 * Imports the rows of a spreadsheet through the same save as every call, with its rights, checks, numbers, effects and
 * log. `preview` stores nothing, `valid` the rows without faults, each for itself, `all` all rows or none. `key` names
 * the fields that find the record to update. Needs the button `import`.
 * @throws AnlanError where the file as a whole cannot be imported; what is wrong in rows stands in the answer.
 */
export async function importRecords(
  call: EntityCall,
  { upload, signal }: ImportSources,
  query: Readonly<Record<string, unknown>>,
  write: Write,
): Promise<ImportAnswer> {
  requireAction(call, 'import', say('导入'));
  const { content, fields } = await upload();
  const given = { ...fields, ...query };
  const mode = IMPORT_MODES.find((known) => known === (textArgument(given.mode) ?? 'preview'));
  if (mode === undefined) throw fileFault(say('导入方式须为{modes}之一', { modes: IMPORT_MODES.join(say('、')) }));
  const key = keyFields(call, textArgument(given.key));
  return gate(async () => {
    const sheet = await readWorkbook(content);
    const head = placeHead(call, sheet.head, key);
    if (sheet.rows.length === 0) throw fileFault(say('表格中没有数据行'));
    const rows = withoutRepeats(call, await readImportRows(call, sheet, head, key.length > 0), key);
    const work: Work = { call, key, rows, signal, headings: headingsOf(call) };
    const result = await run(work, mode, write);
    return answerOf(mode, sheet, head, result);
  });
}

interface Work {
  readonly call: EntityCall;
  readonly key: readonly FieldModel[];
  readonly rows: readonly ImportRow[];
  readonly signal: AbortSignal;
  /** First heading of a field by its key; of a range by both its keys. */
  readonly headings: ReadonlyMap<string, string>;
}

interface Result {
  readonly rows: number;
  readonly faults: readonly ImportFault[];
  readonly outcomes: Readonly<Record<Outcome, number>>;
  readonly stored: boolean;
}

/** What an import of all rows throws to take everything back. */
class TakenBack extends Error {
  readonly result: Result;

  constructor(result: Result) {
    super('an import with faults is taken back');
    this.result = result;
  }
}

async function run(work: Work, mode: ImportMode, write: Write): Promise<Result> {
  const { database } = work.call.services;
  const { tenantId } = work.call.context;
  if (mode === 'valid') return eachForItself(work, write);
  if (mode === 'preview' || work.rows.some(({ faults }) => faults.length > 0)) {
    return database.transaction(tenantId, (connection) => together(work, connection, false));
  }
  try {
    return await write(async (connection) => {
      const result = await together(work, connection, true);
      if (result.faults.length > 0) throw new TakenBack({ ...result, stored: false });
      await logImport(work.call, connection, result);
      return result;
    });
  } catch (error) {
    if (error instanceof TakenBack) return error.result;
    throw error;
  }
}

/** All rows in one transaction; what is not kept is taken back row by row, so that no other save waits for its locks. */
async function together(work: Work, connection: Connection, keep: boolean): Promise<Result> {
  const tally = createTally(work);
  for (const row of work.rows) {
    refuseAbandoned(work);
    if (!tally.begin(row)) continue;
    await connection.execute('savepoint import_row');
    try {
      tally.done(await saveRow(work, connection, row));
      await connection.execute(keep ? 'release savepoint import_row' : 'rollback to savepoint import_row');
    } catch (error) {
      if (!isRefusal(error)) throw error;
      await connection.execute('rollback to savepoint import_row');
      tally.refuse(row, error);
    }
  }
  return tally.result(keep);
}

async function eachForItself(work: Work, write: Write): Promise<Result> {
  const tally = createTally(work);
  for (const row of work.rows) {
    refuseAbandoned(work);
    if (!tally.begin(row)) continue;
    try {
      tally.done(await write((connection) => saveRow(work, connection, row)));
    } catch (error) {
      if (!isRefusal(error)) throw error;
      tally.refuse(row, error);
    }
  }
  const result = tally.result(true);
  if (result.stored) await write((connection) => logImport(work.call, connection, result));
  return result;
}

/** Ends an import that nobody waits for any more; what was taken in row by row stays. */
function refuseAbandoned({ signal }: Work): void {
  if (signal.aborted) throw new AnlanError('guardFailed', { detail: say('导入已取消') });
}

/** What a person can mend; faults of the server end the import. */
function isRefusal(error: unknown): error is AnlanError {
  return error instanceof AnlanError && error.status < 500;
}

function createTally({ rows, headings }: Work) {
  const faults: ImportFault[] = [];
  const outcomes = { inserted: 0, updated: 0, unchanged: 0 };
  return {
    /** Whether the row can be saved: its cells could be read. */
    begin(row: ImportRow): boolean {
      faults.push(...row.faults);
      return row.faults.length === 0;
    },
    done(outcome: Outcome): void {
      outcomes[outcome] += 1;
    },
    refuse({ row }: ImportRow, error: AnlanError): void {
      const found = error.faults.map(({ pointer, msg }) => ({
        row,
        column: headings.get(pointer.split('/')[1] ?? '') ?? '',
        msg,
      }));
      faults.push(...(found.length > 0 ? found : [{ row, column: '', msg: error.message }]));
    },
    result: (kept: boolean): Result => ({
      rows: rows.length,
      faults,
      outcomes,
      stored: kept && outcomes.inserted + outcomes.updated > 0,
    }),
  };
}

async function saveRow({ call, key }: Work, connection: Connection, { values }: ImportRow): Promise<Outcome> {
  const stored = await findByKey(call, connection, key, values);
  if (stored === undefined) {
    // What the file leaves empty gets its default.
    await saveRecord(call, connection, filled(values));
    return 'inserted';
  }
  const same = Object.entries(values).every(
    ([name, value]) => (isEmptyValue(value) && isEmptyValue(stored[name])) || sameValue(value, stored[name]),
  );
  if (same) return 'unchanged';
  await saveRecord(call, connection, { ...values, id: stored.id, version: stored.version });
  return 'updated';
}

const filled = (values: Row): Row =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => !isEmptyValue(value)));

/** The record of the row, among those that the person sees; undefined for a new one. Throws where it is not one. */
async function findByKey(
  call: EntityCall,
  connection: Connection,
  key: readonly FieldModel[],
  values: Row,
): Promise<Row | undefined> {
  if (key.length === 0) return undefined;
  const empty = key.find((field) => isEmptyValue(values[field.key]));
  if (empty !== undefined) {
    const msg = say('{field}不能为空', { field: empty.title });
    throw new AnlanError('invalidInput', { detail: msg }, { faults: [{ pointer: `/${empty.key}`, msg }] });
  }
  const request = {
    filters: key.map((field) => ({ field, how: 'equals' as const, argument: field.key })),
    values: { ...Object.fromEntries(key.map((field) => [field.key, values[field.key]])), limit: 2, offset: 0 },
    sort: [],
    current: 1,
    size: 2,
    exact: false,
    keyword: false,
    byIds: false,
  };
  const purpose = {
    operation: undefined,
    page: undefined,
    answer: 'records',
    scoped: !call.internal,
    paged: true,
    total: 'none',
  } as const;
  const plan = listPlan(call, purpose, request);
  const found = await runQuery(connection, plan.rows, queryInput(call, request.values));
  if (found.length > 1) {
    const fields = key.map(({ title }) => title).join(say('、'));
    throw new AnlanError('guardFailed', { detail: say('有多条记录的{fields}相同，无法确定更新哪一条', { fields }) });
  }
  const [row] = found;
  return row === undefined ? undefined : plan.read(row);
}

/** Names rows that have the key, or what has to be unique, of a row above them. */
function withoutRepeats(call: EntityCall, rows: readonly ImportRow[], key: readonly FieldModel[]): ImportRow[] {
  const sets = [
    ...call.model.unique.map(({ fields, ignoreCase }) => ({ fields, ignoreCase })),
    ...(key.length === 0 ? [] : [{ fields: key.map((field) => field.key), ignoreCase: false }]),
  ];
  const seen = sets.map(() => new Map<string, number>());
  return rows.map((row) => {
    if (row.faults.length > 0) return row;
    for (const [index, { fields, ignoreCase }] of sets.entries()) {
      const values = fields.map((field) => row.values[field] ?? null);
      if (values.some(isEmptyValue)) continue;
      const text = JSON.stringify(values);
      const name = ignoreCase ? text.toLowerCase() : text;
      const before = seen[index]?.get(name);
      if (before === undefined) {
        seen[index]?.set(name, row.row);
        continue;
      }
      const titles = fields.map((field) => call.model.field.get(field)?.title ?? field).join(say('、'));
      const msg = joined(titles, say('与第{row}行重复', { row: before }));
      return { ...row, faults: [{ row: row.row, column: headingsOf(call).get(fields[0] ?? '') ?? '', msg }] };
    }
    return row;
  });
}

function headingsOf(call: EntityCall): ReadonlyMap<string, string> {
  return new Map(
    fieldSheets(call, call.model.fields).flatMap(({ field, headings }) =>
      [field.key, field.property.end ?? field.key].map((name) => [name, headings[0] ?? field.title] as const),
    ),
  );
}

function logImport(call: EntityCall, connection: Connection, { outcomes }: Result): Promise<void> {
  return writeAudit(call, connection, {
    recordId: '',
    recordTitle: call.model.title,
    action: 'import',
    changes: [],
    remark: say('导入：新增{inserted}条，更新{updated}条', outcomes),
  });
}

function answerOf(mode: ImportMode, sheet: ReadSheet, head: PlacedHead, result: Result): ImportAnswer {
  const { faults, outcomes, stored } = result;
  const failedRows = new Set(faults.map(({ row }) => row));
  const kept = mode === 'preview' || stored || faults.length === 0;
  const answer: ImportAnswer = {
    mode,
    total: result.rows,
    valid: result.rows - failedRows.size,
    failed: failedRows.size,
    ...(kept ? outcomes : { inserted: 0, updated: 0, unchanged: 0 }),
    stored,
    ignored: head.ignored,
    errors: faults.slice(0, IMPORT_LIMITS.faults),
    errorCount: faults.length,
  };
  if (mode !== 'preview') return answer;
  const told = new Set(answer.errors.map(({ row }) => row));
  const shown = [
    ...sheet.rows.filter(({ row }) => told.has(row)),
    ...sheet.rows.filter(({ row }) => !failedRows.has(row)).slice(0, IMPORT_LIMITS.shown),
  ];
  const formats = new Map(
    head.fields.flatMap(({ sheet: { form }, places }) =>
      places.map((place, index) => [place, form.columns[index]?.format ?? ''] as const),
    ),
  );
  const rows = shown.map(({ row, cells }) => ({
    row,
    cells: sheet.head.map((_, index) => {
      const cell = cells.get(index);
      return cell !== undefined && 'text' in cell ? shownText(cell.text, formats.get(index) ?? '') : '';
    }),
  }));
  return { ...answer, preview: { columns: sheet.head, rows } };
}

/** A cell as Excel shows it: a date is a number in the file. */
function shownText(text: string, format: string): string {
  const hasTime = /h/.test(format);
  const shown = /y/.test(format) ? dateOfSheet(text, hasTime) : hasTime ? timeOfSheet(text) : undefined;
  return (shown ?? text).slice(0, 200);
}
