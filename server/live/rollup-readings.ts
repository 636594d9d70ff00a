import type { Connection, Database } from '../ground/database/database.ts';
import { tenantCodes } from '../ground/database/tenants.ts';

/** Most minutes that one transaction adds up. */
const MINUTES_AT_ONCE = 60;

/**
 * Adds up the minutes in which values came in, and the hours that hold them: lowest, highest, total, count and newest of
 * the good values. A minute that gets a late value is added up anew from the values themselves, so that it is right
 * whatever order they came in.
 * @returns how many minutes were added up
 */
export async function rollupReadings(database: Database): Promise<number> {
  let done = 0;
  for (const tenantId of await tenantCodes(database, 'current')) {
    for (;;) {
      const minutes = await database.transaction(tenantId, rollupSome);
      done += minutes;
      if (minutes < MINUTES_AT_ONCE) break;
    }
  }
  return done;
}

async function rollupSome(connection: Connection): Promise<number> {
  const { tenantId } = connection;
  // Who stores touches the row before he commits, so that a minute that is locked here has all that was committed.
  const rows = await connection.query<{ minute: string }>(
    `delete from platform."readingDirty" where "tenantId" = $1 and minute in (
       select minute from platform."readingDirty" where "tenantId" = $1 order by minute limit ${MINUTES_AT_ONCE}
       for update skip locked)
     returning minute::text as minute`,
    [tenantId],
  );
  const minutes = rows.map(({ minute }) => minute);
  if (minutes.length === 0) return 0;
  await connection.execute(
    `insert into platform."readingMinute" ("tenantId", "pointId", time, low, high, total, times, last)
     select $1, "pointId", m.minute, min(value), max(value), sum(value), count(value),
       (array_agg(value order by r.time desc))[1]
     from unnest($2::timestamptz[]) m (minute)
     join platform.reading r on r."tenantId" = $1 and r.time >= m.minute and r.time < m.minute + interval '1 minute'
     where r.quality = 0 and r.value is not null
     group by "pointId", m.minute order by "pointId", m.minute
     ${REPLACE}`,
    [tenantId, minutes],
  );
  await connection.execute(
    `insert into platform."readingHour" ("tenantId", "pointId", time, low, high, total, times, last)
     select $1, "pointId", h.hour, min(low), max(high), sum(total), sum(times),
       (array_agg(last order by r.time desc))[1]
     from (select distinct date_trunc('hour', minute) as hour from unnest($2::timestamptz[]) m (minute)) h
     join platform."readingMinute" r
       on r."tenantId" = $1 and r.time >= h.hour and r.time < h.hour + interval '1 hour'
     group by "pointId", h.hour order by "pointId", h.hour
     ${REPLACE}`,
    [tenantId, minutes],
  );
  return minutes.length;
}

const REPLACE = `on conflict ("tenantId", "pointId", time) do update set low = excluded.low, high = excluded.high,
  total = excluded.total, times = excluded.times, last = excluded.last`;

/** Removes minutes older than `minuteDays`, and hours older than ten times that. */
export async function forgetRollups(database: Database, now: Date, minuteDays: number): Promise<void> {
  const before = (days: number) => new Date(now.getTime() - days * 86_400_000).toISOString();
  for (const tenantId of await tenantCodes(database, 'all')) {
    await database.withTenant(tenantId, async (connection) => {
      for (const [table, days] of [
        ['readingMinute', minuteDays],
        ['readingHour', minuteDays * 10],
      ] as const) {
        await connection.execute(`delete from platform."${table}" where "tenantId" = $1 and time < $2`, [
          tenantId,
          before(days),
        ]);
      }
    });
  }
}
