import { type Expression, type SqlBool, sql } from 'kysely';
import { quoteIdentifier } from '../../core/expression/index.ts';
import type { FieldModel } from '../../core/model/entity-model.ts';
import { rawSql, typedArgument } from './query.ts';
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
  readonly fields: readonly FieldModel[];
  readonly argument: string;
  /** Whether fields of shipped texts are also compared with those in `shippedArgument`. Default not. */
  readonly shipped?: boolean;
}

/** That one of the fields holds the text. Markup is searched by its text alone. */
export function textCondition({ fields, argument, shipped }: TextSearch, alias: string): Condition {
  const hits = fields.map((field) => {
    const column = sql.raw(`${alias}.${quoteIdentifier(field.id)}`);
    const one = textHit(field, column, argument);
    if (shipped !== true || field.property.shipped !== true) return one;
    return sql<SqlBool>`${one} or ${column} = any(${rawSql(typedArgument(shippedArgument(argument), 'text[]'))})`;
  });
  return sql<SqlBool>`(${sql.join(hits, sql` or `)})`;
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
export function indexedCondition({ fields, argument, shipped }: TextSearch, alias: string): Condition | undefined {
  // What is meant by its translation does not hold the text itself; tables of shipped rows are small.
  if (shipped === true || fields.some((field) => field.type.markup === true)) return undefined;
  const grams = rawSql(typedArgument(searchArgument(argument), 'text[]'));
  const hits = fields.map(
    (field) => sql<SqlBool>`${sql.raw(`${SEARCH_FUNCTION}(${alias}.${quoteIdentifier(field.id)})`)} @> ${grams}`,
  );
  return sql<SqlBool>`(${sql.join(hits, sql` or `)})`;
}
