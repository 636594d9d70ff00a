import { ApiError } from '../../../api/faults.ts';
import type { WireFault } from '../../../core/wire/contract.ts';
import { MOST_ROWS_SAVED, type RecordAfterWrite } from '../../../core/wire/operations.ts';
import { operationOf } from '../../calls/entity-calls.ts';
import type { EntityPageModel } from '../../model/page-model.ts';
import type { GridChange } from './grid-rows.ts';

/** How rows are sent together, and who is told what became of them. */
interface RowsSent {
  /** Saves all of them or none; throws `ApiError` with what is wrong with each, by the place of its row. */
  readonly write: (rows: readonly GridChange['body'][]) => Promise<readonly RecordAfterWrite[]>;
  readonly saved: (one: GridChange, record: RecordAfterWrite) => void;
  /** Told of a row that is refused; its faults name its fields. */
  readonly refused: (one: GridChange, faults: readonly WireFault[]) => void;
  /** Sends a row alone, where what is said of it concerns no field: only its own call says who changed it meanwhile. */
  readonly alone: (one: GridChange) => Promise<void>;
}

/** Changes that can be saved together, in the pieces in which they are sent; none where the page has no such call. */
export function piecesOf(page: EntityPageModel, changes: readonly GridChange[]): readonly (readonly GridChange[])[] {
  const sound = changes.filter(({ operation, faults }) => operation === 'save' && faults.length === 0);
  if (sound.length < 2 || operationOf(page.model, 'saveRows') === undefined) return [];
  return Array.from({ length: Math.ceil(sound.length / MOST_ROWS_SAVED) }, (_, at) =>
    sound.slice(at * MOST_ROWS_SAVED, (at + 1) * MOST_ROWS_SAVED),
  );
}

/**
 * Saves rows together. The server saves all of them or none and names what is wrong with each; those are told and the
 * others are sent again, so that one fault keeps no other row from being saved.
 */
export async function sendRows(rows: readonly GridChange[], told: RowsSent): Promise<void> {
  let left = rows;
  while (left.length > 0) {
    const faults = await tryRows(left, told);
    if (faults === undefined) return;
    const byRow = Map.groupBy(faults, ({ pointer }) => Number(/^\/rows\/(\d+)(?=\/|$)/.exec(pointer)?.[1] ?? -1));
    const refused = left.filter((_, index) => byRow.has(index));
    // What is said of none of them is said of all: of the page, of the connection.
    if (refused.length === 0) {
      for (const one of left) told.refused(one, faults);
      return;
    }
    for (const [index, one] of left.entries()) {
      const own = byRow.get(index) ?? [];
      const named = own.map((fault) => ({ ...fault, pointer: fault.pointer.replace(/^\/rows\/\d+/, '') }));
      if (named.some(({ pointer }) => pointer === '')) await told.alone(one);
      else if (named.length > 0) told.refused(one, named);
    }
    left = left.filter((one) => !refused.includes(one));
  }
}

/** Faults by the place of their row; undefined where all were saved. */
async function tryRows(
  rows: readonly GridChange[],
  { write, saved }: RowsSent,
): Promise<readonly WireFault[] | undefined> {
  try {
    const records = await write(rows.map(({ body }) => body));
    for (const [index, one] of rows.entries()) saved(one, records[index] ?? { id: '' });
    return undefined;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return error.errors.length > 0 ? error.errors : [{ pointer: '', msg: error.msg }];
  }
}
