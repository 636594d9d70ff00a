import type { Moment } from '../../ground/database/platform-queries.ts';
import { ownRowsOnly, type PlatformTable } from '../../ground/database/platform-table.ts';

declare module '../../ground/database/platform-queries.ts' {
  interface PlatformDatabase {
    preference: {
      tenantId: string;
      userId: string;
      name: string;
      value: string;
      savedAt: Moment;
    };
  }
}

/** What a person has chosen or seen, under a name that the page gives it, wherever he signs in. */
export const PREFERENCE_TABLE: PlatformTable = {
  name: 'preference',
  ddl: `
    create table if not exists platform.preference (
      "tenantId" text not null,
      "userId" text not null,
      name text not null,
      value text not null,
      "savedAt" timestamptz not null,
      primary key ("tenantId", "userId", name)
    );
    ${ownRowsOnly('preference')}`,
};
