import type { Generated } from 'kysely';
import type { JsonColumn, Moment, MomentOrNull } from '../../ground/database/platform-queries.ts';
import type { PlatformTable } from '../../ground/database/platform-table.ts';
import type { OutboxMessage } from './notice-channel.ts';

declare module '../../ground/database/platform-queries.ts' {
  interface PlatformDatabase {
    noticeOutbox: {
      tenantId: string;
      id: string;
      channel: string;
      userId: string;
      content: JsonColumn<Omit<OutboxMessage, 'id' | 'tenantId' | 'userId'>>;
      createTime: Moment;
      tryTime: MomentOrNull;
      attempts: Generated<number>;
      fault: string | null;
    };
  }
}

/**
 * Notices that a channel has yet to bring to somebody: one row for each person and channel, gone once it has. `tryTime` is
 * when a runner may take it, null once it has been given up; `fault` says why the last attempt failed.
 */
export const OUTBOX_TABLE: PlatformTable = {
  name: 'noticeOutbox',
  acrossTenants: 'a runner takes what is due of all companies',
  ddl: `
    create table if not exists platform."noticeOutbox" (
      "tenantId" text not null,
      id text not null,
      channel text not null,
      "userId" text not null,
      content jsonb not null,
      "createTime" timestamptz not null,
      "tryTime" timestamptz,
      attempts integer not null default 0,
      fault text,
      primary key ("tenantId", id)
    );
    create index if not exists "noticeOutbox_due" on platform."noticeOutbox" ("tryTime", id) where "tryTime" is not null;`,
};
