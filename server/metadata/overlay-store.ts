import type { OverlayEdit } from '../../src/core/overlay/overlay.ts';
import type { Connection, Database } from '../ground/database/database.ts';
import { EVERY_TENANT } from './metadata-tables.ts';
import { raiseRevisionWithin } from './revision.ts';

/** The edits that serve for a tenant, by entity. */
export async function readOverlays(
  connection: Connection,
  tenantId: string,
): Promise<ReadonlyMap<string, readonly OverlayEdit[]>> {
  const rows = await connection.query<{ entity: string; edits: string }>(
    `select o.entity, o.edits from platform."metadataOverlayCurrent" c
     join platform."metadataOverlay" o using ("tenantId", entity, version) where c."tenantId" = $1`,
    [tenantId],
  );
  return new Map(rows.map((row) => [row.entity, JSON.parse(row.edits) as readonly OverlayEdit[]]));
}

/** Version of the edits that serve for a tenant, by entity. */
export async function readOverlayVersions(
  connection: Connection,
  tenantId: string,
): Promise<ReadonlyMap<string, number>> {
  const rows = await connection.query<{ entity: string; version: number }>(
    'select entity, version from platform."metadataOverlayCurrent" where "tenantId" = $1',
    [tenantId],
  );
  return new Map(rows.map((row) => [row.entity, row.version]));
}

/** The edits of every tenant, by tenant and entity. */
export async function readAllOverlays(
  database: Database,
): Promise<ReadonlyMap<string, ReadonlyMap<string, readonly OverlayEdit[]>>> {
  const rows = await database.withTenant(EVERY_TENANT, async (connection) => {
    // A plan may be asked for before a server has made its tables.
    const [made] = await connection.query<{ ready: boolean }>(
      `select to_regclass('platform."metadataOverlayCurrent"') is not null as ready`,
    );
    if (made?.ready !== true) return [];
    return connection.query<{ tenantId: string }>('select distinct "tenantId" from platform."metadataOverlayCurrent"');
  });
  const found = new Map<string, ReadonlyMap<string, readonly OverlayEdit[]>>();
  for (const { tenantId } of rows) {
    found.set(tenantId, await database.withTenant(tenantId, (connection) => readOverlays(connection, tenantId)));
  }
  return found;
}

/** An overlay of which another version serves than the one that was edited. */
export class StaleOverlayError extends Error {
  readonly entity: string;
  /** Version that serves, 0 for none. */
  readonly version: number;

  constructor(entity: string, version: number) {
    super(`version ${version} of ${entity} serves`);
    this.entity = entity;
    this.version = version;
  }
}

/** Edits of an entity, over the version that was edited: 0 for none. */
interface EditedOverlay {
  readonly entity: string;
  readonly edits: readonly OverlayEdit[];
  readonly expected: number;
}

/** Edits of some entities of a tenant that are to serve together. */
export interface OverlayChange {
  readonly tenantId: string;
  readonly userId: string;
  readonly overlays: readonly EditedOverlay[];
  /** What else is written in the same transaction, told which versions there are now. Default nothing. */
  readonly note?: (connection: Connection, versions: ReadonlyMap<string, number>) => Promise<void>;
}

/**
 * Stores edits as the next versions of a tenant's overlays, and lets them serve, all or none. Returns the version of each
 * entity. Throws `StaleOverlayError` where another version serves than the expected one.
 */
export async function storeOverlays(database: Database, change: OverlayChange): Promise<ReadonlyMap<string, number>> {
  const { tenantId, userId, overlays, note } = change;
  return database.transaction(tenantId, async (connection) => {
    // In one order for all, lest two changes wait for each other.
    const sorted = overlays.toSorted((left, right) => (left.entity < right.entity ? -1 : 1));
    for (const { entity } of sorted) {
      await connection.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
        `anlan.overlay ${tenantId} ${entity}`,
      ]);
    }
    const serving = await readOverlayVersions(connection, tenantId);
    const stored = new Map<string, number>();
    for (const { entity, edits, expected } of sorted) {
      const found = serving.get(entity) ?? 0;
      if (found !== expected) throw new StaleOverlayError(entity, found);
      stored.set(entity, await storeNext(connection, { tenantId, userId, entity, edits }));
    }
    await note?.(connection, stored);
    await raiseRevisionWithin(connection);
    return stored;
  });
}

async function storeNext(
  connection: Connection,
  overlay: { tenantId: string; userId: string; entity: string; edits: readonly OverlayEdit[] },
): Promise<number> {
  const [row] = await connection.query<{ version: number }>(
    `insert into platform."metadataOverlay" ("tenantId", entity, version, edits, "createUser")
     select $1, $2, coalesce(max(version), 0) + 1, $3, $4 from platform."metadataOverlay"
     where "tenantId" = $1 and entity = $2 returning version`,
    [overlay.tenantId, overlay.entity, JSON.stringify(overlay.edits), overlay.userId],
  );
  if (!row) throw new Error('overlay version was not given');
  await connection.execute(
    `insert into platform."metadataOverlayCurrent" ("tenantId", entity, version) values ($1, $2, $3)
     on conflict ("tenantId", entity) do update set version = excluded.version`,
    [overlay.tenantId, overlay.entity, row.version],
  );
  return row.version;
}

/** The edits of a version of a tenant's overlay; none for version 0, before anything was edited. */
export async function readOverlayVersion(
  connection: Connection,
  tenantId: string,
  entity: string,
  version: number,
): Promise<readonly OverlayEdit[]> {
  const [row] = await connection.query<{ edits: string }>(
    'select edits from platform."metadataOverlay" where "tenantId" = $1 and entity = $2 and version = $3',
    [tenantId, entity, version],
  );
  return row === undefined ? [] : (JSON.parse(row.edits) as readonly OverlayEdit[]);
}
