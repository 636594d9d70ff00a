import { quoteIdentifier, quoteText, type SqlColumn, type SqlType } from '../../core/expression/index.ts';
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

/** Column of a stored field under an alias, as expressions read it; undefined where nothing is stored. */
export function columnSql(field: FieldModel, alias: string): SqlColumn | undefined {
  if (field.column === undefined) return undefined;
  const name = `${alias}.${quoteIdentifier(field.id)}`;
  if (field.type.group === 'file') {
    const list = `(case when jsonb_typeof(${name}) = 'array' then array(select jsonb_array_elements_text(${name})) end)`;
    return { sql: list, type: 'text[]' };
  }
  const renamed = renamedOptions(field);
  const value =
    renamed === undefined || field.column.kind !== 'text'
      ? name
      : `(case ${name} ${[...renamed].map(([stored, key]) => `when ${quoteText(stored)} then ${quoteText(key)}`).join(' ')} else ${name} end)`;
  const [, precision, scale] = /\((\d+),(\d+)\)/.exec(field.column.ddl) ?? [];
  return {
    sql: value,
    type: sqlTypeOf(field),
    notNull: field.base && ['id', 'version', 'createTime'].includes(field.key),
    ...(precision === undefined ? {} : { precision: Number(precision), scale: Number(scale) }),
  };
}
