import {
  compileExpressionSql,
  joinSql,
  quoteIdentifier,
  quoteText,
  renderSql,
  type SqlFragment,
  type SqlType,
  sql,
} from '../../core/expression/index.ts';
import type { EntityModel, ModelExpression } from '../../core/model/entity-model.ts';
import type { Feed, RolledField, Way } from '../../core/model/rollup-graph.ts';
import { columnSql, renamedOptions } from './column-sql.ts';
import { tableName } from './plan-tables.ts';
import { type PlacedQuery, statementName, TENANT, typedArgument } from './query.ts';
import { type SqlWorld, sqlEnvironment } from './record-sql.ts';

/** Alias of the record that counts, and of the records that are counted. */
const TARGET = 't';
const SOURCE = 's';

const text = (value: string): { value: string; type: SqlType } => ({ value, type: 'text' });
const texts = (value: readonly (string | null)[]): { value: readonly (string | null)[]; type: SqlType } => ({
  value,
  type: 'text[]',
});

/** Which records of an entity, of one tenant. */
interface RollupRows {
  readonly tenantId: SqlFragment;
  readonly ids: SqlFragment;
}

/** Records that are named as the statement is written. */
export function namedRows(tenantId: string, ids: readonly string[]): RollupRows {
  return { tenantId: sql`${text(tenantId)}`, ids: sql`${texts(ids)}` };
}

const PLACED: RollupRows = { tenantId: sql`${{ value: TENANT, type: 'text' }}`, ids: typedArgument('ids', 'text[]') };

/** `rollupUpdate` with places for the tenant and the `ids`, to be compiled once. */
export function placedRollupUpdate(
  feeds: readonly Feed[],
  target: EntityModel,
  world: SqlWorld,
  columns: readonly string[],
): PlacedQuery {
  const { text: written, values } = renderSql(rollupUpdate(feeds, target, PLACED, world, columns));
  return { text: written, parameters: values, name: statementName(written) };
}

/**
 * Brings the roll-ups of some records up to date, by reading all that they count; gives the ids of those that changed,
 * as `id`, with `columns` of them. The records must be locked by an earlier statement, so that this one sees all that
 * whoever held the locks before has written.
 */
export function rollupUpdate(
  feeds: readonly Feed[],
  target: EntityModel,
  { tenantId, ids }: RollupRows,
  world: SqlWorld,
  columns: readonly string[] = [],
): SqlFragment {
  const fields = feeds.flatMap((feed) => feed.fields);
  const found = counted(feeds, target, { tenantId, ids }, world);
  const names = fields.map(({ id }) => quoteIdentifier(id));
  const set = names.map((name) => `${name} = v.${name}`).join(', ');
  const differs = names.map((name) => `${TARGET}.${name} is distinct from v.${name}`).join(' or ');
  const back = ['id', ...columns].map((id) => `${TARGET}.${quoteIdentifier(id)}`).join(', ');
  return sql`update ${tableName(target.id)} ${TARGET} set ${set} from (${found}) v where ${TARGET}."tenantId" = ${tenantId} and ${TARGET}.id = any(${ids}) and ${TARGET}.id = v.id and (${differs}) returning ${back}`;
}

/** Ids of the records whose roll-ups differ from what they would count now. */
export function rollupDifferences(
  feeds: readonly Feed[],
  target: EntityModel,
  rows: RollupRows,
  world: SqlWorld,
): SqlFragment {
  const found = counted(feeds, target, rows, world);
  const fields = feeds.flatMap((feed) => feed.fields).map(({ id }) => quoteIdentifier(id));
  const differs = fields.map((name) => `${TARGET}.${name} is distinct from v.${name}`).join(' or ');
  return sql`select ${TARGET}.id from ${tableName(target.id)} ${TARGET}, (${found}) v where ${TARGET}."tenantId" = ${rows.tenantId} and ${TARGET}.id = v.id and (${differs})`;
}

/** What each of some records counts: its id, and a column for each roll-up. */
function counted(
  feeds: readonly Feed[],
  target: EntityModel,
  { tenantId, ids }: RollupRows,
  world: SqlWorld,
): SqlFragment {
  const table = tableName(target.id);
  const own = sql`${TARGET}."tenantId" = ${tenantId} and ${TARGET}.id = any(${ids})`;
  const columns = feeds.flatMap((feed, index) => feed.fields.map(({ id }) => `c${index}.${quoteIdentifier(id)}`));
  const counts = feeds.map((feed, index) => sql`lateral (${countOf(feed, world)}) c${String(index)}`);
  const from = joinSql([sql`${table} ${TARGET}`, ...counts], ', ');
  // Without `offset` the counting could be put after the join, and be done for rows that are not asked for.
  return sql`select ${[`${TARGET}.id`, ...columns].join(', ')} from ${from} where ${own} offset 0`;
}

/** One row with what the record under the target's alias counts by one reference. */
function countOf(feed: Feed, world: SqlWorld): SqlFragment {
  const { source, by, fields } = feed;
  const columns = fields.map((field) => sql`${aggregateOf(field, feed, world)} as ${quoteIdentifier(field.id)}`);
  const reference = `${SOURCE}.${quoteIdentifier(by.id)}`;
  return sql`select ${joinSql(columns, ', ')} from ${tableName(source.id)} ${SOURCE} where ${SOURCE}."tenantId" = ${TARGET}."tenantId" and ${reference} = ${TARGET}.id and ${SOURCE}."isDeleted" = 0`;
}

