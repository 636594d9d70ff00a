import type { Logger } from 'pino';
import { wallClock } from '../../../src/core/clock/wall-clock.ts';
import { type ExpressionNode, evaluateExpression, type Value } from '../../../src/core/expression/index.ts';
import type { EntityModel, ScheduleModel } from '../../../src/core/model/entity-model.ts';
import { storedValue } from '../../../src/core/validation/record-environment.ts';
import type { Clock } from '../../ground/context.ts';
import type { Connection } from '../../ground/database/database.ts';
import { systemContext } from '../../ground/jobs/system-context.ts';
import { callFor, createEntityCall, withCall } from '../../records/call/entity-call.ts';
import type { EntityCall, EntityServices, Reading, Tx } from '../../records/call/ports.ts';
import type { Row } from '../../records/call/record-row.ts';
import { isWorkday, loadCalendar } from '../../records/call/work-calendar.ts';
import { lockRecord } from '../../records/read/read-record.ts';
import { saveRecord } from '../../records/write/save.ts';
import { transact } from '../../records/write/transact.ts';
import { libraryRows } from './library-rows.ts';
import { type Occasion, occasionsOf } from './occasions.ts';
import { type RecordExpressions, recordExpressions } from './record-expressions.ts';

/** What schedules work with. */
interface SchedulesOptions {
  readonly clock: Clock;
  readonly logger: Pick<Logger, 'info' | 'warn' | 'error'>;
  readonly services: EntityServices;
}

/** Schedules of plan entities. */
export interface Schedules {
  /**
   * Makes what is due by `now` (default the clock's) and gives the number of records. Each occurrence makes its records
   * once, whatever process does it; after downtime the latest `MOST_MISSED` of each plan are made up for.
   */
  runDue(now?: Date): Promise<number>;
}

/** Occurrences of a plan that are made up for at a time; older ones are dropped, and the log says so. */
export const MOST_MISSED = 100;

const PAGE = 200;
/** Milliseconds before its making in which a plan may have begun and still be open. */
const LONGEST_WINDOW = 400 * 86_400_000;
/** Milliseconds until a plan that failed is tried again. */
const RETRY = 300_000;

interface PlanRow {
  readonly id: string;
  readonly version: number;
  readonly created: number;
  readonly done: number | null;
}

/** Creates the schedules of a process. */
export function createSchedules({ services, clock, logger }: SchedulesOptions): Schedules {
  const { database, metadata } = services;

  async function runTenant(tenantId: string, now: Date): Promise<number> {
    const snapshot = await metadata.snapshot(tenantId);
    const context = systemContext(tenantId, { now: () => now }, 'schedule');
    let made = 0;
    for (const model of snapshot.entities.values()) {
      const { schedule } = model;
      if (schedule === undefined) continue;
      const call = createEntityCall(services, context, snapshot, model, { internal: true });
      for (;;) {
        const plans = await database.withTenant(tenantId, (connection) => duePlans(connection, model, now));
        for (const plan of plans) made += await runGuarded(call, schedule, plan, now);
        if (plans.length < PAGE) break;
      }
    }
    return made;
  }

  async function runGuarded(call: EntityCall, schedule: ScheduleModel, plan: PlanRow, now: Date): Promise<number> {
    try {
      return await runPlan(call, schedule, plan, now);
    } catch (error) {
      logger.error({ err: error, entity: call.model.key, id: plan.id }, '计划未能生成任务，稍后重试');
      const later = new Date(now.getTime() + RETRY);
      await database.transaction(call.context.tenantId, (db) =>
        notePlan({ call, db }, plan, plan.done === null ? undefined : new Date(plan.done), later),
      );
      return 0;
    }
  }

  async function runPlan(call: EntityCall, schedule: ScheduleModel, plan: PlanRow, now: Date): Promise<number> {
    const { tenantId } = call.context;
    const zone = call.snapshot.timeZone;
    const prepared = await database.withTenant(tenantId, (db) => preparePlan({ call, db }, schedule, plan.id));
    const { expressions, workday } = prepared;
    const occasions = occasionsOf(schedule, expressions, workday, zone);
    let made = 0;
    let done = plan.done === null ? undefined : new Date(plan.done);
    if (occasions !== undefined) {
      const { kept, dropped } = occasions.between(done ?? new Date(plan.created - LONGEST_WINDOW), now, MOST_MISSED);
      if (dropped > 0 && done !== undefined) {
        logger.warn({ entity: call.model.key, id: plan.id, dropped }, '错过的计划过多，较早的不再生成');
      }
      let open = false;
      for (const occasion of kept) {
        // What was over before the plan existed was never due.
        const at = wallClock(occasion.start, zone);
        if (!holdsAt(expressions, schedule.only, at)) {
          // It does not count: nothing is made, now or later.
        } else if (occasion.end.getTime() > plan.created && holdsAt(expressions, schedule.when, at)) {
          made += await runOccasion(call, schedule, plan.id, occasion);
        } else if (occasion.end.getTime() > now.getTime()) {
          // Still open: it is made up for where the plan comes to hold before its window ends.
          open = true;
        }
        if (!open) done = occasion.start;
      }
    }
    await database.transaction(tenantId, (db) => notePlan({ call, db }, plan, done, occasions?.next(now)));
    return made;
  }

  /** The records of one occurrence, in one transaction; 0 where they have been made. */
  async function runOccasion(
    call: EntityCall,
    schedule: ScheduleModel,
    planId: string,
    occasion: Occasion,
  ): Promise<number> {
    const { tenantId } = call.context;
    return transact(call, async (tx) => {
      const { db } = tx;
      const stored = await lockRecord(tx, planId);
      const first = await db.query(
        `insert into platform."scheduleRun" ("tenantId", "entityKey", "recordId", occurrence, "runTime", created)
         values ($1, $2, $3, $4, $5, 0) on conflict do nothing returning 1`,
        [tenantId, call.model.key, planId, occasion.start, call.at],
      );
      if (first.length === 0) return 0;
      const expressions = await recordExpressions(tx, stored.values, nodesOf(schedule));
      const made = await createFor(tx, schedule, occasion, expressions);
      await db.execute(
        `update platform."scheduleRun" set created = $5
         where "tenantId" = $1 and "entityKey" = $2 and "recordId" = $3 and occurrence = $4`,
        [tenantId, call.model.key, planId, occasion.start, made],
      );
      return made;
    });
  }

  return {
    async runDue(now = clock.now()) {
      const tenants = await database.withTenant('000000', (connection) =>
        connection.query<{ id: string }>(
          `select "tenantCode" as id from data.tenant where "isDeleted" = 0 and status = '1' order by "tenantCode"`,
        ),
      );
      let made = 0;
      for (const { id } of tenants) {
        try {
          made += await runTenant(id, now);
        } catch (error) {
          logger.error({ err: error, tenantId: id }, '计划任务未能生成，稍后重试');
        }
      }
      return made;
    },
  };
}

