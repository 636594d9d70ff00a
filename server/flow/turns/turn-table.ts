import type {} from '../../ground/database/platform-queries.ts';
import { ownRowsOnly, type PlatformTable } from '../../ground/database/platform-table.ts';

declare module '../../ground/database/platform-queries.ts' {
  interface PlatformDatabase {
    stepPlan: { tenantId: string; entityId: string; fingerprint: string };
  }
}

/**
 * Who is called to take which step of which record: one row for each record, transition and holder. `holder` names the
 * actor and not the person (see `holder.ts`), so that whoever is head of the department today, or holds the role, finds
 * it without any row being written again. `behind` marks groups that are called only where nobody whom the record names
 * is there; `apart` those who may not take the step whatever `who` says. `dueTimer` is the timer of the state that `due`
 * comes from, `opens` from when on it waits. `since` and `broughtBy` say when and by whom the record came here.
 */
export const STEP_TASK_TABLE: PlatformTable = {
  name: 'stepTask',
  ddl: `
    create table if not exists platform."stepTask" (
      "tenantId" text not null,
      "entityId" text not null,
      "recordId" text not null,
      transition text not null,
      holder text not null,
      behind boolean not null default false,
      apart text[] not null default '{}',
      "parentId" text,
      title text not null default '',
      since timestamptz not null,
      due timestamptz,
      opens timestamptz,
      "dueTimer" text,
      "broughtBy" text,
      primary key ("tenantId", "entityId", "recordId", transition, holder)
    );
    alter table platform."stepTask" add column if not exists opens timestamptz;
    create index if not exists "stepTask_holder" on platform."stepTask" ("tenantId", holder, since desc);
    ${ownRowsOnly('stepTask')}`,
};

/** What calls for steps were when the records of each entity were last looked at, all of them. */
export const STEP_PLAN_TABLE: PlatformTable = {
  name: 'stepPlan',
  ddl: `
    create table if not exists platform."stepPlan" (
      "tenantId" text not null,
      "entityId" text not null,
      fingerprint text not null,
      primary key ("tenantId", "entityId")
    );
    ${ownRowsOnly('stepPlan')}`,
};
