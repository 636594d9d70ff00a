import { randomUUID } from 'node:crypto';
import type { Timer } from '../../../src/core/dialect/entity.generated.ts';
import { AnlanError } from '../../../src/core/errors/catalogue.ts';
import { collectReferences } from '../../../src/core/expression/index.ts';
import type { EntityModel } from '../../../src/core/model/entity-model.ts';
import { say } from '../../../src/core/text/say.ts';
import { expressionNode } from '../../access/permission/row-access.ts';
import { systemContext } from '../../ground/jobs/system-context.ts';
import type { MetadataSnapshot } from '../../metadata/snapshot.ts';
import { callFor, createEntityCall, withCall } from '../../records/call/entity-call.ts';
import type { EntityCall, Notice, Reading, Tx } from '../../records/call/ports.ts';
import { readRowsOf } from '../../records/call/read-rows.ts';
import type { Row } from '../../records/call/record-row.ts';
import { recordTitle } from '../../records/call/record-title.ts';
import type { StoredRecord } from '../../records/call/stored-record.ts';
import { titledRow } from '../../records/call/titled-row.ts';
import { readsOpenToAll } from '../../records/read/open-reads.ts';
import { lockRecord } from '../../records/read/read-record.ts';
import { transact } from '../../records/write/transact.ts';
import { actorNodes, recipientsOf } from '../notices/recipients.ts';
import { keyInFile, stateScope } from './arm-timers.ts';
import { concernedBy, concernedText, type ReminderSubject } from './concerned.ts';
import { causeOf, type Firing, settleFiring, TimerTakenError } from './firing.ts';
import { type RecordExpressions, recordExpressions } from './record-expressions.ts';
import { evaluateDuration, momentText, occurrenceAfter } from './recurrence.ts';
import {
  type ClaimedTimer,
  claimDue,
  dropTimer,
  type FrozenTimer,
  holdsClaim,
  postponeTimer,
  settleTimer,
} from './timer-rows.ts';
import type { TimersOptions } from './timers-options.ts';

/** Timers taken at a time. */
const BATCH = 20;
/** Milliseconds after which what a dead runner had taken is taken again. */
const LEASE = 300_000;
/** Milliseconds after the first failure; doubled with each, up to the longest. */
const FIRST_RETRY = 30_000;
const LONGEST_RETRY = 6 * 3_600_000;
/** Most timers of one run; the next run goes on. */
const MOST = 10_000;

/** What the guard left to do: nothing, nothing more because it is done, or a transition. */
type Prepared = 'passed' | 'done' | { readonly fire: string; readonly firing: Firing };

/** A row below the record for which a timer is. */
interface RowBelow {
  readonly model: string;
  readonly row: Row;
  readonly titled: Row;
}

/** A timer that is due, with what it is told over. */
interface DueTimer {
  readonly timer: ClaimedTimer;
  readonly definition: Timer;
  readonly stored: StoredRecord;
  readonly expressions: RecordExpressions;
  readonly below: RowBelow | undefined;
  readonly concerned: ReminderSubject | undefined;
}

