import { evaluateCondition } from '../../src/core/expression/index.ts';
import type { TransitionModel } from '../../src/core/model/entity-model.ts';
import { expressionNode } from '../permission/row-access.ts';
import type { PreparedTransition } from './apply-transition.ts';

/**
 * Whether some level of a transition's approval applies, so that a request opens instead of the transition happening.
 * Levels that are tenant data always ask for a request: a chain that nobody has filled in refuses, and never waves through.
 */
export function needsApproval(
  transition: TransitionModel,
  { proposed, environment }: Pick<PreparedTransition, 'proposed' | 'environment'>,
): boolean {
  const { approve } = transition;
  if (approve === undefined) return false;
  if (approve.from !== undefined) return true;
  const applies = (source: string): boolean =>
    evaluateCondition(expressionNode(source), {
      ...environment,
      names(name) {
        if (name === 'old') return environment.stored ?? null;
        if (name === 'row') return environment.row ?? null;
        return Object.hasOwn(proposed, name) ? proposed[name] : undefined;
      },
    });
  return Object.values(approve.levels ?? {}).some(({ when }) => when === undefined || applies(when));
}
