import type { EntityModel } from '../../../src/core/model/entity-model.ts';
import type { ListedChoice } from '../../../src/core/wire/operations.ts';

/** The states of an entity in order: the dictionary of `status`. */
export function stateChoices(model: EntityModel): readonly ListedChoice[] {
  return Object.values(model.states)
    .sort((left, right) => left.order - right.order)
    .map((state) => ({ dictKey: state.key, dictValue: state.title, sort: state.order, color: state.color }));
}
