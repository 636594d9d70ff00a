import { OutOfReachError } from '../../core/expression/index.ts';

/** Whether an evaluation stopped because it reaches what only the server has (another record, a lookup, a calendar). */
export function isUndecided(error: unknown): boolean {
  return error instanceof OutOfReachError;
}
