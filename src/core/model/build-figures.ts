import type { Entity } from '../dialect/entity.generated.ts';
import { substituteNames } from '../expression/index.ts';
import type { ExpressionCompiler } from './compile-expression.ts';
import { reportUnknownEntity } from './compile-expression.ts';
import type { FigureModel, FigureSetModel } from './entity-model.ts';
import { entityNames, type NameTable, nameScope } from './entity-scope.ts';
import type { ModelWorld } from './model-world.ts';

/** What `period` is: its first and last day, and its name. */
export const PERIOD_NAMES: NameTable = {
  keys: () => ['start', 'end', 'name'],
  entry: (key) => (key === 'start' || key === 'end' ? { type: 'date' } : key === 'name' ? { type: 'text' } : undefined),
  rows: () => undefined,
};

/** Name of the record that figures are over, besides the key of its entity: rows of a field of that key hide the other one. */
export const FIGURED_RECORD = 'subject';

type FigureSet = NonNullable<Entity['figures']>[string];

/**
 * Sets of figures of which formulas are made. Names of other figures within one are put in as trees; a figure that
 * follows from itself, or cannot be read, is reported and left out.
 */
export function buildFigures(
  world: ModelWorld,
  { figures }: Entity,
  compiler: ExpressionCompiler,
): Readonly<Record<string, FigureSetModel>> {
  return Object.fromEntries(
    Object.entries(figures ?? {}).flatMap(([key, set]) => {
      const built = buildSet(world, compiler, set, ['figures', key]);
      return built === undefined ? [] : [[key, built]];
    }),
  );
}

function buildSet(
  world: ModelWorld,
  compiler: ExpressionCompiler,
  set: FigureSet,
  path: readonly string[],
): FigureSetModel | undefined {
  const over = world.entity(set.of);
  if (over === undefined) {
    reportUnknownEntity(compiler.sink, [...path, 'of'], set.of, world);
    return undefined;
  }
  const names = entityNames(world, over);
  const scope = nameScope(world, figureNames(set), { [set.of]: names, [FIGURED_RECORD]: names, period: PERIOD_NAMES });
  const compiled = new Map<string, FigureModel>();
  for (const [key, figure] of Object.entries(set.names)) {
    const value = compiler.compile(figure.value, [...path, 'names', key, 'value'], scope, figure.gives ?? 'number');
    if (value !== undefined) compiled.set(key, { key, value: value.node });
  }
  const whole = new Map<string, FigureModel>();
  for (const key of compiled.keys()) {
    const found = wholeFigure(key, compiled, []);
    if (found !== undefined && isWay(found)) {
      const cycle = found.join(' → ');
      compiler.sink.error(
        [...path, 'names', key, 'value'],
        `指标互相引用，没有止境：${cycle}`,
        '让其中一个不再引用另一个',
      );
    } else if (found !== undefined) whole.set(key, found);
  }
  return { of: set.of, figures: whole };
}

function figureNames(set: FigureSet): NameTable {
  return {
    keys: () => Object.keys(set.names),
    entry(key) {
      const figure = Object.hasOwn(set.names, key) ? set.names[key] : undefined;
      return figure === undefined ? undefined : { type: figure.gives ?? 'number', title: figure.title };
    },
    rows: () => undefined,
  };
}

/** A figure with those that it names put in; the way round where it comes back to itself, undefined where one is missing. */
function wholeFigure(
  key: string,
  figures: ReadonlyMap<string, FigureModel>,
  way: readonly string[],
): FigureModel | readonly string[] | undefined {
  if (way.includes(key)) return [...way.slice(way.indexOf(key)), key];
  const figure = figures.get(key);
  if (figure === undefined) return undefined;
  let fault: readonly string[] | 'missing' | undefined;
  const value = substituteNames(figure.value, (name) => {
    if (!figures.has(name)) return undefined;
    const inner = wholeFigure(name, figures, [...way, key]);
    if (inner === undefined) fault ??= 'missing';
    else if (isWay(inner)) fault ??= inner;
    else return inner.value;
    return undefined;
  });
  return fault === undefined ? { key, value } : fault === 'missing' ? undefined : fault;
}

const isWay = (found: FigureModel | readonly string[]): found is readonly string[] => Array.isArray(found);
