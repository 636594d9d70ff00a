import type { EntityModel } from '../../../src/core/model/entity-model.ts';
import type { Connection } from '../../ground/database/database.ts';

/** Which of some rows came from the library and not from a person. */
export async function seededAmong(
  connection: Connection,
  model: EntityModel,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await connection.query<{ id: string }>(
    'select id from platform."seededRow" where "tenantId" = $1 and entity = $2 and id = any($3)',
    [connection.tenantId, model.id, ids],
  );
  return new Set(rows.map(({ id }) => id));
}

/** The row of the library that each of some rows came from; rows that a person added are left out. */
export async function sourcesOf(
  connection: Connection,
  model: EntityModel,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await connection.query<{ id: string; source: string }>(
    'select id, source from platform."seededRow" where "tenantId" = $1 and entity = $2 and id = any($3)',
    [connection.tenantId, model.id, ids],
  );
  return new Map(rows.map(({ id, source }) => [id, source]));
}

/** Whether a row came from the library and not from a person. */
export async function isSeeded(connection: Connection, model: EntityModel, id: string): Promise<boolean> {
  const rows = await connection.query(
    'select 1 from platform."seededRow" where "tenantId" = $1 and entity = $2 and id = $3',
    [connection.tenantId, model.id, id],
  );
  return rows.length > 0;
}
