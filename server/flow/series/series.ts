import type { Logger } from 'pino';
import { dateOfDay, dayNumber } from '../../../src/core/expression/civil-date.ts';
import { PERIOD_UNITS, parsePeriod } from '../../../src/core/expression/index.ts';
import type { SeriesModel } from '../../../src/core/model/entity-model.ts';
import type { Clock } from '../../ground/context.ts';
import { systemContext } from '../../ground/jobs/system-context.ts';
import { createEntityCall } from '../../records/call/entity-call.ts';
import { recordEnvironment } from '../../records/call/environment.ts';
import type { EntityCall, EntityServices } from '../../records/call/ports.ts';
import { evaluateDuration, momentAfter, momentText } from '../time/recurrence.ts';
import { periodsOfRun } from './open-periods.ts';
import { writePeriod } from './write-period.ts';

/** Combinations that one run goes through; the next one goes on. */
const MOST = 50_000;

interface SeriesOptions {
  readonly services: EntityServices;
  readonly clock: Clock;
  readonly logger: Pick<Logger, 'error'>;
}

/** Series of all companies. */
export interface SeriesRunner {
  /** Writes what is due by `now` (default the clock's); gives how many records were new or have changed. */
  runDue(now?: Date): Promise<number>;
}

interface KnownRow {
  readonly period: string;
  readonly ranFor: string;
  readonly place: number | null;
  readonly final: boolean;
}

/** Creates the series of a process; one process at a time runs them. */
export function createSeries({ services, clock, logger }: SeriesOptions): SeriesRunner {
  const { database, metadata } = services;

  async function runTenant(tenantId: string, now: Date): Promise<number> {
    const snapshot = await metadata.snapshot(tenantId);
    const context = systemContext(tenantId, { now: () => now }, 'series');
    let changed = 0;
    for (const model of snapshot.entities.values()) {
      if (model.series === undefined) continue;
      const call = createEntityCall(services, context, snapshot, model, { internal: true });
      try {
        changed += await runSeries(call, model.series);
      } catch (error) {
        logger.error({ err: error, tenantId, entity: model.key }, '序列未能写入，稍后重试');
      }
    }
    return changed;
  }

  async function runSeries(call: EntityCall, series: SeriesModel): Promise<number> {
    const day = dayOfRun(call.now, series.at);
    const known = await database.withTenant(call.context.tenantId, (connection) =>
      connection.query<KnownRow>(
        `select period, "ranFor", place, final from platform."seriesPeriod" where "tenantId" = $1 and "entityId" = $2`,
        [call.context.tenantId, call.model.id],
      ),
    );
    let left = MOST;
    let changed = 0;
    const closes = closing(call, series);
    // Where each combination has its own period, those of each length are gone through by themselves.
    const units = typeof series.every === 'string' ? [series.every] : PERIOD_UNITS;
    const runs = units.flatMap((unit) => {
      const ofUnit = known.filter(({ period }) => parsePeriod(period)?.unit === unit);
      return periodsOfRun(day, unit, ofUnit, closes);
    });
    for (const period of runs) {
      const before = known.find((row) => row.period === period.name);
      const isUnderWay = before?.ranFor === day && before.place !== null;
      if (before !== undefined && (before.final || (before.ranFor === day && !isUnderWay))) continue;
      if (left <= 0) break;
      const from = isUnderWay ? (before?.place ?? 0) : 0;
      const written = await writePeriod(call, series, period, { from, most: left });
      changed += written.changed;
      left -= (written.place ?? from + 1) - from;
      await note(call, period.name, { day, place: written.place, final: period.final && written.place === undefined });
    }
    return changed;
  }

  function note(
    { context, model }: EntityCall,
    period: string,
    { day, place, final }: { readonly day: string; readonly place: number | undefined; readonly final: boolean },
  ): Promise<number> {
    return database.withTenant(context.tenantId, (connection) =>
      connection.execute(
        `insert into platform."seriesPeriod" ("tenantId", "entityId", period, "ranFor", place, final)
         values ($1, $2, $3, $4, $5, $6) on conflict ("tenantId", "entityId", period) do update
           set "ranFor" = excluded."ranFor", place = excluded.place, final = excluded.final`,
        [context.tenantId, model.id, period, day, place ?? null, final],
      ),
    );
  }

  return {
    async runDue(now = clock.now()) {
      const tenants = await database.withTenant('000000', (connection) =>
        connection.query<{ id: string }>(
          `select "tenantCode" as id from data.tenant where "isDeleted" = 0 and status = '1' order by "tenantCode"`,
        ),
      );
      let changed = 0;
      for (const { id } of tenants) changed += await runTenant(id, now);
      return changed;
    },
  };
}

/** The day whose run is the last one due: today, or yesterday where its time has not come. */
function dayOfRun(now: string, at: string): string {
  const today = now.slice(0, 10);
  return now.slice(11, 16) >= at ? today : (dateOfDay((dayNumber(today) ?? 0) - 1) ?? today);
}

/** Until which day a period that ends on a day is open: at least until the run behind it, which sees its last day whole. */
function closing(call: EntityCall, { close }: SeriesModel): (last: string) => string {
  const dayAfter = (last: string) => dateOfDay((dayNumber(last) ?? 0) + 1) ?? last;
  if (close === undefined) return dayAfter;
  const environment = recordEnvironment(call);
  const duration = evaluateDuration(close.node, { ...environment, names: () => null });
  const zone = call.snapshot.timeZone;
  return (last) => {
    const end = duration === undefined ? undefined : momentAfter(last, duration, 1, zone);
    return end === undefined ? dayAfter(last) : momentText(end, zone).slice(0, 10);
  };
}
