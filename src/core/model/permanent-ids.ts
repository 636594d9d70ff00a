import type { EntityModel, StateModel, TransitionModel } from './entity-model.ts';

/** Permanent id of a transition. */
export function transitionId(transition: TransitionModel): string {
  return transition.source.id ?? transition.key;
}

/** The transition of a permanent id. */
export function transitionOf(model: EntityModel, id: string): TransitionModel | undefined {
  return Object.values(model.transitions).find((transition) => transitionId(transition) === id);
}

/** The state of a permanent id. */
export function stateOf(model: EntityModel, id: string | null): StateModel | undefined {
  return id === null ? undefined : Object.values(model.states).find((state) => state.id === id);
}

/** Permanent id of a state. */
export function stateId(model: EntityModel, key: string | null | undefined): string | null {
  return key === null || key === undefined ? null : (model.states[key]?.id ?? key);
}
