import { createPlatformDatabase } from '../../server/assembly/platform-database.ts';
import { openDatabase } from '../../server/ground/database/bootstrap.ts';

const quiet = { info() {}, warn() {}, error() {}, debug() {} };

/** The rows of one table: fingerprint by company and id, over the columns that were asked for. */
interface StoredTable {
  readonly columns: readonly string[];
  readonly rows: ReadonlyMap<string, string>;
}

/** What a product has stored. */
export interface StoredRows {
  readonly tables: ReadonlyMap<string, StoredTable>;
  /** Of which record each row of the log tells: both by company and id. */
  readonly logged: ReadonlyMap<string, string>;
}

/**
 * All records of a product that has been stopped.
 * @param asked tables and columns to look at. Default all.
 */
export async function storedRows(dataDir: string, asked?: StoredRows['tables']): Promise<StoredRows> {
  const opened = await openDatabase({}, dataDir, quiet, () => {});
  const database = createPlatformDatabase({ appUrl: opened.appUrl, ownerUrl: opened.ownerUrl });
  try {
    const tenants = await database.withTenant('000000', (connection) =>
      connection.query<{ tenantCode: string }>('select "tenantCode" from data.tenant'),
    );
    const present = await database.withTenant('000000', (connection) =>
      connection.query<{ table: string; columns: string[] }>(
        `select table_name as table, array_agg(column_name::text order by column_name) as columns
         from information_schema.columns where table_schema = 'data' group by table_name order by table_name`,
      ),
    );
    const tables = new Map<string, StoredTable>();
    const logged = new Map<string, string>();
    for (const { table, columns: all } of present) {
      const known = asked?.get(table)?.columns;
      if (asked !== undefined && known === undefined) continue;
      const columns = (known ?? all).filter((column) => all.includes(column));
      const row = columns.map((column) => `t."${column}"`).join(', ');
      const rows = new Map<string, string>();
      for (const { tenantCode } of tenants) {
        const read = await database.withTenant(tenantCode, (connection) =>
          connection.query<{ id: string; print: string }>(
            `select id, md5(row(${row})::text) as print from data."${table}" t where "tenantId" = $1`,
            [tenantCode],
          ),
        );
        for (const { id, print } of read) rows.set(`${tenantCode} ${id}`, print);
      }
      tables.set(table, { columns, rows });
    }
    for (const { tenantCode } of tenants) {
      const acts = await database.withTenant(tenantCode, (connection) =>
        connection.query<{ id: string; recordId: string }>('select id, "recordId" from data."auditLog"'),
      );
      for (const { id, recordId } of acts) logged.set(`${tenantCode} ${id}`, `${tenantCode} ${recordId}`);
    }
    return { tables, logged };
  } finally {
    await database.close();
    await opened.stop();
  }
}
