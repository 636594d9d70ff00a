import type { EntityModel } from '../../../src/core/model/entity-model.ts';
import type { Connection } from '../../ground/database/database.ts';
import type { Arrival } from '../../records/audit/state-changes.ts';
import type { WantedStep } from './find-steps.ts';

/** A row that came or went. */
export interface ChangedStep {
  readonly change: 'fresh' | 'gone';
  readonly recordId: string;
  readonly transition: string;
  readonly holder: string;
}

/** A row with the deadline that the timers of the state say. */
export interface DatedStep extends WantedStep {
  readonly dueTimer: string | null;
}

/**
 * Makes the rows of some records of an entity what they should be, and gives what came and went. Rows that stay as they
 * are are not written; those of a step that is awaited already keep since when.
 * @param arrivals of each of the records.
 */
export async function storeSteps(
  db: Connection,
  { id: entityId }: EntityModel,
  arrivals: ReadonlyMap<string, Arrival>,
  wanted: readonly DatedStep[],
): Promise<readonly ChangedStep[]> {
  const rows = wanted.map((step) => {
    const { at, broughtBy = '' } = arrivals.get(step.recordId) ?? {};
    return { ...step, since: at?.toISOString(), broughtBy: broughtBy === '' ? null : broughtBy };
  });
  return db.query<ChangedStep>(
    `with wanted as (
       select * from jsonb_to_recordset($4::jsonb) as w("recordId" text, transition text, holder text, behind boolean,
         apart text[], "parentId" text, title text, since timestamptz, due timestamptz, opens timestamptz,
         "dueTimer" text, "broughtBy" text)
     ), gone as (
       delete from platform."stepTask" x where x."tenantId" = $1 and x."entityId" = $2 and x."recordId" = any($3)
         and not exists (select 1 from wanted w where w."recordId" = x."recordId" and w.transition = x.transition
           and w.holder = x.holder)
       returning x."recordId", x.transition, x.holder
     ), put as (
       insert into platform."stepTask" as x ("tenantId", "entityId", "recordId", transition, holder, behind, apart,
         "parentId", title, since, due, opens, "dueTimer", "broughtBy")
       select $1, $2, w."recordId", w.transition, w.holder, w.behind, w.apart, w."parentId", w.title, w.since,
         w.due, w.opens, w."dueTimer", w."broughtBy" from wanted w
       on conflict ("tenantId", "entityId", "recordId", transition, holder) do update set behind = excluded.behind,
         apart = excluded.apart, "parentId" = excluded."parentId", title = excluded.title, due = excluded.due, opens = excluded.opens,
         "dueTimer" = excluded."dueTimer"
       where (x.behind, x.apart, x."parentId", x.title, x.due, x.opens, x."dueTimer") is distinct from
         (excluded.behind, excluded.apart, excluded."parentId", excluded.title, excluded.due, excluded.opens, excluded."dueTimer")
       returning x."recordId", x.transition, x.holder, x.xmax = 0 as fresh
     )
     select 'gone' as change, "recordId", transition, holder from gone
     union all select 'fresh', "recordId", transition, holder from put where fresh`,
    [db.tenantId, entityId, [...arrivals.keys()], JSON.stringify(rows)],
  );
}

/** Takes away the rows of a record that was removed; gives whom they called. */
export function dropSteps(db: Connection, { id }: EntityModel, recordId: string): Promise<readonly ChangedStep[]> {
  return db.query<ChangedStep>(
    `delete from platform."stepTask" where "tenantId" = $1 and "entityId" = $2 and "recordId" = $3
     returning 'gone' as change, "recordId", transition, holder`,
    [db.tenantId, id, recordId],
  );
}
