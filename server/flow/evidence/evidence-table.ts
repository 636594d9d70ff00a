import { ownRowsOnly, type PlatformTable } from '../../ground/database/platform-table.ts';

/** Snapshots of records as people saw them when they decided or signed. Nobody changes or removes one. */
export const EVIDENCE_TABLE: PlatformTable = {
  name: 'evidence',
  insertOnly: true,
  ddl: `
    create table if not exists platform.evidence (
      "tenantId" text not null,
      id text not null,
      "entityKey" text not null,
      "recordId" text not null,
      "rowEntity" text,
      "rowId" text,
      "metadataVersion" text not null,
      snapshot text not null,
      hash text not null,
      "userId" text,
      "userName" text not null,
      "createTime" timestamptz not null,
      primary key ("tenantId", id)
    );
    create index if not exists evidence_record on platform.evidence ("tenantId", "entityKey", "recordId");
    create index if not exists evidence_row on platform.evidence ("tenantId", "rowId") where "rowId" is not null;
    ${ownRowsOnly('evidence')}`,
};
