import { converterOf, tableName } from '../../src/compile/sql/plan-tables.ts';
import { cellConversion, hasCell, inAnyRow, mustConvertCells, rowsWith } from '../../src/compile/sql/row-cells.ts';
import { removedPlaces, storedPlaces } from '../../src/compile/sql/stored-places.ts';
import { quoteIdentifier } from '../../src/core/expression/index.ts';
import type { EntityModel } from '../../src/core/model/entity-model.ts';
import type { Connection } from '../ground/database/database.ts';

/** New cells of one sub-table: JSON by permanent id of the column as SQL, null for a column whose cells are taken out. */
interface NewCells {
  readonly table: string;
  readonly cells: ReadonlyMap<string, string | null>;
}

/**
 * Brings the rows of sub-tables to what their columns say now, in the records of a tenant: cells of another type are
 * converted, those of columns that went without a word (somebody has consented) are taken out. What a file says is removed
 * stays. Tables need a plan for the same; rows are JSON, of which the database knows no types.
 */
export async function convertRows(
  connection: Connection,
  tenantId: string,
  before: EntityModel,
  now: EntityModel,
): Promise<void> {
  for (const { table, cells } of newCells(before, now)) {
    const there = [...cells.keys()].map(hasCell).join(' or ');
    await connection.execute(
      `update ${tableName(now.id)} set ${quoteIdentifier(table)} = ${rowsWith(table, cells)}
       where "tenantId" = $1 and ${inAnyRow(table, there)}`,
      [tenantId],
    );
  }
}

function newCells(before: EntityModel, now: EntityModel): readonly NewCells[] {
  const places = new Map(storedPlaces(now).map((place) => [place.id, place]));
  const removed = new Set(removedPlaces(now));
  const tables = new Map<string, Map<string, string | null>>();
  for (const { id, table, field, type } of storedPlaces(before)) {
    if (table === undefined || places.get(table.id)?.field.columns === undefined) continue;
    const after = places.get(id);
    const value =
      after === undefined ? null : convertedCell(field.id, type, after.type, converterOf(after.field).convert);
    if (value === undefined || (after === undefined && removed.has(id))) continue;
    tables.set(table.id, (tables.get(table.id) ?? new Map<string, string | null>()).set(field.id, value));
  }
  return [...tables].map(([table, cells]) => ({ table, cells }));
}

/** The new JSON of a cell; undefined where it may stay. */
function convertedCell(...[id, from, to, by]: Parameters<typeof cellConversion>): string | undefined {
  if (!mustConvertCells(from, to, by)) return undefined;
  const conversion = cellConversion(id, from, to, by);
  if (typeof conversion !== 'string') return conversion.value;
  // What cannot read what is stored was refused before, unless nothing is.
  const plain = cellConversion(id, from, to);
  return typeof plain === 'string' ? undefined : plain.value;
}
