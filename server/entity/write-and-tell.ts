import type { CallContext } from '../context.ts';
import type { Connection } from '../database/database.ts';
import type { EntityServices, WrittenRecord } from './ports.ts';
import { writtenIn } from './written.ts';

/** Runs work in one transaction; what it wrote is told after the commit. A deadlock is tried again. */
export async function writeAndTell<T>(
  { database, written }: EntityServices,
  { tenantId }: Pick<CallContext, 'tenantId'>,
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  let records: readonly WrittenRecord[] = [];
  const result = await database.transaction(tenantId, async (connection) => {
    const answer = await work(connection);
    records = writtenIn(connection);
    return answer;
  });
  for (const record of records) await written.tell(record);
  return result;
}
