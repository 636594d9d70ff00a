import { ownRowsOnly, type PlatformTable } from '../../ground/database/platform-table.ts';

/**
 * What comes in without login. A link is what somebody printed; it is signed, may be revoked and ends by itself. A report
 * says which record came by which link, and by which code its sender asks after it: nothing of who that was. Pictures
 * stand here, out of reach of all file calls, until somebody accepts the record. `publicUse` counts by the hour, by link
 * and by a digest of the address.
 */
export const INTAKE_TABLES: readonly PlatformTable[] = [
  {
    name: 'publicLink',
    ddl: `
      create table if not exists platform."publicLink" (
        "tenantId" text not null,
        id text not null,
        "entityKey" text not null,
        title text not null,
        "createUser" text not null,
        "createTime" timestamptz not null,
        "expireTime" timestamptz not null,
        "revokedTime" timestamptz,
        sent integer not null default 0,
        primary key ("tenantId", id)
      );
      ${ownRowsOnly('publicLink')}`,
  },
  {
    name: 'publicReport',
    ddl: `
      create table if not exists platform."publicReport" (
        "tenantId" text not null,
        "recordId" text not null,
        "entityKey" text not null,
        "linkId" text not null,
        "codeHash" text not null,
        "sendKey" text not null,
        "createTime" timestamptz not null,
        primary key ("tenantId", "recordId"),
        unique ("tenantId", "codeHash"),
        unique ("tenantId", "linkId", "sendKey")
      );
      ${ownRowsOnly('publicReport')}`,
  },
  {
    name: 'publicPicture',
    ddl: `
      create table if not exists platform."publicPicture" (
        "tenantId" text not null,
        id text not null,
        "linkId" text not null,
        "recordId" text,
        name text not null,
        content bytea not null,
        "createTime" timestamptz not null,
        primary key ("tenantId", id)
      );
      create index if not exists public_picture_record on platform."publicPicture" ("tenantId", "recordId");
      ${ownRowsOnly('publicPicture')}`,
  },
  {
    name: 'publicUse',
    ddl: `
      create table if not exists platform."publicUse" (
        "tenantId" text not null,
        key text not null,
        hour timestamptz not null,
        count integer not null,
        primary key ("tenantId", key, hour)
      );
      ${ownRowsOnly('publicUse')}`,
  },
];
