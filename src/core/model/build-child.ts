import type { Actor, Entity } from '../dialect/entity.generated.ts';
import type { ExpressionScope } from '../expression/index.ts';
import { buildSet } from './build-set.ts';
import type { BuiltFields } from './built-fields.ts';
import { checkPerson } from './check-actors.ts';
import type { ExpressionCompiler } from './compile-expression.ts';
import type { ChildWrite, ParentModel } from './entity-model.ts';
import { entityNames, nameScope, propertyNames } from './entity-scope.ts';
import type { ModelWorld } from './model-world.ts';

/** Keys of the entities whose records belong to one record of this one. */
export function childrenOf(world: ModelWorld, entity: Entity): readonly string[] {
  if (world.childrenOf !== undefined) return world.childrenOf(entity.entity);
  return [...(world.entityKeys?.() ?? [])].filter((key) => world.entity(key)?.parent?.entity === entity.entity);
}

/** Children by parent, of entities that are asked one by one. */
export function childrenByParent(entities: Iterable<Entity>): (key: string) => readonly string[] {
  const children = new Map<string, string[]>();
  for (const { entity, parent } of entities) {
    if (parent !== undefined) children.set(parent.entity, [...(children.get(parent.entity) ?? []), entity]);
  }
  return (key) => children.get(key) ?? [];
}

/** Whether rows of the entity come only from transitions of its parent, so that nobody saves or removes one. */
export function isWrittenOnly(world: ModelWorld, entity: Entity): boolean {
  const { parent } = entity;
  if (parent === undefined || parent.create !== undefined || parent.edit !== undefined || parent.remove !== undefined) {
    return false;
  }
  const above = world.entity(parent.entity);
  return Object.values(above?.transitions ?? {}).some(({ writes }) => writes === entity.entity);
}

/** What makes an entity a child, with its conditions compiled; undefined where it is none or its parent is unknown. */
export function buildParent(
  world: ModelWorld,
  entity: Entity,
  built: BuiltFields,
  compiler: ExpressionCompiler,
): ParentModel | undefined {
  const { parent } = entity;
  if (parent === undefined) return undefined;
  const { sink } = compiler;
  const above = world.entity(parent.entity);
  const reference = built.field.get(parent.field);
  if (reference !== undefined && (reference.target !== parent.entity || reference.multiple)) {
    sink.error(['parent', 'field'], '上级字段须引用上级实体', `给该字段写 "ref": {"entity": "${parent.entity}"}`);
  }
  if (above === undefined) return undefined;
  if (above.parent !== undefined && world.entity(above.parent.entity)?.parent !== undefined) {
    sink.error(['parent', 'entity'], '子实体最多两层', '把下层数据并入上层，或改为引用');
  }
  if (Object.hasOwn(above.record.properties, entity.entity)) {
    sink.error(['entity'], `上级实体“${above.title}”有同名的字段`, '给子实体或该字段换一个键');
  }
  const scope = nameScope(world, entityNames(world, above));
  const write = (name: 'create' | 'edit' | 'remove'): ChildWrite => ({
    given: parent[name] !== undefined,
    who: checkedActors({ compiler, built, scope }, parent[name]?.who, ['parent', name, 'who']),
    when: compiler.compile(parent[name]?.when, ['parent', name, 'when'], scope, 'boolean'),
    fields: writtenFields({ compiler, built }, name, parent[name]?.fields),
  });
  return {
    entity: parent.entity,
    field: parent.field,
    create: write('create'),
    edit: write('edit'),
    remove: write('remove'),
    seed: buildSeed({ world, compiler, built }, entity, above),
    lockRows: parent.lockRows === true,
    writtenOnly: isWrittenOnly(world, entity),
  };
}

/** Actors who name fields of the parent or a condition over it; nothing is proposed here. */
function checkedActors(
  { compiler, built, scope }: Building & { readonly scope: ExpressionScope },
  who: readonly Actor[] | undefined,
  path: readonly (string | number)[],
): readonly Actor[] | undefined {
  for (const [index, actor] of (who ?? []).entries()) {
    if (typeof actor === 'string') continue;
    const at = [...path, index];
    if ('expression' in actor) compiler.compile(actor.expression, [...at, 'expression'], scope, 'boolean');
    if ('row' in actor) checkPerson(compiler, built, actor.row, 'user', [...at, 'row']);
    if ('proposal' in actor) {
      compiler.sink.error([...at, 'proposal'], '写子表时没有提交内容可指', '改为上级实体的字段、角色或条件');
    }
  }
  return who;
}

interface Building {
  readonly compiler: ExpressionCompiler;
  readonly built: BuiltFields;
}

/** Fields that an edit of a row may write; rows are added and removed whole. */
function writtenFields(
  { compiler, built }: Building,
  verb: 'create' | 'edit' | 'remove',
  keys: readonly string[] | undefined,
): ReadonlySet<string> | undefined {
  if (keys === undefined) return undefined;
  const { sink } = compiler;
  if (verb !== 'edit') sink.error(['parent', verb, 'fields'], '只有 edit 可以限定字段', '移到 edit 下，或删去');
  for (const [index, key] of keys.entries()) {
    const field = built.field.get(key);
    if (field === undefined || (!field.base && !field.computed)) continue;
    sink.error(['parent', verb, 'fields', index], `“${field.title}”（${key}）没有人填写`, '改为有人填写的字段');
  }
  return new Set(keys);
}

function buildSeed(
  { world, compiler, built }: Building & { readonly world: ModelWorld },
  entity: Entity,
  above: Entity,
): ParentModel['seed'] {
  const seed = entity.parent?.seed;
  if (seed === undefined) return undefined;
  const library = world.entity(seed.from);
  if (library === undefined) return undefined;
  if (seed.entered !== undefined) checkEntered({ compiler, built }, seed.entered, library);
  const names = entityNames(world, above);
  const rows = nameScope(world, entityNames(world, library), { parent: names, outer: names });
  return {
    from: library.entity,
    where: compiler.compile(seed.where, ['parent', 'seed', 'where'], rows, 'boolean'),
    map:
      seed.map === undefined
        ? undefined
        : buildSet(compiler, seed.map, ['parent', 'seed', 'map'], propertyNames(world, entity.record.properties), rows),
    entered: seed.entered === undefined ? undefined : new Set(seed.entered),
  };
}

/** Rows of a form are made in the browser, which has small libraries only; what nobody enters is no field to be entered. */
function checkEntered({ compiler: { sink }, built }: Building, keys: readonly string[], library: Entity): void {
  const path = ['parent', 'seed', 'entered'];
  if (library.small !== true) {
    sink.error(
      path,
      `明细要在上级的表单里带出，库“${library.title}”须是小表`,
      `在 ${library.entity} 里写 "small": true，或删去 entered`,
    );
  }
  for (const [index, key] of keys.entries()) {
    const field = built.field.get(key);
    if (field === undefined) continue;
    if (!field.base && !field.computed && field.property.disabledWhen !== 'true') continue;
    sink.error([...path, index], `“${field.title}”（${key}）没有人填写`, '改为有人填写的字段');
  }
}
