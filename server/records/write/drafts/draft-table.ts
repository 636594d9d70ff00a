import type { Moment } from '../../../ground/database/platform-queries.ts';
import { ownRowsOnly, type PlatformTable } from '../../../ground/database/platform-table.ts';

declare module '../../../ground/database/platform-queries.ts' {
  interface PlatformDatabase {
    transitionDraft: {
      tenantId: string;
      userId: string;
      entityId: string;
      recordId: string;
      transition: string;
      content: string;
      savedAt: Moment;
    };
  }
}

/** What people typed into the forms of transitions, or wrote to a decision, and did not send: one row for each. */
export const DRAFT_TABLE: PlatformTable = {
  name: 'transitionDraft',
  ddl: `
    create table if not exists platform."transitionDraft" (
      "tenantId" text not null,
      "userId" text not null,
      "entityId" text not null,
      "recordId" text not null,
      transition text not null,
      content text not null,
      "savedAt" timestamptz not null,
      primary key ("tenantId", "userId", "entityId", "recordId", transition)
    );
    create index if not exists "transitionDraft_time" on platform."transitionDraft" ("tenantId", "savedAt");
    ${ownRowsOnly('transitionDraft')}`,
};
