import type { PlatformTable } from '../../ground/database/platform-table.ts';

/**
 * `schedulePlan`: how far each plan record has been gone through, and when it is looked at next. `scheduleRun`: each
 * occurrence that has made its records, so that no other process makes them again.
 */
export const SCHEDULE_TABLES: PlatformTable = {
  name: 'schedule',
  acrossTenants: 'a runner asks which companies have a plan that is due',
  ddl: `
    create table if not exists platform."schedulePlan" (
      "tenantId" text not null,
      "entityKey" text not null,
      "recordId" text not null,
      "recordVersion" bigint not null,
      "doneTime" timestamptz,
      "nextTime" timestamptz,
      primary key ("tenantId", "entityKey", "recordId")
    );
    create table if not exists platform."scheduleRun" (
      "tenantId" text not null,
      "entityKey" text not null,
      "recordId" text not null,
      occurrence timestamptz not null,
      "runTime" timestamptz not null,
      created integer not null,
      primary key ("tenantId", "entityKey", "recordId", occurrence)
    );`,
};
