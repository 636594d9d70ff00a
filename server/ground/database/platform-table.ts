import { TENANT_SETTING } from '../../../src/compile/sql/plan-tables.ts';

/** Tables of the platform itself, as DDL that may run again and again. */
export interface PlatformTable {
  readonly name: string;
  /** Idempotent statements; unqualified names do not exist here, write `platform."name"`. */
  readonly ddl: string;
  /** Whether the serving role may only insert and read. Default false. */
  readonly insertOnly?: boolean;
  /** Why rows of several tenants are read or written at once, where they are; else `ddl` keeps each to its own. */
  readonly acrossTenants?: string;
  /** Whether the serving role may only read. Default false. */
  readonly readOnly?: boolean;
}

/** Statements that let each tenant see and write its own rows of a table alone; part of the table's `ddl`. */
export function ownRowsOnly(table: string): string {
  const own = `"tenantId" = current_setting('${TENANT_SETTING}', true)`;
  return `
    alter table platform."${table}" enable row level security, force row level security;
    do $do$ begin
      if not exists (select 1 from pg_policies where schemaname = 'platform' and tablename = '${table}') then
        create policy "${table}_tenant" on platform."${table}" using (${own}) with check (${own});
      end if;
    end $do$;`;
}
