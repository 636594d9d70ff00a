import { orderByDependency } from '../model/dependencies.ts';
import type { FieldModel } from '../model/entity-model.ts';
import { computeField, defaultValue } from './compute-record.ts';
import type { FieldState } from './field-state.ts';
import { holds, isEmptyValue, type RecordEnvironment, type RecordValues } from './record-environment.ts';

/** Whether a value of a sub-table is one of its rows. */
export function isRow(value: unknown): value is RecordValues {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Keys that tables of the client put into rows for themselves: they are no part of the data. */
export function isClientKey(field: FieldModel, key: string): boolean {
  if (key.startsWith('__')) return true;
  return key.endsWith('Label') && (field.columns ?? []).some((column) => column.key === key.slice(0, -'Label'.length));
}

/** What a row's expressions reach: its own columns by name, the record as `parent`. */
export function rowEnvironment(record: RecordValues, environment: RecordEnvironment): RecordEnvironment {
  const { stored: _, row: __, ...rest } = environment;
  return { ...rest, others: { ...environment.others, parent: record } };
}

const orders = new WeakMap<FieldModel, readonly FieldModel[]>();

/** Computed columns, each after those it reads. */
function computedColumns(field: FieldModel): readonly FieldModel[] {
  const known = orders.get(field);
  if (known) return known;
  const columns = new Map(
    (field.columns ?? []).filter((column) => column.computed).map((column) => [column.key, column]),
  );
  const { order } = orderByDependency([...columns.keys()], (key) => {
    const column = columns.get(key);
    const sources = [column?.compute, ...(column?.cases ?? []).map((branch) => branch.when)];
    return sources.flatMap((source) => source?.references ?? []);
  });
  const ordered = order.flatMap((key) => columns.get(key) ?? []);
  orders.set(field, ordered);
  return ordered;
}

/** Whether the sub-table has columns that are computed. */
export function computesRows(field: FieldModel): boolean {
  return computedColumns(field).length > 0;
}

/** The rows with their computed columns. A row in which nothing changes stays the same object; what is no row stays. */
export function computeRows(
  field: FieldModel,
  value: unknown,
  record: RecordValues,
  environment: RecordEnvironment,
): unknown {
  const columns = computedColumns(field);
  if (columns.length === 0 || !Array.isArray(value)) return value;
  const within = rowEnvironment(record, environment);
  return value.map((row: unknown) => {
    if (!isRow(row)) return row;
    const computed: Record<string, unknown> = { ...row };
    for (const column of columns) computed[column.key] = computeField(column, computed, within) ?? null;
    return columns.some(({ key }) => !Object.is(computed[key], row[key])) ? computed : row;
  });
}

/** The rows without keys of the client, with empty cells and cells that do not exist for their row as null. */
export function normalizeRows(
  field: FieldModel,
  value: unknown,
  record: RecordValues,
  environment: RecordEnvironment,
): unknown {
  if (!Array.isArray(value)) return value;
  const within = rowEnvironment(record, environment);
  const hidden = (field.columns ?? []).filter((column) => column.visible !== undefined);
  return value.map((row: unknown) => {
    if (!isRow(row)) return row;
    const normal: Record<string, unknown> = {};
    for (const [key, cell] of Object.entries(row)) {
      if (!isClientKey(field, key)) normal[key] = isEmptyValue(cell) ? null : cell;
    }
    for (const column of hidden) {
      if (column.visible && !holds(column.visible, normal, within)) normal[column.key] = null;
    }
    return normal;
  });
}

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

function sameCell(left: unknown, right: unknown): boolean {
  if (isEmptyValue(left) || isEmptyValue(right)) return isEmptyValue(left) && isEmptyValue(right);
  return Object.is(left, right) || JSON.stringify(left) === JSON.stringify(right);
}

/**
 * The rows after a change of the record above them: cells that hold what their `defaultFrom` said of the record before
 * were never touched, and follow it; so do the cells that follow those. The same list where nothing follows.
 * @param stored rows as the stored record holds them: a cell that still is as it was stored stays.
 */
export function followParent(
  field: FieldModel,
  rows: readonly unknown[],
  before: RecordValues,
  after: RecordValues,
  environment: RecordEnvironment,
  stored: unknown,
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
      if (isRow(was) && sameCell(was[column.key], cell)) continue;
      if (!sameCell(cell, defaultValue(column, row, old))) continue;
      const value = defaultValue(column, followed, now);
      if (!sameCell(cell, value)) followed = withCell(followed, column, value);
    }
    return followed === row ? row : followDefaults(field, row, followed, after, environment);
  });
  return next.every((row, index) => row === rows[index]) ? rows : next;
}

/** State of one cell over its row. */
export function cellState(
  column: FieldModel,
  row: RecordValues,
  record: RecordValues,
  environment: RecordEnvironment,
): FieldState {
  const within = rowEnvironment(record, environment);
  const visible = column.visible === undefined || holds(column.visible, row, within);
  const demanded = column.required || (column.requiredWhen !== undefined && holds(column.requiredWhen, row, within));
  return {
    visible,
    required: visible && !column.computed && demanded,
    disabled: column.computed || (column.disabledWhen !== undefined && holds(column.disabledWhen, row, within)),
  };
}
