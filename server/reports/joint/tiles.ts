import { type ExpressionNode, evaluateNumber } from '../../../src/core/expression/index.ts';
import { type DashboardTile, type FigureRef, pagesOfTile, type TileShow } from '../../../src/core/joint/dashboard.ts';
import type { UnionSettings } from '../../../src/core/joint/union.ts';
import { say } from '../../../src/core/text/say.ts';
import type { BesideNumber, TileContent, TileNumber, UnionAnswer, UnionRow } from '../../../src/core/wire/joint.ts';
import { type FigureTarget, formatFigure, type StatisticsBlock } from '../../../src/core/wire/statistics.ts';
import { rightsOf } from '../../access/permission/rights.ts';
import { countTasks } from '../../flow/turns/todo-list.ts';
import { personAlias } from '../../records/call/author.ts';
import { figurePageOf } from '../../records/list/figure-page.ts';
import { readPage } from '../../records/list/list.ts';
import { areDimensionsOpen, isMeasureOpen } from '../../records/list/measures.ts';
import { readStatistics, readTotals } from '../statistics/statistics.ts';
import { jointCells } from './joint-cell.ts';
import type { JointAsk, MemberCall } from './joint-reader.ts';
import { layerCall } from './layer-places.ts';
import { listOperation, memberCall, statisticsOperation } from './member-call.ts';
import { readPlanTile } from './plan-tile.ts';
import { reader as unionReader } from './readers/union.ts';

/** Tasks that are counted. */
const MOST_TASKS = 1_000;

/** Rows of a month that are shown; a calendar of more is a list. */
const MOST_IN_MONTH = 300;

/** Whether the person sees a tile: all that it is made of, but for what stands beside a figure. */
export function isTileSeen(ask: JointAsk, tile: DashboardTile): boolean {
  const { show } = tile;
  if (show.kind === 'joint') {
    return ask.open !== true && rightsOf(ask.context.caller, ask.snapshot).page(show.page).has('view');
  }
  if (show.kind === 'figure') return isFigureSeen(ask, show.figure);
  if (show.kind === 'map') return show.layers.some((layer) => layerCall(ask, layer) !== undefined);
  const calls = pagesOfTile(tile).map((page) => memberCall(ask, page));
  if (calls.some((call) => call === undefined)) return false;
  if (show.kind === 'value') return show.figures.every((figure) => isFigureSeen(ask, figure));
  if (show.kind !== 'chart') return true;
  const [call] = calls;
  const { measures = {}, blocks = {} } = call?.model.source.statistics ?? {};
  const block = blocks[show.block];
  if (call === undefined || block === undefined) return false;
  return areDimensionsOpen(call, block.by) && block.measures.some((key) => isMeasureOpen(call, key, measures));
}

function isFigureSeen(ask: JointAsk, { page, measure }: FigureRef): boolean {
  const call = memberCall(ask, page);
  return call !== undefined && isMeasureOpen(call, measure, call.model.source.statistics?.measures ?? {});
}

/** What a tile is called, in the language of the call. */
export function tileTitle({ snapshot }: JointAsk, { title, show }: DashboardTile): string {
  if (title !== undefined) return title;
  switch (show.kind) {
    case 'tasks':
      return say('待办');
    case 'figure': {
      const { page, measure } = show.figure;
      return snapshot.pages.get(page)?.entity.source.statistics?.measures?.[measure]?.title ?? measure;
    }
    case 'chart':
      return snapshot.pages.get(show.page)?.entity.source.statistics?.blocks?.[show.block]?.title ?? show.block;
    case 'list':
      return snapshot.pages.get(show.page)?.page.title ?? show.page;
    case 'joint':
      return snapshot.jointPages?.get(show.page)?.title ?? show.page;
    case 'value':
    case 'map':
      return '';
  }
}

