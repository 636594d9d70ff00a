import type { PlatformTable } from '../database/platform-table.ts';

/** When each periodic job is due next, shared by all processes. */
export const JOB_TABLE: PlatformTable = {
  name: 'job',
  ddl: `
    create table if not exists platform.job (
      name text primary key,
      "nextTime" timestamptz not null
    );`,
};
