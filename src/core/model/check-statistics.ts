import type { Entity, Measure } from '../dialect/entity.generated.ts';
import type { ExpressionScope } from '../expression/index.ts';
import { ATTENTION_BLOCK } from './attention.ts';
import type { BuiltFields } from './built-fields.ts';
import { type ExpressionCompiler, reportUnknown } from './compile-expression.ts';
import type { ModelWorld } from './model-world.ts';
import { listsRecords, type PageKind } from './page-kind.ts';
import type { PageKindRegistry } from './page-kind-definition.ts';

type Path = readonly (string | number)[];

/** Checks measures, blocks, and the pages on which blocks stand. */
export function checkStatistics(
  { pageKinds }: ModelWorld,
  entity: Entity,
  built: BuiltFields,
  compiler: ExpressionCompiler,
): void {
  checkMeasures(entity, built, compiler);
  checkBlocks(entity, built, compiler);
  checkPlaces(pageKinds, entity, compiler);
}

function checkMeasures(entity: Entity, built: BuiltFields, compiler: ExpressionCompiler): void {
  const scope: ExpressionScope = built.scopes.value;
  const measures = entity.statistics?.measures ?? {};
  for (const [key, source] of Object.entries(measures)) {
    const path = ['statistics', 'measures', key];
    compiler.compile(source.of, [...path, 'of'], scope);
    compiler.compile(source.where, [...path, 'where'], scope, 'boolean');
    checkAttention(key, source, built, compiler);
  }
}

/** What the page after login shows must be countable records, its deadline a time. */
function checkAttention(key: string, source: Measure, built: BuiltFields, { sink }: ExpressionCompiler): void {
  const path = ['statistics', 'measures', key];
  const { attention, due, kind, where = '' } = source;
  if (due !== undefined) {
    const type = built.field.get(due)?.valueType;
    if (type !== undefined && type !== 'date' && type !== 'dateTime')
      sink.error([...path, 'due'], `“${due}”不是日期，不能作期限`, '改为日期或日期时间字段');
  }
  if (attention === undefined) return;
  if (kind !== 'count') sink.error([...path, 'attention'], '首页只提醒记录条数', '改为 "kind": "count"');
  if (attention === 'mine' && !/\bme\b|\bawaiting\b/.test(where))
    sink.error([...path, 'where'], '“等我处理”的条件没有提到 me', '写上谁来处理，如 dutyUserId == me.userId');
}

function checkBlocks(entity: Entity, built: BuiltFields, { sink }: ExpressionCompiler): void {
  const measures = entity.statistics?.measures ?? {};
  for (const [key, block] of Object.entries(entity.statistics?.blocks ?? {})) {
    const path = ['statistics', 'blocks', key];
    if (key === ATTENTION_BLOCK) sink.error(path, `统计块不能叫“${key}”，它是首页提醒的名字`, '换一个名字');
    for (const [index, by] of (block.by ?? []).entries()) {
      const [key = '', part] = by.split(':');
      const type = built.field.get(key)?.valueType;
      if (part !== undefined && type !== undefined && type !== 'date' && type !== 'dateTime') {
        sink.error([...path, 'by', index], `“${key}”不是日期，没有“:${part}”可分`, `改为“${key}”，或按日期字段统计`);
      }
      if (built.field.get(key)?.property.maskInLists === true) {
        sink.error([...path, 'by', index], `“${key}”在列表中脱敏，不能按它统计`, '改用不脱敏的字段');
      }
    }
    checkDrawing(block, measures, path, sink);
    checkRows(block, path, sink);
  }
}

type Statistics = NonNullable<Entity['statistics']>;
type Block = NonNullable<Statistics['blocks']>[string];

/** Charts that draw one value of the dimension beside the other. */
const BY_DIMENSION: readonly string[] = ['bar', 'stackedBar', 'line', 'pie', 'ring'];

