import type { EntityCall, WrittenRecord } from '../entity/entity-call.ts';
import { writtenIn } from '../entity/written.ts';
import type { Write } from './run-import.ts';

/** Transactions of a call, each of which tells what it wrote once it has been committed. */
export function writeOf({ services, context }: EntityCall): Write {
  return async (begin) => {
    let records: readonly WrittenRecord[] = [];
    const result = await services.database.transaction(context.tenantId, async (connection) => {
      const answer = await begin(connection);
      records = writtenIn(connection);
      return answer;
    });
    for (const record of records) await services.onWritten?.(record);
    return result;
  };
}
