import {
  quoteIdentifier,
  quoteText,
  type SqlColumn,
  type SqlType,
  type ValueType,
} from '../../core/expression/index.ts';
import type { FieldModel } from '../../core/model/entity-model.ts';

/** Current keys of options by the keys that rows hold, where an option was renamed; undefined where none was. */
export function renamedOptions(field: FieldModel): ReadonlyMap<string, string> | undefined {
  const renamed = Object.entries(field.property.options ?? {}).flatMap(([key, option]): [string, string][] =>
    option.id !== undefined && option.id !== key ? [[option.id, key]] : [],
  );
  return renamed.length === 0 ? undefined : new Map(renamed);
}

/** SQL type of a stored field; uploads are a list of ids in jsonb. */
export function sqlTypeOf(field: FieldModel): SqlType {
  const kind = field.column?.kind ?? 'text';
  return kind === 'jsonb' ? 'json' : kind;
}

/** The key that an option has now, as SQL of the key that is stored. */
export function currentOption(field: FieldModel, stored: string): string {
  const renamed = renamedOptions(field);
  if (renamed === undefined) return stored;
  const branches = [...renamed].map(([held, key]) => `when ${quoteText(held)} then ${quoteText(key)}`);
  return `(case ${stored} ${branches.join(' ')} else ${stored} end)`;
}

/** The same of a list of keys. */
function currentOptions(field: FieldModel, stored: string): string {
  if (renamedOptions(field) === undefined) return stored;
  const items = `select ${currentOption(field, 'e.v')} from unnest(${stored}) with ordinality as e(v, o) order by e.o`;
  return `(case when ${stored} is not null then array(${items}) end)`;
}

const LIVE_TYPES: Partial<Record<Extract<ValueType, string>, SqlType>> = {
  number: 'numeric',
  boolean: 'boolean',
  date: 'date',
  dateTime: 'timestamptz',
  time: 'time',
};

/** SQL type of what a field without a column is computed to be. */
export function liveType(field: FieldModel): SqlType {
  return typeof field.valueType === 'string' ? (LIVE_TYPES[field.valueType] ?? 'text') : 'text[]';
}

/** Column of a stored field under an alias, as expressions read it; undefined where nothing is stored. */
export function columnSql(field: FieldModel, alias: string): SqlColumn | undefined {
  if (field.column === undefined) return undefined;
  const name = `${alias}.${quoteIdentifier(field.id)}`;
  if (field.type.group === 'file') {
    const list = `(case when jsonb_typeof(${name}) = 'array' then array(select jsonb_array_elements_text(${name})) end)`;
    return { sql: list, type: 'text[]' };
  }
  const value =
    field.column.kind === 'text'
      ? currentOption(field, name)
      : field.column.kind === 'text[]'
        ? currentOptions(field, name)
        : name;
  const [, precision, scale] = /\((\d+),(\d+)\)/.exec(field.column.ddl) ?? [];
  return {
    sql: value,
    type: sqlTypeOf(field),
    notNull: field.base && ['id', 'version', 'createTime'].includes(field.key),
    ...(precision === undefined ? {} : { precision: Number(precision), scale: Number(scale) }),
  };
}
