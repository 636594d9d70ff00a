import { AnlanError } from '../../../src/core/errors/catalogue.ts';
import type { EntityModel } from '../../../src/core/model/entity-model.ts';
import { say } from '../../../src/core/text/say.ts';
import type { EntityCall } from './ports.ts';

/** An entity that accompanies another. */
export type CompanionModel = EntityModel & { readonly companion: NonNullable<EntityModel['companion']> };

export function isCompanion(model: EntityModel): model is CompanionModel {
  return model.companion !== undefined;
}

/** Entities of which one record stands beside each of the call's entity. */
export function companionsOf({ snapshot, model }: EntityCall): readonly CompanionModel[] {
  return [...snapshot.entities.values()].filter(isCompanion).filter(({ companion }) => companion.of === model.key);
}

/** Refusal of what a person would do with a record that comes and goes with another. */
export function madeWithAnother(
  { snapshot, model }: EntityCall,
  { companion }: CompanionModel,
  verb: string,
): AnlanError {
  const of = snapshot.entities.get(companion.of)?.title ?? '';
  return new AnlanError('guardFailed', {
    detail: say('{model}随{of}自动建立和删除，不能单独{verb}', { model: model.title, of, verb }),
  });
}