function nodesOf(schedule: ScheduleModel): readonly (ExpressionNode | undefined)[] {
  const { start, every, window, when, only, forEach, create } = schedule;
  const values = [start, every, window, when, only, forEach, create.when, ...Object.values(create.step.values)];
  return values.map((expression) => expression?.node);
}

/** Plans that were never looked at, have changed since, or have come to their next occurrence. */
async function duePlans(connection: Connection, model: EntityModel, now: Date): Promise<readonly PlanRow[]> {
  return connection.query<PlanRow>(
    `select t.id, t.version, (extract(epoch from t."createTime") * 1000)::float8 as created,
       (extract(epoch from p."doneTime") * 1000)::float8 as done
     from data."${model.id}" t
     left join platform."schedulePlan" p on p."tenantId" = t."tenantId" and p."entityKey" = $2 and p."recordId" = t.id
     where t."tenantId" = $1 and t."isDeleted" = 0
       and (p."recordId" is null or p."recordVersion" <> t.version or p."nextTime" <= $3)
     order by t.id limit ${PAGE}`,
    [connection.tenantId, model.key, now],
  );
}

async function notePlan(
  { call, db }: Reading,
  plan: PlanRow,
  done: Date | undefined,
  next: Date | undefined,
): Promise<void> {
  await db.execute(
    `insert into platform."schedulePlan" as p
       ("tenantId", "entityKey", "recordId", "recordVersion", "doneTime", "nextTime")
     values ($1, $2, $3, $4, $5, $6)
     on conflict ("tenantId", "entityKey", "recordId") do update
       set "recordVersion" = excluded."recordVersion", "nextTime" = excluded."nextTime",
         "doneTime" = greatest(p."doneTime", excluded."doneTime")`,
    [call.context.tenantId, call.model.key, plan.id, plan.version, done ?? null, next ?? null],
  );
}

async function preparePlan(
  tx: Reading,
  schedule: ScheduleModel,
  id: string,
): Promise<{ expressions: RecordExpressions; workday: (date: string) => boolean }> {
  const stored = await lockRecord(tx, id);
  const expressions = await recordExpressions(tx, stored.values, nodesOf(schedule));
  const calendar = schedule.calendar === 'workdays' ? await loadCalendar(tx) : undefined;
  return { expressions, workday: (date) => calendar === undefined || isWorkday(calendar, date) };
}

/** Whether a condition of the plan holds as of the time of an occurrence; a missing one does. */
function holdsAt(expressions: RecordExpressions, condition: ScheduleModel['when'], now: string): boolean {
  return condition === undefined || evaluateExpression(condition.node, { ...expressions.names, now }) === true;
}

async function createFor(
  tx: Tx,
  schedule: ScheduleModel,
  occasion: Occasion,
  expressions: RecordExpressions,
): Promise<number> {
  const { call } = tx;
  const { create } = schedule;
  const model = call.snapshot.entities.get(create.entity);
  if (model === undefined) return 0;
  const zone = call.snapshot.timeZone;
  const target = callFor(call, model);
  const times = { start: wallClock(occasion.start, zone), end: wallClock(occasion.end, zone) };
  const entries: readonly unknown[] =
    schedule.forEach === undefined ? [null] : listOf(expressions.evaluate(schedule.forEach.node));
  let made = 0;
  for (const entry of entries) {
    const special: Row = { occasion: { ...times, entry }, created: null };
    if (create.when !== undefined && over(expressions, special, create.when.node) !== true) continue;
    for (const row of await libraryRows(tx, create.step.library, expressions)) {
      const body: Row = {};
      for (const [key, expression] of Object.entries(create.step.values)) {
        const field = model.field.get(key);
        if (field === undefined) continue;
        body[key] = storedValue(over(expressions, { ...special, row }, expression.node), field);
      }
      await saveRecord(withCall(tx, target), body);
      made += 1;
    }
  }
  return made;
}

function listOf(value: Value): readonly unknown[] {
  return Array.isArray(value) ? [...new Set(value as readonly unknown[])] : [];
}

function over(expressions: RecordExpressions, special: Row, node: ExpressionNode): Value {
  const { names } = expressions;
  return evaluateExpression(node, {
    ...names,
    names: (name) => (Object.hasOwn(special, name) ? special[name] : names.names(name)),
  });
}
