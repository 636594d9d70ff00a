import type { PlatformTable } from '../../ground/database/platform-table.ts';

/** Long pieces of work that people asked for, one row each. */
export const LONG_JOB_TABLE: PlatformTable = {
  name: 'longJob',
  acrossTenants: 'a runner takes the oldest that waits in any company',
  ddl: `
    create table if not exists platform."longJob" (
      id text primary key,
      "tenantId" text not null,
      "homeTenantId" text not null,
      "userId" text not null,
      kind text not null,
      "entityKey" text not null,
      page text,
      input jsonb not null,
      language text not null,
      ip text not null,
      "requestKey" text,
      "requestHash" text,
      state text not null,
      attempts integer not null default 0,
      "cancelAsked" boolean not null default false,
      total integer not null default 0,
      done integer not null default 0,
      "resumePoint" jsonb,
      answer jsonb,
      message text not null default '',
      "fileId" text,
      "fileName" text,
      "createTime" timestamptz not null,
      "touchTime" timestamptz not null default now(),
      "endTime" timestamptz
    );
    create unique index if not exists "longJob_request" on platform."longJob" ("tenantId", "userId", "requestKey")
      where "requestKey" is not null;
    create index if not exists "longJob_open" on platform."longJob" ("createTime") where state in ('waiting', 'running');
    -- Recalculations had a table of their own.
    drop table if exists platform.recalculation;
    create index if not exists "longJob_entity" on platform."longJob" ("tenantId", kind, "entityKey", "createTime");
    create index if not exists "longJob_person" on platform."longJob" ("tenantId", "userId", "createTime");`,
};
