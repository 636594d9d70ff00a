import type { Entity } from '../dialect/entity.generated.ts';
import { type ExpressionNode, nodePartsOf } from '../expression/index.ts';
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
  const of = limits.of.flatMap(({ limit, when, until, at: drawn }, index) => {
    const at = [...path, 'of', index];
    const line = drawn === undefined ? undefined : built.field.get(drawn);
    if (line !== undefined && line.type.type !== 'number') {
      sink.error([...at, 'at'], `“${line.title}”不能用在这里`, '改为数值（number）字段');
    }
    if (seen.has(limit)) sink.error([...at, 'limit'], `“${limit}”写了两次`, '每个限值只写一次');
    seen.add(limit);
    const asked = { me: false, settings: true, stream: true, fix: '只读本记录存下来的字段和参数' } as const;
    const passed = compileStoredCondition(compiler, built, when, [...at, 'when'], asked);
    const back = compileStoredCondition(compiler, built, until, [...at, 'until'], asked);
    for (const [part, compiled] of [
      ['when', passed],
      ['until', back],
    ] as const) {
      if (compiled !== undefined) checkPast(compiled.node, entity.readings?.value, [...at, part], compiler);
    }
    if (passed === undefined || back === undefined) return [];
    const held = { when: secondsHeld(passed.node), until: secondsHeld(back.node) };
    return [{ limit, when: passed, until: back, held, at: line }];
  });
  const asked = of.reduce((sum, { when, until }) => sum + ratesIn(when.node) + ratesIn(until.node), 0);
  if (asked > MOST_RATES) {
    compiler.sink.error(
      [...path, 'of'],
      `限值里用了${asked}次 rate()，每个新数值都要查这么多次`,
      `最多写${MOST_RATES}次`,
    );
  }
  const quiet = { me: false, settings: true, fix: '只读本记录存下来的字段和参数' } as const;
  const unless = compileStoredCondition(compiler, built, limits.unless, [...path, 'unless'], quiet);
  const silence = buildSilence(limits, built, compiler);
  return into === undefined ? undefined : { of, unless, silence, delay, into, raise: limits.raise, back: limits.back };
}

/** Most questions after the past that each new value may cost. */
const MOST_RATES = 4;

/** Seconds for which a condition has to hold, where it is `held(condition, seconds)`. */
function secondsHeld(node: ExpressionNode): ExpressionNode | undefined {
  return node.kind === 'call' && node.name === 'held' ? node.arguments[1] : undefined;
}

function ratesIn(node: ExpressionNode): number {
  const own = node.kind === 'call' && node.name === 'rate' ? 1 : 0;
  return nodePartsOf(node).reduce((sum, part) => sum + ratesIn(part), own);
}

/** The past is known of what comes in alone, and time is kept for a whole condition. */
function checkPast(node: ExpressionNode, value: string | undefined, path: Path, compiler: ExpressionCompiler): void {
  const visit = (part: ExpressionNode, isRoot: boolean): void => {
    if (part.kind === 'call' && part.name === 'rate') {
      const [of] = part.arguments;
      if (of?.kind !== 'name' || of.name !== value)
        compiler.sink.error(path, 'rate(…) 只能问实时数据的数值', `写成 rate(${value ?? '数值'}, 5)`);
    }
    if (part.kind === 'call' && part.name === 'held' && !isRoot)
      compiler.sink.error(path, 'held(…) 须是整个条件', '把条件都写进 held(…) 里，或另写一个限值');
    for (const below of nodePartsOf(part)) visit(below, false);
  };
  visit(node, true);
}

type Path = readonly (string | number)[];

/** Silence as a limit; it is none of the others. */
function buildSilence(
  { silence, of }: NonNullable<NonNullable<Entity['readings']>['limits']>,
  built: BuiltFields,
  compiler: ExpressionCompiler,
): LimitsModel['silence'] {
  if (silence === undefined) return undefined;
  const path = ['readings', 'limits', 'silence'] as const;
  if (of.some(({ limit }) => limit === silence.limit)) {
    compiler.sink.error([...path, 'limit'], `“${silence.limit}”写了两次`, '每个限值只写一次');
  }
  const asked = { me: false, type: 'number', settings: true, fix: '只读本记录存下来的字段和参数' } as const;
  const after = compileStoredCondition(compiler, built, silence.after, [...path, 'after'], asked);
  return after === undefined ? undefined : { limit: silence.limit, after };
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
