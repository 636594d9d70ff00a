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

/** Figures over the rows of a list, one row for each value of the dimension, or one row without. */
export function compileStatisticsQuery(
  shape: ListShape,
  dimension: Dimension | undefined,
  measures: readonly CountedMeasure[],
  world: SqlWorld,
): PlacedQuery {
  const { model } = shape;
  const environment = sqlEnvironment(model, 't', world);
  const value = (node: ExpressionNode) => rawSql(compileExpressionSql(inlineLive(node, model), environment));
  const figures = measures.map((measure) => {
    const of = measure.of === undefined ? sql`*` : value(measure.of);
    const filter =
      measure.where === undefined
        ? sql``
        : sql` filter (where ${rawSql(
            compileExpressionSql(inlineLive(measure.where, model), environment, { position: 'condition' }),
          )})`;
    return sql<number>`${sql.raw(measure.kind)}(${of})${filter}`.as(measure.key);
  });
  let query = queries
    .selectFrom(`${model.id} as t`)
    .select(figures)
    .where((builder) => builder.and(listConditions(shape, world)));
  if (dimension !== undefined) {
    const group = dimensionSql(dimension, shape, world);
    query = query.select(group.as(DIMENSION)).groupBy(group);
    const label = dimension.part === undefined ? labelOf(dimension.field, model, world) : undefined;
    if (label !== undefined) {
      query = query.select(label.as(DIMENSION_LABEL));
      // The label is looked up by tenant and value, so both must be the group's; a tenant's rows have only one.
      if (model.scope === 'tenant') query = query.groupBy(sql`t."tenantId"`);
    }
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
