import type pg from 'pg';
import type { PlatformTable } from '../../ground/database/platform-table.ts';
import type { TableGuard } from '../../ground/database/table-guard.ts';

/**
 * While it is open, rows of the log keep the time that they are given: for the demo plant, whose histories lie in the
 * past. Only the owner of the database opens it.
 */
export const AUDIT_BACKDATING_TABLE: PlatformTable = {
  name: 'auditBackdating',
  readOnly: true,
  ddl: `
    create table if not exists platform."auditBackdating" (
      single boolean primary key default true check (single),
      "openUntil" timestamptz not null
    );`,
};

/** Lets rows of the log be dated back for a day, or no more. For the demo plant and tests alone. */
export async function allowBackdating(owner: pg.ClientBase, allowed: boolean): Promise<void> {
  await owner.query(
    allowed
      ? `insert into platform."auditBackdating" ("openUntil") values (now() + interval '1 day')
         on conflict (single) do update set "openUntil" = excluded."openUntil"`
      : 'delete from platform."auditBackdating"',
  );
}

/** SQL of the hash of a row of the log: over all that it says, whatever columns the log gets later. */
export function rowHashSql(row: string): string {
  return `encode(sha256(convert_to((jsonb_strip_nulls(to_jsonb(${row})) - 'hash')::text, 'UTF8')), 'base64')`;
}

/**
 * Each row of the log bears the database's time and a hash of what it says; whoever inserts it has no say in either.
 * Rows know nothing of each other, so that no writer waits for another one: what chains them comes after.
 */
export const AUDIT_GUARDS: readonly TableGuard[] = [
  {
    name: 'stampAudit',
    table: 'auditLog',
    fires: 'before insert',
    definer: true,
    body: `begin
      if new.time is null
        or not exists (select 1 from platform."auditBackdating" where "openUntil" > clock_timestamp()) then
        new.time := clock_timestamp();
        new."createTime" := new.time;
      end if;
      new.hash := ${rowHashSql('new')};
      return new;
    end`,
  },
];
