import type { PlatformTable } from '../../ground/database/platform-table.ts';

/** Recalculations of stored results that somebody asked for, one row each. */
export const RECALCULATION_TABLE: PlatformTable = {
  name: 'recalculation',
  acrossTenants: 'a runner takes the oldest that waits in any company',
  ddl: `
    create table if not exists platform.recalculation (
      id text primary key,
      "tenantId" text not null,
      "entityId" text not null,
      "userId" text not null,
      account text not null,
      "realName" text not null,
      state text not null,
      total integer not null default 0,
      done integer not null default 0,
      changed integer not null default 0,
      failed integer not null default 0,
      "createTime" timestamptz not null,
      "touchTime" timestamptz not null
    );
    create index if not exists recalculation_open on platform.recalculation (state) where state <> 'done';
    create index if not exists recalculation_entity on platform.recalculation ("tenantId", "entityId", "createTime");`,
};
