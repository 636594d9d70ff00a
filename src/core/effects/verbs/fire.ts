import { buildSet, proposalNames } from '../../model/build-set.ts';
import { reportUnknown } from '../../model/compile-expression.ts';
import type { ModelExpression } from '../../model/entity-model.ts';
import { actedUpon, TARGET_KEYWORDS } from '../effect-target.ts';
import type { EffectVerb } from '../effect-verb.ts';

/** The transition that is fired, and what it proposes. */
interface FireStep {
  readonly transition: string;
  readonly values: Readonly<Record<string, ModelExpression>>;
}

/** Fires a transition on the target. */
export const verb: EffectVerb<FireStep> = {
  keyword: 'fire',
  schema: {
    fire: { $ref: '#/$defs/transitionKey', description: 'Transition fired on the target.', 'x-over': 'target' },
  },
  shares: [...TARGET_KEYWORDS, 'values'],
  fires: ({ fire }) => fire,
  build(effect) {
    const { world, compiler, source, path, scope } = effect;
    const acted = actedUpon(effect);
    if (acted === undefined) return undefined;
    const { entity, target } = acted;
    const transition = source.fire ?? '';
    const known = Object.keys(entity.transitions ?? {});
    if (!known.includes(transition)) {
      reportUnknown(compiler.sink, [...path, 'fire'], `“${entity.title}”的流转`, transition, known);
      return undefined;
    }
    const proposed = proposalNames(world, entity, transition);
    const values = buildSet(compiler, source.values, [...path, 'values'], proposed, scope);
    return { entity, target, reads: Object.values(values), step: { transition, values } };
  },
};
