import type { EntityModel } from '../../src/core/model/entity-model.ts';

/** One state as the calls for status lists answer it. */
export interface StateAnswer {
  readonly dictKey: string;
  readonly dictValue: string;
  readonly sort: number;
  readonly color: string;
}

/** The states of an entity in order: the dictionary of `status`. */
export function stateChoices(model: EntityModel): readonly StateAnswer[] {
  return Object.values(model.states)
    .sort((left, right) => left.order - right.order)
    .map((state) => ({ dictKey: state.key, dictValue: state.title, sort: state.order, color: state.color }));
}
