import type { Generated } from 'kysely';
import type { JsonColumn, Moment, MomentOrNull } from '../../ground/database/platform-queries.ts';
import type { PlatformTable } from '../../ground/database/platform-table.ts';
import type { TableGuard } from '../../ground/database/table-guard.ts';
import type { OutgoingAnswer, OutgoingContent } from './outgoing-message.ts';

declare module '../../ground/database/platform-queries.ts' {
  interface PlatformDatabase {
    outbox: {
      tenantId: string;
      id: string;
      groupId: string;
      kind: 'call' | 'notice';
      route: string;
      orderKey: string;
      entityKey: string;
      recordId: string;
      userId: string | null;
      content: JsonColumn<OutgoingContent>;
      answer: JsonColumn<OutgoingAnswer | null>;
      createTime: Moment;
      tryTime: MomentOrNull;
      attempts: Generated<number>;
      sentTime: MomentOrNull;
      fault: string | null;
    };
  }
}

/**
 * What leaves the house: messages to connectors and notices that a channel brings to somebody. `route` is the connector
 * or the channel, `groupId` what one effect has sent at once, `orderKey` what is brought in the order in which it was
 * left. `tryTime` is when a runner may take it, null once it has arrived (`sentTime`) or has been given up; `fault` says
 * why the last attempt failed.
 */
export const OUTBOX_TABLE: PlatformTable = {
  name: 'outbox',
  acrossTenants: 'a runner takes what is due of all companies',
  ddl: `
    drop table if exists platform."noticeOutbox";
    create table if not exists platform.outbox (
      "tenantId" text not null,
      id text not null,
      "groupId" text not null,
      kind text not null,
      route text not null,
      "orderKey" text not null,
      "entityKey" text not null,
      "recordId" text not null,
      "userId" text,
      content jsonb not null,
      answer jsonb,
      "createTime" timestamptz not null,
      "tryTime" timestamptz,
      attempts integer not null default 0,
      "sentTime" timestamptz,
      fault text,
      primary key ("tenantId", id)
    );
    create index if not exists outbox_due on platform.outbox ("tryTime", id) where "tryTime" is not null;
    create index if not exists outbox_order on platform.outbox ("tenantId", "orderKey", id) where "tryTime" is not null;
    create index if not exists outbox_group on platform.outbox ("tenantId", "groupId");`,
};

/** Table of the records by which administrators see what has been left in the outbox. */
export const MESSAGE_ENTITY = 'outgoingMessage';

/** Whoever sets a message back to waiting sends it again, from its first attempt on. */
export const OUTBOX_GUARDS: readonly TableGuard[] = [
  {
    name: 'sendAgain',
    table: MESSAGE_ENTITY,
    fires: 'after update',
    when: `new.status = 'waiting' and old.status is distinct from 'waiting'`,
    body: `begin
      update platform.outbox set "tryTime" = coalesce(new."updateTime", now()), attempts = 0, fault = null, "sentTime" = null
      where "tenantId" = new."tenantId" and id = new.id;
      return null;
    end`,
  },
];
