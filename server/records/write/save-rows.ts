import { type AnlanError, invalidInput } from '../../../src/core/errors/catalogue.ts';
import { say } from '../../../src/core/text/say.ts';
import type { WireFault } from '../../../src/core/wire/contract.ts';
import { MOST_ROWS_SAVED } from '../../../src/core/wire/operations.ts';
import type { Tx } from '../call/ports.ts';
import { bodyObject } from './read-body.ts';
import { saveRecord } from './save.ts';
import { isRefusal, takeBack } from './taken-back.ts';

/**
 * Saves several bodies, all of them or none, each as its own call would. Each is judged whatever became of those before
 * it, so that all faults come at once, by the place of their row: `/rows/3/state`. Gives the ids in order.
 */
export async function saveRows(tx: Tx, rows: unknown): Promise<readonly string[]> {
  if (!Array.isArray(rows) || rows.length === 0) {
    throw invalidInput([{ pointer: '/rows', msg: say('没有要保存的行') }]);
  }
  if (rows.length > MOST_ROWS_SAVED) {
    throw invalidInput([{ pointer: '/rows', msg: say('一次最多保存{most}行', { most: MOST_ROWS_SAVED }) }]);
  }
  const bodies = rows.map((row, index) => bodyAt(row, index));
  const saved: string[] = [];
  const faults: WireFault[] = [];
  for (const [index, body] of bodies.entries()) {
    // What a refused row has written would be in the way of the next one.
    await tx.db.execute('savepoint saved_row');
    const before = tx.written.length;
    try {
      saved.push(await saveRecord(tx, body));
      await tx.db.execute('release savepoint saved_row');
    } catch (error) {
      if (!isRefusal(error)) throw error;
      await tx.db.execute('rollback to savepoint saved_row');
      takeBack(tx, before);
      faults.push(...faultsAt(index, error));
    }
  }
  if (faults.length > 0) throw invalidInput(faults);
  return saved;
}

function bodyAt(row: unknown, index: number): Readonly<Record<string, unknown>> {
  if (typeof row !== 'object' || row === null || Array.isArray(row)) {
    throw invalidInput([{ pointer: `/rows/${index}`, msg: say('第{row}行不是一条记录', { row: index + 1 }) }]);
  }
  return bodyObject(row);
}

/** What is said of one row, at its place. */
function faultsAt(index: number, { faults, message }: AnlanError): readonly WireFault[] {
  const at = `/rows/${index}`;
  if (faults.length === 0) return [{ pointer: at, msg: message }];
  return faults.map(({ pointer, ...rest }) => ({ ...rest, pointer: `${at}${pointer}` }));
}
