import { wallClock } from '../../../../src/core/clock/wall-clock.ts';
import { type DashboardSettings, type DashboardTile, pagesOfTile } from '../../../../src/core/joint/dashboard.ts';
import type { DashboardAnswer, TileAnswer } from '../../../../src/core/wire/joint.ts';
import { rowAccessOf } from '../../../access/permission/row-access.ts';
import { readableOf } from '../../../records/list/readable-fields.ts';
import type { JointAsk, JointReader, MemberCall } from '../joint-reader.ts';
import { memberCall } from '../member-call.ts';
import { cachedTile } from '../tile-cache.ts';
import { isTileSeen, readTile, tileTitle } from '../tiles.ts';

/** What is read for each person anew. */
const OF_THE_PERSON: readonly DashboardTile['show']['kind'][] = ['tasks', 'list', 'joint', 'map'];

/** What is shown as one number. */
const NUMBERS: readonly DashboardTile['show']['kind'][] = ['tasks', 'figure', 'value'];

/** Tiles read at once: one dashboard leaves connections to all others. */
const AT_ONCE = 4;

export const reader: JointReader<DashboardSettings> = {
  head: () => ({}),
  read: (ask) => readTiles(ask, ask.settings.tiles),
  async readOpen(ask) {
    const open = ask.settings.tiles.filter((tile) => tile.open);
    return open.length === 0 ? undefined : readTiles(ask, open);
  },
};

async function readTiles(ask: JointAsk<DashboardSettings>, wanted: readonly DashboardTile[]): Promise<DashboardAnswer> {
  const tiles = wanted.filter((tile) => isTileSeen(ask, tile));
  const answers = new Map<string, TileAnswer>();
  const waiting = [...tiles];
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      answers.set(next.key, await answerOf(ask, next));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return {
    view: 'dashboard',
    layout: ask.settings.layout,
    tiles: tiles.flatMap(({ key }) => answers.get(key) ?? []),
    refresh: Math.min(...tiles.map(({ refresh }) => refresh), 3_600),
  };
}

async function answerOf(ask: JointAsk<DashboardSettings>, tile: DashboardTile): Promise<TileAnswer> {
  const now = (): number => ask.context.clock.now().getTime();
  const { kept, late } = await cachedTile(keyOf(ask, tile), tile.refresh, now, () => readTile(ask, tile));
  return {
    key: tile.key,
    title: tileTitle(ask, tile),
    width: tile.width,
    ...(NUMBERS.includes(tile.show.kind) ? { number: true } : {}),
    ...(kept === undefined ? {} : { content: kept.content, at: wallClock(new Date(kept.at), ask.snapshot.timeZone) }),
    ...(late === undefined ? {} : { late }),
  };
}

/**
 * Everything that decides a tile's value: the company, its metadata, the language, and who sees which rows and fields.
 * People of the same roles share what no row scope and no condition makes their own.
 */
function keyOf(ask: JointAsk<DashboardSettings>, tile: DashboardTile): string {
  const { snapshot, context, page, open } = ask;
  const { caller } = context;
  const calls = pagesOfTile(tile).flatMap((code) => memberCall(ask, code) ?? []);
  const shared = !OF_THE_PERSON.includes(tile.show.kind) && calls.length > 0 && calls.every(isShared);
  const who =
    open === true
      ? 'open'
      : shared
        ? calls.map(({ rights }) => rights.signature)
        : [caller.userId, ...caller.deptTreeIds];
  return JSON.stringify([
    context.tenantId,
    snapshot.revision,
    snapshot.language ?? '',
    page.code,
    tile.key,
    who,
    [...caller.roleCodes].sort(),
  ]);
}

/** Whether all people of the same roles see the same: no row is left out, and nothing that is read names the person. */
function isShared(call: MemberCall): boolean {
  const { model, context, snapshot, page } = call;
  // Rights that depend on the record may depend on the person too.
  if (readableOf(call) !== undefined) return false;
  if (rowAccessOf(model, context.caller, snapshot) !== 'all') return false;
  const live = model.fields.flatMap(({ live, property }) => (live ? [property.compute, property.cases] : []));
  const read = JSON.stringify([model.pages[page]?.where?.source, model.source.statistics, live]);
  return !/\b(?:me|awaiting)\b/.test(read);
}
