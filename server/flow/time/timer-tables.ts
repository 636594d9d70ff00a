import type { Moment } from '../../ground/database/platform-queries.ts';
import { ownRowsOnly, type PlatformTable } from '../../ground/database/platform-table.ts';

declare module '../../ground/database/platform-queries.ts' {
  interface PlatformDatabase {
    timerArming: { tenantId: string; entityKey: string; stateId: string; fingerprint: string };
    timerLeft: {
      tenantId: string;
      entityKey: string;
      stateId: string;
      fingerprint: string;
      recordId: string;
      attempts: number;
      tryTime: Moment;
    };
  }
}

/**
 * Timers of records: one row for each timer of the state a record is in, and of each open approval level. `scope` is
 * `state:<id>` or `level:<request>:<level>`; `armedTime` is what `at` gave, `dueTime` the next moment (null once it has
 * fired for good), `tryTime` when a runner may take it, `claim` the runner that has it.
 */
export const TIMER_TABLE: PlatformTable = {
  name: 'timer',
  acrossTenants: 'a runner claims what is due of all companies in one statement',
  ddl: `
    create table if not exists platform.timer (
      "tenantId" text not null,
      "entityKey" text not null,
      "recordId" text not null,
      scope text not null,
      key text not null,
      "armedTime" timestamptz not null,
      "dueTime" timestamptz,
      "tryTime" timestamptz,
      attempts integer not null default 0,
      claim text,
      definition jsonb,
      primary key ("tenantId", "entityKey", "recordId", scope, key)
    );
    create index if not exists timer_due on platform.timer ("tryTime") where "dueTime" is not null;`,
};

/** What the timers of each state were when the records in it were last armed, all of them. */
export const TIMER_ARMING_TABLE: PlatformTable = {
  name: 'timerArming',
  ddl: `
    create table if not exists platform."timerArming" (
      "tenantId" text not null,
      "entityKey" text not null,
      "stateId" text not null,
      fingerprint text not null,
      primary key ("tenantId", "entityKey", "stateId")
    );
    ${ownRowsOnly('timerArming')}`,
};

/** Records of a state whose timers changed that could not be armed yet, with when they are tried again. */
export const TIMER_LEFT_TABLE: PlatformTable = {
  name: 'timerLeft',
  ddl: `
    create table if not exists platform."timerLeft" (
      "tenantId" text not null,
      "entityKey" text not null,
      "stateId" text not null,
      fingerprint text not null,
      "recordId" text not null,
      attempts integer not null,
      "tryTime" timestamptz not null,
      primary key ("tenantId", "entityKey", "stateId", "recordId")
    );
    ${ownRowsOnly('timerLeft')}`,
};
