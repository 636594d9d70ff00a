import { orderByDependency } from '../model/dependencies.ts';
import type { FieldModel } from '../model/entity-model.ts';
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
  return { ...rest, others: { ...environment.others, parent: record, outer: record } };
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

/**
 * The rows with their computed columns. A row in which nothing changes stays the same object; what is no row stays.
 * @param computeCell value of a computed column over its row, undefined where it has none.
 */
export function computeRows(
  field: FieldModel,
  value: unknown,
  record: RecordValues,
  environment: RecordEnvironment,
  computeCell: (column: FieldModel, row: RecordValues, environment: RecordEnvironment) => unknown,
): unknown {
  const columns = computedColumns(field);
  if (columns.length === 0 || !Array.isArray(value)) return value;
  const within = rowEnvironment(record, environment);
  return value.map((row: unknown) => {
    if (!isRow(row)) return row;
    const computed: Record<string, unknown> = { ...row };
    for (const column of columns) computed[column.key] = computeCell(column, computed, within) ?? null;
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
