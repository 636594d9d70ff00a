import type { Generated } from 'kysely';
import type { JsonColumn, Moment, MomentOrNull } from '../../ground/database/platform-queries.ts';
import { ownRowsOnly, type PlatformTable } from '../../ground/database/platform-table.ts';
import type { ApprovalRequest, ApprovalTask } from './request.ts';

interface RequestColumns extends Omit<ApprovalRequest, 'proposal' | 'levels' | 'openedAt' | 'closedAt' | 'version'> {
  readonly tenantId: string;
  readonly proposal: JsonColumn<ApprovalRequest['proposal']>;
  readonly levels: JsonColumn<ApprovalRequest['levels']>;
  readonly openedAt: Moment;
  readonly closedAt: MomentOrNull;
  readonly version: Generated<number>;
}

interface TaskColumns extends Omit<ApprovalTask, 'files' | 'added' | 'openedAt' | 'decidedAt'> {
  readonly tenantId: string;
  readonly files: JsonColumn<ApprovalTask['files']>;
  readonly added: JsonColumn<ApprovalTask['added']>;
  readonly openedAt: MomentOrNull;
  readonly decidedAt: MomentOrNull;
}

declare module '../../ground/database/platform-queries.ts' {
  interface PlatformDatabase {
    approvalRequest: RequestColumns;
    approvalTask: TaskColumns;
    approvalCopy: {
      id: string;
      tenantId: string;
      requestId: string;
      entityId: string;
      recordId: string;
      userId: string;
      sentBy: string;
      sentAt: Moment;
      readAt: MomentOrNull;
    };
    approvalDelegation: {
      id: string;
      tenantId: string;
      userId: string;
      delegateId: string;
      startTime: Moment;
      endTime: Moment;
      reason: string | null;
      createTime: Moment;
      endedAt: MomentOrNull;
    };
  }
}

/** What was asked, by whom, and who votes on it: one row for each firing of an approved transition. */
const request: PlatformTable = {
  name: 'approvalRequest',
  ddl: `
    create table if not exists platform."approvalRequest" (
      id text not null,
      "tenantId" text not null,
      "entityId" text not null,
      "recordId" text not null,
      "recordTitle" text not null,
      transition text not null,
      "fromState" text,
      "pendingState" text,
      proposal jsonb not null,
      levels jsonb not null,
      level integer not null,
      status text not null check (status in ('open', 'granted', 'rejected', 'revoked', 'cancelled', 'terminated')),
      parallel boolean not null,
      "openedBy" text not null,
      "openedAt" timestamptz not null,
      "closedBy" text,
      "closedAt" timestamptz,
      "closeReason" text,
      "evidenceId" text,
      "evidenceHash" text,
      version integer not null default 1,
      primary key ("tenantId", id)
    );
    create unique index if not exists "approvalRequest_one" on platform."approvalRequest"
      ("tenantId", "entityId", "recordId") where status = 'open' and not parallel;
    create index if not exists "approvalRequest_record" on platform."approvalRequest"
      ("tenantId", "entityId", "recordId", "openedAt");
    create index if not exists "approvalRequest_sent" on platform."approvalRequest"
      ("tenantId", "openedBy", "openedAt" desc, id desc);
    ${ownRowsOnly('approvalRequest')}`,
};

/** One seat's vote of one person; a level's tasks wait until the level, or in `order` the seat before, is done. */
const task: PlatformTable = {
  name: 'approvalTask',
  ddl: `
    create table if not exists platform."approvalTask" (
      id text not null,
      "tenantId" text not null,
      "requestId" text not null,
      "entityId" text not null,
      "recordId" text not null,
      transition text not null,
      level integer not null,
      seat integer not null,
      "userId" text not null,
      "originalUserId" text not null,
      "transferredFrom" text,
      kind text not null check (kind in ('vote', 'added')),
      status text not null check (status in ('waiting', 'open', 'done', 'skipped', 'cancelled')),
      decision text check (decision in ('pass', 'reject', 'transfer')),
      opinion text,
      files jsonb,
      signature text,
      place text,
      "openedAt" timestamptz,
      "decidedAt" timestamptz,
      "evidenceId" text,
      "evidenceHash" text,
      primary key ("tenantId", id),
      foreign key ("tenantId", "requestId") references platform."approvalRequest" ("tenantId", id)
    );
    alter table platform."approvalTask" add column if not exists "delegatorId" text;
    alter table platform."approvalTask" add column if not exists added jsonb;
    create index if not exists "approvalTask_request" on platform."approvalTask" ("tenantId", "requestId");
    create index if not exists "approvalTask_todo" on platform."approvalTask"
      ("tenantId", "userId", "openedAt" desc, id desc) where status = 'open';
    create index if not exists "approvalTask_done" on platform."approvalTask"
      ("tenantId", "userId", "decidedAt" desc, id desc) where status = 'done';
    create index if not exists "approvalTask_seen" on platform."approvalTask"
      ("tenantId", "userId", "entityId", "recordId");
    create index if not exists "approvalTask_delegated" on platform."approvalTask"
      ("tenantId", "delegatorId", "entityId", "recordId") where "delegatorId" is not null;
    create index if not exists "approvalTask_record" on platform."approvalTask" ("tenantId", "entityId", "recordId");
    ${ownRowsOnly('approvalTask')}`,
};

/** Who was given a request for information. */
const copy: PlatformTable = {
  name: 'approvalCopy',
  ddl: `
    create table if not exists platform."approvalCopy" (
      id text not null,
      "tenantId" text not null,
      "requestId" text not null,
      "entityId" text not null,
      "recordId" text not null,
      "userId" text not null,
      "sentBy" text not null,
      "sentAt" timestamptz not null,
      "readAt" timestamptz,
      primary key ("tenantId", id),
      unique ("tenantId", "requestId", "userId"),
      foreign key ("tenantId", "requestId") references platform."approvalRequest" ("tenantId", id)
    );
    create index if not exists "approvalCopy_user" on platform."approvalCopy"
      ("tenantId", "userId", "sentAt" desc, id desc);
    create index if not exists "approvalCopy_seen" on platform."approvalCopy"
      ("tenantId", "userId", "entityId", "recordId");
    ${ownRowsOnly('approvalCopy')}`,
};

/** Standing delegations: tasks that open within the period go to the delegate. */
const delegation: PlatformTable = {
  name: 'approvalDelegation',
  ddl: `
    create table if not exists platform."approvalDelegation" (
      id text not null,
      "tenantId" text not null,
      "userId" text not null,
      "delegateId" text not null,
      "startTime" timestamptz not null,
      "endTime" timestamptz not null,
      reason text,
      "createTime" timestamptz not null,
      "endedAt" timestamptz,
      primary key ("tenantId", id)
    );
    create index if not exists "approvalDelegation_user" on platform."approvalDelegation"
      ("tenantId", "userId", "endTime") where "endedAt" is null;
    ${ownRowsOnly('approvalDelegation')}`,
};

/** Tables of the approvals. */
export const APPROVAL_TABLES: readonly PlatformTable[] = [request, task, copy, delegation];
