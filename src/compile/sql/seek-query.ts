import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Condition } from './access-conditions.ts';
import { argument, rawSql, typedArgument } from './query.ts';
import { orderKeys, orderSql, type SortTerm, type SqlOrder } from './sql-order.ts';

/** Where a page begins that is not counted off from the first row: beside a row that was answered before. */
export interface Seek {
  /** Whether its rows stand behind that row or in front of it. */
  readonly way: 'behind' | 'before';
  /** Which of that row's values are null, one for each term of the order; the others are arguments `placeArgument(n)`. */
  readonly nulls: readonly boolean[];
}

/** Column that carries the values a row is sorted by, as texts. */
export const PLACE = '__place';

/** Argument that holds the nth value of the row beside which a page begins. */
export const placeArgument = (at: number): string => `place:${at}`;

/** What a row is sorted by, so that a later page may go on from it: `PLACE`. */
export function placeSql(terms: readonly SortTerm[]): RawBuilder<unknown> {
  return sql`array[${sql.raw(terms.map(({ value }) => `${value}::text`).join(', '))}]`;
}

/**
 * Finds the keys of a page's rows (`tenant`, `hit`) beside a row. Each branch is one stretch of the index of the order:
 * the rows equal to it in the first terms and beyond it in the next. In one condition with `or` the planner would read the
 * index from its start.
 */
export function seekRows(
  { terms: order, joined }: SqlOrder,
  { way, nulls }: Seek,
  table: RawBuilder<unknown>,
  conditions: () => readonly Condition[],
): RawBuilder<unknown> {
  // What stands before a row comes behind it when all is read the other way round.
  const terms = way === 'behind' ? order : order.map((term) => ({ ...term, descending: !term.descending }));
  const sorted = orderSql(terms, ({ value }) => value);
  const limit = rawSql<number>(typedArgument('limit', 'bigint'));
  const stretches = stretchesOf(terms, nulls).map(
    (stretch) =>
      sql`(select t."tenantId" as tenant, t.id as hit${orderKeys(terms)} from ${table}${joined}
        where ${sql.join([...conditions(), ...stretch], sql` and `)} order by ${sorted} limit ${limit})`,
  );
  const merged = orderSql(terms, (_, at) => `o${at}`);
  return sql`select tenant, hit from (${sql.join(stretches, sql` union all `)}) beside order by ${merged} limit ${limit}`;
}

/** Null counts as smallest: last where the order descends, first where it rises. */
function stretchesOf(terms: readonly SortTerm[], nulls: readonly boolean[]): Condition[][] {
  const equal: Condition[] = [];
  const stretches: Condition[][] = [];
  for (const [at, { value: named, type, descending, mayBeNull }] of terms.entries()) {
    const name = sql.raw(named);
    const value = sql`${argument(placeArgument(at))}::${sql.raw(type)}`;
    const isNull = sql<SqlBool>`${name} is null`;
    if (nulls[at] === true) {
      if (!descending) stretches.push([...equal, sql<SqlBool>`${name} is not null`]);
      equal.push(isNull);
      continue;
    }
    const beyond = descending ? sql<SqlBool>`${name} < ${value}` : sql<SqlBool>`${name} > ${value}`;
    stretches.push([...equal, beyond]);
    if (descending && mayBeNull) stretches.push([...equal, isNull]);
    equal.push(sql<SqlBool>`${name} = ${value}`);
  }
  return stretches;
}
