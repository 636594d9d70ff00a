import { type RawBuilder, sql } from 'kysely';
import { compileExpressionSql, type ExpressionNode } from '../../core/expression/index.ts';
import type { FieldModel } from '../../core/model/entity-model.ts';
import { type ListShape, labelOf, listConditions } from './list-query.ts';
import { type PlacedQuery, place, queries, rawSql } from './query.ts';
import { computation, inlineLive, type SqlWorld, sqlEnvironment } from './record-sql.ts';

/** How rows are put into groups: by a field's value, or by the year, month or day of a date. */
export interface Dimension {
  readonly field: FieldModel;
  readonly part: 'year' | 'month' | 'day' | undefined;
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

const PATTERNS = { year: 'YYYY', month: 'YYYY-MM', day: 'YYYY-MM-DD' } as const;

/**
 * Figures over the rows of a list, one row for each value of the dimension, or one row without. What is counted is
 * computed for each row first: computed fields look into other tables, and groups can be made only of what stands there.
 */
export function compileStatisticsQuery(
  shape: ListShape,
  dimension: Dimension | undefined,
  measures: readonly CountedMeasure[],
  world: SqlWorld,
): PlacedQuery {
  const { model } = shape;
  const environment = sqlEnvironment(model, 't', world);
  const value = (node: ExpressionNode) => rawSql(compileExpressionSql(inlineLive(node, model), environment));
  const condition = (node: ExpressionNode) =>
    rawSql(compileExpressionSql(inlineLive(node, model), environment, { position: 'condition' }));
  const label =
    dimension === undefined || dimension.part !== undefined ? undefined : labelOf(dimension.field, model, world);
  const inputs = measures.flatMap(({ of, where }, index) => [
    ...(of === undefined ? [] : [value(of).as(`of${index}`)]),
    ...(where === undefined ? [] : [condition(where).as(`where${index}`)]),
  ]);
  const rows = queries
    .selectFrom(`${model.id} as t`)
    .select([
      ...(dimension === undefined
        ? [sql<null>`null`.as(DIMENSION)]
        : [dimensionSql(dimension, shape, world).as(DIMENSION)]),
      ...(label === undefined ? [] : [label.as(DIMENSION_LABEL)]),
      ...inputs,
    ])
    .where((builder) => builder.and(listConditions(shape, world)));
  const figures = measures.map(({ key, kind, of, where }, index) => {
    const counted = of === undefined ? sql`*` : sql.ref(`counted.of${index}`);
    const filter = where === undefined ? sql`` : sql` filter (where ${sql.ref(`counted.where${index}`)})`;
    return sql<number>`${sql.raw(kind)}(${counted})${filter}`.as(key);
  });
  const groups = dimension === undefined ? [] : [DIMENSION, ...(label === undefined ? [] : [DIMENSION_LABEL])];
  let query = queries.selectFrom(rows.as('counted')).select(figures);
  for (const group of groups) {
    const column = sql.ref(`counted.${group}`);
    query = query.select(column.as(group)).groupBy(column);
  }
  return place(query, false);
}

function dimensionSql({ field, part }: Dimension, { model }: ListShape, world: SqlWorld): RawBuilder<unknown> {
  const node = field.live ? computation(field, model) : undefined;
  if (node !== undefined) return rawSql(compileExpressionSql(node, sqlEnvironment(model, 't', world)));
  const column = sql.raw(`t."${field.id.replaceAll('"', '""')}"`);
  if (part === undefined) return column;
  const wall = field.column?.kind === 'timestamptz' ? sql`(${column} at time zone ${sql.lit(world.zone)})` : column;
  return sql`to_char(${wall}, ${sql.lit(PATTERNS[part])})`;
}
