import type pg from 'pg';
import { NAME_COLLATION_DDL } from '../../src/compile/sql/name-order.ts';
import { SEARCH_FUNCTION, searchFunctionDdl } from '../../src/compile/sql/search-text.ts';
import { quoteIdentifier } from '../../src/core/expression/index.ts';
import { AUDIT_QUOTA_TABLE } from '../access/sign-in/audit-quota.ts';
import { AUTH_TABLES } from '../access/sign-in/auth-tables.ts';
import { PASSWORD_HISTORY_TABLE } from '../access/sign-in/password-guards.ts';
import { APPROVAL_TABLES } from '../flow/approval/approval-tables.ts';
import { EVIDENCE_TABLE } from '../flow/evidence/evidence-table.ts';
import { INTAKE_TABLES } from '../flow/intake/intake-tables.ts';
import { OUTBOX_TABLE } from '../flow/outgoing/outbox-table.ts';
import { COUNTED_ROLLUP_TABLE } from '../flow/rollup/rollup-table.ts';
import { SERIES_TABLE } from '../flow/series/series-table.ts';
import { SCHEDULE_TABLES } from '../flow/time/schedule-tables.ts';
import { TIMER_ARMING_TABLE, TIMER_LEFT_TABLE, TIMER_TABLE } from '../flow/time/timer-tables.ts';
import { STEP_PLAN_TABLE, STEP_TASK_TABLE } from '../flow/turns/turn-table.ts';
import { HOLD_ITEMS_FUNCTION } from '../ground/database/held-items.ts';
import { ID_WORKER_TABLE } from '../ground/database/id-worker-table.ts';
import { ownRowsOnly, type PlatformTable } from '../ground/database/platform-table.ts';
import { WRITE_MARK_TABLE } from '../ground/database/write-marks.ts';
import { JOB_TABLE } from '../ground/jobs/job-tables.ts';
import { LIST_VIEW_TABLE } from '../http/list-views/list-view-table.ts';
import { PREFERENCE_TABLE } from '../http/preferences/preference-table.ts';
import { READING_TABLES } from '../live/reading-tables.ts';
import { DESIGN_TABLES } from '../metadata/design/design-tables.ts';
import { METADATA_TABLES } from '../metadata/metadata-tables.ts';
import { AUDIT_CHAIN_TABLE } from '../records/audit/audit-chain.ts';
import { AUDIT_BACKDATING_TABLE } from '../records/audit/audit-guards.ts';
import { SEEDED_ROW_TABLE } from '../records/read/seeded-rows.ts';
import { DRAFT_TABLE } from '../records/write/drafts/draft-table.ts';
import { REMOVAL_TABLE } from '../records/write/removal/removal-table.ts';
import { DIRTY_ROLLUP_TABLE } from '../records/write/rollup/dirty-rollups.ts';
import { SEALED_AUTHOR_TABLE } from '../records/write/sealed-author-table.ts';
import { LONG_JOB_TABLE } from '../reports/long-jobs/long-job-table.ts';

/** Answers of calls that carried an idempotency key: the same call gets the same answer. */
const idempotency: PlatformTable = {
  name: 'idempotency',
  acrossTenants: 'answers of yesterday are forgotten in all companies at once',
  ddl: `
    create table if not exists platform.idempotency (
      "tenantId" text not null,
      "userId" text not null,
      key text not null,
      "requestHash" text not null,
      answer jsonb,
      "createTime" timestamptz not null default now(),
      primary key ("tenantId", "userId", key)
    );
    create index if not exists idempotency_time on platform.idempotency ("createTime");`,
};

/** Running numbers of serial fields, one counter for each field and date part. */
const serialNumbers: PlatformTable = {
  name: 'serialNumbers',
  ddl: `
    create table if not exists platform."serialNumbers" (
      "tenantId" text not null,
      entity text not null,
      field text not null,
      part text not null,
      last bigint not null,
      primary key ("tenantId", entity, field, part)
    );
    ${ownRowsOnly('serialNumbers')}`,
};

/** Each module of the server that keeps tables of its own adds them here. */
export const PLATFORM_TABLES: readonly PlatformTable[] = [
  idempotency,
  serialNumbers,
  SEEDED_ROW_TABLE,
  EVIDENCE_TABLE,
  AUDIT_CHAIN_TABLE,
  AUDIT_BACKDATING_TABLE,
  AUDIT_QUOTA_TABLE,
  METADATA_TABLES,
  DESIGN_TABLES,
  ID_WORKER_TABLE,
  DIRTY_ROLLUP_TABLE,
  COUNTED_ROLLUP_TABLE,
  JOB_TABLE,
  LONG_JOB_TABLE,
  TIMER_TABLE,
  TIMER_ARMING_TABLE,
  TIMER_LEFT_TABLE,
  STEP_TASK_TABLE,
  STEP_PLAN_TABLE,
  SCHEDULE_TABLES,
  SERIES_TABLE,
  ...AUTH_TABLES,
  PASSWORD_HISTORY_TABLE,
  ...APPROVAL_TABLES,
  DRAFT_TABLE,
  REMOVAL_TABLE,
  SEALED_AUTHOR_TABLE,
  OUTBOX_TABLE,
  ...INTAKE_TABLES,
  ...READING_TABLES,
  LIST_VIEW_TABLE,
  PREFERENCE_TABLE,
  WRITE_MARK_TABLE,
  HOLD_ITEMS_FUNCTION,
];

/**
 * Makes the schemas `platform` and `data` and the platform's tables, in one transaction under an advisory lock, and
 * lets the serving role read and write them. Costs some milliseconds where all exist.
 */
export async function createPlatformTables(
  owner: pg.ClientBase,
  appRole: string,
  tables: readonly PlatformTable[] = PLATFORM_TABLES,
): Promise<void> {
  const role = quoteIdentifier(appRole);
  await owner
    .query(
      [
        'begin',
        "select pg_advisory_xact_lock(hashtext('anlan.platform'))",
        'set local client_min_messages = warning',
        'create schema if not exists platform',
        'create schema if not exists data',
        NAME_COLLATION_DDL,
        // On our own server the superuser has made it already, and leakproof.
        `do $do$ begin
         if to_regprocedure('${SEARCH_FUNCTION}(text)') is null then
           execute $ddl$${searchFunctionDdl(false)}$ddl$;
         end if;
       end $do$`,
        ...tables.map((table) => table.ddl),
        `grant usage on schema platform, data to ${role}`,
        `grant select, insert, update, delete on all tables in schema platform to ${role}`,
        ...tables
          .filter(({ insertOnly }) => insertOnly === true)
          .map(({ name }) => `revoke update, delete on platform."${name}" from ${role}`),
        ...tables
          .filter(({ readOnly }) => readOnly === true)
          .map(({ name }) => `revoke insert, update, delete on platform."${name}" from ${role}`),
        `grant usage, select on all sequences in schema platform to ${role}`,
        'commit',
      ].join(';\n'),
    )
    .catch(async (error: unknown) => {
      await owner.query('rollback');
      throw error;
    });
}
