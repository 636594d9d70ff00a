import { AnlanError } from '../../../src/core/errors/catalogue.ts';
import type { TransitionModel } from '../../../src/core/model/entity-model.ts';
import { holds } from '../../../src/core/validation/record-environment.ts';
import { followingCall, withCall } from '../call/entity-call.ts';
import type { Reading, Tx } from '../call/ports.ts';
import { prepareEnvironment } from '../call/prepare-environment.ts';
import type { StoredRecord } from '../call/stored-record.ts';
import { lockRecord } from '../read/read-record.ts';
import { applyPrepared, prepareTransition } from './apply-transition.ts';
import { needsApproval } from './approval-levels.ts';
import { EMPTY_PROPOSAL } from './read-proposal.ts';

/**
 * Fires the first automatic transition of a record whose conditions hold, as the platform; what it writes tries them
 * again. One whose conditions do not hold, or that would leave an incomplete record, simply does not happen.
 */
export async function tryAutomatic(tx: Tx, id: string): Promise<void> {
  const { call } = tx;
  const { model } = call;
  const automatic = Object.values(model.transitions).filter(({ auto }) => auto);
  if (automatic.length === 0) return;
  const system = followingCall(call, model, { bySystem: true });
  const stored = await lockRecord(withCall(tx, system), id);
  const { status } = stored;
  if (status === null) return;
  const candidates = automatic.filter(({ from }) => from.includes(status));
  for (const transition of await promising(withCall(tx, system), stored, candidates)) {
    const proposal = transition.writes === undefined ? EMPTY_PROPOSAL : { ...EMPTY_PROPOSAL, row: {} };
    const prepared = await prepareTransition(withCall(tx, system), stored, transition, proposal).catch(refusal);
    if (prepared === undefined) continue;
    if (!needsApproval(transition, prepared)) {
      await applyPrepared(withCall(tx, system), stored, transition, proposal, prepared);
      return;
    }
    // It waits already, or nobody could vote: neither is the fault of who wrote the record.
    const opened = await call.services.parts.approvals
      .open(withCall(tx, system), stored, transition, proposal)
      .then(() => true, refusal);
    if (opened === true) return;
  }
}

/**
 * Those whose guards hold over the record as it stands. Most writes make none of them happen: asking the guards alone
 * spares preparing each one whole. Guards that ask for what is not stored are left to that.
 */
async function promising(
  tx: Reading,
  stored: StoredRecord,
  candidates: readonly TransitionModel[],
): Promise<readonly TransitionModel[]> {
  // What the transition writes is not there yet, nor is what is computed only when a record is read.
  const isMadeLater = (name: string) => name.startsWith('row.') || tx.call.model.field.get(name)?.live === true;
  const early = ({ guards }: TransitionModel) =>
    guards.map(({ when }) => when).filter(({ references }) => !references.some(isMadeLater));
  const expressions = candidates.flatMap(early);
  if (expressions.length === 0) return candidates;
  const { values } = stored;
  const environment = await prepareEnvironment(tx, values, { stored: values, expressions, only: true });
  return candidates.filter((transition) => early(transition).every((when) => holds(when, values, environment)));
}

/** Undefined for what only says that conditions do not hold; anything else is thrown on. Preparing writes nothing. */
function refusal(error: unknown): undefined {
  if (error instanceof AnlanError && (error.code === 'guardFailed' || error.code === 'invalidInput')) return undefined;
  throw error;
}
