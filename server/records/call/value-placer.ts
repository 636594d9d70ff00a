import { columnSql, liveType, renamedOptions } from '../../../src/compile/sql/column-sql.ts';
import { quoteIdentifier, type SqlColumn, type SqlFragment, sql } from '../../../src/core/expression/index.ts';
import type { FieldModel } from '../../../src/core/model/entity-model.ts';
import { instantOfWallClock } from '../../ground/database/wall-clock.ts';
import { columnValue, type Row } from './record-row.ts';

/** A value of a field as the database is given it, and how it stands where it is stored. */
export function placedValue(field: FieldModel, alias: string, values: Row | undefined, zone: string) {
  const stored = columnSql(field, alias);
  const given = values?.[field.key] ?? null;
  const plain = stored === undefined || renamedOptions(field) !== undefined || field.type.group === 'file';
  const type = stored?.type ?? liveType(field);
  const value =
    plain && type !== 'timestamptz' ? given : plain ? instant(given, zone) : columnValue(field, given, zone);
  return { value, type, stored: plain ? undefined : stored };
}

/**
 * Puts values of fields into a row of one, under a name each, and gives the column as an expression reads it. Whether it
 * is null is known: `is not distinct from`, which asks for both, is answered by no index, but by reading all records.
 * @param columns what the row's `select` holds; it grows with each value.
 */
export function valuePlacer(columns: Map<string, SqlFragment>, alias: string, zone: string) {
  return (field: FieldModel, name: string, values: Row | undefined): SqlColumn => {
    const { value, type, stored } = placedValue(field, alias, values, zone);
    columns.set(name, sql`${{ value, type }} as ${quoteIdentifier(name)}`);
    const known = value === null ? { notNull: false, isNull: true } : { notNull: true };
    const column = `${alias}.${quoteIdentifier(name)}`;
    return stored === undefined ? { sql: column, type, ...known } : { ...stored, sql: column, ...known };
  };
}

function instant(value: unknown, zone: string): string | null {
  return typeof value === 'string' ? (instantOfWallClock(value, zone)?.toISOString() ?? null) : null;
}
