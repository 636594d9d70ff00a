import type { Timer } from '../../../src/core/dialect/entity.generated.ts';
import type { EntityModel } from '../../../src/core/model/entity-model.ts';
import { instantOfWallClock } from '../../ground/database/wall-clock.ts';
import type { FlowRecord, LevelTimers, Reading, Tx } from '../../records/call/ports.ts';
import type { Row } from '../../records/call/record-row.ts';
import { followsClock, recordExpressions } from './record-expressions.ts';
import { armTimer, dropOtherStates, dropTimer, type TimerKey } from './timer-rows.ts';

/** Whether any state of the entity has timers. */
function hasStateTimers(model: EntityModel): boolean {
  return Object.values(model.states).some(({ source }) => source.timers !== undefined);
}

/** Scope of the timers of a state; states keep their ids when they are renamed. */
export function stateScope(model: EntityModel, status: string | null): string {
  const state = status === null ? undefined : model.states[status];
  return state === undefined ? 'state:' : `state:${state.id}`;
}

/** Scope of the timers of an approval level. */
export function levelScope(requestId: string, level: string): string {
  return `level:${requestId}:${level}`;
}

/** Arms the timers of a record's state and drops those of states it left. */
export async function armState(tx: Tx, record: FlowRecord): Promise<void> {
  const { model } = tx.call;
  if (!hasStateTimers(model)) return;
  const timers = (record.to === null ? undefined : model.states[record.to]?.source.timers) ?? {};
  const scope = stateScope(model, record.to);
  const of = { tenantId: record.tenantId, entityKey: model.key, recordId: record.id };
  await dropOtherStates(tx.db, of, scope, Object.keys(timers));
  await armAll(tx, { ...of, scope }, record.values, timers, undefined);
}

/** Arms the timers of an approval level. */
export async function armLevelTimers(tx: Tx, level: LevelTimers): Promise<void> {
  const { call } = tx;
  const of = {
    tenantId: call.context.tenantId,
    entityKey: call.model.key,
    recordId: level.recordId,
    scope: levelScope(level.requestId, level.level),
  };
  await armAll(tx, of, level.values, level.timers, { row: level.row, node: level.node });
}

async function armAll(
  tx: Reading,
  of: Omit<TimerKey, 'key'>,
  values: Row,
  timers: Readonly<Record<string, Timer>>,
  frozen: { readonly row: Row | undefined; readonly node: Row | undefined } | undefined,
): Promise<void> {
  const { db } = tx;
  const entries = Object.entries(timers);
  if (entries.length === 0) return;
  const row = {
    ...(frozen?.row === undefined ? {} : { row: frozen.row }),
    ...(frozen?.node === undefined ? {} : { node: frozen.node }),
  };
  const sources = entries.map(([, { at }]) => at);
  const expressions = await recordExpressions(tx, values, sources, row);
  for (const [key, timer] of entries) {
    const due = expressions.evaluate(timer.at);
    const at = typeof due === 'string' ? instantOfWallClock(due, tx.call.snapshot.timeZone) : undefined;
    if (at === undefined) await dropTimer(db, { ...of, key });
    else {
      await armTimer(db, { ...of, key }, at, {
        // What counts from now counts from the entry: a save in between does not put it off.
        keep: followsClock(timer.at),
        ...(frozen === undefined ? {} : { definition: { timer, ...row } }),
      });
    }
  }
}