function checkDrawing(
  { chart = 'table', by, measures: shown, series }: Block,
  measures: NonNullable<Statistics['measures']>,
  path: Path,
  sink: ExpressionCompiler['sink'],
): void {
  if (BY_DIMENSION.includes(chart) && (by ?? []).length === 0) {
    sink.error([...path, 'chart'], '没有维度的统计块画不出这种图', '写上 by，或把 chart 改为 number 或 table');
  }
  if (chart === 'number' && (by ?? []).length > 0) {
    sink.error([...path, 'chart'], '有维度的统计块不能只显示大数字', '删去 by，或改用别的 chart');
  }
  if ((by ?? []).length > 1 && chart !== 'table') {
    sink.error([...path, 'chart'], '两个维度的统计块只能用表显示', '把 chart 改为 table，或只留一个维度');
  }
  if ((by ?? []).length > 1 && by?.some((name) => name.includes(':'))) {
    sink.error([...path, 'by'], '两个维度的统计块不能按年、月、日分', '只用字段，或只留按时间的一个维度');
  }
  if (series === undefined) return;
  for (const [index, name] of series.entries()) {
    if (!shown.includes(name)) reportUnknown(sink, [...path, 'series', index], '本块的指标', name, shown);
  }
  const units = new Set(series.filter((name) => shown.includes(name)).map((name) => measures[name]?.unit ?? ''));
  if (units.size > 1) {
    sink.error([...path, 'series'], '一张图只能画同一单位的指标', '只留单位相同的指标，其余在表中显示');
  }
  if ((chart === 'pie' || chart === 'ring') && series.length > 1) {
    sink.error([...path, 'series'], '饼图和环图只能画一个指标', '只留一个指标');
  }
}

/** Whether there are rows of which some can be the largest, or periods that have an earlier one. */
function checkRows(
  { by = [], top, compare, chart = 'table', limits }: Block,
  path: Path,
  sink: ExpressionCompiler['sink'],
): void {
  const timed = by.some((name) => name.includes(':'));
  if (top !== undefined && (by.length === 0 || timed)) {
    sink.error([...path, 'top'], '只有按字段分行的统计块能只留最大的几行', '写上 by，或去掉 top');
  }
  if (compare !== undefined && !timed) {
    sink.error(
      [...path, 'compare'],
      '只有按年、季、月、周、日的统计块能与前期比较',
      '把 by 写成“日期字段:month”一类，或去掉 compare',
    );
  }
  if (limits !== undefined && !WITH_AXIS.includes(chart)) {
    sink.error(
      [...path, 'limits'],
      '界线只能画在柱状图和折线图上',
      '把 chart 改为 bar、stackedBar 或 line，或去掉 limits',
    );
  }
}

/** Charts with an axis of values. */
const WITH_AXIS: readonly string[] = ['bar', 'stackedBar', 'line'];

function checkPlaces(kinds: PageKindRegistry, { statistics, pages, api }: Entity, { sink }: ExpressionCompiler): void {
  const { pages: placed = {}, list } = statistics ?? {};
  const ofKinds = (fits: (kind: PageKind) => boolean) =>
    Object.entries(pages ?? {}).flatMap(([code, { view = 'list' }]) =>
      fits(kinds[typeof view === 'string' ? view : (view[0] ?? 'list')]) ? [code] : [],
    );
  const lists = ofKinds(listsRecords);
  const places = ofKinds(({ blocks }) => blocks);
  if (list !== undefined && !lists.includes(list)) reportUnknown(sink, ['statistics', 'list'], '列表页', list, lists);
  for (const page of Object.keys(placed)) {
    const path = ['statistics', 'pages', page];
    if (!places.includes(page)) reportUnknown(sink, path, '列表页或统计页', page, places);
  }
  const answered = Object.values(api.operations ?? {}).some(
    (one) => typeof one !== 'string' && one.does === 'statistics',
  );
  if (answered) return;
  const fix = '在 api.operations 中加一个 "does": "statistics" 的接口';
  if (Object.keys(placed).length > 0) sink.error(['statistics', 'pages'], '没有接口回答统计', fix);
  // A page of figures shows them all where none are named for it.
  for (const code of ofKinds(({ records, blocks }) => records === 'none' && blocks)) {
    if (!Object.hasOwn(placed, code)) sink.error(['pages', code, 'view'], '没有接口回答统计', fix);
  }
}