function aggregateOf(field: RolledField, feed: Feed, world: SqlWorld): SqlFragment {
  const { how, value, order, where } = field.rollup;
  const compile = (expression: ModelExpression, position: 'value' | 'condition' = 'value') =>
    compileRowExpression(expression, feed, world, position);
  const filter = where === undefined ? sql`` : sql` filter (where ${compile(where, 'condition')})`;
  const type = field.column?.ddl ?? 'text';
  if (how === 'count') return sql`(count(*)${filter})::${type}`;
  if (value === undefined) throw new TypeError(`the roll-up ${field.key} takes nothing`);
  const of = compile(value);
  switch (how) {
    case 'sum':
      return sql`coalesce(sum(${of})${filter}, 0)::${type}`;
    case 'avg':
      return sql`(avg(${of})${filter})::${type}`;
    case 'minOf':
    case 'maxOf':
      return stored(field, sql`${how === 'minOf' ? 'min' : 'max'}(${ordered(of)})${filter}`);
    case 'newest': {
      const by = order === undefined ? sql`${SOURCE}.id` : ordered(compile(order));
      return stored(field, sql`(array_agg(${of} order by ${by} desc nulls last, ${SOURCE}.id desc)${filter})[1]`);
    }
  }
}

/** Texts are compared by their characters, as the evaluator does. */
function ordered(value: SqlFragment & { readonly type: SqlType }): SqlFragment {
  return value.type === 'text' ? sql`(${value}) collate "C"` : value;
}

/** A value as the field's column holds it: options by their permanent keys. */
function stored(field: RolledField, value: SqlFragment): SqlFragment {
  const renamed = renamedOptions(field);
  const type = field.column?.ddl ?? 'text';
  if (renamed === undefined) return sql`(${value})::${type}`;
  const whens = [...renamed].map(([id, key]) => `when ${quoteText(key)} then ${quoteText(id)}`).join(' ');
  return sql`(case ${value} ${whens} else ${value} end)::${type}`;
}

function compileRowExpression(
  { node }: ModelExpression,
  { source, target }: Feed,
  world: SqlWorld,
  position: 'value' | 'condition',
) {
  const environment = sqlEnvironment(source, SOURCE, world, ([first, key = '', ...deeper]) => {
    const field = first === 'parent' && deeper.length === 0 ? target.field.get(key) : undefined;
    return field === undefined ? undefined : columnSql(field, TARGET);
  });
  return compileExpressionSql(node, environment, { position });
}

/** The record that is written, as far as it says whom it counts for. */
interface WrittenSource {
  readonly tenantId: string;
  /** Ids of stored records whose references as they are stored are followed. */
  readonly ids: readonly string[];
  /** References that records are about to have, by key of the field that holds them. */
  readonly given: ReadonlyMap<string, readonly string[]>;
}

/** Whether a lock may wait for another transaction: only what comes first in the one order does. */
export type LockOrder = 'inOrder' | 'outOfOrder';

/** Column of `lockTargetsQuery`: what a record is called. */
export const LABEL = '=label';

/**
 * Locks the records at the end of some ways, in the order of their ids, until the transaction ends; gives their ids,
 * `isDeleted`, and `columns` as they are now, and as `LABEL` what they are called, where that is not worked out from
 * other fields.
 */
export function lockTargetsQuery(
  ways: readonly Way[],
  written: WrittenSource,
  { columns, order }: { readonly columns: readonly string[]; readonly order: LockOrder },
): SqlFragment | undefined {
  const found = ways.flatMap((way) => idsAtEnd(way, written) ?? []);
  const [first] = ways;
  if (first === undefined || found.length === 0) return undefined;
  const { target } = first.at(-1) ?? first[0];
  const query = lockQuery(target, written.tenantId, joinSql(found, ' || '), [
    ...['isDeleted', ...columns].map((column) => `${TARGET}.${quoteIdentifier(column)}`),
    ...labelOf(target),
  ]);
  return order === 'inOrder' ? query : sql`${query} nowait`;
}

/** Locks records whose ids are known, out of order. */
export function lockIdsQuery(target: EntityModel, tenantId: string, ids: readonly string[]): SqlFragment {
  return sql`${lockQuery(target, tenantId, sql`${texts(ids)}`, [])} nowait`;
}

function lockQuery(target: EntityModel, tenantId: string, ids: SqlFragment, columns: readonly string[]): SqlFragment {
  const named = [`${TARGET}.id`, ...columns].join(', ');
  return sql`select ${named} from ${tableName(target.id)} ${TARGET} where ${TARGET}."tenantId" = ${text(tenantId)} and ${TARGET}.id = any(${ids}) order by ${TARGET}.id for no key update`;
}

/** The column of what records are called; none where that changes with other fields of theirs. */
function labelOf(target: EntityModel): readonly string[] {
  const label = target.field.get(target.label);
  if (label === undefined || label.rollup !== undefined || target.computeOrder.includes(label.key)) return [];
  const column = columnSql(label, TARGET);
  return column === undefined ? [] : [`${column.sql}::text as ${quoteIdentifier(LABEL)}`];
}

function idsAtEnd([feed, ...rest]: Way, { tenantId, ids, given }: WrittenSource): SqlFragment | undefined {
  const references = (of: Feed, holders: SqlFragment) =>
    sql`array(select ${quoteIdentifier(of.by.id)} from ${tableName(of.source.id)} where "tenantId" = ${text(tenantId)} and id = any(${holders}))`;
  const named = given.get(feed.by.key) ?? [];
  const parts = [
    ...(ids.length === 0 ? [] : [references(feed, sql`${texts(ids)}`)]),
    ...(named.length === 0 ? [] : [sql`${texts(named)}`]),
  ];
  if (parts.length === 0) return undefined;
  return rest.reduce<SqlFragment>((holders, next) => references(next, holders), joinSql(parts, ' || '));
}
