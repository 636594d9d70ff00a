import type { OverlayEdit } from '../../src/core/overlay/overlay.ts';
import type { Connection, Database } from '../ground/database/database.ts';
import { EVERY_TENANT } from './metadata-tables.ts';
import { raiseRevision } from './revision.ts';

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
  /** Version that serves, 0 for none. */
  readonly version: number;

  constructor(version: number) {
    super(`version ${version} serves`);
    this.version = version;
  }
}

/**
 * Stores edits as the next version of a tenant's overlay of an entity, and lets it serve. Returns the version. Throws
 * `StaleOverlayError` where another version serves than the expected one, 0 for none.
 */
export async function storeOverlay(
  database: Database,
  overlay: { tenantId: string; entity: string; edits: readonly OverlayEdit[]; userId: string; expected: number },
): Promise<number> {
  const version = await database.transaction(overlay.tenantId, async (connection) => {
    await connection.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
      `anlan.overlay ${overlay.tenantId} ${overlay.entity}`,
    ]);
    const serving = (await readOverlayVersions(connection, overlay.tenantId)).get(overlay.entity) ?? 0;
    if (serving !== overlay.expected) throw new StaleOverlayError(serving);
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
  });
  await raiseRevision(database, overlay.tenantId);
  return version;
}
