import type { EntityCall } from '../../records/call/ports.ts';
import { transact } from '../../records/write/transact.ts';
import type { Write } from './run-import.ts';

/** Transactions of a call, each of which tells what it wrote once it has been committed. */
export function writeOf(call: EntityCall): Write {
  return (work) => transact(call, work);
}
