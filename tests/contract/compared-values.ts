import { Decimal, decimalText, type SqlFragment, type SqlType, sql } from '../../src/core/expression/index.ts';

/** A value of the evaluator as the text by which it is compared with SQL's. */
export function shownValue(value: unknown): string | null {
  if (value === null || typeof value === 'string') return value;
  return value instanceof Decimal ? decimalText(value) : String(value);
}

/** A fragment whose value comes back as the text that `shownValue` gives. */
export function asShownText(fragment: SqlFragment, type: SqlType): SqlFragment {
  if (type === 'numeric' || type === 'integer' || type === 'bigint')
    return sql`trim_scale((${fragment})::numeric)::text`;
  if (type === 'date') return sql`to_char((${fragment})::timestamp, 'YYYY-MM-DD')`;
  if (type === 'timestamp') return sql`to_char(${fragment}, 'YYYY-MM-DD HH24:MI:SS')`;
  if (type === 'timestamptz') return sql`to_char((${fragment}) at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS')`;
  return sql`(${fragment})::text`;
}
