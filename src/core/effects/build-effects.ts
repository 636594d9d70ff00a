import type { Effect, Entity } from '../dialect/entity.generated.ts';
import type { Path } from '../dialect/walk/walk.ts';
import type { EffectModel } from '../model/entity-model.ts';
import { type NameTable, nameScope } from '../model/entity-scope.ts';
import type { EffectPlace, EffectVerb } from './effect-verb.ts';
import { EFFECT_VERBS, type EffectVerbName } from './names.generated.ts';
import { effectVerbs } from './verbs.generated.ts';

/** Effects in order; one that cannot be read is reported and left out. */
export function buildEffects(
  place: EffectPlace,
  effects: Readonly<Record<string, Effect>> | undefined,
  path: Path,
): readonly EffectModel[] {
  const created = new Map<string, Entity>();
  return Object.entries(effects ?? {}).flatMap(
    ([key, source]) => buildEffect(place, key, source, [...path, key], created) ?? [],
  );
}

/** One effect; what it creates is added to `created` for those after it. */
export function buildEffect(
  place: EffectPlace,
  key: string,
  source: Effect,
  path: Path,
  created: Map<string, Entity>,
): EffectModel | undefined {
  const { world, built, compiler } = place;
  const { sink } = compiler;
  const records = { ...place.records, created: createdNames(new Map(created)) };
  const scope = nameScope(world, built.scopes.names, records);
  const when = compiler.compile(source.when, [...path, 'when'], scope, 'boolean');
  const [verb, ...others] = verbsOf(source);
  if (verb === undefined || others.length > 0) {
    sink.error(path, `一个效果须且只须有 ${EFFECT_VERBS.join('、')} 之一`, '拆成多个效果，或补上缺少的动作');
    return undefined;
  }
  if (source.when !== undefined && when === undefined) return undefined;
  const definition: EffectVerb = effectVerbs[verb];
  const found = definition.build({ ...place, records, key, source, path, scope, created });
  if (found === undefined) return undefined;
  if (found.creates === true) created.set(key, found.entity);
  const { entity, target, reads, step } = found;
  return { key, when, verb, entity: entity.entity, target, reads, step };
}

/** What an effect of a file says that it does; one that is sound says one thing. */
export function verbsOf(source: Effect): readonly EffectVerbName[] {
  return EFFECT_VERBS.filter((name) => source[effectVerbs[name].keyword] !== undefined);
}

/** Ids of records that earlier effects created, as `created.<effect>`. */
function createdNames(created: ReadonlyMap<string, Entity>): NameTable {
  return {
    keys: () => [...created.keys()],
    entry: (key) => (created.has(key) ? { type: 'text' } : undefined),
    rows: () => undefined,
  };
}
