import { createHash } from 'node:crypto';
import type pg from 'pg';
import type { TableGuard } from './table-guard.ts';

/** Marks a function with what it was made of, so that a start that finds it so changes nothing. */
const markOf = (guard: TableGuard) => createHash('sha256').update(JSON.stringify(guard)).digest('base64url');

/**
 * Makes the guards whose table exists and which are missing or older; asks one question where nothing is to be done. One
 * process at a time: the caller holds the lock of the plan.
 */
export async function installTableGuards(
  owner: pg.ClientBase,
  guards: readonly TableGuard[],
  run: (statements: string) => Promise<void>,
): Promise<void> {
  const { rows } = await owner.query<{ name: string; exists: boolean; mark: string | null }>(
    `select g.name, to_regclass('data.' || quote_ident(g."table")) is not null as exists,
       (select obj_description(t.oid, 'pg_trigger') from pg_trigger t
        where t.tgrelid = to_regclass('data.' || quote_ident(g."table")) and t.tgname = g.name) as mark
     from jsonb_to_recordset($1::jsonb) as g(name text, "table" text)`,
    [JSON.stringify(guards.map(({ name, table }) => ({ name, table })))],
  );
  const found = new Map(rows.map((row) => [row.name, row]));
  for (const guard of guards) {
    const state = found.get(guard.name);
    if (state?.exists === true && state.mark !== markOf(guard)) await run(guardDdl(guard));
  }
}

function guardDdl(guard: TableGuard): string {
  const { name, table, fires, when, functions = '', body, definer = false } = guard;
  return `
    ${functions}
    create or replace function platform."${name}"() returns trigger language plpgsql
      ${definer ? 'security definer' : ''} set search_path = pg_catalog set timezone = 'UTC' as $guard$ ${body} $guard$;
    create or replace trigger "${name}" ${fires} on data."${table}" for each row
      ${when === undefined ? '' : `when (${when})`} execute function platform."${name}"();
    comment on trigger "${name}" on data."${table}" is '${markOf(guard)}'`;
}
