import { quoteIdentifier } from '../../src/core/expression/index.ts';
import { QUALITIES, type Quality } from '../../src/core/live/reading.ts';
import type { EntityModel, ReadingsModel } from '../../src/core/model/entity-model.ts';
import type { Connection } from '../ground/database/database.ts';

/** A value of a known point. */
export interface PointReading {
  readonly pointId: string;
  readonly value: number | null;
  readonly quality: Quality;
  /** Milliseconds since 1970. */
  readonly time: number;
}

/** An entity whose records are points. */
export type PointModel = EntityModel & { readonly readings: ReadingsModel };

/** The entities whose records take values of sensors. */
export function pointModels(entities: ReadonlyMap<string, EntityModel>): readonly PointModel[] {
  return [...entities.values()].filter((model): model is PointModel => model.readings !== undefined);
}

/**
 * Stores values within the transaction of the connection: the values themselves, the newest of each point in its record,
 * and which minutes are to be added up anew. One statement; values that are there already are left as they are.
 * @returns of each whether it is new
 */
export async function storeReadings(
  connection: Connection,
  models: readonly PointModel[],
  readings: readonly PointReading[],
): Promise<readonly boolean[]> {
  const newest = models.map(({ id, readings: { value, quality, time } }, index) => {
    const [valueColumn, qualityColumn, timeColumn] = [value, quality, time].map((field) => quoteIdentifier(field.id));
    return `, newest${index} as (
      update data.${quoteIdentifier(id)} p set ${valueColumn} = n.value, ${qualityColumn} = ($6::text[])[n.quality + 1],
        ${timeColumn} = date_trunc('second', n.time)
      from (select distinct on ("pointId") * from stored order by "pointId", time desc) n
      where p."tenantId" = $1 and p.id = n."pointId" and (p.${timeColumn} is null or p.${timeColumn} <= n.time))`;
  });
  const rows = await connection.query<{ fresh: readonly number[] | null }>(
    `with sent as (
       select * from unnest($2::text[], $3::timestamptz[], $4::float8[], $5::int2[]) with ordinality
         s ("pointId", time, value, quality, place)
     ), stored as (
       insert into platform.reading ("tenantId", "pointId", time, value, quality)
       select $1, "pointId", time, value, quality from sent
       on conflict do nothing returning "pointId", time, value, quality
     ), touched as (
       insert into platform."readingDirty" ("tenantId", minute)
       select distinct $1, date_trunc('minute', time) from stored order by 2
       on conflict ("tenantId", minute) do update set touched = "readingDirty".touched + 1
     )${newest.join('')}
     select case when (select count(*) from stored) < cardinality($2::text[]) then
       array(select place::int from sent join stored using ("pointId", time)) end as fresh`,
    [
      connection.tenantId,
      readings.map(({ pointId }) => pointId),
      readings.map(({ time }) => new Date(time).toISOString()),
      readings.map(({ value }) => value),
      readings.map(({ quality }) => QUALITIES.indexOf(quality)),
      QUALITIES,
    ],
    `storeReadings ${models.map(({ id }) => id).join(' ')}`,
  );
  const fresh = rows[0]?.fresh ?? null;
  if (fresh === null) return readings.map(() => true);
  const places = new Set(fresh);
  return readings.map((_, index) => places.has(index + 1));
}

/** A point that a source named. */
interface FoundPoint {
  readonly id: string;
  /** Kind of source that may send its values. */
  readonly source: string | null;
  /** Whether it takes values in its state. */
  readonly takes: boolean;
}

/** The company's points by tag. */
export async function findPoints(
  connection: Connection,
  models: readonly PointModel[],
  tags: readonly string[],
): Promise<ReadonlyMap<string, FoundPoint>> {
  const found = new Map<string, FoundPoint>();
  for (const { id, readings, states } of models) {
    const state = Object.keys(states).length === 0 ? 'null::text' : 'status';
    const rows = await connection.query<{ id: string; tag: string; source: string | null; status: string | null }>(
      `select id, ${quoteIdentifier(readings.tag.id)} as tag, ${quoteIdentifier(readings.source.id)} as source,
         ${state} as status
       from data.${quoteIdentifier(id)}
       where "tenantId" = $1 and "isDeleted" = 0 and ${quoteIdentifier(readings.tag.id)} = any($2::text[])`,
      [connection.tenantId, tags],
      `findPoints ${id}`,
    );
    for (const row of rows) {
      const takes = readings.states === undefined || readings.states.includes(row.status ?? '');
      found.set(row.tag, { id: row.id, source: row.source, takes });
    }
  }
  return found;
}
