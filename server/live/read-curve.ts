import { type Curve, type CurvePlace, curveStep } from '../../src/core/live/curve.ts';
import type { Connection } from '../ground/database/database.ts';

/** Most places of a curve; a point that sends several values a second is thinned out by the minute. */
const MOST_PLACES = 5_000;

const MINUTE = 60_000;

/** Reads the curve of a point from one moment to another (milliseconds since 1970; the end is not part of it). */
export async function readCurve(connection: Connection, pointId: string, from: number, to: number): Promise<Curve> {
  const step = curveStep(to - from);
  if (step !== 'value') return { step, places: await places(connection, step, { pointId, from, to }) };
  const found = await places(connection, 'value', { pointId, from, to });
  if (found.length <= MOST_PLACES) return { step, places: found };
  return { step: 'minute', places: await places(connection, 'minute', { pointId, from, to }) };
}

const TABLES = {
  value: `select time, value as low, value as high, value as last from platform.reading
    where quality = 0 and value is not null and`,
  minute: `select time, low, high, last from platform."readingMinute" where`,
  hour: `select time, low, high, last from platform."readingHour" where`,
} as const;

async function places(
  connection: Connection,
  step: keyof typeof TABLES,
  { pointId, from, to }: { readonly pointId: string; readonly from: number; readonly to: number },
): Promise<CurvePlace[]> {
  // A minute that has begun before is part of it where it reaches into it.
  const begin = step === 'value' ? from : from - (from % (step === 'minute' ? MINUTE : 60 * MINUTE));
  return connection.query<CurvePlace>(
    `select (extract(epoch from time) * 1000)::float8 as time, low, high, last from (${TABLES[step]}
       "tenantId" = $1 and "pointId" = $2 and time >= $3 and time < $4) p
     order by time limit ${MOST_PLACES + 1}`,
    [connection.tenantId, pointId, new Date(begin).toISOString(), new Date(to).toISOString()],
    `curve ${step}`,
  );
}
