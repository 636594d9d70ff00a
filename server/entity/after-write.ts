import type { Connection } from '../database/database.ts';
import type { EntityCall } from './entity-call.ts';
import type { Row } from './record-row.ts';

/** A record that was just written. */
export interface WrittenState {
  readonly id: string;
  /** State before; null for a new record and where there are no states. */
  readonly from: string | null;
  readonly values: Row;
}

/** What follows each write of a record: requests of a state that was left end, timers are armed anew. */
export async function afterWrite(
  call: EntityCall,
  connection: Connection,
  record: WrittenState,
  options: { readonly keepRequests?: boolean } = {},
): Promise<void> {
  const { flow } = call.services;
  const { id, from, values } = record;
  const to = typeof values.status === 'string' ? values.status : null;
  if (from !== null && to !== from && options.keepRequests !== true) {
    await flow?.approvals?.cancel(call, connection, id, `状态变为“${stateTitle(call, to)}”`);
  }
  if (hasTimers(call)) {
    await flow?.timers?.arm(call, connection, { id, tenantId: call.context.tenantId, from, to, values });
  }
}

function stateTitle(call: EntityCall, state: string | null): string {
  return (state === null ? undefined : call.model.states[state]?.title) ?? '';
}

function hasTimers(call: EntityCall): boolean {
  return Object.values(call.model.states).some((state) => state.source.timers !== undefined);
}
