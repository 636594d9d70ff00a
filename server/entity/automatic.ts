import { AnlanError } from '../../src/core/errors/catalogue.ts';
import type { Connection } from '../database/database.ts';
import { applyPrepared, prepareTransition } from './apply-transition.ts';
import { needsApproval } from './approval-levels.ts';
import { type EntityCall, followingCall } from './entity-call.ts';
import { EMPTY_PROPOSAL } from './read-proposal.ts';
import { lockRecord } from './read-record.ts';

/**
 * Fires the first automatic transition of a record whose conditions hold, as the platform; what it writes tries them
 * again. One whose conditions do not hold, or that would leave an incomplete record, simply does not happen.
 */
export async function tryAutomatic(call: EntityCall, connection: Connection, id: string): Promise<void> {
  const { model } = call;
  const automatic = Object.values(model.transitions).filter(({ auto }) => auto);
  if (automatic.length === 0) return;
  const system = followingCall(call, model, { bySystem: true });
  const stored = await lockRecord(system, connection, id);
  for (const transition of automatic) {
    if (stored.status === null || !transition.from.includes(stored.status)) continue;
    const proposal = transition.writes === undefined ? EMPTY_PROPOSAL : { ...EMPTY_PROPOSAL, row: {} };
    const prepared = await prepareTransition(system, connection, stored, transition, proposal).catch(refusal);
    if (prepared === undefined) continue;
    if (!needsApproval(transition, prepared)) {
      await applyPrepared(system, connection, stored, transition, proposal, prepared);
      return;
    }
    const { approvals } = call.services.flow ?? {};
    if (approvals === undefined) throw new AnlanError('notYetAlive', { keyword: 'approve' });
    // It waits already, or nobody could vote: neither is the fault of who wrote the record.
    const opened = await approvals.open(system, connection, stored, transition, proposal).then(() => true, refusal);
    if (opened === true) return;
  }
}

/** Undefined for what only says that conditions do not hold; anything else is thrown on. Preparing writes nothing. */
function refusal(error: unknown): undefined {
  if (error instanceof AnlanError && (error.code === 'guardFailed' || error.code === 'invalidInput')) return undefined;
  throw error;
}
