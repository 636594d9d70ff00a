import type { Moment } from '../../ground/database/platform-queries.ts';
import { ownRowsOnly, type PlatformTable } from '../../ground/database/platform-table.ts';

declare module '../../ground/database/platform-queries.ts' {
  interface PlatformDatabase {
    listView: {
      tenantId: string;
      id: string;
      userId: string;
      page: string;
      name: string;
      shared: boolean;
      content: string;
      savedAt: Moment;
    };
  }
}

/** Saved views of lists: filters, order and columns under a name, for their owner or for all who may see the page. */
export const LIST_VIEW_TABLE: PlatformTable = {
  name: 'listView',
  ddl: `
    create table if not exists platform."listView" (
      "tenantId" text not null,
      id text not null,
      "userId" text not null,
      page text not null,
      name text not null,
      shared boolean not null,
      content text not null,
      "savedAt" timestamptz not null,
      primary key ("tenantId", id)
    );
    create unique index if not exists "listView_name" on platform."listView" ("tenantId", page, "userId", name);
    ${ownRowsOnly('listView')}`,
};
