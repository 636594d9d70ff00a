import { say } from '../../../src/core/text/say.ts';
import { callFor, withCall } from '../call/entity-call.ts';
import type { AfterWrite, EntityCall, Tx, WrittenState } from '../call/ports.ts';
import { parentIdOf } from '../read/child-call.ts';
import { lockRecord } from '../read/read-record.ts';
import { runAfterRules } from './effects/run-after-rules.ts';
import { runEffects } from './effects/run-effects.ts';
import { noteWritten } from './written.ts';

/**
 * What follows each write of a record: requests of a state that was left end, timers are armed anew, effects and rules of
 * a save run, and automatic transitions are tried.
 */
export async function afterWrite(tx: Tx, record: WrittenState, options: AfterWrite = {}): Promise<void> {
  await settleFlow(tx, record, options.keepRequests === true);
  const { effects } = tx.call.model;
  if (options.saved !== undefined && effects.length > 0) {
    const { id, values } = record;
    await runEffects(tx, effects, { id, values, stored: options.saved, action: say('保存') });
  }
  if (options.saved !== undefined) {
    const { id, values } = record;
    await runAfterRules(tx, { id, values, stored: options.saved, action: say('保存') });
  }
  if (options.followed !== true) await tx.verbs.tryAutomatic(tx, record.id);
}

/**
 * Ends the requests of a state that was left, arms the timers of the one that the record is in, and does what coming to it
 * brings with it.
 * @param untold leaves telling to `tellArrival`, for a write whose own effects are still to come.
 */
export async function settleFlow(tx: Tx, record: WrittenState, keepRequests: boolean, untold = false): Promise<void> {
  const { call } = tx;
  const { id, from, values } = record;
  const { approvals, timers, notices, turns } = call.services.parts;
  const to = typeof values.status === 'string' ? values.status : null;
  if (from !== null && to !== from && !keepRequests) {
    const reason = ({ model }: EntityCall) =>
      say('状态变为“{states}”', { states: model.states[to ?? '']?.title ?? '' });
    await approvals.cancel(tx, id, reason, to ?? undefined);
  }
  if (Object.values(call.model.states).some((state) => state.timers.length > 0)) {
    await timers.arm(tx, { id, tenantId: call.context.tenantId, from, to, values });
  }
  if (!untold && from !== null && to !== from) await notices.entered(tx, id, values);
  turns.written(tx, record);
  const effects = from === null || to === from ? [] : (call.model.states[to ?? '']?.effects ?? []);
  if (effects.length === 0) return;
  const action = call.model.states[to ?? '']?.title ?? '';
  await runEffects(tx, effects, { id, values, stored: record.before ?? values, action });
}

/**
 * Tells those whom the state names that the record has come to it, as the effects of the step have left it: whom a step
 * puts on a list is told with the others.
 */
export async function tellArrival(tx: Tx, { id, from, values }: WrittenState): Promise<void> {
  const { status } = values;
  if (from === null || status === from || tx.call.model.states[String(status)]?.entered === undefined) return;
  const { values: now } = await lockRecord(tx, id);
  await tx.call.services.parts.notices.entered(tx, id, { ...now, status: status ?? null });
}

/**
 * After a row was written below a record: the automatic transitions of that record, and of what stands above it. Whoever
 * looks at the record sees its rows, and is told.
 */
export async function afterWriteBelow(tx: Tx, aboveId: string): Promise<void> {
  const { call } = tx;
  const model = call.snapshot.entities.get(call.model.parent?.entity ?? '');
  if (model === undefined) return;
  const above = callFor(call, model);
  noteWritten(withCall(tx, above), aboveId, 'rows');
  call.services.parts.turns.rowsWritten(withCall(tx, above), aboveId);
  await call.services.parts.timers.armRows(withCall(tx, above), aboveId, call.model.key);
  await tx.verbs.tryAutomatic(withCall(tx, above), aboveId);
  const next = await parentIdOf(tx.db, model, aboveId);
  if (next !== undefined) await afterWriteBelow(withCall(tx, above), next);
}
