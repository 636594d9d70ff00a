import type { EntityModel, TransitionModel } from './entity-model.ts';

/** Whether a record in a state may take a step now; where the entity has no states it may at any time. */
export function startsFrom(
  model: Pick<EntityModel, 'states'>,
  { from }: Pick<TransitionModel, 'from'>,
  status: unknown,
): boolean {
  if (Object.keys(model.states).length === 0) return true;
  return typeof status === 'string' && from.includes(status);
}
