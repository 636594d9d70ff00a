import { ownRowsOnly, type PlatformTable } from '../ground/database/platform-table.ts';

/** Schema of the days: the serving role reaches them through their table alone, where each company sees its own. */
export const DAYS_SCHEMA = 'readings';

/**
 * Values of sensors, a partition for each UTC day (`readings.d20260430`). `quality` is the place in `QUALITIES`. A value
 * that comes twice is the same value: point and time are its key.
 */
const reading: PlatformTable = {
  name: 'reading',
  ddl: `
    create schema if not exists ${DAYS_SCHEMA};
    create table if not exists platform.reading (
      "tenantId" text not null,
      "pointId" text not null,
      time timestamptz not null,
      value double precision,
      quality smallint not null,
      primary key ("tenantId", "pointId", time)
    ) partition by range (time);
    ${ownRowsOnly('reading')}`,
};

/** What a minute or an hour of a point comes to, of its good values; `last` is the newest one. */
const rollup = (name: string): PlatformTable => ({
  name,
  ddl: `
    create table if not exists platform."${name}" (
      "tenantId" text not null,
      "pointId" text not null,
      time timestamptz not null,
      low double precision not null,
      high double precision not null,
      total double precision not null,
      times integer not null,
      last double precision not null,
      primary key ("tenantId", "pointId", time)
    );
    create index if not exists "${name}_time" on platform."${name}" ("tenantId", time);
    ${ownRowsOnly(name)}`,
});

/** Minutes of a company in which values came in since they were last added up, late ones too. */
const readingDirty: PlatformTable = {
  name: 'readingDirty',
  ddl: `
    create table if not exists platform."readingDirty" (
      "tenantId" text not null,
      minute timestamptz not null,
      touched integer not null default 0,
      primary key ("tenantId", minute)
    );
    ${ownRowsOnly('readingDirty')}`,
};

/**
 * Limits that are passed. `waiting` until `due`, when it is to be raised; `raised` when the record knows; `leaving` when it
 * is to be told that the value is back; `quiet` where silence is the limit and is looked at when `due`. Where no row stands,
 * the value is within the limit.
 */
const readingLimit: PlatformTable = {
  name: 'readingLimit',
  ddl: `
    create table if not exists platform."readingLimit" (
      "tenantId" text not null,
      "pointId" text not null,
      "limit" text not null,
      "entityKey" text not null,
      state text not null,
      due timestamptz,
      primary key ("tenantId", "pointId", "limit")
    );
    create index if not exists "readingLimit_due" on platform."readingLimit" ("tenantId", due) where due is not null;
    ${ownRowsOnly('readingLimit')}`,
};

export const READING_TABLES: readonly PlatformTable[] = [
  reading,
  rollup('readingMinute'),
  rollup('readingHour'),
  readingDirty,
  readingLimit,
];