/** Reads a tile that the person sees. */
export async function readTile(ask: JointAsk, { show, target }: DashboardTile): Promise<TileContent> {
  switch (show.kind) {
    case 'tasks':
      return readTasks(ask);
    case 'figure':
      return readFigureTile(ask, show, target);
    case 'joint':
      return show.view === 'map' ? { kind: 'map', page: show.page } : readUnionTile(ask, show);
    case 'value': {
      const values = await Promise.all(show.figures.map((figure) => readOne(ask, figure)));
      const page = show.figures[0]?.page ?? '';
      const names = (name: string): number | null => values[Number(name.slice(1))] ?? null;
      const value = numberOf(ask, page, show.node, show.scale, names);
      return {
        kind: 'number',
        ...shownNumber(value),
        unit: show.unit,
        scale: show.scale,
        ...targetOf(ask, page, target),
        ...(await besideOf(ask, show.beside)),
      };
    }
    case 'list':
      return readListTile(requiredCall(ask, show.page), show);
    case 'map':
      return readPlanTile(ask, show.layers);
    case 'chart': {
      const call = requiredCall(ask, show.page);
      const args = { page: show.page, block: show.block };
      const { blocks } = await readStatistics(call, statisticsOperation(call), args);
      const [block] = blocks;
      const list = ask.open === true ? undefined : figurePageOf(call);
      if (block === undefined) throw new Error(`the block ${show.block} of ${show.page} has no answer`);
      return {
        kind: 'chart',
        page: show.page,
        block: withoutEmptyEnds(block),
        ...(list === undefined ? {} : { list }),
      };
    }
  }
}

/** A block over time without the periods before the first and behind the last in which anything was counted. */
function withoutEmptyEnds(block: StatisticsBlock): StatisticsBlock {
  if (block.dimension?.part === undefined) return block;
  const counted = block.rows.map(({ values }) => values.some((value) => value !== null && value !== 0));
  const rows = block.rows.slice(Math.max(0, counted.indexOf(true)), counted.lastIndexOf(true) + 1);
  return { ...block, rows };
}

async function readTasks({ services, context: given, snapshot }: JointAsk): Promise<TileContent> {
  const alias = personAlias(services, given.caller, snapshot);
  const context = alias === undefined ? given : { ...given, caller: { ...given.caller, alias } };
  const { todo } = await services.database.withTenant(context.tenantId, (db) =>
    countTasks({ services, context, snapshot }, db),
  );
  return { kind: 'tasks', count: todo, capped: todo >= MOST_TASKS };
}

/** A number over figures and settings; null where it cannot be computed. */
function numberOf(
  ask: JointAsk,
  page: string,
  node: ExpressionNode,
  scale: number,
  names: (name: string) => number | null = () => null,
): number | null {
  const { now, world } = requiredCall(ask, page);
  return evaluateNumber(node, { names, now, me: world.me, settings: world.settings }, scale);
}

/** What cannot be computed for want of records, or by a division by zero, is shown as 0 and said to be empty. */
const shownNumber = (value: number | null): Pick<TileNumber, 'value' | 'empty'> =>
  value === null ? { value: 0, empty: true } : { value };

/** Decimals of a target. */
const TARGET_SCALE = 4;

function targetOf(ask: JointAsk, page: string, target: DashboardTile['target']): { readonly target?: FigureTarget } {
  const value = target === undefined ? null : numberOf(ask, page, target.node, TARGET_SCALE);
  return target === undefined || value === null ? {} : { target: { [target.end]: value } };
}

async function readFigureTile(
  ask: JointAsk,
  { figure, beside }: Extract<TileShow, { kind: 'figure' }>,
  target: DashboardTile['target'],
): Promise<TileContent> {
  const main = await readNumber(ask, figure);
  const own = measureOf(ask, figure)?.target;
  return {
    kind: 'number',
    ...main,
    ...(own === undefined ? {} : { target: own }),
    ...targetOf(ask, figure.page, target),
    ...(await besideOf(ask, beside)),
  };
}

/** Those of the figures beside a number that the person sees. */
async function besideOf(
  ask: JointAsk,
  figures: readonly FigureRef[],
): Promise<{ readonly beside?: readonly BesideNumber[] }> {
  const beside: BesideNumber[] = [];
  for (const one of figures) {
    if (!isFigureSeen(ask, one)) continue;
    const measure = measureOf(ask, one);
    beside.push({
      key: `${one.page}.${one.measure}`,
      title: measure?.title ?? one.measure,
      ...(measure?.attention === 'wrong' ? { grave: true } : {}),
      ...(await readNumber(ask, one)),
    });
  }
  return beside.length === 0 ? {} : { beside };
}

