import type { EntityModel } from '../../../src/core/model/entity-model.ts';
import type { Connection } from '../../ground/database/database.ts';
import { anyOf, foundRow, foundRows, platform } from '../../ground/database/platform-queries.ts';
import { ownRowsOnly, type PlatformTable } from '../../ground/database/platform-table.ts';

declare module '../../ground/database/platform-queries.ts' {
  interface PlatformDatabase {
    seededRow: { tenantId: string; entity: string; id: string; source: string };
  }
}

/** Rows of child entities that came from a library, and from which of its rows. */
export const SEEDED_ROW_TABLE: PlatformTable = {
  name: 'seededRow',
  ddl: `
    create table if not exists platform."seededRow" (
      "tenantId" text not null,
      entity text not null,
      id text not null,
      source text not null,
      primary key ("tenantId", entity, id)
    );
    ${ownRowsOnly('seededRow')}`,
};

const rowsOf = ({ tenantId }: Connection, { id }: EntityModel) =>
  platform
    .selectFrom('seededRow')
    .select(['id', 'source'])
    .where((seeded) => seeded.and({ tenantId, entity: id }));

/** The row of the library that each of some rows came from; rows that a person added are left out. */
export async function sourcesOf(
  connection: Connection,
  model: EntityModel,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await foundRows(connection, rowsOf(connection, model).where('id', '=', anyOf(ids)));
  return new Map(rows.map(({ id, source }) => [id, source]));
}

/** Which of some rows came from the library and not from a person. */
export async function seededAmong(
  connection: Connection,
  model: EntityModel,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  return new Set((await sourcesOf(connection, model, ids)).keys());
}

/** Whether a row came from the library and not from a person. */
export async function isSeeded(connection: Connection, model: EntityModel, id: string): Promise<boolean> {
  return (await foundRow(connection, rowsOf(connection, model).where('id', '=', id))) !== undefined;
}
