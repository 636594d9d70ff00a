import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { FieldModel } from '../../core/model/entity-model.ts';
import { type Condition, column, T } from './access-conditions.ts';
import { type ListShape, listConditions, selected, TOTAL } from './list-query.ts';
import { tableName } from './plan-tables.ts';
import { type PlacedQuery, place, queries, rawSql, typedArgument } from './query.ts';
import { readableSql } from './readable.ts';
import type { SqlWorld } from './record-sql.ts';
import { sqlOrder } from './sql-order.ts';

/** Column with the place of a row's group among those of argument `groups`; the group without a value comes last. */
export const GROUP = '__group';

/** Place of the group without a value. */
export const BLANK_GROUP = 0;

/** By what a list is grouped. */
export interface Grouping {
  /** Field of a single text by whose values (argument `groups`) the rows stand. */
  readonly by: FieldModel;
  /** Whether those without a value are a group too. */
  readonly blank: boolean;
}

/**
 * The first rows of each group of a list, `limit` behind `offset`, and in `TOTAL` how many the group has, up to `cap`; a
 * group without rows has one without an id. Each group is read along its index and left when it has enough: numbering all
 * rows by `row_number()` would read the whole table to show fifty of each.
 */
export function compileGroupedQuery(shape: ListShape, grouping: Grouping, world: SqlWorld): PlacedQuery {
  const { joined, order } = sqlOrder(shape.model, shape.sort, world);
  const table = sql.raw(`${tableName(shape.model.id)} as ${T}`);
  const conditions = (own: Condition) => sql.join([...listConditions(shape, world), own], sql` and `);
  const counted = (own: Condition) =>
    sql`(select count(*) from (select 1 from ${table} where ${conditions(own)} limit ${number('cap')}) counted)`;
  const hits = (own: Condition) =>
    sql`select t."tenantId" as tenant, t.id as hit from ${table}${joined} where ${conditions(own)}
      order by ${order} limit ${number('limit')} offset ${number('offset')}`;
  const { equal, empty } = conditionsBy(shape, grouping.by, world);
  const blankGroup = sql`union all select null, ${sql.lit(BLANK_GROUP)}::bigint, ${counted(empty)}`;
  const blankHits = sql`union all select ${sql.lit(BLANK_GROUP)}::bigint, f.* from (${hits(empty)}) f`;
  const none = sql``;
  const query = sql`with groups as materialized (
      select g.key, g.at, ${counted(equal)} as total
      from unnest(${rawSql(typedArgument('groups', 'text[]'))}) with ordinality g(key, at)
      ${grouping.blank ? blankGroup : none}),
    hits as materialized (
      select g.at, f.* from groups g cross join lateral (${hits(equal)}) f where g.key is not null and g.total > 0
      ${grouping.blank ? blankHits : none})
    select ${sql.join(shape.fields.flatMap((field) => selected(field, shape, world)))},
      groups.at as ${sql.ref(GROUP)}, groups.total as ${sql.ref(TOTAL)}
    from groups left join hits on hits.at = groups.at
    left join ${table} on t."tenantId" = hits.tenant and t.id = hits.hit${joined}
    order by groups.at, ${order}`;
  return place({ compile: () => query.compile(queries) }, false);
}

const number = (name: string) => rawSql<number>(typedArgument(name, 'bigint'));

/** That a row has the group's value, and that it has none; a value that the person does not read is none. */
function conditionsBy(shape: ListShape, by: FieldModel, world: SqlWorld): { equal: Condition; empty: Condition } {
  const value: RawBuilder<unknown> = column(by);
  const equal = sql<SqlBool>`${value} = g.key`;
  const empty = sql<SqlBool>`coalesce(${value}, '') = ''`;
  const read = readableSql(by, shape, T, world);
  if (read === undefined) return { equal, empty };
  return { equal: sql<SqlBool>`(${equal} and ${read})`, empty: sql<SqlBool>`(${empty} or not ${read})` };
}
