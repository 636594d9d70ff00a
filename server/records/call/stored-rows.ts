import { renamedOptions } from '../../../src/compile/sql/column-sql.ts';
import type { FieldModel } from '../../../src/core/model/entity-model.ts';
import { isRow } from '../../../src/core/validation/row-values.ts';

/** Turns the value of a sub-table; what is no list of rows stays. */
type TurnRows = (value: unknown) => unknown;

/** What a column is called in rows, before and after (undefined where it goes), and which choices are called otherwise. */
interface Renaming {
  readonly from: string;
  readonly to: string | undefined;
  readonly options?: ReadonlyMap<string, string> | undefined;
}

/**
 * Rows hold columns and options by their permanent ids, as tables hold fields: this reads them by their keys of today,
 * without columns that went. Undefined where all are there and called as they were first.
 */
export function rowsReader(field: FieldModel): TurnRows | undefined {
  return turning([
    ...(field.columns ?? []).map((column) => ({
      from: column.id,
      to: column.key,
      options: renamedOptions(column),
    })),
    ...(field.property.items?.removed ?? []).map((id) => ({ from: id, to: undefined })),
  ]);
}

/** The way back: rows as they are stored. */
export function rowsWriter(field: FieldModel): TurnRows | undefined {
  return turning(
    (field.columns ?? []).map((column) => {
      const renamed = renamedOptions(column);
      const options = renamed === undefined ? undefined : new Map([...renamed].map(([held, key]) => [key, held]));
      return { from: column.key, to: column.id, options };
    }),
  );
}

function turning(all: readonly Renaming[]): TurnRows | undefined {
  const renamings = new Map(
    all
      .filter(({ from, to, options }) => from !== to || options !== undefined)
      .map((renaming) => [renaming.from, renaming]),
  );
  if (renamings.size === 0) return undefined;
  const turned = ([key, held]: [string, unknown]): readonly [string, unknown][] => {
    const renaming = renamings.get(key);
    if (renaming === undefined) return [[key, held]];
    const { to, options } = renaming;
    const choice = (value: unknown) => (typeof value === 'string' ? (options?.get(value) ?? value) : value);
    return to === undefined ? [] : [[to, Array.isArray(held) ? held.map(choice) : choice(held)]];
  };
  const row = (value: unknown): unknown =>
    isRow(value) ? Object.fromEntries(Object.entries(value).flatMap(turned)) : value;
  return (value) => (Array.isArray(value) ? value.map(row) : value);
}
