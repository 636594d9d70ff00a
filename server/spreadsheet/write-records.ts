import type { EntityCall } from '../entity/entity-call.ts';
import { writeAndTell } from '../entity/write-and-tell.ts';
import type { Write } from './run-import.ts';

/** Transactions of a call, each of which tells what it wrote once it has been committed. */
export function writeOf({ services, context }: EntityCall): Write {
  return (begin) => writeAndTell(services, context, begin);
}
