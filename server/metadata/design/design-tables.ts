import type { Moment, MomentOrNull } from '../../ground/database/platform-queries.ts';
import { ownRowsOnly, type PlatformTable } from '../../ground/database/platform-table.ts';

declare module '../../ground/database/platform-queries.ts' {
  interface PlatformDatabase {
    designDraft: { tenantId: string; id: string; openedAt: Moment; closedAt: MomentOrNull; discarded: boolean };
    designStep: {
      tenantId: string;
      draftId: string;
      seq: number;
      stepId: string;
      userId: string;
      step: string;
      at: Moment;
    };
    designPresence: { tenantId: string; userId: string; entity: string; seenAt: Moment };
    designChange: {
      tenantId: string;
      id: string;
      title: string;
      reason: string;
      userId: string;
      at: Moment;
      rollbackTo: string | null;
      entities: string;
      choices: string;
    };
  }
}

/**
 * Drafts of designers: one of a company is open at a time, and is the log of its steps; who is at it; and the changes that
 * were published. Steps and changes are text, because the order of keys is part of them.
 */
export const DESIGN_TABLES: PlatformTable = {
  name: 'designDraft',
  ddl: `
    create table if not exists platform."designDraft" (
      "tenantId" text not null,
      id text not null,
      "openedAt" timestamptz not null,
      "closedAt" timestamptz,
      primary key ("tenantId", id)
    );
    alter table platform."designDraft" add column if not exists discarded boolean not null default false;
    create unique index if not exists "designDraft_open" on platform."designDraft" ("tenantId") where "closedAt" is null;
    create table if not exists platform."designStep" (
      "tenantId" text not null,
      "draftId" text not null,
      seq integer not null,
      "stepId" text not null,
      "userId" text not null,
      step text not null,
      at timestamptz not null,
      primary key ("tenantId", "draftId", seq),
      unique ("tenantId", "draftId", "stepId")
    );
    create index if not exists "designStep_step" on platform."designStep" ("tenantId", "stepId");
    create table if not exists platform."designPresence" (
      "tenantId" text not null,
      "userId" text not null,
      entity text not null,
      "seenAt" timestamptz not null,
      primary key ("tenantId", "userId")
    );
    create table if not exists platform."designChange" (
      "tenantId" text not null,
      id text not null,
      title text not null,
      reason text not null,
      "userId" text not null,
      at timestamptz not null,
      "rollbackTo" text,
      entities text not null,
      primary key ("tenantId", id)
    );
    alter table platform."designChange" add column if not exists choices text not null default '[]';
    ${['designDraft', 'designStep', 'designPresence', 'designChange'].map(ownRowsOnly).join('')}`,
};
