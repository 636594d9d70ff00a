import { TENANT_SETTING } from '../../../src/compile/sql/plan-tables.ts';
import type { PlatformTable } from '../../ground/database/platform-table.ts';

const OWN = `"tenantId" = current_setting('${TENANT_SETTING}', true)`;

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
    alter table platform."sealedAuthor" enable row level security, force row level security;
    do $do$ begin
      if not exists (select 1 from pg_policies where schemaname = 'platform' and tablename = 'sealedAuthor') then
        create policy "sealedAuthor_tenant" on platform."sealedAuthor" using (${OWN}) with check (${OWN});
      end if;
    end $do$;`,
};
