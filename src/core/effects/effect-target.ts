import type { Effect, Entity } from '../dialect/entity.generated.ts';
import type { Path } from '../dialect/walk/walk.ts';
import { reportUnknown, reportUnknownEntity } from '../model/compile-expression.ts';
import type { EffectTarget } from '../model/entity-model.ts';
import { entityNames, nameScope } from '../model/entity-scope.ts';
import type { EffectPlace, PlacedEffect } from './effect-verb.ts';

/** Keywords that say which records an effect acts upon. */
export const TARGET_KEYWORDS = ['target', 'each'] as const satisfies readonly (keyof Effect)[];

/** An entity that a verb names; undefined for an unknown one, which is reported. */
export function namedEntity({ world, compiler }: EffectPlace, key: string, path: Path): Entity | undefined {
  const found = world.entity(key);
  if (found === undefined) reportUnknownEntity(compiler.sink, path, key, world);
  return found;
}

/** What an effect acts upon by its `target` or `each`, by default this record; undefined where that is reported. */
export function actedUpon(effect: PlacedEffect): { entity: Entity; target: EffectTarget } | undefined {
  const { source, path } = effect;
  return source.each === undefined
    ? oneRecord(effect, source.target, [...path, 'target'])
    : eachRecord(effect, source.each, [...path, 'each']);
}

/** All records that a condition takes; it is SQL over this record, so that a table of any size serves. */
function eachRecord(
  effect: PlacedEffect,
  { entity: key, where: source }: NonNullable<Effect['each']>,
  path: Path,
): { entity: Entity; target: EffectTarget } | undefined {
  const { world, built, compiler } = effect;
  if (effect.source.target !== undefined)
    compiler.sink.error(path, '一个效果只能有 target 和 each 之一', '去掉其中一个');
  const entity = namedEntity(effect, key, [...path, 'entity']);
  if (entity === undefined) return undefined;
  const scope = nameScope(world, entityNames(world, entity), { parent: built.scopes.names, outer: built.scopes.names });
  const where = compiler.compile(source, [...path, 'where'], scope, 'boolean');
  return where === undefined ? undefined : { entity, target: { kind: 'each', where } };
}

function oneRecord(
  { world, entity, built, compiler, scope, created }: PlacedEffect,
  source: string | undefined,
  path: Path,
): { entity: Entity; target: EffectTarget } | undefined {
  const { sink } = compiler;
  if (source === undefined) return { entity, target: { kind: 'self' } };
  const made = /^created\.([A-Za-z0-9]+)$/.exec(source)?.[1];
  if (made !== undefined) {
    const found = created.get(made);
    if (found !== undefined) return { entity: found, target: { kind: 'created', effect: made } };
    reportUnknown(sink, path, '在它之前的效果', made, created.keys());
    return undefined;
  }
  const reference = built.field.get(source);
  if (reference?.target !== undefined && !reference.multiple) {
    const target = world.entity(reference.target);
    return target === undefined ? undefined : { entity: target, target: { kind: 'field', field: source } };
  }
  if (compiler.compile(source, path, scope, 'text') !== undefined) {
    sink.error(path, '效果的对象须是引用字段或先前效果创建的记录', '写引用字段的键，或 created.<效果的键>');
  }
  return undefined;
}
