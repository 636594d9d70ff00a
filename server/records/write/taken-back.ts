import { AnlanError } from '../../../src/core/errors/catalogue.ts';
import type { Tx } from '../call/ports.ts';

/** After going back to a savepoint: what was written since is not told, and what was locked since is locked no more. */
export function takeBack(tx: Tx, written: number): void {
  tx.written.length = written;
  tx.locked.clear();
}

/** What a person can mend; faults of the server end the work. */
export function isRefusal(error: unknown): error is AnlanError {
  return error instanceof AnlanError && error.status < 500;
}
