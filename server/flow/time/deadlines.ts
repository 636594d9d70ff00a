import type { Timer } from '../../../src/core/dialect/entity.generated.ts';
import type { EntityModel } from '../../../src/core/model/entity-model.ts';
import type { Connection } from '../../ground/database/database.ts';
import { levelScope, stateScope } from './arm-timers.ts';

/** A vote that is awaited about a record. */
export interface AwaitedVote {
  /** Undefined where the metadata no longer has the entity. */
  readonly model: EntityModel | undefined;
  readonly recordId: string;
  readonly requestId: string;
  readonly level: string;
  /** Timers of the level, as they were frozen. */
  readonly timers: Readonly<Record<string, Timer>>;
  /** By key of a timer of the record's state whether its condition holds; those that are not known are missing. */
  readonly holds?: ReadonlyMap<string, boolean> | undefined;
  /** Whether whoever asks may know the moment of a timer. Default he may. */
  isTold?(timer: Timer): boolean;
}

interface ArmedTimer {
  readonly entityKey: string;
  readonly recordId: string;
  readonly scope: string;
  readonly key: string;
  readonly armed: string;
}

/**
 * Until when each vote should be given, as stored time texts by request and level (`<request>:<level>`): the deadline of
 * the level's timers, else that of the state the record is in. A deadline is the earliest moment from which a timer acts
 * or goes on reminding; where all remind once only, the last reminder.
 */
export async function deadlinesOf(
  connection: Connection,
  votes: readonly AwaitedVote[],
): Promise<ReadonlyMap<string, string>> {
  const deadlines = new Map<string, string>();
  if (votes.length === 0) return deadlines;
  const armed = await connection.query<ArmedTimer>(
    `select "entityKey", "recordId", scope, key, "armedTime"::text as armed from platform.timer
     where "tenantId" = $1 and "recordId" = any($2)`,
    [connection.tenantId, votes.map(({ recordId }) => recordId)],
  );
  for (const { model, recordId, requestId, level, timers, holds, isTold } of votes) {
    if (model === undefined) continue;
    const own = armed.filter((timer) => timer.entityKey === model.key && timer.recordId === recordId);
    const scope = levelScope(requestId, level);
    const state = Object.values(model.states).find(({ key }) => own.some((t) => t.scope === stateScope(model, key)));
    // As for steps: what the record itself keeps from acting says nothing.
    const acting = own.filter(({ key }) => holds?.get(key) !== false);
    const ofState = state?.source.timers ?? {};
    const deadline =
      timerAmong(own, scope, timers) ??
      (state === undefined ? undefined : timerAmong(acting, stateScope(model, state.key), ofState));
    const timer = deadline?.scope === scope ? timers[deadline.key] : ofState[deadline?.key ?? ''];
    if (deadline === undefined || timer === undefined || isTold?.(timer) === false) continue;
    deadlines.set(`${requestId}:${level}`, deadline.armed);
  }
  return deadlines;
}

/** A record in a state, and which of the state's timers will act as it stands, as far as its values alone decide that. */
export interface TimedRecord {
  readonly id: string;
  readonly state: string;
  /** By key of the timer whether its condition holds; those that time or others decide are missing. */
  readonly holds: ReadonlyMap<string, boolean>;
}

/** Until when records should leave the state they are in, by the timers of that state, and by which of them. */
export async function stateDeadlines(
  connection: Connection,
  model: EntityModel,
  records: readonly TimedRecord[],
): Promise<ReadonlyMap<string, { readonly due: string; readonly timer: string }>> {
  const found = new Map<string, { readonly due: string; readonly timer: string }>();
  const timed = records.filter(({ state }) => (model.states[state]?.timers.length ?? 0) > 0);
  if (timed.length === 0) return found;
  const armed = await connection.query<ArmedTimer>(
    `select "entityKey", "recordId", scope, key, "armedTime"::text as armed from platform.timer
     where "tenantId" = $1 and "entityKey" = $2 and "recordId" = any($3)`,
    [connection.tenantId, model.key, timed.map(({ id }) => id)],
  );
  for (const { id, state, holds } of timed) {
    const own = armed.filter(({ recordId, key }) => recordId === id && holds.get(key) !== false);
    const deadline = timerAmong(own, stateScope(model, state), model.states[state]?.source.timers ?? {});
    if (deadline !== undefined) found.set(id, { due: deadline.armed, timer: deadline.key });
  }
  return found;
}

/**
 * The timer that says until when: the first that acts or goes on reminding, else the last reminder. One with a condition
 * may never act, so that it says so only where no other does.
 */
function timerAmong(
  armed: readonly ArmedTimer[],
  scope: string,
  timers: Readonly<Record<string, Timer>>,
): ArmedTimer | undefined {
  const own = armed.filter((timer) => timer.scope === scope && Object.hasOwn(timers, timer.key));
  const inOrder = own.toSorted((left, right) => Date.parse(left.armed) - Date.parse(right.armed));
  const acting = inOrder.filter(({ key }) => timers[key]?.fire !== undefined || timers[key]?.every !== undefined);
  return acting.find(({ key }) => timers[key]?.when === undefined) ?? acting[0] ?? inOrder.at(-1);
}
