import type { Entity, Property } from '../dialect/entity.generated.ts';
import type { BuiltFields } from './built-fields.ts';
import { checkDoers } from './check-actors.ts';
import type { ExpressionCompiler } from './compile-expression.ts';
import type { FieldModel, OverrideModel } from './entity-model.ts';
import { choiceKeys, type NameTable, nameScope, valueTypeOf } from './entity-scope.ts';
import type { ModelWorld } from './model-world.ts';
import { besideOf, isOverridable, overrideKeys, untoldActors } from './override-properties.ts';

type Path = readonly (string | number)[];

/** Longest name of a column in PostgreSQL. */
const LONGEST_NAME = 63;

/**
 * Checks the overrides of an entity as its file has them. What is wrong is reported; the fields beside the overridden
 * ones are there all the same, so that nothing else is told of names that will come.
 */
export function checkOverrides(
  world: ModelWorld,
  entity: Entity,
  built: BuiltFields,
  compiler: ExpressionCompiler,
): void {
  const { properties } = entity.record;
  const { sink } = compiler;
  const ids = new Set(Object.values(properties).flatMap(({ id }) => id ?? []));
  for (const [name, key] of besideOf(properties)) {
    const path = ['record', 'properties', key, 'override'];
    if (Object.hasOwn(properties, name)) {
      sink.error(path, `人工改定要用“${name}”这个字段名，它已被占用`, `把字段“${name}”改名，并以 id 保留原名`);
    }
    if (name.length > LONGEST_NAME)
      sink.error(path, `人工改定的字段名“${name}”超过 ${LONGEST_NAME} 个字符`, '缩短字段名');
  }
  for (const [key, property] of Object.entries(properties)) {
    const path = ['record', 'properties', key];
    const taken = property.override === undefined ? undefined : idsOf(key, property).find((id) => ids.has(id));
    if (taken !== undefined) {
      sink.error([...path, 'override'], `人工改定要用永久标识“${taken}”，它已被占用`, '给占用它的字段换一个 id');
    }
    if (property.override !== undefined) checkOverride({ world, entity, built, compiler }, { key, property, path });
    for (const [column, { override }] of Object.entries(property.items?.properties ?? {})) {
      if (override === undefined) continue;
      const at = [...path, 'items', 'properties', column, 'override'];
      sink.error(at, `子表的列“${column}”不能人工改定`, '删去 override，或把行做成子实体');
    }
  }
}

const idsOf = (key: string, { id = key }: Property): string[] => Object.values(overrideKeys(id));

interface Overridden {
  readonly key: string;
  readonly property: Property;
  /** Place of the field in its file. */
  readonly path: Path;
}

interface Place {
  readonly world: ModelWorld;
  readonly entity: Entity;
  readonly built: BuiltFields;
  readonly compiler: ExpressionCompiler;
}

function checkOverride({ world, entity, built, compiler }: Place, { key, property, path: field }: Overridden): void {
  const { override, title } = property;
  if (override === undefined) return;
  const { sink } = compiler;
  const path = [...field, 'override'];
  const misplaced = misplacement(entity, property);
  if (misplaced !== undefined) {
    sink.error(path, `“${title}”${misplaced}，不能人工改定`, '删去 override');
    return;
  }
  for (const index of untoldActors(override)) {
    sink.error(
      [...path, 'who', index],
      '谁能改定要由本人和本记录看出，表单才能事先知道',
      '改为 role、field、expression、creator 或 everyone',
    );
  }
  checkDoers({ compiler, built, scope: built.scopes.change }, override.who, [...path, 'who']);
  const choices = choiceKeys(world, property);
  const entry = { type: valueTypeOf(world, key, property), ...(choices === undefined ? {} : { choices }) };
  const names: NameTable = {
    keys: () => ['value', 'computed'],
    entry: (name) => (name === 'value' || name === 'computed' ? entry : undefined),
    rows: () => undefined,
  };
  const at = [...path, 'when'];
  const when = compiler.compile(override.when, at, nameScope(world, names), 'boolean');
  if (when === undefined || (!when.live && !when.references.some((name) => name.startsWith('@')))) return;
  sink.error(
    at,
    '改定的条件读了当前时间、当前用户或其他记录，它们变化时本记录没有保存',
    '只用 value（人工的值）和 computed（系统计算的值），谁能改定写在 who 里',
  );
}

/** Why the result of a field cannot be overridden; undefined where it can. */
function misplacement({ anonymous }: Entity, property: Property): string | undefined {
  if (property.rollup !== undefined) return '汇总别的记录';
  if (property.running !== undefined) return '是累计';
  if ((property.compute ?? property.cases) === undefined) return '没有 compute 或 cases';
  if (property.type === 'array' || property.type === 'object') return '不是单个的值';
  if (property.writeOnly === true) return '不显示';
  return anonymous === undefined ? undefined : '所在的业务可以匿名，改定人会说出作者';
}

/** Says that a field whose value is not stored cannot be overridden; nothing of one that computes nothing. */
export function refuseLiveOverride({ sink }: ExpressionCompiler, path: Path, field: FieldModel): void {
  if (field.beside === undefined || !field.live || (field.compute ?? field.cases) === undefined) return;
  const message = '计算读了当前时间、当前用户或其他记录，结果不存储，不能人工改定';
  sink.error([...path, 'override'], message, '删去 override，或只用本记录存储的字段计算');
}

/** The fields beside an overridden one, as its model names them. */
export function overrideModel(key: string, property: Property): OverrideModel | undefined {
  const { override } = property;
  if (override === undefined || !isOverridable(property)) return undefined;
  const { reason, ...keys } = overrideKeys(key);
  return { ...keys, reason: override.reason === true ? reason : undefined };
}
