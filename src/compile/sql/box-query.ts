import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { quoteIdentifier } from '../../core/expression/index.ts';
import type { FieldModel } from '../../core/model/entity-model.ts';
import { type Condition, T } from './access-conditions.ts';
import { type ListShape, listConditions } from './list-query.ts';
import { degreesSql } from './place-index.ts';
import { tableName } from './plan-tables.ts';
import { argument, type PlacedQuery, place, queries, rawSql, typedArgument } from './query.ts';
import type { SqlWorld } from './record-sql.ts';

const degrees = (name: string): RawBuilder<number> => sql`${argument(name)}::double precision`;

/** That a point lies between the arguments `west`, `south`, `east` and `north`. */
function boxConditions(field: FieldModel): readonly Condition[] {
  const [lng, lat] = [sql.raw(degreesSql(field, 'lng', T)), sql.raw(degreesSql(field, 'lat', T))];
  return [
    sql<SqlBool>`${lng} between ${degrees('west')} and ${degrees('east')}`,
    sql<SqlBool>`${lat} between ${degrees('south')} and ${degrees('north')}`,
  ];
}

/** Ids and places of the rows of a list: of points those within the box, of areas all; at most argument `limit`. */
export function compilePlacesQuery(shape: ListShape, field: FieldModel, world: SqlWorld): PlacedQuery {
  const own = sql.raw(`${T}.${quoteIdentifier(field.id)}`);
  const within = field.property.shape === 'polygon' ? [sql<SqlBool>`${own} is not null`] : boxConditions(field);
  const query = sql`select ${sql.raw(`${T}.id`)} as id, ${own} as place from ${sql.raw(`${tableName(shape.model.id)} as ${T}`)}
    where ${sql.join([...listConditions(shape, world), ...within], sql` and `)}
    limit ${rawSql<number>(typedArgument('limit', 'bigint'))}`;
  return place({ compile: () => query.compile(queries) }, false);
}

/** The same points as numbers: each cell of a grid of argument `cells` by as many with its middle. */
export function compileGridQuery(shape: ListShape, field: FieldModel, world: SqlWorld): PlacedQuery {
  const [lng, lat] = [sql.raw(degreesSql(field, 'lng', T)), sql.raw(degreesSql(field, 'lat', T))];
  const cells = sql`${argument('cells')}::integer`;
  const query = sql`select count(*) as count, avg(lng) as lng, avg(lat) as lat from (
      select ${lng} as lng, ${lat} as lat from ${sql.raw(`${tableName(shape.model.id)} as ${T}`)}
      where ${sql.join([...listConditions(shape, world), ...boxConditions(field)], sql` and `)}) points
    group by width_bucket(lng, ${degrees('west')}, ${degrees('east')} + 1e-9, ${cells}),
      width_bucket(lat, ${degrees('south')}, ${degrees('north')} + 1e-9, ${cells})`;
  return place({ compile: () => query.compile(queries) }, false);
}
