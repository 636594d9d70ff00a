import type { FieldModel, ParentModel } from '../model/entity-model.ts';
import { evaluateOver, holds, type RecordEnvironment, type RecordValues, storedValue } from './record-environment.ts';
import { isRow, rowEnvironment } from './row-values.ts';

/** Key under which a row says which row of the library it came from; rows that a person added have none. */
export const SEED_KEY = 'seedId';

/** A library of rows with the fields that people enter in them. */
export type EnteredSeed = NonNullable<ParentModel['seed']> & { readonly entered: ReadonlySet<string> };

/** A table of rows that a library gives. */
export interface SeededTable {
  readonly seed: EnteredSeed;
  /** Whether none of these rows can be removed. */
  readonly locked: boolean;
  /** Order of the rows. */
  readonly order: (one: RecordValues, other: RecordValues) => number;
}

/** The seed of a child entity whose rows begin in the form of their record; undefined for all others. */
export function enteredSeed(parent: ParentModel | undefined): EnteredSeed | undefined {
  const { seed } = parent ?? {};
  return seed?.entered === undefined ? undefined : { ...seed, entered: seed.entered };
}

/** The row of the library that a row came from; undefined for one that a person added. */
export function seedOf(row: RecordValues): string | undefined {
  const id = row[SEED_KEY];
  return typeof id === 'string' && id !== '' ? id : undefined;
}

/**
 * The rows that a record which is not stored yet has: those that its library gives for what it says now, in their
 * order, with what was entered in them, then those that a person added. The same list where nothing changes.
 * @param table the rows as a field of the record, whose columns are the fields of the child.
 */
export function seededRows(
  { seed: { from, where, map = {}, entered }, order }: Pick<SeededTable, 'seed' | 'order'>,
  table: FieldModel,
  record: RecordValues,
  environment: RecordEnvironment,
): readonly RecordValues[] {
  const value = record[table.key];
  const rows = Array.isArray(value) ? value.filter(isRow) : [];
  const columns = new Map((table.columns ?? []).map((column) => [column.key, column]));
  const known = new Map(rows.flatMap((row) => (seedOf(row) === undefined ? [] : [[seedOf(row), row]])));
  const given = Object.keys(map).filter((key) => !entered.has(key) && columns.get(key)?.property.hidden !== true);
  const own = rows.filter((row) => seedOf(row) === undefined);
  const within = rowEnvironment(record, environment);
  const taken = (environment.lookup?.(from) ?? []).filter((row) => where === undefined || holds(where, row, within));
  const seeded = taken.map((source) => {
    const row: Record<string, unknown> = { [SEED_KEY]: source.id };
    for (const [key, expression] of Object.entries(map)) {
      const column = columns.get(key);
      if (column !== undefined) row[key] = storedValue(evaluateOver(expression, source, within), column);
    }
    const kept = known.get(String(source.id)) ?? taking(own, row, given);
    if (kept === undefined) return row;
    for (const key of entered) row[key] = kept[key] ?? null;
    return Object.entries(row).every(([key, cell]) => Object.is(kept[key] ?? null, cell ?? null)) ? kept : row;
  });
  const next = [...seeded.toSorted(order), ...own];
  return next.length === rows.length && next.every((row, index) => row === rows[index]) ? rows : next;
}

/**
 * Takes out of a person's own rows the one that says what the library does, as a copied one does whose source is not
 * known any more: it would stand there twice.
 */
function taking(own: RecordValues[], row: RecordValues, given: readonly string[]): RecordValues | undefined {
  const says = (one: RecordValues, key: string) => (row[key] ?? null) !== null && Object.is(one[key], row[key]);
  const index = given.length === 0 ? -1 : own.findIndex((one) => given.every((key) => says(one, key)));
  return index < 0 ? undefined : own.splice(index, 1)[0];
}
