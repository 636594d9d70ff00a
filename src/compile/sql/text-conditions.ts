import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import { quoteIdentifier } from '../../core/expression/index.ts';
import type { EntityModel, FieldModel } from '../../core/model/entity-model.ts';
import { MOST_NAMES } from '../../core/model/entity-scope.ts';
import { currentLanguage, DEFAULT_LANGUAGE } from '../../core/text/language.ts';
import { tenantCondition } from './access-conditions.ts';
import { isNamedOrder } from './list-order.ts';
import { tableName } from './plan-tables.ts';
import { rawSql, typedArgument } from './query.ts';
import { namedBy } from './record-name.ts';
import type { SqlWorld } from './record-sql.ts';
import { SEARCH_FUNCTION } from './search-text.ts';

type Condition = Expression<SqlBool>;

/** Name of the argument that holds what the index must hold of a text, beside the pattern itself. */
export function searchArgument(name: string): string {
  return `${name}:search`;
}

/** Name of the argument that holds shipped texts, as stored, which are meant by their translation. */
export function shippedArgument(name: string): string {
  return `${name}:shipped`;
}

/** A text that is searched for: the fields that may hold it, and the argument. */
export interface TextSearch {
  readonly model: EntityModel;
  readonly fields: readonly FieldModel[];
  readonly argument: string;
  /** Whether fields of shipped texts are also compared with those in `shippedArgument`. Default not. */
  readonly shipped?: boolean;
  /** Condition for the rows in which a field may be looked into. Default all. */
  readonly read?: (field: FieldModel) => Condition | undefined;
  readonly world: Pick<SqlWorld, 'entity'>;
}

/**
 * That one of the fields holds the text, of a reference the name of the record behind it. Markup is searched by its text
 * alone.
 */
export function textCondition({ model, fields, argument, shipped, read, world }: TextSearch, alias: string): Condition {
  const hits = fields.map((field) => {
    const known = read?.(field);
    const hit = hitOf(field);
    return known === undefined ? hit : sql<SqlBool>`((${hit}) and ${known})`;
  });
  return sql<SqlBool>`(${sql.join(hits, sql` or `)})`;

  function hitOf(field: FieldModel): Condition {
    const column = sql.raw(`${alias}.${quoteIdentifier(field.id)}`);
    const named = recordsCalled(field, argument, world);
    if (named !== undefined) return isOneOf(field, column, named);
    const one = textHit(field, column, argument);
    const wordings = wordingsOf(model, field);
    if (wordings !== undefined) {
      const words = sql.raw(`${alias}.${quoteIdentifier(wordings.id)}`);
      const said = sql`${words} #>> array[${sql.lit(currentLanguage())}, ${sql.lit(field.key)}]`;
      return sql<SqlBool>`${one} or ${said} ilike ${rawSql(typedArgument(argument, 'text'))}`;
    }
    if (shipped !== true || field.property.shipped !== true) return one;
    return sql<SqlBool>`${one} or ${column} = any(${rawSql(typedArgument(shippedArgument(argument), 'text[]'))})`;
  }
}

/** That a reference is to one of some records, of several that one of them is. */
function isOneOf({ column }: FieldModel, place: RawBuilder<unknown>, ids: RawBuilder<unknown>): Condition {
  return column?.kind === 'text[]' ? sql<SqlBool>`${place} && array(${ids})` : sql<SqlBool>`${place} in (${ids})`;
}

/**
 * Ids of the records a reference may name that are called so, removed ones too: their name is still shown. Undefined for
 * what is no reference.
 */
function recordsCalled(
  field: FieldModel,
  argument: string,
  world: Pick<SqlWorld, 'entity'>,
  depth = 0,
): RawBuilder<unknown> | undefined {
  const { target, label } = isNamedOrder(field) ? namedBy(field, (key) => world.entity(key)) : {};
  if (target === undefined || label?.column === undefined) return undefined;
  const alias = `n${depth}`;
  const column = sql.raw(`${alias}.${quoteIdentifier(label.id)}`);
  const behind = depth === MOST_NAMES ? undefined : recordsCalled(label, argument, world, depth + 1);
  const hit =
    behind === undefined ? textHit(label, sql`${column}::text`, argument) : sql<SqlBool>`${column} in (${behind})`;
  return sql`select ${sql.raw(alias)}.id from ${sql.raw(`${tableName(target.id)} ${alias}`)} where ${tenantCondition(target, alias)} and ${hit}`;
}

/** The field that holds what a text is in the language of the moment; undefined in Chinese, which stands in itself. */
function wordingsOf(model: EntityModel, { property }: FieldModel): FieldModel | undefined {
  return property.worded === undefined || currentLanguage() === DEFAULT_LANGUAGE
    ? undefined
    : model.field.get(property.worded);
}

function textHit(field: FieldModel, column: Expression<unknown>, argument: string): Expression<SqlBool> {
  const pattern = rawSql(typedArgument(argument, 'text'));
  if (field.type.markup !== true) return sql<SqlBool>`${column} ilike ${pattern}`;
  const bare = sql`regexp_replace(${column}, '<[^>]*>', '', 'g')`;
  const text = sql`replace(replace(replace(replace(${bare}, '&lt;', '<'), '&gt;', '>'), '&quot;', '"'), '&amp;', '&')`;
  return sql<SqlBool>`${text} ilike ${pattern}`;
}

/**
 * What an index says of the text. It says nothing new, and stands apart: joined with each text it would be asked again
 * for every row that the index found. Undefined where a field has no such index.
 */
export function indexedCondition(
  { model, fields, argument, shipped, world }: TextSearch,
  alias: string,
): Condition | undefined {
  // What is meant by its translation does not hold the text itself; tables of shipped rows are small.
  if (shipped === true || fields.some((field) => field.type.markup === true)) return undefined;
  if (fields.some((field) => wordingsOf(model, field) !== undefined)) return undefined;
  const grams = rawSql(typedArgument(searchArgument(argument), 'text[]'));
  const hits = fields.map((field) => {
    const column = `${alias}.${quoteIdentifier(field.id)}`;
    const named = recordsCalled(field, argument, world);
    // An array and no set, so that the index of the reference may answer.
    if (named !== undefined && field.column?.kind === 'text')
      return sql<SqlBool>`${sql.raw(column)} = any(array(${named}))`;
    if (named !== undefined) return isOneOf(field, sql.raw(column), named);
    return sql<SqlBool>`${sql.raw(`${SEARCH_FUNCTION}(${column})`)} @> ${grams}`;
  });
  return sql<SqlBool>`(${sql.join(hits, sql` or `)})`;
}
