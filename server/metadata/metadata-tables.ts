import type { PlatformTable } from '../ground/database/platform-table.ts';

/** Tenant column of what concerns every tenant. */
export const EVERY_TENANT = '*';

/** Channel on which a change of metadata is told to other processes; the payload is the tenant, or `*`. */
export const METADATA_CHANNEL = 'anlan_metadata';

/**
 * Metadata as the database keeps it. Versions are immutable; `metadataCurrent` points at the one that serves. Content is
 * text and not jsonb, because the order of keys is part of it. `metadataSound` names files that were judged as they serve.
 */
export const METADATA_TABLES: PlatformTable = {
  name: 'metadata',
  acrossTenants: 'what ships concerns every company, whose overlays lie over it',
  ddl: `
    create table if not exists platform."metadataVersion" (
      kind text not null,
      key text not null,
      version integer not null,
      area text not null,
      hash text not null,
      content text not null,
      "createTime" timestamptz not null default now(),
      primary key (kind, key, version)
    );
    create table if not exists platform."metadataCurrent" (
      kind text not null,
      key text not null,
      version integer not null,
      primary key (kind, key)
    );
    create table if not exists platform."metadataOverlay" (
      "tenantId" text not null,
      entity text not null,
      version integer not null,
      edits text not null,
      "createUser" text not null,
      "createTime" timestamptz not null default now(),
      primary key ("tenantId", entity, version)
    );
    create table if not exists platform."metadataOverlayCurrent" (
      "tenantId" text not null,
      entity text not null,
      version integer not null,
      primary key ("tenantId", entity)
    );
    create table if not exists platform."metadataRevision" (
      "tenantId" text primary key,
      revision bigint not null
    );
    create table if not exists platform."metadataSound" (
      name text primary key
    );`,
};

/**
 * SQL of a tenant's revision, for statements that look something else up too: `${revisionSql('$1')}`. It changes with
 * the shipped metadata and with the tenant's own.
 */
export function revisionSql(tenant: string): string {
  return `(select coalesce(string_agg(revision::text, '.' order by "tenantId"), '0')
    from platform."metadataRevision" where "tenantId" in ('${EVERY_TENANT}', ${tenant}))`;
}
