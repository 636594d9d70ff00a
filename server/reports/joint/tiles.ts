import { evaluateNumber } from '../../../src/core/expression/index.ts';
import { type DashboardTile, type FigureRef, pagesOfTile } from '../../../src/core/joint/dashboard.ts';
import { say } from '../../../src/core/text/say.ts';
import type { TileContent } from '../../../src/core/wire/joint.ts';
import { formatFigure } from '../../../src/core/wire/statistics.ts';
import { countTasks } from '../../flow/turns/todo-list.ts';
import { personAlias } from '../../records/call/author.ts';
import { figurePageOf } from '../../records/list/figure-page.ts';
import { readPage } from '../../records/list/list.ts';
import { areDimensionsOpen, isMeasureOpen } from '../../records/list/measures.ts';
import { readStatistics, readTotals } from '../statistics/statistics.ts';
import { jointCells } from './joint-cell.ts';
import type { JointAsk, MemberCall } from './joint-reader.ts';
import { listOperation, memberCall, statisticsOperation } from './member-call.ts';

/** Tasks that are counted. */
const MOST_TASKS = 1_000;

/** Whether the person sees a tile: all that it is made of. */
export function isTileSeen(ask: JointAsk, tile: DashboardTile): boolean {
  const { show } = tile;
  const calls = pagesOfTile(tile).map((page) => memberCall(ask, page));
  if (calls.some((call) => call === undefined)) return false;
  if (show.kind === 'figure') return isFigureSeen(ask, show.figure);
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
      return say('等我处理');
    case 'figure': {
      const { page, measure } = show.figure;
      return snapshot.pages.get(page)?.entity.source.statistics?.measures?.[measure]?.title ?? measure;
    }
    case 'chart':
      return snapshot.pages.get(show.page)?.entity.source.statistics?.blocks?.[show.block]?.title ?? show.block;
    case 'list':
      return snapshot.pages.get(show.page)?.page.title ?? show.page;
    case 'value':
      return '';
  }
}

/** Reads a tile that the person sees. */
export async function readTile(ask: JointAsk, { show }: DashboardTile): Promise<TileContent> {
  switch (show.kind) {
    case 'tasks':
      return readTasks(ask);
    case 'figure':
      return readFigureTile(ask, show.figure);
    case 'value': {
      const values = await Promise.all(show.figures.map((figure) => readOne(ask, figure)));
      const { now, world } = requiredCall(ask, show.figures[0]?.page ?? '');
      const names = (name: string): number | null => values[Number(name.slice(1))] ?? null;
      const value = evaluateNumber(show.node, { names, now, me: world.me, settings: world.settings }, show.scale);
      return { kind: 'number', value, unit: show.unit, scale: show.scale };
    }
    case 'list':
      return readListTile(requiredCall(ask, show.page), show);
    case 'chart': {
      const call = requiredCall(ask, show.page);
      const args = { page: show.page, block: show.block };
      const { blocks } = await readStatistics(call, statisticsOperation(call), args);
      const [block] = blocks;
      const list = ask.open === true ? undefined : figurePageOf(call);
      if (block === undefined) throw new Error(`the block ${show.block} of ${show.page} has no answer`);
      return { kind: 'chart', page: show.page, block, ...(list === undefined ? {} : { list }) };
    }
  }
}

async function readTasks({ services, context: given, snapshot }: JointAsk): Promise<TileContent> {
  const alias = personAlias(services, given.caller, snapshot);
  const context = alias === undefined ? given : { ...given, caller: { ...given.caller, alias } };
  const { todo } = await services.database.withTenant(context.tenantId, (db) =>
    countTasks({ services, context, snapshot }, db),
  );
  return { kind: 'tasks', count: todo, capped: todo >= MOST_TASKS };
}

async function readFigureTile(ask: JointAsk, ref: FigureRef): Promise<TileContent> {
  const { page, measure, block } = ref;
  const call = requiredCall(ask, page);
  const { measures = {}, blocks = {} } = call.model.source.statistics ?? {};
  const written = measures[measure];
  const value = await readOne(ask, ref);
  const list = ask.open === true ? undefined : figurePageOf(call);
  // Rows behind what the person may not see the rows by stay closed, as the list would refuse them.
  const opens = list !== undefined && written?.kind === 'count' && areDimensionsOpen(call, blocks[block]?.by);
  return {
    kind: 'number',
    value,
    unit: written?.unit ?? '',
    scale: written?.scale ?? 0,
    ...(opens ? { rows: { page: list, figure: formatFigure({ page, block, measure }) } } : {}),
  };
}

async function readOne(ask: JointAsk, { page, measure }: FigureRef): Promise<number | null> {
  const call = requiredCall(ask, page);
  const found = await readTotals(call, statisticsOperation(call), page, [measure]);
  return found.get(measure) ?? null;
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
