import type { Effect, Entity } from '../dialect/entity.generated.ts';
import type { ExpressionScope } from '../expression/index.ts';
import { buildSet, proposalNames } from './build-set.ts';
import type { BuiltFields } from './built-fields.ts';
import { type ExpressionCompiler, reportUnknown } from './compile-expression.ts';
import type { EffectModel, EffectTarget } from './entity-model.ts';
import { entityNames, type NameTable, nameScope, propertyNames } from './entity-scope.ts';
import type { ModelWorld } from './model-world.ts';

type Path = readonly (string | number)[];

/** Where effects stand: the entity, and the special records that their expressions see besides it. */
export interface EffectPlace {
  readonly world: ModelWorld;
  readonly entity: Entity;
  readonly built: BuiltFields;
  readonly compiler: ExpressionCompiler;
  readonly records: Readonly<Record<string, NameTable>>;
}

/** Ids of records that earlier effects created, as `created.<effect>`. */
function createdNames(created: ReadonlyMap<string, Entity>): NameTable {
  return {
    keys: () => [...created.keys()],
    entry: (key) => (created.has(key) ? { type: 'text' } : undefined),
    rows: () => undefined,
  };
}

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
  const verbs = [source.create, source.fire, source.set].filter((verb) => verb !== undefined);
  if (verbs.length !== 1) {
    sink.error(path, '一个效果须且只须有 create、fire、set 之一', '拆成多个效果，或补上缺少的动作');
    return undefined;
  }
  if (source.when !== undefined && when === undefined) return undefined;
  const common = { key, when, library: undefined, fire: undefined, values: {}, set: {} };
  if (source.create !== undefined) {
    if (source.each !== undefined) sink.error([...path, 'each'], 'create 不作用于已有的记录', '去掉 each，或用 from');
    const target = entityOf(place, source.create, [...path, 'create']);
    const library =
      source.from === undefined ? undefined : entityOf(place, source.from.entity, [...path, 'from', 'entity']);
    if (target === undefined) return undefined;
    created.set(key, target);
    const rows = library === undefined ? undefined : entityNames(world, library);
    const values = rows === undefined ? scope : nameScope(world, built.scopes.names, { ...records, row: rows });
    const where =
      rows === undefined
        ? undefined
        : compiler.compile(
            source.from?.where,
            [...path, 'from', 'where'],
            nameScope(world, rows, { record: built.scopes.names, parent: built.scopes.names }),
            'boolean',
          );
    return {
      ...common,
      verb: 'create',
      entity: target.entity,
      target: { kind: 'self' },
      library: library === undefined ? undefined : { entity: library.entity, where },
      values: buildSet(
        compiler,
        source.values,
        [...path, 'values'],
        propertyNames(world, target.record.properties),
        values,
      ),
    };
  }
  const found =
    source.each === undefined
      ? targetOf(place, source.target, [...path, 'target'], scope, created)
      : eachOf(place, source.each, source.target, [...path, 'each']);
  if (found === undefined) return undefined;
  const { entity, target } = found;
  if (source.fire !== undefined) {
    const known = Object.keys(entity.transitions ?? {});
    if (!known.includes(source.fire)) {
      reportUnknown(sink, [...path, 'fire'], `“${entity.title}”的流转`, source.fire, known);
      return undefined;
    }
    const proposed = proposalNames(world, entity, source.fire);
    const values = buildSet(compiler, source.values, [...path, 'values'], proposed, scope);
    return { ...common, verb: 'fire', entity: entity.entity, target, fire: source.fire, values };
  }
  const names = propertyNames(world, entity.record.properties);
  const set = buildSet(compiler, source.set, [...path, 'set'], names, scope);
  return { ...common, verb: 'set', entity: entity.entity, target, set };
}

/** All records that a condition takes; it is SQL over this record, so that a table of any size serves. */
function eachOf(
  place: EffectPlace,
  { entity: key, where: source }: NonNullable<Effect['each']>,
  target: string | undefined,
  path: Path,
): { entity: Entity; target: EffectTarget } | undefined {
  const { world, built, compiler } = place;
  if (target !== undefined) compiler.sink.error(path, '一个效果只能有 target 和 each 之一', '去掉其中一个');
  const entity = entityOf(place, key, [...path, 'entity']);
  if (entity === undefined) return undefined;
  const scope = nameScope(world, entityNames(world, entity), { parent: built.scopes.names });
  const where = compiler.compile(source, [...path, 'where'], scope, 'boolean');
  return where === undefined ? undefined : { entity, target: { kind: 'each', where } };
}

function entityOf({ world, compiler }: EffectPlace, key: string, path: Path): Entity | undefined {
  const found = world.entity(key);
  if (found === undefined) reportUnknown(compiler.sink, path, '实体', key, world.entityKeys?.() ?? []);
  return found;
}

function targetOf(
  { world, entity, built, compiler }: EffectPlace,
  source: string | undefined,
  path: Path,
  scope: ExpressionScope,
  created: ReadonlyMap<string, Entity>,
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
