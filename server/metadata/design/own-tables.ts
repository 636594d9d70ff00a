import { tableName } from '../../../src/compile/sql/plan-tables.ts';
import { quoteText } from '../../../src/core/expression/index.ts';
import { ownTableId } from '../../../src/core/overlay/own-entity.ts';
import type { Database } from '../../ground/database/database.ts';
import { sqlState } from '../../ground/database/faults.ts';

/** Whether a tenant has a table of an entity of its own that serves no more. */
export async function isArchived(database: Database, tenantId: string, entity: string): Promise<boolean> {
  const [found] = await database.withTenant(tenantId, (connection) =>
    connection.query<{ there: boolean }>('select to_regclass($1) is not null as there', [
      tableName(ownTableId(tenantId, entity)),
    ]),
  );
  return found?.there === true;
}

/** Milliseconds for which the table may be waited for: whoever still reads it lets it stay, empty. */
const PATIENCE = 2_000;

/**
 * Drops the table of an entity of a tenant's own that was taken away, where it never held a record. One that did stays,
 * with all that it holds, until whoever runs the installation consents to its removal (`npm run metadata -- apply`).
 */
export async function dropIfEmpty(database: Database, tenantId: string, entity: string): Promise<void> {
  const table = tableName(ownTableId(tenantId, entity));
  await database.withOwner(async (client) => {
    try {
      await client.query('begin');
      await client.query(`set local lock_timeout = ${PATIENCE}`);
      // Rows are hidden from their owner too, who must see whether there are any; what is not dropped stays as it was.
      await client.query(`do $$
        declare held boolean;
        begin
          if to_regclass(${quoteText(table)}) is null then return; end if;
          alter table ${table} no force row level security;
          select exists (select 1 from ${table}) into held;
          if held then alter table ${table} force row level security; else drop table ${table}; end if;
        end $$`);
      await client.query('commit');
    } catch (error) {
      await client.query('rollback');
      // 55P03: somebody still reads it. 2BP01: something of the database depends on it.
      if (!['55P03', '2BP01'].includes(sqlState(error))) throw error;
    }
  });
}
