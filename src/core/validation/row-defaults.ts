import type { FieldModel } from '../model/entity-model.ts';
import { defaultValue } from './compute-record.ts';
import { isEmptyValue, type RecordEnvironment, type RecordValues } from './record-environment.ts';
import { isRow, rowEnvironment } from './row-values.ts';
import { sameValue } from './same-value.ts';

/** A new row: columns with their defaults. */
export function newRow(
  field: FieldModel,
  record: RecordValues,
  environment: RecordEnvironment,
): Record<string, unknown> {
  const within = rowEnvironment(record, environment);
  const row: Record<string, unknown> = {};
  for (const column of field.columns ?? []) {
    const value = column.computed ? null : defaultValue(column, row, within);
    if (!isEmptyValue(value)) row[column.key] = value;
  }
  return row;
}

/**
 * The row after a change, with the defaults that follow what changed: a cell that still holds what its `defaultFrom`
 * said of the row before was never touched. The row itself where nothing follows.
 */
export function followDefaults(
  field: FieldModel,
  before: RecordValues,
  after: RecordValues,
  record: RecordValues,
  environment: RecordEnvironment,
): RecordValues {
  let row = after;
  for (const column of field.columns ?? []) {
    const { key, defaultFrom } = column;
    if (defaultFrom === undefined || column.computed || !Object.is(before[key], after[key])) continue;
    const reads = defaultFrom.references.some((name) => !Object.is(before[name], row[name]));
    if (!reads) continue;
    const within = rowEnvironment(record, environment);
    const said = defaultValue(column, before, within);
    if (!isEmptyValue(before[key]) && !Object.is(before[key], said)) continue;
    row = withCell(row, column, defaultValue(column, row, within));
  }
  return row;
}

/** The row with another value in a cell, without the name that it carried for the one before. */
function withCell(row: RecordValues, { key }: FieldModel, value: unknown): RecordValues {
  const { [`${key}Label`]: _, ...rest } = row;
  return { ...rest, [key]: value };
}

/** A change of the record above rows. */
interface ParentChange {
  readonly before: RecordValues;
  readonly after: RecordValues;
  /** Rows as the stored record holds them: a cell that still is as it was stored stays. */
  readonly stored?: unknown;
}

/**
 * The rows after a change of the record above them: cells that hold what their `defaultFrom` said of the record before
 * were never touched, and follow it; so do the cells that follow those. The same list where nothing follows.
 */
export function followParent(
  field: FieldModel,
  rows: readonly unknown[],
  { before, after, stored }: ParentChange,
  environment: RecordEnvironment,
): readonly unknown[] {
  const columns = (field.columns ?? []).filter(
    (column) => !column.computed && column.defaultFrom?.references.some((name) => name.startsWith('parent.')) === true,
  );
  if (columns.length === 0) return rows;
  const [old, now] = [rowEnvironment(before, environment), rowEnvironment(after, environment)];
  const kept: readonly unknown[] = Array.isArray(stored) ? stored : [];
  const next = rows.map((row, index) => {
    if (!isRow(row)) return row;
    const was = kept[index];
    let followed: RecordValues = row;
    for (const column of columns) {
      const cell = row[column.key];
      if (isRow(was) && sameValue(was[column.key], cell)) continue;
      if (!sameValue(cell, defaultValue(column, row, old))) continue;
      const value = defaultValue(column, followed, now);
      if (!sameValue(cell, value)) followed = withCell(followed, column, value);
    }
    return followed === row ? row : followDefaults(field, row, followed, after, environment);
  });
  return next.every((row, index) => row === rows[index]) ? rows : next;
}