/** Fires all timers that are due and gives how many fired. */
export async function runTimers(
  { services, service, pendingVoters, logger }: TimersOptions,
  now: Date,
): Promise<number> {
  const { database, metadata } = services;

  async function prepare(tx: Tx, timer: ClaimedTimer, now: Date): Promise<Prepared> {
    const { db } = tx;
    const { model, snapshot } = tx.call;
    const definition = definitionOf(model, timer);
    const stored = definition === undefined ? undefined : await lockIfThere(tx, timer.recordId);
    if (!(await holdsClaim(db, timer))) return 'passed';
    const left = timer.definition === null && stored !== undefined && stateScope(model, stored.status) !== timer.scope;
    if (definition === undefined || stored === undefined || left) {
      await dropTimer(db, timer);
      return 'passed';
    }
    const { row: proposed, node }: Partial<FrozenTimer> = timer.definition ?? {};
    const below = definition.rows === undefined ? undefined : await rowBelow(tx, timer, definition.rows);
    if (definition.rows !== undefined && below === undefined) {
      await dropTimer(db, timer);
      return 'passed';
    }
    const row = below?.row ?? proposed;
    const concerned = definition.notify === undefined ? undefined : concernedBy(definition.at);
    const asked = [definition.when, definition.every, concerned?.node, ...actorNodes(definition.notify ?? [])];
    const expressions = await recordExpressions(tx, stored.values, asked, { row, node });
    const next = nextTime(definition, expressions, timer, now, snapshot);
    if (!expressions.holds(definition.when)) {
      await settleTimer(db, timer, next);
      return 'passed';
    }
    const notice = await noticeOf(tx, { timer, definition, stored, expressions, below, concerned });
    const firing: Firing = { timer, next, notice, settled: false };
    if (definition.fire !== undefined) return { fire: definition.fire, firing };
    await settleFiring(tx, firing);
    return 'done';
  }

  async function noticeOf(
    tx: Reading,
    { timer, definition, stored, expressions, below, concerned }: DueTimer,
  ): Promise<Notice | undefined> {
    if (definition.notify === undefined) return undefined;
    const { model } = tx.call;
    const [kind, requestId = '', ...level] = timer.scope.split(':');
    const voters = kind === 'level' ? await pendingVoters(tx.db, requestId, level.join(':')) : [];
    const named = await recipientsOf(tx, definition.notify, expressions.values, {
      environment: expressions.environment,
      times: repetitionOf(definition, expressions, timer, tx.call.snapshot),
      ...proposalOf(timer, below),
    });
    const titled = await titledRow(tx, expressions.values);
    // The moment says what it was reckoned from.
    const isTold = readsOpenToAll(tx.call, collectReferences(expressionNode(definition.at)));
    const about = concernedText(concerned, expressions);
    const nameOf = (over: EntityCall): string =>
      say('{model}“{title}”', {
        model: over.model.title,
        title: recordTitle(over, titled, stored.id),
      });
    return {
      userIds: [...new Set([...voters, ...named])],
      kind: 'reminder',
      title: (over) => messageOf(over, timer, definition) ?? say('{name}到期提醒', { name: nameOf(over) }),
      text: (over) =>
        [
          nameOf(over),
          below === undefined ? '' : rowName(over, below),
          over.model.states[stored.status ?? '']?.title ?? '',
          isTold ? dueText(about ?? momentText(timer.dueTime, over.snapshot.timeZone)) : '',
        ]
          .filter((part) => part !== '')
          .join(say('，')),
      entityKey: model.key,
      recordId: stored.id,
      by: definition.by,
    };
  }

  async function fireOne(timer: ClaimedTimer, now: Date): Promise<boolean> {
    const context = systemContext(timer.tenantId, { now: () => now }, `timer-${timer.key}`);
    const snapshot = await metadata.snapshot(timer.tenantId);
    const model = snapshot.entities.get(timer.entityKey);
    if (model === undefined) {
      await database.transaction(timer.tenantId, (connection) => dropTimer(connection, timer));
      return false;
    }
    const call = createEntityCall(services, context, snapshot, model, { internal: true });
    const rest = await transact(call, (tx) => prepare(tx, timer, now));
    if (typeof rest === 'string') return rest === 'done';
    const cause = causeOf(rest.firing);
    try {
      await service.fireInternal({ ...context, cause }, timer.entityKey, timer.recordId, rest.fire);
    } catch (error) {
      // A guard of the transition holds as `when` does: the moment has passed without it.
      if (!(error instanceof AnlanError) || error.code !== 'guardFailed') throw error;
      logger.info({ timer, reason: error.message }, '定时流转的条件不成立');
      await database.transaction(timer.tenantId, (connection) => settleTimer(connection, timer, rest.firing.next));
      return false;
    }
    // A request for approval may have been opened, which writes no record.
    await transact(call, async (tx) => {
      if (await holdsClaim(tx.db, timer)) await settleFiring(tx, rest.firing);
    });
    return true;
  }

  async function putOff(timer: ClaimedTimer, now: Date, error: unknown): Promise<void> {
    logger.error({ err: error, timer }, '定时器未能执行，稍后重试');
    const wait = Math.min(LONGEST_RETRY, FIRST_RETRY * 2 ** Math.min(timer.attempts, 20));
    await database
      .transaction(timer.tenantId, (connection) => postponeTimer(connection, timer, new Date(now.getTime() + wait)))
      // The lease brings it back where even that cannot be written.
      .catch((failure: unknown) => logger.error({ err: failure, timer }, '定时器的重试时间未能保存'));
  }

  let fired = 0;
  for (let taken = 0; taken < MOST; ) {
    const claim = randomUUID();
    const timers = await database.transaction('000000', (connection) => claimDue(connection, now, LEASE, claim, BATCH));
    if (timers.length === 0) break;
    taken += timers.length;
    for (const timer of timers) {
      try {
        if (await fireOne(timer, now)) fired += 1;
      } catch (error) {
        if (error instanceof TimerTakenError) continue;
        await putOff(timer, now, error);
      }
    }
  }
  return fired;
}

