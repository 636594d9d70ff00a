import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { FieldModel } from '../../core/model/entity-model.ts';
import { type Condition, column, columnName, T } from './access-conditions.ts';
import { type ListShape, listConditions } from './list-query.ts';
import { holdsWords, inNameOrder } from './name-order.ts';
import { tableName } from './plan-tables.ts';
import { argument, type PlacedQuery, place, queries, rawSql, typedArgument } from './query.ts';
import type { SqlWorld } from './record-sql.ts';

/** One list of a union: its rows, and the field by which the union stands. */
export interface UnionBranch {
  readonly shape: ListShape;
  readonly sort: FieldModel;
  /** Place of the list among all that the union names, which decides between equal values. */
  readonly at: number;
}

/** How a union stands, and behind which row the piece begins. */
interface UnionOrder {
  readonly descending: boolean;
  /** The row before: the list it stands in, and whether its value is null. The rest is in arguments `after` and `afterId`. */
  readonly after?: { readonly at: number; readonly isNull: boolean } | undefined;
}

/** Columns of a union's rows. */
export const UNION_LIST = 'list';
export const UNION_VALUE = 'value';

/**
 * A piece of several lists as one: every list gives its own next rows, cut at argument `limit`, and of these the first
 * are taken. So each is read along its index, however many rows the others have. Null counts as smallest, as in lists.
 */
export function compileUnionQuery(branches: readonly UnionBranch[], order: UnionOrder, world: SqlWorld): PlacedQuery {
  const pieces = branches.flatMap((branch) => piecesOf(branch, order, world));
  const direction = sql.raw(order.descending ? 'desc nulls last' : 'asc nulls first');
  const query = sql`select list, id, value::text as value from (${sql.join(pieces, sql` union all `)}) found
    order by found.value ${direction}, list, id limit ${rawSql<number>(typedArgument('limit', 'bigint'))}`;
  return place({ compile: () => query.compile(queries) }, false);
}

/** How many rows each list has, counted up to argument `cap`. */
export function compileUnionCounts(branches: readonly UnionBranch[], world: SqlWorld): PlacedQuery {
  const cap = rawSql<number>(typedArgument('cap', 'bigint'));
  const counts = branches.map(({ shape, at }) => {
    const rows = sql`select 1 from ${tableOf(shape)} where ${and(listConditions(shape, world))} limit ${cap}`;
    return sql`select ${sql.lit(at)}::integer as list, count(*) as count from (${rows}) counted`;
  });
  const query = sql.join(counts, sql` union all `);
  return place({ compile: () => query.compile(queries) }, false);
}

const tableOf = ({ model }: ListShape): RawBuilder<unknown> => sql.raw(`${tableName(model.id)} as ${T}`);

const and = (conditions: readonly Condition[]): RawBuilder<unknown> => sql.join(conditions, sql` and `);

/** The next rows of one list: those with a value and those without are apart, so that an index finds both. */
function piecesOf(branch: UnionBranch, order: UnionOrder, world: SqlWorld): readonly RawBuilder<unknown>[] {
  const { shape, sort, at } = branch;
  const { descending, after } = order;
  const value = holdsWords(sort) ? sql.raw(inNameOrder(columnName(sort.id, T))) : column(sort);
  const direction = sql.raw(descending ? 'desc nulls last' : 'asc nulls first');
  const limit = rawSql<number>(typedArgument('limit', 'bigint'));
  const piece = (conditions: readonly Condition[]): RawBuilder<unknown> =>
    sql`(select ${sql.lit(at)}::integer as list, ${T_ID} as id, ${value} as value from ${tableOf(shape)}
      where ${and([...listConditions(shape, world), ...conditions])} order by ${value} ${direction}, ${T_ID} limit ${limit})`;
  if (after === undefined) return [piece([])];
  const given = sql`${argument('after')}::${sql.raw(sort.column?.ddl ?? 'text')}`;
  const behind = rawSql<string>(typedArgument('afterId', 'text'));
  /** Of rows of the same value: all of later lists, those of a later id of the same one. */
  const same: readonly Condition[] | undefined =
    at > after.at ? [] : at === after.at ? [sql<SqlBool>`${T_ID} > ${behind}`] : undefined;
  const isNull = sql<SqlBool>`${value} is null`;
  const notNull = sql<SqlBool>`${value} is not null`;
  const equal = after.isNull ? isNull : sql<SqlBool>`${value} = ${given}`;
  return [
    ...(same === undefined ? [] : [piece([equal, ...same])]),
    ...(after.isNull
      ? descending
        ? []
        : [piece([notNull])]
      : descending
        ? [piece([sql<SqlBool>`${value} < ${given}`]), piece([isNull])]
        : [piece([sql<SqlBool>`${value} > ${given}`])]),
  ];
}

const T_ID = sql.raw(`${T}.id`);
