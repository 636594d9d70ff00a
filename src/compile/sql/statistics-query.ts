import { type RawBuilder, sql } from 'kysely';
import {
  compileExpressionSql,
  type ExpressionNode,
  type PeriodUnit,
  quoteIdentifier,
} from '../../core/expression/index.ts';
import type { FieldModel } from '../../core/model/entity-model.ts';
import { type ListShape, labelOf, listConditions } from './list-query.ts';
import { type PlacedQuery, place, queries, rawSql } from './query.ts';
import { readableSql, withinReadable } from './readable.ts';
import { computation, inlineLive, type SqlWorld, sqlEnvironment } from './record-sql.ts';

/** How rows are put into groups: by a field's value, or by the year, quarter, month, week or day of a date. */
export interface Dimension {
  readonly field: FieldModel;
  readonly part: PeriodUnit | undefined;
}

/** A figure that SQL counts; ratios and shares are made of these afterwards. */
export interface CountedMeasure {
  readonly key: string;
  readonly kind: 'count' | 'sum' | 'avg' | 'min' | 'max';
  /** What is summed or averaged; undefined for a count. */
  readonly of: ExpressionNode | undefined;
  /** Records that count. */
  readonly where: ExpressionNode | undefined;
}

/** Names of the columns of the answer besides the measures. */
export const DIMENSION = '__dimension';
export const DIMENSION_LABEL = '__label';
export const BELOW = '__below';
export const BELOW_LABEL = '__belowLabel';

const NAMES = [
  { value: DIMENSION, label: DIMENSION_LABEL },
  { value: BELOW, label: BELOW_LABEL },
] as const;

/**
 * Figures over the rows of a list, one row for each value of the dimension, of two dimensions for each pair of values that
 * occurs, or one row without. What is counted is computed for each row first: computed fields look into other tables, and
 * groups can be made only of what stands there.
 */
export function compileStatisticsQuery(
  shape: ListShape,
  dimensions: readonly Dimension[],
  measures: readonly CountedMeasure[],
  world: SqlWorld,
): PlacedQuery {
  const { model } = shape;
  const environment = sqlEnvironment(model, 't', world);
  const own = (node: ExpressionNode) => inlineLive(withinReadable(node, shape.readable), model);
  const value = (node: ExpressionNode) => rawSql(compileExpressionSql(own(node), environment));
  const condition = (node: ExpressionNode) =>
    rawSql(compileExpressionSql(own(node), environment, { position: 'condition' }));
  const groups = NAMES.flatMap((names, index) => {
    const dimension = dimensions[index];
    if (dimension === undefined) return [];
    const label = dimension.part === undefined ? labelOf(dimension.field, model, world) : undefined;
    const read = readableSql(dimension.field, shape, 't', world);
    const known = (found: RawBuilder<unknown>): RawBuilder<unknown> =>
      read === undefined ? found : sql`(case when ${read} then ${found} end)`;
    const value = { name: names.value, value: known(dimensionSql(dimension, shape, world)) };
    return label === undefined ? [value] : [value, { name: names.label, value: known(label) }];
  });
  const inputs = measures.flatMap(({ of, where }, index) => [
    ...(of === undefined ? [] : [value(of).as(`of${index}`)]),
    ...(where === undefined ? [] : [condition(where).as(`where${index}`)]),
  ]);
  const rows = queries
    .selectFrom(`${model.id} as t`)
    .select([
      ...(groups.length === 0 ? [sql<null>`null`.as(DIMENSION)] : groups.map((group) => group.value.as(group.name))),
      ...inputs,
    ])
    .where((builder) => builder.and(listConditions(shape, world)));
  const figures = measures.map(({ key, kind, of, where }, index) => {
    const counted = of === undefined ? sql`*` : sql.ref(`counted.of${index}`);
    const filter = where === undefined ? sql`` : sql` filter (where ${sql.ref(`counted.where${index}`)})`;
    return sql<number>`${sql.raw(kind)}(${counted})${filter}`.as(key);
  });
  let query = queries.selectFrom(rows.as('counted')).select(figures);
  for (const { name } of groups) {
    const column = sql.ref(`counted.${name}`);
    query = query.select(column.as(name)).groupBy(column);
  }
  return place(query, false);
}

function dimensionSql({ field, part }: Dimension, { model }: ListShape, world: SqlWorld): RawBuilder<unknown> {
  if (part === undefined && !field.live) return sql.raw(`t.${quoteIdentifier(field.id)}`);
  const value = (field.live ? computation(field, model) : undefined) ?? { kind: 'name', name: field.key };
  const node: ExpressionNode =
    part === undefined ? value : { kind: 'call', name: 'period', arguments: [value, { kind: 'literal', value: part }] };
  return rawSql(compileExpressionSql(node, sqlEnvironment(model, 't', world)));
}
