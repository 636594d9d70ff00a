import type { Connection } from './database.ts';

/**
 * Does a part of a transaction in the view of another company, on the same connection: it stands or falls with the rest,
 * and nobody who holds a connection waits for a second one. Only inside a transaction.
 */
export async function inCompany<T>(
  connection: Connection,
  tenantId: string,
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  if (tenantId === connection.tenantId) return work(connection);
  const enter = (id: string) => connection.query("select set_config('anlan.tenant', $1, true)", [id]);
  await enter(tenantId);
  // Where the work throws, the rollback brings the company back.
  const result = await work({ ...connection, tenantId });
  await enter(connection.tenantId);
  return result;
}
