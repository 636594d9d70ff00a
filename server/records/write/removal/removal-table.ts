import type { JsonColumn, Moment } from '../../../ground/database/platform-queries.ts';
import { ownRowsOnly, type PlatformTable } from '../../../ground/database/platform-table.ts';
import type { Removal } from './removal.ts';

declare module '../../../ground/database/platform-queries.ts' {
  interface PlatformDatabase {
    removal: {
      tenantId: string;
      entityId: string;
      recordId: string;
      userId: string;
      /** Order among the records of one removal. */
      turn: number;
      removedAt: Moment;
      content: JsonColumn<Removal>;
    };
  }
}

/** What went with each removed record, for as long as its removal can be taken back. */
export const REMOVAL_TABLE: PlatformTable = {
  name: 'removal',
  ddl: `
    create table if not exists platform.removal (
      "tenantId" text not null,
      "entityId" text not null,
      "recordId" text not null,
      "userId" text not null,
      turn integer not null,
      "removedAt" timestamptz not null,
      content jsonb not null,
      primary key ("tenantId", "entityId", "recordId")
    );
    create index if not exists "removal_time" on platform.removal ("tenantId", "removedAt");
    ${ownRowsOnly('removal')}`,
};
