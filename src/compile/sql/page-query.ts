import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type Condition, departmentGrounds, singlePersonGrounds, T } from './access-conditions.ts';
import { jointIndexOf } from './joint-index.ts';
import {
  commonConditions,
  compileListQuery,
  conditionsOf,
  type ListConditions,
  type ListShape,
  selected,
  TOTAL,
} from './list-query.ts';
import { tableName } from './plan-tables.ts';
import { type PlacedQuery, place, queries, rawSql, typedArgument } from './query.ts';
import type { SqlWorld } from './record-sql.ts';
import { scopeBranches, scopeOf } from './scope-branches.ts';
import { orderKeys, orderSql, sqlOrder } from './sql-order.ts';
import { textCondition } from './text-conditions.ts';

/** Rows that are looked at to see how common a text is, and how many of them must hold it to be called common. */
const SAMPLE = 1_000;
const COMMON = 200;

/** The two ways to a page of rows that no index finds in their order. */
export interface PageQueries {
  /** Counts up to the cap; the rows of the page too where no more match. Without rows it answers one without an id. */
  readonly few: PlacedQuery;
  /** The rows of the page where more match. */
  readonly many: PlacedQuery;
}

/**
 * The queries of a page that is asked under a row scope or for a text; undefined where one query does. How many rows match
 * such conditions the planner cannot know. Few are found by their indexes and put in order, many are met in their order;
 * each way takes seconds where the other is right, so they are counted first.
 */
export function compilePageQueries(shape: ListShape, world: SqlWorld): PageQueries | undefined {
  if (!shape.paged || shape.total !== 'capped' || shape.byIds) return undefined;
  const conditions = conditionsOf(shape, world);
  if (scopeOf(shape) === undefined && conditions.texts.length === 0) return undefined;
  return {
    few: place({ compile: () => fewRows(shape, conditions, world).compile(queries) }, false),
    many: compileListQuery({ ...shape, total: 'none', many: true }, world),
  };
}

const number = (name: string) => rawSql<number>(typedArgument(name, 'bigint'));

function fewRows(shape: ListShape, conditions: ListConditions, world: SqlWorld): RawBuilder<unknown> {
  const { terms, joined, order } = sqlOrder(shape.model, shape.sort, world);
  const table = sql.raw(`${tableName(shape.model.id)} as ${T}`);
  const rows = (where: readonly Condition[]) =>
    sql`(select ${T_TENANT}, ${T_ID}${orderKeys(terms)} from ${table}${joined} where ${and(where)} limit ${number('cap')})`;
  const fields = shape.fields.flatMap((field) => selected(field, shape, world));
  const { known, hits } = hitsOf(shape, conditions, world, table, rows);
  return sql`with known as materialized (${known}), hits as materialized (${hits}),
    counted as materialized (select case when known.crowded then ${number('cap')} else (select count(*) from hits) end as total from known)
    select ${sql.join(fields)}, counted.total as ${sql.ref(TOTAL)} from counted
    left join (select tenant, hit from hits where (select total from counted) < ${number('cap')}
      order by ${orderSql(terms, (_, at) => `o${at}`)} limit ${number('limit')} offset ${number('offset')}) found on true
    left join ${table} on ${sql.raw(`${T}."tenantId" = found.tenant and ${T}.id = found.hit`)}${joined}
    order by ${order}`;
}

const T_TENANT = sql.raw(`${T}."tenantId" as tenant`);
const T_ID = sql.raw(`${T}.id as hit`);

function and(conditions: readonly Condition[]): RawBuilder<unknown> {
  return sql.join(conditions, sql` and `);
}

/** What is found out first, and the rows that match, at most as many as are counted. */
function hitsOf(
  shape: ListShape,
  conditions: ListConditions,
  world: SqlWorld,
  table: RawBuilder<unknown>,
  rows: (where: readonly Condition[]) => RawBuilder<unknown>,
): { readonly known: RawBuilder<unknown>; readonly hits: RawBuilder<unknown> } {
  const { base, plain, texts } = conditions;
  const hits = (...branches: readonly (readonly Condition[])[]) => {
    const all = sql.join(branches.map(rows), sql` union all `);
    return branches.length === 1 ? all : sql`${all} limit ${number('cap')}`;
  };
  if (texts.length > 0) {
    // The index lists each row that holds a common text; it is sooner met by reading.
    const hit = sql`${and(texts.map((text) => textCondition(text, T)))}`;
    const sample = sql`select ${hit} as hit from ${table} where ${and(base)} limit ${sql.lit(SAMPLE)}`;
    const common = sql<SqlBool>`(select common from known)`;
    const rare = sql<SqlBool>`not (select common from known)`;
    return {
      known: sql`select false as crowded, count(*) > ${sql.lit(COMMON)} as common from (${sample}) sample where sample.hit`,
      hits: hits(
        [common, ...commonConditions(shape, world)],
        ...scopeBranches(shape, conditions, world).map((branch) => [rare, ...branch]),
      ),
    };
  }
  const within = (ground: Condition) =>
    sql`select ${T_ID} from ${table} where ${and([...base, ...plain, ground])} limit ${number('cap')}`;
  const crowded = crowdedBy(shape, conditions).map(
    (grounds) => sql`(select count(*) from (${together(grounds.map(within))}) counted) >= ${number('cap')}`,
  );
  const few = sql<SqlBool>`not (select crowded from known)`;
  return {
    known: sql`select ${sql.join([...crowded, sql`false`], sql` or `)} as crowded`,
    hits: hits(...scopeBranches(shape, conditions, world).map((branch) => [few, ...branch])),
  };
}

/**
 * Grounds that by themselves may let in more rows than are counted. Their own indexes soon count them: each department's, and
 * those of all fields of one person together. A choice is left to the joint index, which knows it.
 */
function crowdedBy(shape: ListShape, { choosing }: ListConditions): readonly (readonly Condition[])[] {
  const scope = scopeOf(shape);
  if (scope === undefined) return [];
  const places = departmentGrounds(shape.model, scope, T).map((ground) => [ground]);
  if (scope.owners !== 'own' || choosing || jointIndexOf(shape.model) === undefined) return places;
  const persons = singlePersonGrounds(shape.model, T, scope.aliased);
  return persons.length === 0 ? [] : [persons];
}

/** Rows that one of some queries finds, each once. */
function together(found: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  const [first] = found;
  if (first !== undefined && found.length === 1) return first;
  const all = found.map((rows) => sql`(${rows})`);
  return sql`select distinct hit from (${sql.join(all, sql` union all `)}) named limit ${number('cap')}`;
}
