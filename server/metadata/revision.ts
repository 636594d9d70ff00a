import type { Connection, Database } from '../ground/database/database.ts';
import { EVERY_TENANT, METADATA_CHANNEL } from './metadata-tables.ts';

/** Raises the revision of a tenant, or of all with `*`, and tells the other processes. */
export async function raiseRevision(database: Database, tenantId: string): Promise<void> {
  await database.transaction(EVERY_TENANT, (connection) => noteRevision(connection, tenantId));
}

/**
 * The same within the transaction of a tenant that makes it newer, so that nothing is stored and not served; the other
 * processes are told when it commits.
 */
export function raiseRevisionWithin(connection: Connection): Promise<void> {
  return noteRevision(connection, connection.tenantId);
}

async function noteRevision(connection: Connection, tenantId: string): Promise<void> {
  await connection.execute(
    `insert into platform."metadataRevision" as r ("tenantId", revision) values ($1, 1)
     on conflict ("tenantId") do update set revision = r.revision + 1`,
    [tenantId],
  );
  await connection.query('select pg_notify($1, $2)', [METADATA_CHANNEL, tenantId]);
}