function measureOf({ snapshot }: JointAsk, { page, measure }: FigureRef) {
  return snapshot.pages.get(page)?.entity.source.statistics?.measures?.[measure];
}

/** A figure, and the list of just the rows that it counts. */
async function readNumber(ask: JointAsk, ref: FigureRef): Promise<TileNumber> {
  const { page, measure, block } = ref;
  const call = requiredCall(ask, page);
  const { measures = {}, blocks = {} } = call.model.source.statistics ?? {};
  const written = measures[measure];
  const counted = await readMeasures(ask, ref, written?.denominator);
  const list = ask.open === true ? undefined : figurePageOf(call);
  // Rows behind what the person may not see the rows by stay closed, as the list would refuse them.
  const opens = list !== undefined && written?.kind === 'count' && areDimensionsOpen(call, blocks[block]?.by);
  return {
    ...shownNumber(counted),
    unit: written?.unit ?? '',
    scale: written?.scale ?? 0,
    ...(opens ? { rows: { page: list, figure: formatFigure({ page, block, measure }) } } : {}),
  };
}

/** A measure; null for a ratio of nothing, which itself is 0. */
async function readMeasures(ask: JointAsk, ref: FigureRef, denominator: string | undefined): Promise<number | null> {
  const call = requiredCall(ask, ref.page);
  const wanted = denominator === undefined ? [ref.measure] : [ref.measure, denominator];
  const found = await readTotals(call, statisticsOperation(call), ref.page, wanted);
  if (denominator !== undefined && found.get(denominator) === 0) return null;
  return found.get(ref.measure) ?? null;
}

async function readOne(ask: JointAsk, ref: FigureRef): Promise<number | null> {
  return readMeasures(ask, ref, undefined);
}

/** The first rows of a union, or those of a month, as that page answers them. */
async function readUnionTile(ask: JointAsk, show: Extract<TileShow, { kind: 'joint' }>): Promise<TileContent> {
  const page = ask.snapshot.jointPages?.get(show.page);
  if (page?.settings === undefined) throw new Error(`the page ${show.page} of a tile cannot be read`);
  const settings = page.settings as UnionSettings;
  const most = show.as === 'month' ? MOST_IN_MONTH : show.most;
  const rows: UnionRow[] = [];
  let parts: UnionAnswer['parts'] = [];
  let after: string | undefined;
  do {
    const argument = (name: string): string | undefined => (name === 'after' ? after : undefined);
    const answer = (await unionReader.read({ ...ask, page, settings, argument })) as UnionAnswer;
    rows.push(...answer.rows);
    parts = answer.parts ?? parts;
    after = answer.next;
  } while (after !== undefined && rows.length < most);
  return {
    kind: 'union',
    page: show.page,
    as: show.as,
    columns: settings.columns,
    date: settings.sort,
    rows: rows.slice(0, most),
    parts,
    more: after !== undefined || rows.length > most,
  };
}

async function readListTile(
  call: MemberCall,
  { page, columns, most }: { readonly page: string; readonly columns: readonly string[]; readonly most: number },
): Promise<TileContent> {
  const answer = await readPage(call, listOperation(call), { page, size: String(most) });
  const fields = columns.map((key) => [key, key] as const);
  return {
    kind: 'list',
    page,
    columns: columns.map((key) => ({ key, title: call.model.field.get(key)?.title ?? key })),
    rows: answer.records.map((record) => ({ id: record.id, cells: jointCells(call, fields, record) })),
    total: answer.total,
    totalCapped: answer.totalCapped === true,
  };
}

function requiredCall(ask: JointAsk, page: string): MemberCall {
  const call = memberCall(ask, page);
  if (call === undefined) throw new Error(`a tile of ${page} is read for whoever does not see it`);
  return call;
}
