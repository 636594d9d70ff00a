import type { Entity } from '../dialect/entity.generated.ts';
import type { BuiltFields } from './built-fields.ts';
import type { ExpressionCompiler } from './compile-expression.ts';
import type { EntityModel, FieldModel, LimitsModel, ReadingsModel } from './entity-model.ts';
import { compileStoredCondition } from './stored-condition.ts';

type Part = 'tag' | 'source' | 'value' | 'quality' | 'time';

/** What each part has to be, by its field type, and in words. */
const PARTS: Readonly<Record<Part, readonly [types: readonly string[], named: string]>> = {
  tag: [['input'], '一行文本（input）'],
  source: [['select', 'radio'], '选项（select、radio）'],
  value: [['number'], '数值（number）'],
  quality: [['select', 'radio'], '选项（select、radio）'],
  time: [['date'], '日期时间（date，format 为 date-time）'],
};

/** Parts that the platform writes. */
const WRITTEN: readonly Part[] = ['value', 'quality', 'time'];

/** Where values of sensors belong; what cannot hold them is reported. */
export function buildReadings(
  entity: Entity,
  built: BuiltFields,
  compiler: ExpressionCompiler,
): Pick<EntityModel, 'readings'> {
  const { readings } = entity;
  const { sink } = compiler;
  if (readings === undefined) return {};
  if ((entity.scope ?? 'tenant') !== 'tenant') {
    sink.error(['readings'], '实时数据只能属于企业自己的记录', '删去 readings，或把 scope 改为 tenant');
  }
  const found: Partial<Record<Part, FieldModel>> = {};
  for (const part of Object.keys(PARTS) as Part[]) {
    const field = built.field.get(readings[part]);
    if (field === undefined) continue;
    const [types, named] = PARTS[part];
    const fits = types.includes(field.type.type) && !field.base && !field.computed && !field.multiple;
    const isMoment = part !== 'time' || field.property.format === 'date-time';
    if (!fits || !isMoment) sink.error(['readings', part], `“${field.title}”不能用在这里`, `改为${named}字段`);
    else if (WRITTEN.includes(part) && field.property.disabledWhen !== 'true') {
      const fix = '写上 "disabledWhen": "true"';
      const isSaid = field.property.disabledWhen !== undefined;
      const at = isSaid ? ['record', 'properties', readings[part], 'disabledWhen'] : ['readings', part];
      sink.error(at, `“${field.title}”由实时数据写入，不能由人填写`, fix);
    } else found[part] = field;
  }
  const { tag, source, value, quality, time } = found;
  const limits = buildLimits(entity, built, compiler);
  const unit = readings.unit === undefined ? undefined : built.field.get(readings.unit);
  if (tag !== undefined && !isUnique(entity, readings.tag)) {
    sink.error(['readings', 'tag'], `“${tag.title}”可以重复，分不清是谁的数据`, `在 unique 里写上 ["${readings.tag}"]`);
  }
  if (tag === undefined || source === undefined || value === undefined) return {};
  if (quality === undefined || time === undefined) return {};
  const model: ReadingsModel = { tag, source, value, quality, time, unit, states: readings.states, limits };
  return { readings: model };
}

/** The limits that values are held against; what could not be watched or told is reported. */
function buildLimits(entity: Entity, built: BuiltFields, compiler: ExpressionCompiler): LimitsModel | undefined {
  const limits = entity.readings?.limits;
  if (limits === undefined) return undefined;
  const { sink } = compiler;
  const path = ['readings', 'limits'] as const;
  const into = built.field.get(limits.into);
  const delay = limits.delay === undefined ? undefined : built.field.get(limits.delay);
  if (delay !== undefined && delay.type.type !== 'number') {
    sink.error([...path, 'delay'], `“${delay.title}”不能用在这里`, '改为数值（number）字段，以秒计');
  }
  for (const step of ['raise', 'back'] as const)
    checkStep(entity, limits.into, limits[step], [...path, step], compiler);
  const seen = new Set<string>();
  const of = limits.of.flatMap(({ limit, when, until, at: held }, index) => {
    const at = [...path, 'of', index];
    const line = held === undefined ? undefined : built.field.get(held);
    if (line !== undefined && line.type.type !== 'number') {
      sink.error([...at, 'at'], `“${line.title}”不能用在这里`, '改为数值（number）字段');
    }
    if (seen.has(limit)) sink.error([...at, 'limit'], `“${limit}”写了两次`, '每个限值只写一次');
    seen.add(limit);
    const fix = '只读本记录存下来的字段';
    const passed = compileStoredCondition(compiler, built, when, [...at, 'when'], { me: false, fix });
    const back = compileStoredCondition(compiler, built, until, [...at, 'until'], { me: false, fix });
    return passed === undefined || back === undefined ? [] : [{ limit, when: passed, until: back, at: line }];
  });
  return into === undefined ? undefined : { of, delay, into, raise: limits.raise, back: limits.back };
}

/** What the platform fires has to be the system's, and to be told of which limit it is. */
function checkStep(
  { transitions = {} }: Entity,
  into: string,
  step: string,
  path: readonly (string | number)[],
  { sink }: ExpressionCompiler,
): void {
  const fired = Object.hasOwn(transitions, step) ? transitions[step] : undefined;
  if (fired === undefined) return;
  if (fired.who?.includes('system') !== true)
    sink.error(path, `系统不能做“${fired.title}”`, '在它的 who 里写上 system');
  if (fired.fields?.[into] === undefined) {
    sink.error(path, `“${fired.title}”不知道是哪一个限值`, `在它的 fields 里写上 "${into}"`);
  }
}

function isUnique({ unique = {} }: Entity, tag: string): boolean {
  return Object.values(unique).some(
    ({ fields, where }) => where === undefined && fields.length === 1 && fields[0] === tag,
  );
}
