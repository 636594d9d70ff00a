import type { StoredPlace } from '../../src/compile/sql/stored-places.ts';
import { quoteIdentifier, quoteText } from '../../src/core/expression/index.ts';
import type { EntityModel, FieldModel } from '../../src/core/model/entity-model.ts';

/** What says which stored values a field can have. */
export interface MeaningWorld {
  /** The models that served before: their tables are there. */
  readonly before: ReadonlyMap<string, EntityModel>;
  /** Keys of a shipped dictionary; undefined for one that only the database knows. */
  dictionary(code: string): readonly string[] | undefined;
}

/**
 * Rows whose stored value the field as it is now does not know, although it is stored alike: ids of other records, keys
 * that are no choice, texts where a file was. As SQL over the column; undefined where the field means what it meant.
 */
export function misfits(
  table: string,
  { field: before }: StoredPlace,
  { field: now }: StoredPlace,
  world: MeaningWorld,
): string | undefined {
  const column = `${table}.${quoteIdentifier(before.id)}`;
  const all = `${column} is not null`;
  if (now.target !== undefined) {
    if (now.target === before.target) return undefined;
    const target = world.before.get(now.target);
    if (target === undefined) return all;
    const known = `exists (select 1 from data.${quoteIdentifier(target.id)} x where x.id = v.held)`;
    return ofValues(column, before, `not ${known}`);
  }
  const keys = choiceKeys(now, world);
  if (keys !== undefined) {
    return sameChoices(before, now) ? undefined : ofValues(column, before, `not (${keys})`);
  }
  if (before.target !== undefined || choiceKeys(before, world) !== undefined) return all;
  const shaped = ({ type, column: stored }: FieldModel) => type.group === 'file' || stored?.kind === 'jsonb';
  const isSame = now.type.type === before.type.type || (now.type.group === 'file' && before.type.group === 'file');
  return !isSame && (shaped(now) || shaped(before)) ? all : undefined;
}

/** That one of the values of a column, alone or in a list, meets a condition over `v.held`. */
function ofValues(column: string, { column: stored }: FieldModel, condition: string): string {
  const values = stored?.kind === 'text[]' ? `unnest(${column})` : `(values (${column}))`;
  return `exists (select 1 from ${values} as v(held) where v.held is not null and ${condition})`;
}

/** Options are compared one by one elsewhere. */
function sameChoices({ property: was }: FieldModel, { property: is }: FieldModel): boolean {
  if (is.options !== undefined) return was.options !== undefined;
  return is.dict === was.dict;
}

/** That `v.held` is a choice of a field; undefined for one that has none. */
function choiceKeys({ property: { options, dict } }: FieldModel, world: MeaningWorld): string | undefined {
  if (options !== undefined) return among(Object.entries(options).map(([key, { id }]) => id ?? key));
  if (dict === undefined) return undefined;
  const stored = `exists (select 1 from data."dictBiz" d where d.code = ${quoteText(dict)} and d."dictKey" = v.held and d."isDeleted" = 0)`;
  return `${among(world.dictionary(dict) ?? [])} or ${stored}`;
}

const among = (keys: readonly string[]): string => `v.held = any(array[${keys.map(quoteText).join()}]::text[])`;
