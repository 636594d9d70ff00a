import type { Connection, Database } from './database.ts';

/** Which companies: all that there ever were, whose rows are still there, or only those that have not been removed. */
type WhichTenants = 'all' | 'current';

/** Numbers of the companies, the top tenant's among them, in order. */
export function tenantCodes(database: Database, which: WhichTenants): Promise<readonly string[]> {
  return database.withTenant('000000', (connection) => readTenantCodes(connection, which));
}

/** The same over a connection that sees the rows of the top tenant. */
export async function readTenantCodes(connection: Connection, which: WhichTenants): Promise<readonly string[]> {
  const rows = await connection.query<{ tenantCode: string }>(
    `select "tenantCode" from data.tenant ${which === 'current' ? 'where "isDeleted" = 0' : ''} order by "tenantCode"`,
  );
  return rows.map(({ tenantCode }) => tenantCode);
}
