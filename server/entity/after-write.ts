import { say } from '../../src/core/text/say.ts';
import type { Connection } from '../database/database.ts';
import { runAfterRules, runEffects } from '../effects/run-effects.ts';
import { tryAutomatic } from './automatic.ts';
import { parentIdOf } from './child-call.ts';
import { callFor, type EntityCall } from './entity-call.ts';
import type { Row } from './record-row.ts';
import { noteWritten } from './written.ts';

/** A record that was just written. */
export interface WrittenState {
  readonly id: string;
  /** State before; null for a new record and where there are no states. */
  readonly from: string | null;
  readonly values: Row;
}

export interface AfterWrite {
  /** Leaves open requests open although the state changes. */
  readonly keepRequests?: boolean;
  /** What was stored before a save, empty for a new record: the entity's effects run. Default no effects. */
  readonly saved?: Row | undefined;
  /** Whether a transition follows at once, which then tries the automatic ones. */
  readonly followed?: boolean;
}

/**
 * What follows each write of a record: requests of a state that was left end, timers are armed anew, effects and rules of
 * a save run, and automatic transitions are tried.
 */
export async function afterWrite(
  call: EntityCall,
  connection: Connection,
  record: WrittenState,
  options: AfterWrite = {},
): Promise<void> {
  await settleFlow(call, connection, record, options.keepRequests === true);
  const { effects } = call.model;
  if (options.saved !== undefined && effects.length > 0) {
    const { id, values } = record;
    await runEffects(call, connection, effects, { id, values, stored: options.saved, action: say('保存') });
  }
  if (options.saved !== undefined) await runAfterRules(call, connection, { ...record, stored: options.saved });
  if (options.followed !== true) await tryAutomatic(call, connection, record.id);
}

/** Ends the requests of a state that was left, and arms the timers of the one that the record is in. */
export async function settleFlow(
  call: EntityCall,
  connection: Connection,
  { id, from, values }: WrittenState,
  keepRequests: boolean,
): Promise<void> {
  const { approvals, timers, notices } = call.services.parts;
  const to = typeof values.status === 'string' ? values.status : null;
  if (from !== null && to !== from && !keepRequests) {
    await approvals.cancel(call, connection, id, ({ model }) =>
      say('状态变为“{states}”', { states: model.states[to ?? '']?.title ?? '' }),
    );
  }
  if (Object.values(call.model.states).some((state) => state.timers.length > 0)) {
    await timers.arm(call, connection, { id, tenantId: call.context.tenantId, from, to, values });
  }
  if (from !== null && to !== from) await notices.entered(call, connection, id, values);
}

/**
 * After a row was written below a record: the automatic transitions of that record, and of what stands above it. Whoever
 * looks at the record sees its rows, and is told.
 */
export async function afterWriteBelow(call: EntityCall, connection: Connection, aboveId: string): Promise<void> {
  const model = call.snapshot.entities.get(call.model.parent?.entity ?? '');
  if (model === undefined) return;
  const above = callFor(call, model);
  noteWritten(above, connection, aboveId, 'rows');
  await tryAutomatic(above, connection, aboveId);
  const next = await parentIdOf(connection, model, aboveId);
  if (next !== undefined) await afterWriteBelow(above, connection, next);
}
