import type { EffectVerbName } from '../effects/names.generated.ts';
import type { CallStep } from '../effects/verbs/call.ts';
import type { EffectModel, EntityModel, FieldModel, ModelExpression } from '../model/entity-model.ts';
import { isOpenPath, isOpenToAll, type NamedRecords } from '../model/open-to-all.ts';
import type { LintedEntity } from './lint-context.ts';

type Path = readonly (string | number)[];
type ModelOf = (key: string) => EntityModel | undefined;

const CALL: EffectVerbName = 'call';

const isCall = (effect: EffectModel): effect is EffectModel<CallStep> => effect.verb === CALL;

/** What leaves the house is what everybody who sees the record sees in clear: nobody's right follows it out there. */
export function lintOutgoing({ model, sink }: LintedEntity, modelOf: ModelOf): void {
  for (const [effect, path, row] of effectsOf(model, modelOf)) {
    if (!isCall(effect)) continue;
    const isEach = effect.target.kind === 'each';
    const over = isEach ? modelOf(effect.entity) : model;
    const named: NamedRecords = isEach ? { parent: model, outer: model } : { row };
    for (const [key, expression] of Object.entries(effect.step.send)) {
      const kept = over === undefined ? undefined : keptOf(expression, over, { modelOf, named });
      if (kept === undefined) continue;
      sink.error(
        [...path, effect.key, 'send', key],
        `“${kept}”脱敏、不是人人可见或已封存，不能发到平台之外`,
        '去掉这一项，或改为人人可见的字段',
      );
    }
  }
}

/** The first name that an expression reads and that is kept from somebody, by its title where it is the record's own. */
function keptOf(
  { references }: ModelExpression,
  over: EntityModel,
  { modelOf, named }: { readonly modelOf: ModelOf; readonly named: NamedRecords },
): string | undefined {
  const asked = { entities: { get: modelOf }, named, isOpen: isSendable };
  const kept = references.find((path) => !isOpenPath(asked, over, path.split('.')));
  return kept === undefined ? undefined : (over.field.get(kept)?.title ?? kept);
}

function isSendable(model: EntityModel, field: FieldModel): boolean {
  const { mask, maskInLists, writeOnly } = field.property;
  const isGuarded = mask !== undefined || maskInLists === true || writeOnly === true || field.type.type === 'password';
  return !isGuarded && isOpenToAll(model, field);
}

/** Effects of an entity with the path of the map that has them, and the entity of the row that is proposed there. */
function effectsOf(
  model: EntityModel,
  modelOf: ModelOf,
): readonly (readonly [EffectModel, Path, EntityModel | undefined])[] {
  const own = model.effects.map((effect) => [effect, ['effects'], undefined] as const);
  const entering = Object.values(model.states).flatMap(({ key, effects }) =>
    effects.map((effect) => [effect, ['states', key, 'effects'], undefined] as const),
  );
  const fired = Object.values(model.transitions).flatMap(({ key, writes, effectSteps }) =>
    effectSteps.map((effect) => [effect, ['transitions', key, 'effects'], modelOf(writes ?? '') ?? model] as const),
  );
  return [...own, ...entering, ...fired];
}
