import type {} from '../../ground/database/platform-queries.ts';
import { ownRowsOnly, type PlatformTable } from '../../ground/database/platform-table.ts';

declare module '../../ground/database/platform-queries.ts' {
  interface PlatformDatabase {
    sealedAuthor: { tenantId: string; entityId: string; recordId: string; envelope: Buffer };
  }
}

/** Authors of anonymous records, sealed by the tenant's key: without the key a row says nothing of anybody. */
export const SEALED_AUTHOR_TABLE: PlatformTable = {
  name: 'sealedAuthor',
  ddl: `
    create table if not exists platform."sealedAuthor" (
      "tenantId" text not null,
      "entityId" text not null,
      "recordId" text not null,
      envelope bytea not null,
      primary key ("tenantId", "entityId", "recordId")
    );
    ${ownRowsOnly('sealedAuthor')}`,
};
