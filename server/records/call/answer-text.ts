import {
  type CompiledSql,
  Decimal,
  quoteText,
  type SqlFragment,
  type SqlType,
  sql,
  type Value,
} from '../../../src/core/expression/index.ts';

/** How a value is written so that neither the session's zone nor its style of dates decides. */
function written(value: SqlFragment, type: SqlType, zone: string): SqlFragment {
  if (type === 'date') return sql`to_char((${value})::timestamp, 'YYYY-MM-DD')`;
  if (type === 'timestamp') return sql`to_char(${value}, 'YYYY-MM-DD HH24:MI:SS')`;
  if (type === 'timestamptz') return sql`to_char((${value}) at time zone ${quoteText(zone)}, 'YYYY-MM-DD HH24:MI:SS')`;
  return sql`(${value})::text`;
}

/** SQL that gives a value as one text, which `answeredValue` reads: lists as JSON of such texts. */
export function answerText(value: CompiledSql, zone: string): SqlFragment {
  if (!value.type.endsWith('[]')) return written(value, value.type, zone);
  const item = written(sql`v.v`, value.type.slice(0, -2) as SqlType, zone);
  return sql`(select coalesce(json_agg(${item} order by v.o), '[]')::text from unnest(${value}) with ordinality as v(v, o))`;
}

/** What the database answered in the text of `answerText`, as evaluation has values. */
export function answeredValue(text: string | null, type: SqlType): Value {
  if (text === null) return null;
  if (type.endsWith('[]')) {
    const item = type.slice(0, -2) as SqlType;
    return (JSON.parse(text) as (string | null)[]).map((entry) => answeredValue(entry, item));
  }
  if (type === 'boolean') return text === 'true';
  return type === 'numeric' || type === 'integer' || type === 'bigint' ? new Decimal(text) : text;
}
