import type { Moment } from '../database/platform-queries.ts';
import type { PlatformTable } from '../database/platform-table.ts';

declare module '../database/platform-queries.ts' {
  interface PlatformDatabase {
    job: {
      name: string;
      nextTime: Moment;
    };
  }
}

/** When each periodic job is due next, shared by all processes. */
export const JOB_TABLE: PlatformTable = {
  name: 'job',
  ddl: `
    create table if not exists platform.job (
      name text primary key,
      "nextTime" timestamptz not null
    );`,
};
