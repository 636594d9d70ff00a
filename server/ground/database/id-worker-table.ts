import type { PlatformTable } from './platform-table.ts';

/**
 * Worker numbers of the processes that make ids. A row is a process's own until `leasedTo`; `usedTo` is the millisecond
 * up to which (not included) ids of this number may have been made, whoever had it.
 */
export const ID_WORKER_TABLE: PlatformTable = {
  name: 'idWorker',
  ddl: `
    create table if not exists platform."idWorker" (
      worker integer primary key,
      holder text not null,
      "leasedTo" timestamptz not null,
      "usedTo" bigint not null
    );`,
};
