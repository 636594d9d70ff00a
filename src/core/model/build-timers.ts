import type { Effect, Entity, Timer } from '../dialect/entity.generated.ts';
import { buildEffect } from '../effects/build-effects.ts';
import type { EffectPlace } from '../effects/effect-verb.ts';
import type { ExpressionScope } from '../expression/index.ts';
import { childrenOf } from './build-child.ts';
import type { BuiltFields } from './built-fields.ts';
import { checkActors } from './check-actors.ts';
import { type ExpressionCompiler, reportUnknown } from './compile-expression.ts';
import type { CreateStep, EffectModel, ScheduleModel, TimerModel } from './entity-model.ts';
import { entityNames, type NameTable } from './entity-scope.ts';
import type { ModelWorld } from './model-world.ts';
import { isOnePerson } from './one-person.ts';

type Path = readonly (string | number)[];

/** How a timer sees the rows of a child entity: by which names, and which of their fields hold one person. */
type RowsOf = (
  entity: string,
  path: Path,
) => { readonly scope: ExpressionScope; readonly isPerson: (key: string) => boolean } | undefined;

/** The rows of child entities for the timers of a state; what is no child entity is reported. */
export function rowsForTimers(
  world: ModelWorld,
  entity: Entity,
  built: BuiltFields,
  { sink }: ExpressionCompiler,
): RowsOf {
  return (key, path) => {
    const children = childrenOf(world, entity);
    const child = children.includes(key) ? world.entity(key) : undefined;
    if (child === undefined) {
      reportUnknown(sink, path, '子实体', key, children);
      return undefined;
    }
    const { properties } = child.record;
    return {
      scope: built.scopes.proposal(entityNames(world, child)),
      isPerson: (field) => Object.hasOwn(properties, field) && isOnePerson(properties[field]),
    };
  };
}

/** Timers of a state or a level; one whose time cannot be read is left out. */
export function buildTimers(
  built: BuiltFields,
  compiler: ExpressionCompiler,
  timers: Readonly<Record<string, Timer>> | undefined,
  path: Path,
  state: ExpressionScope,
  rowsOf?: RowsOf,
): readonly TimerModel[] {
  const { sink } = compiler;
  return Object.entries(timers ?? {}).flatMap(([key, timer]) => {
    const place = [...path, key];
    const child = timer.rows === undefined ? undefined : rowsOf?.(timer.rows, [...place, 'rows']);
    if (timer.rows !== undefined && rowsOf === undefined) {
      sink.error([...place, 'rows'], '审批层级的定时器不能按子实体的行分别计时', '把它写在状态的 timers 里');
    }
    const scope = child?.scope ?? state;
    const at = compiler.compile(timer.at, [...place, 'at'], scope);
    if (at !== undefined && at.type !== 'dateTime' && at.type !== 'date') {
      sink.error([...place, 'at'], '到期时间须是日期或日期时间', '改为得出日期时间的表达式，如 deadline - days(1)');
    }
    const every = compiler.compile(timer.every, [...place, 'every'], scope, 'duration');
    const when = compiler.compile(timer.when, [...place, 'when'], scope, 'boolean');
    const repeats = timer.every !== undefined;
    checkActors({ compiler, built, scope, repeats, isOwn: child?.isPerson }, timer.notify, [...place, 'notify']);
    if (timer.fire === undefined && timer.notify === undefined) {
      sink.error(place, '定时器既不触发流转，也不通知任何人', '写上 fire 或 notify');
    }
    if (at === undefined) return [];
    return [{ key, at, every, when, fire: timer.fire, notify: timer.notify ?? [], message: timer.message }];
  });
}

/** What `occasion` is in what a schedule creates: the time of the occurrence, the end of its window, and its entry. */
const OCCASION: NameTable = {
  keys: () => ['start', 'end', 'entry'],
  entry: (key) =>
    key === 'start' || key === 'end' ? { type: 'dateTime' } : key === 'entry' ? { type: 'text' } : undefined,
  rows: () => undefined,
};

/** The schedule of a plan entity; undefined where it has none or its start or interval cannot be read. */
export function buildSchedule(
  world: ModelWorld,
  entity: Entity,
  built: BuiltFields,
  compiler: ExpressionCompiler,
): ScheduleModel | undefined {
  const { schedule } = entity;
  if (schedule === undefined) return undefined;
  const { scopes } = built;
  const start = compiler.compile(schedule.start, ['schedule', 'start'], scopes.value);
  if (start !== undefined && start.type !== 'date' && start.type !== 'dateTime') {
    compiler.sink.error(['schedule', 'start'], '开始时间须是日期或日期时间', '改为日期字段或得出日期的表达式');
  }
  const every = compiler.compile(schedule.every, ['schedule', 'every'], scopes.value, 'duration');
  const window = compiler.compile(schedule.window, ['schedule', 'window'], scopes.value, 'duration');
  const when = compiler.compile(schedule.when, ['schedule', 'when'], scopes.value, 'boolean');
  const only = compiler.compile(schedule.only, ['schedule', 'only'], scopes.value, 'boolean');
  const forEach = compiler.compile(schedule.forEach, ['schedule', 'forEach'], scopes.value);
  if (forEach !== undefined && !(typeof forEach.type === 'object' && 'list' in forEach.type)) {
    compiler.sink.error(['schedule', 'forEach'], '须是一个列表', '改为多选的字段');
  }
  const create = buildCreation({ world, entity, built, compiler, records: { occasion: OCCASION } }, schedule.create);
  if (start === undefined || every === undefined || create === undefined) return undefined;
  return { start, every, window, calendar: schedule.calendar ?? 'all', only, forEach, when, create };
}

/** What each occasion creates; any other effect is refused. */
function buildCreation(place: EffectPlace, source: Effect): ScheduleModel['create'] | undefined {
  const path = ['schedule', 'create'];
  const effect = buildEffect(place, 'create', source, path, new Map());
  if (effect === undefined || isCreation(effect)) return effect;
  place.compiler.sink.error(path, '周期计划只能生成记录', '写上 create，即生成哪个实体的记录');
  return undefined;
}

const isCreation = (effect: EffectModel): effect is EffectModel<CreateStep> => effect.verb === 'create';
