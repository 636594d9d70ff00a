import type { Connection } from './database.ts';
import type { PlatformTable } from './platform-table.ts';

/** An item of a dictionary, by the dictionary's code and its own key. */
export interface ItemName {
  readonly code: string;
  readonly key: string;
}

const lockOf = (code: string, key: string) => `pg_catalog.hashtextextended('item ' || ${code} || ' ' || ${key}, 0)`;

/**
 * Holds items for those who write records that name them, and tells which of them are gone. Each statement of such a
 * function sees what was committed when it begins: whoever waited for a removal sees it. Rows of the platform's items
 * could be read by companies and not locked, hence locks of their names. A dictionary of which no row was ever stored has
 * no items that could go.
 */
export const HOLD_ITEMS_FUNCTION: PlatformTable = {
  name: 'holdItems',
  ddl: `
    create or replace function platform."holdItems"(tenants text[], codes text[], keys text[])
    returns table (code text, key text) language plpgsql volatile set search_path = pg_catalog as $hold$
      begin
        perform pg_advisory_xact_lock_shared(named.lock)
          from (select distinct ${lockOf('u.code', 'u.key')} as lock
            from unnest(codes, keys) u(code, key) order by 1) named;
        return query select u.code, u.key from unnest(codes, keys) u(code, key)
          where not exists (select from data."dictBiz" d where d."tenantId" = any(tenants) and d.code = u.code
              and d."dictKey" = u.key and d."isDeleted" = 0)
            and exists (select from data."dictBiz" d where d."tenantId" = any(tenants) and d.code = u.code);
      end
    $hold$;`,
};

/**
 * Holds items until the transaction ends: whoever takes one away waits, and then finds the record that names it.
 * @param tenants whose items count.
 * @returns those that are gone.
 */
export function holdItems(
  connection: Connection,
  tenants: readonly string[],
  items: readonly ItemName[],
): Promise<ItemName[]> {
  return connection.query<ItemName>(
    'select code, key from platform."holdItems"($1, $2, $3)',
    [tenants, items.map(({ code }) => code), items.map(({ key }) => key)],
    'holdItems',
  );
}

/** Waits for all who are writing records that name an item; those who come later wait for this transaction. */
export async function lockItem(connection: Connection, { code, key }: ItemName): Promise<void> {
  await connection.query(`select pg_advisory_xact_lock(${lockOf('$1::text', '$2::text')})`, [code, key]);
}
