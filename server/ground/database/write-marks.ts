import type pg from 'pg';
import type { EntityModel } from '../../../src/core/model/entity-model.ts';
import type { Job } from '../jobs/jobs.ts';
import type { Connection, Database } from './database.ts';
import type { PlatformTable } from './platform-table.ts';

const TRIGGER = 'noteWrite';

/**
 * One row for each transaction that wrote to a table in a tenant's view. Whoever keeps what he read sees by them whether
 * it still holds: transactions only add rows, so that writers do not wait for each other. Transactions below `floor` have
 * been swept; `next` becomes the floor at the next sweep. Numbers that this cluster has not reached yet come with a backup
 * of another one.
 */
export const WRITE_MARK_TABLE: PlatformTable = {
  name: 'writeMark',
  acrossTenants: 'triggers mark each write in whatever view it was made; it holds no record',
  ddl: `
    create table if not exists platform."writeMark" (
      "tableName" text not null,
      "tenantId" text not null,
      xid xid8 not null,
      primary key ("tableName", "tenantId", xid)
    );
    create table if not exists platform."writeMarkFloor" (
      one boolean primary key default true check (one),
      floor xid8 not null default '0',
      next xid8 not null default '0'
    );
    insert into platform."writeMarkFloor" default values on conflict do nothing;
    delete from platform."writeMark" where xid >= pg_snapshot_xmax(pg_current_snapshot());
    update platform."writeMarkFloor" set floor = '0', next = '0'
      where greatest(floor, next) > pg_snapshot_xmax(pg_current_snapshot());
    create or replace function platform."${TRIGGER}"() returns trigger language plpgsql set search_path = pg_catalog as $mark$
      begin
        insert into platform."writeMark" ("tableName", "tenantId", xid)
          values (tg_table_name, coalesce(current_setting('anlan.tenant', true), ''), pg_current_xact_id())
          on conflict do nothing;
        return null;
      end
    $mark$;`,
};

/** Whether writes to an entity leave marks: the log and sessions are written with nearly every call. */
export function isWriteMarked({ key, appendOnly }: Pick<EntityModel, 'key' | 'appendOnly'>): boolean {
  return !appendOnly && key !== 'session';
}

/** Has every write to the entities' tables leave its mark, whoever writes; asks one question where all do. */
export async function installWriteMarks(
  owner: pg.ClientBase,
  models: readonly EntityModel[],
  run: (statements: string) => Promise<void>,
): Promise<void> {
  const { rows } = await owner.query<{ name: string }>(
    `select quote_ident(c.relname) as name from pg_class c
     where c.relnamespace = 'data'::regnamespace and c.relname = any($1)
       and to_regprocedure('platform."${TRIGGER}"()') is not null
       and not exists (select 1 from pg_trigger t where t.tgrelid = c.oid and t.tgname = '${TRIGGER}' and t.tgenabled <> 'D')`,
    [models.filter(isWriteMarked).map(({ id }) => id)],
  );
  if (rows.length === 0) return;
  const statements = rows.map(
    ({ name }) =>
      `create or replace trigger "${TRIGGER}" after insert or update or delete or truncate on data.${name}
       for each statement execute function platform."${TRIGGER}"()`,
  );
  await run(statements.join(';\n'));
}

/**
 * Whether nothing was written to some tables, in the tenant's view or in that of all, that was not there already when
 * `snapshot` (a `pg_snapshot` as text) was taken.
 */
export async function isUnwrittenSince(
  connection: Connection,
  tables: readonly string[],
  snapshot: string,
): Promise<boolean> {
  // Whoever writes without saying for whom (the superuser at a console) may have written for anybody.
  const tenants = [connection.tenantId, '000000', ''];
  const found = await connection.query(
    `(select 1 from platform."writeMark" w
      where w."tableName" = any($1) and w."tenantId" = any($2) and w.xid >= pg_snapshot_xmin($3::pg_snapshot)
        and not pg_visible_in_snapshot(w.xid, $3::pg_snapshot) limit 1)
     union all
     (select 1 from platform."writeMarkFloor" f where f.floor > pg_snapshot_xmin($3::pg_snapshot))`,
    [tables, tenants, snapshot],
  );
  return found.length === 0;
}

/** Forgets marks hourly. */
export function writeMarkSweepJob(database: Database): Job {
  return { name: 'writeMarks', every: 3_600, run: () => sweepWriteMarks(database) };
}

/** Forgets the marks of what every reader saw at the sweep before; what was kept from earlier is read anew. */
export function sweepWriteMarks(database: Database): Promise<number> {
  return database.transaction('000000', async (connection) => {
    await connection.execute(
      'update platform."writeMarkFloor" set floor = next, next = pg_snapshot_xmin(pg_current_snapshot())',
    );
    return connection.execute(
      'delete from platform."writeMark" where xid < (select floor from platform."writeMarkFloor")',
    );
  });
}
