import { buildSet } from '../../model/build-set.ts';
import type { ModelExpression } from '../../model/entity-model.ts';
import { propertyNames } from '../../model/entity-scope.ts';
import { actedUpon, TARGET_KEYWORDS } from '../effect-target.ts';
import type { EffectVerb } from '../effect-verb.ts';

/** Values by field of the target. */
interface SetStep {
  readonly values: Readonly<Record<string, ModelExpression>>;
}

/** Writes fields of the target. */
export const verb: EffectVerb<SetStep> = {
  keyword: 'set',
  schema: {
    set: {
      description: 'Field of the target to expression.',
      type: 'object',
      propertyNames: { $ref: '#/$defs/fieldKey', 'x-over': 'target' },
      additionalProperties: { $ref: '#/$defs/expression', description: 'Value.' },
    },
  },
  shares: TARGET_KEYWORDS,
  build(effect) {
    const { world, compiler, source, path, scope } = effect;
    const acted = actedUpon(effect);
    if (acted === undefined) return undefined;
    const names = propertyNames(world, acted.entity.record.properties);
    const values = buildSet(compiler, source.set, [...path, 'set'], names, scope);
    return { ...acted, reads: Object.values(values), step: { values } };
  },
};
