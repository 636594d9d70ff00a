import type { TransitionModel } from '../../../src/core/model/entity-model.ts';
import { holds } from '../../../src/core/validation/record-environment.ts';
import type { PreparedTransition } from './prepared-transition.ts';

/** Whether some level of a transition's approval applies, so that a request opens instead of the transition happening. */
export function needsApproval(
  transition: TransitionModel,
  { proposed, environment }: Pick<PreparedTransition, 'proposed' | 'environment'>,
): boolean {
  const { approval } = transition;
  if (approval === undefined) return false;
  if (approval.levels.some(({ when }) => when === undefined || holds(when, proposed, environment))) return true;
  const { from } = approval;
  if (from === undefined) return false;
  const { where } = from;
  const rows = environment.lookup?.(from.entity) ?? [];
  const others = { ...environment.others, record: proposed, parent: proposed };
  return rows.some((row) => where === undefined || holds(where, row, { ...environment, others }));
}
