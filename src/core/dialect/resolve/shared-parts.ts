import { merge } from './merge.ts';
import type { ReuseSink } from './reuse-sink.ts';
import { type Sourced, type SourcedMap, stepsBelow, withEntries } from './sourced.ts';

/** Most values that what is shared may become: all of it stands in each page or example. */
const MOST_PARTS = 100_000;

function sizeOf(node: Sourced): number {
  return [...stepsBelow(node)].reduce((sum, [, part]) => sum + sizeOf(part), 1);
}

/** Kinds of page without rows; `conformance.test.ts` of the kinds holds that these are all. */
const WITHOUT_ROWS: ReadonlySet<unknown> = new Set(['single', 'statistics']);

/** What such a page takes of the defaults: the rest speaks of rows, which it does not show. */
const FOR_EVERY_VIEW: ReadonlySet<string> = new Set(['grants']);

/** The entity with `pageDefaults` laid beneath each of its pages. */
export function withPageDefaults(root: SourcedMap, sink: ReuseSink): SourcedMap {
  const defaults = root.entries.get('pageDefaults');
  if (defaults?.kind !== 'map') return root;
  const grants = withEntries(
    defaults,
    [...defaults.entries].filter(([key]) => FOR_EVERY_VIEW.has(key)),
  );
  return laidBeneath(root, 'pages', sink, defaults, (page) => {
    const view = page.entries.get('view');
    return view?.kind === 'leaf' && WITHOUT_ROWS.has(view.value) ? grants : defaults;
  });
}

/** The entity with `exampleBase` laid beneath each of its examples. */
export function withExampleBase(root: SourcedMap, sink: ReuseSink): SourcedMap {
  const base = root.entries.get('exampleBase');
  return base?.kind === 'map' ? laidBeneath(root, 'examples', sink, base, () => base) : root;
}

/** Words of `statistics` that say what its figures and blocks share. */
export const STATISTICS_DEFAULTS = { measures: 'measureDefaults', blocks: 'blockDefaults' } as const;

/**
 * The entity with `measureDefaults` and `blockDefaults` of its statistics laid beneath each figure and block. A figure that
 * is made of others takes none: it counts nothing itself.
 */
export function withStatisticsDefaults(root: SourcedMap, sink: ReuseSink): SourcedMap {
  const statistics = root.entries.get('statistics');
  if (statistics?.kind !== 'map') return root;
  const { measures, blocks } = STATISTICS_DEFAULTS;
  const [forMeasures, forBlocks] = [statistics.entries.get(measures), statistics.entries.get(blocks)];
  if (forMeasures === undefined && forBlocks === undefined) return root;
  let laid = withEntries(
    statistics,
    [...statistics.entries].filter(([key]) => key !== measures && key !== blocks),
  );
  if (forMeasures?.kind === 'map') {
    const none = withEntries(forMeasures, []);
    laid = laidBeneath(laid, 'measures', sink, forMeasures, ({ entries }) =>
      entries.has('numerator') ? none : forMeasures,
    );
  }
  if (forBlocks?.kind === 'map') laid = laidBeneath(laid, 'blocks', sink, forBlocks, () => forBlocks);
  return withEntries(root, [...root.entries, ['statistics', laid]]);
}

/** What is called that keywords hold, in messages. */
const THINGS = { pages: '页面', examples: '样例', measures: '指标', blocks: '统计块' } as const;

/** Lays what things share beneath each of the things that stand under a keyword. */
function laidBeneath(
  root: SourcedMap,
  keyword: keyof typeof THINGS,
  sink: ReuseSink,
  shared: SourcedMap,
  beneath: (thing: SourcedMap) => SourcedMap,
): SourcedMap {
  const things = root.entries.get(keyword);
  const count = things?.kind === 'map' ? things.entries.size : things?.kind === 'list' ? things.items.length : 0;
  if (count * sizeOf(shared) > MOST_PARTS) {
    sink.error(shared.from, `共有的部分放到 ${count} 处，超过 ${MOST_PARTS} 个值`, '只写真正共有的，或分成几个实体');
    return root;
  }
  const laid = (thing: Sourced): Sourced => (thing.kind === 'map' ? merge(beneath(thing), thing) : thing);
  if (things?.kind === 'map' && things.entries.size > 0) {
    const made = withEntries(
      things,
      [...things.entries].map(([key, thing]) => [key, laid(thing)] as const),
    );
    return withEntries(root, [...root.entries, [keyword, made]]);
  }
  if (things?.kind === 'list' && things.items.length > 0) {
    return withEntries(root, [...root.entries, [keyword, { ...things, items: things.items.map(laid) }]]);
  }
  const what = THINGS[keyword];
  sink.warning(shared.from, `没有${what}用到它`, `写上${what}，或删去它`);
  return root;
}
