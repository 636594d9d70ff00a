import type { OverlayEdit } from '../../src/core/overlay/overlay.ts';
import type { Connection, Database } from '../database/database.ts';
import { raiseRevision } from './importer.ts';

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

/** Stores edits as the next version of a tenant's overlay of an entity, and lets it serve. Returns the version. */
export async function storeOverlay(
  database: Database,
  overlay: { tenantId: string; entity: string; edits: readonly OverlayEdit[]; userId: string },
): Promise<number> {
  const version = await database.transaction(overlay.tenantId, async (connection) => {
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