/** A timer as it was frozen with its level, else as its state says it. */
function definitionOf(model: EntityModel, timer: ClaimedTimer): Timer | undefined {
  return timer.definition?.timer ?? stateTimer(model, timer);
}

function stateTimer(model: EntityModel, timer: ClaimedTimer): Timer | undefined {
  const state = Object.values(model.states).find(({ key }) => stateScope(model, key) === timer.scope);
  return state?.source.timers?.[keyInFile(timer.key)[0]];
}

/** The row below the record for which a timer is, as it is now; undefined where it was removed. */
async function rowBelow(tx: Reading, timer: ClaimedTimer, entity: string): Promise<RowBelow | undefined> {
  const model = tx.call.snapshot.entities.get(entity);
  const [, id] = keyInFile(timer.key);
  if (model === undefined || id === undefined) return undefined;
  const [row] = await readRowsOf(tx, model, { ids: [id] });
  if (row === undefined) return undefined;
  const child = withCall(tx, callFor(tx.call, model));
  return { model: model.key, row, titled: await titledRow(child, row) };
}

/** What the row is called, where everybody may know it. */
function rowName(over: EntityCall, { model, row, titled }: RowBelow): string {
  const child = over.snapshot.entities.get(model);
  return child === undefined ? '' : recordTitle(callFor(over, child), titled, String(row.id));
}

/** What `{row}` among those who are told is read of: the row below, or what a frozen level proposes. */
function proposalOf({ definition }: ClaimedTimer, below: RowBelow | undefined): { readonly proposal?: Row } {
  const proposal = below?.row ?? definition?.row;
  return proposal === undefined ? {} : { proposal };
}

/** The message of a timer in the language of the call: a frozen one as the file words it now, where it still says it. */
function messageOf(over: EntityCall, timer: ClaimedTimer, { message }: Timer): string | undefined {
  if (timer.definition === null) return stateTimer(over.model, timer)?.message ?? message;
  const chinese = (over.snapshot.untranslated ?? over.snapshot).entities.get(over.model.key);
  for (const [key, { approve }] of Object.entries(chinese?.transitions ?? {})) {
    for (const [name, level] of Object.entries(approve?.levels ?? {})) {
      if (level.timers?.[timer.key]?.message !== message) continue;
      return over.model.transitions[key]?.approve?.levels?.[name]?.timers?.[timer.key]?.message ?? message;
    }
  }
  return message;
}

/** The record under lock; undefined where it was removed. */
async function lockIfThere(tx: Reading, recordId: string): Promise<StoredRecord | undefined> {
  try {
    return await lockRecord(tx, recordId);
  } catch (error) {
    if (error instanceof AnlanError && error.code === 'notFound') return undefined;
    throw error;
  }
}

/** When a timer with `every` fires again: once for all the times that were missed. */
function nextTime(
  definition: Timer,
  expressions: RecordExpressions,
  timer: ClaimedTimer,
  now: Date,
  { timeZone }: MetadataSnapshot,
): Date | undefined {
  if (definition.every === undefined) return undefined;
  const every = evaluateDuration(expressionNode(definition.every), expressions.names);
  if (every === undefined) return undefined;
  return occurrenceAfter(momentText(timer.armedTime, timeZone), every, now, timeZone)?.at;
}

/**
 * Which repetition falls due; the first firing is number 0. It follows from the times alone, so that trying again after a
 * failure climbs no further.
 */
function repetitionOf(
  definition: Timer,
  expressions: RecordExpressions,
  timer: ClaimedTimer,
  { timeZone }: MetadataSnapshot,
): number {
  if (definition.every === undefined) return 0;
  const every = evaluateDuration(expressionNode(definition.every), expressions.names);
  if (every === undefined) return 0;
  // The wall clock knows whole seconds.
  const justBefore = new Date(timer.dueTime.getTime() - 1000);
  return occurrenceAfter(momentText(timer.armedTime, timeZone), every, justBefore, timeZone)?.index ?? 0;
}

/** When something is due as people say it: without seconds, and the day alone where it is due with the day. */
function dueText(moment: string): string {
  return moment.endsWith(' 00:00:00') ? moment.slice(0, 10) : moment.slice(0, 16);
}
