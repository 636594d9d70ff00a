import { evaluateCondition } from '../../src/core/expression/index.ts';
import type { TransitionModel } from '../../src/core/model/entity-model.ts';
import { expressionNode } from '../permission/row-access.ts';
import type { PreparedTransition } from './apply-transition.ts';

/** Whether some level of a transition's approval applies, so that a request opens instead of the transition happening. */
export function needsApproval(
  transition: TransitionModel,
  { proposed, environment }: Pick<PreparedTransition, 'proposed' | 'environment'>,
): boolean {
  const { approve } = transition;
  if (approve === undefined) return false;
  const over = (source: string, row?: Readonly<Record<string, unknown>>): boolean =>
    evaluateCondition(expressionNode(source), {
      ...environment,
      names(name) {
        if (row !== undefined && Object.hasOwn(row, name)) return row[name];
        if (name === 'record' || name === 'parent') return proposed;
        if (name === 'old') return environment.stored ?? null;
        if (name === 'row') return environment.row ?? null;
        return Object.hasOwn(proposed, name) ? proposed[name] : undefined;
      },
    });
  const levels = Object.values(approve.levels ?? {});
  if (levels.some(({ when }) => when === undefined || over(when))) return true;
  const { from } = approve;
  if (from === undefined) return false;
  const rows = environment.lookup?.(from.entity) ?? [];
  return rows.some((row) => from.where === undefined || over(from.where, row));
}
