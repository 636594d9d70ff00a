import type { Statistics } from '../../../core/dialect/entity.generated.ts';
import {
  type DashboardSettings,
  type DashboardTile,
  type FigureRef,
  pagesOfTile,
  type TileShow,
  type TileTarget,
} from '../../../core/joint/dashboard.ts';
import { dashboardSchema } from '../../../core/joint/dashboard-schema.ts';
import { readValue } from '../../../core/joint/dashboard-value.ts';
import type { JointKindDefinition, MemberPage, PlacedJointPage } from '../../../core/joint/joint-kind.ts';
import type { JointPage } from '../../../core/joint/joint-page.generated.ts';
import { readLayer } from '../../../core/joint/map-layer.ts';

/** Seconds for which a value is taken again where the tile does not say. */
const REFRESH = 60;

/** Rows of a list, and columns of it, where the tile does not say. */
const ROWS = 5;
const COLUMNS = 3;

type WrittenTile = NonNullable<JointPage['dashboard']>['tiles'][string];
type At = readonly string[];

export const definition: JointKindDefinition<DashboardSettings> = {
  view: 'dashboard',
  says: 'figures, charts, short lists and tasks as tiles',
  schema: dashboardSchema,
  build(placed) {
    const source = placed.file.dashboard;
    if (source === undefined) return undefined;
    const open = new Set(source.public ?? []);
    for (const [index, key] of (source.public ?? []).entries()) {
      if (!Object.hasOwn(source.tiles, key)) {
        placed.fault(['dashboard', 'public', String(index)], `没有名为“${key}”的磁贴`, '改为 tiles 里的磁贴');
      }
    }
    const tiles = Object.entries(source.tiles).flatMap(([key, tile]): DashboardTile[] => {
      const at = ['dashboard', 'tiles', key];
      const show = showOf(placed, tile, at);
      if (show === undefined) return [];
      const made: DashboardTile = {
        key,
        title: tile.title,
        width: tile.width ?? usualWidth(show),
        refresh: tile.refresh ?? REFRESH,
        target: targetOf(placed, tile, show, at),
        open: open.has(key),
        show,
      };
      if (made.open) checkOpen(placed, made, source.public?.indexOf(key) ?? 0);
      return [made];
    });
    return { tiles, layout: source.layout ?? 'tiles' };
  },
  members: ({ tiles }) => tiles.flatMap(pagesOfTile),
  texts: ({ dashboard }) =>
    Object.entries(dashboard?.tiles ?? {}).flatMap(([key, { title, unit, map = {} }]) => [
      ...(title === undefined ? [] : [[['dashboard', 'tiles', key, 'title'], title] as const]),
      ...(unit === undefined ? [] : [[['dashboard', 'tiles', key, 'unit'], unit] as const]),
      ...Object.entries(map).flatMap(([layer, { title: name }]) =>
        name === undefined ? [] : [[['dashboard', 'tiles', key, 'map', layer, 'title'], name] as const],
      ),
    ]),
};

const KINDS = ['tasks', 'figure', 'value', 'list', 'chart', 'map', 'joint'] as const;

function showOf(placed: PlacedJointPage, tile: WrittenTile, at: At): TileShow | undefined {
  const named = KINDS.filter((kind) => tile[kind] !== undefined);
  if (named.length !== 1) {
    const says = named.length === 0 ? '没有说显示什么' : `同时写了“${named.join('”“')}”`;
    placed.fault(at, `磁贴${says}`, `只写 ${KINDS.join('、')} 中的一个`);
    return undefined;
  }
  if (tile.tasks !== undefined) return { kind: 'tasks' };
  if (tile.figure !== undefined) {
    const figure = figureOf(placed, tile.figure, [...at, 'figure']);
    if (figure === undefined) return undefined;
    const named = besideOf(placed, tile, at);
    return { kind: 'figure', figure, beside: named.length > 0 ? named : partsOf(placed, figure, at) };
  }
  if (tile.joint !== undefined) return jointOf(placed, tile, tile.joint, at);
  if (tile.value !== undefined) {
    if (tile.title === undefined) placed.fault(at, '算出来的值没有名字', '写上 title');
    const read = readValue(placed, tile.value, [...at, 'value'], (name) => figureOf(placed, name, [...at, 'value']));
    return (
      read && {
        kind: 'value',
        ...read,
        beside: besideOf(placed, tile, at),
        unit: tile.unit ?? '',
        scale: tile.scale ?? 0,
      }
    );
  }
  if (tile.map !== undefined) {
    if (tile.title === undefined) placed.fault(at, '地图没有名字', '写上 title');
    const layers = Object.entries(tile.map).flatMap(
      ([key, layer]) => readLayer(placed, key, layer, [...at, 'map', key]) ?? [],
    );
    return { kind: 'map', layers };
  }
  return tile.list === undefined ? chartOf(placed, tile.chart ?? '', [...at, 'chart']) : listOf(placed, tile, at);
}

function besideOf(placed: PlacedJointPage, tile: WrittenTile, at: At): readonly FigureRef[] {
  return (tile.beside ?? []).flatMap((name, index) => {
    const one = figureOf(placed, name, [...at, 'beside', String(index)]);
    return one === undefined ? [] : [one];
  });
}

/** What a ratio is made of, where both are counted and stand in a block: a press on either opens its rows. */
function partsOf(placed: PlacedJointPage, { page, measure }: FigureRef, at: At): readonly FigureRef[] {
  const { measures = {}, blocks = {} } = placed.anyPage(page, at)?.model.source.statistics ?? {};
  const { numerator, denominator } = measures[measure] ?? {};
  const parts = [numerator, denominator].flatMap((key) => {
    const isShown = Object.values(blocks).some((block) => key !== undefined && block.measures.includes(key));
    return key !== undefined && measures[key]?.kind === 'count' && isShown ? [key] : [];
  });
  if (denominator === undefined || parts.length < 2) return [];
  return parts.flatMap((key) => figureOf(placed, `${page}.${key}`, at) ?? []);
}

/** Another page of no single entity: a union or a map. */
function jointOf(placed: PlacedJointPage, tile: WrittenTile, code: string, at: At): TileShow | undefined {
  const found = placed.joint(code, [...at, 'joint']);
  if (found === undefined) return undefined;
  const { view, union, map } = found;
  if (view !== 'union' && view !== 'map') {
    placed.fault([...at, 'joint'], `“${found.title}”不能放在磁贴里`, '改为 union 或 map 页面');
    return undefined;
  }
  if (view === 'map' && tile.as !== undefined) placed.fault([...at, 'as'], '地图没有别的样子', '去掉 as');
  const members = [...Object.values(union?.of ?? {}), ...Object.values(map?.layers ?? {})].map(({ page }) => page);
  return {
    kind: 'joint',
    page: code,
    view,
    as: tile.as ?? 'rows',
    most: tile.most ?? ROWS,
    members: [...new Set(members)],
  };
}

/** What the number of a tile should reach; said of anything else it is a fault. */
function targetOf(placed: PlacedJointPage, tile: WrittenTile, show: TileShow, at: At): TileTarget | undefined {
  const [end, source] = Object.entries(tile.target ?? {})[0] ?? [];
  if (source === undefined || (end !== 'atLeast' && end !== 'atMost')) return undefined;
  const [figure] = show.kind === 'figure' ? [show.figure] : show.kind === 'value' ? show.figures : [];
  if (figure === undefined) {
    placed.fault([...at, 'target'], '只有数字有目标', '去掉 target');
    return undefined;
  }
  const member = placed.anyPage(figure.page, at);
  const node = member && placed.expression(member, source, [...at, 'target', end], 'number')?.node;
  return node && { end, node };
}

function listOf(placed: PlacedJointPage, tile: WrittenTile, at: At): TileShow | undefined {
  const member = placed.member(tile.list ?? '', [...at, 'list']);
  if (member === undefined) return undefined;
  const { model, page } = member;
  const usual = [model.label, ...page.columns.map(({ field }) => field).filter((field) => field !== model.label)];
  const columns = tile.columns?.filter(
    (key, index) => placed.shown(member, key, [...at, 'columns', String(index)]) !== undefined,
  );
  return { kind: 'list', page: page.code, columns: columns ?? usual.slice(0, COLUMNS), most: tile.most ?? ROWS };
}

function chartOf(placed: PlacedJointPage, name: string, at: At): TileShow | undefined {
  const found = statisticsOf(placed, name, at);
  if (found === undefined) return undefined;
  const { member, key, statistics } = found;
  if (!Object.hasOwn(statistics.blocks ?? {}, key)) {
    placed.fault(at, `“${member.model.title}”没有名为“${key}”的统计块`, '改为它 statistics.blocks 里的统计块');
    return undefined;
  }
  return { kind: 'chart', page: member.page.code, block: key };
}

/** The figure that `page.measure` names. */
function figureOf(placed: PlacedJointPage, name: string, at: At): FigureRef | undefined {
  const found = statisticsOf(placed, name, at);
  if (found === undefined) return undefined;
  const { member, key, statistics } = found;
  if (!Object.hasOwn(statistics.measures ?? {}, key)) {
    placed.fault(at, `“${member.model.title}”没有名为“${key}”的指标`, '改为它 statistics.measures 里的指标');
    return undefined;
  }
  const blocks = Object.entries(statistics.blocks ?? {}).filter(([, { measures }]) => measures.includes(key));
  // Of blocks without a dimension the rows are shown to whoever may see the measure.
  const [block] = blocks.find(([, { by = [] }]) => by.length === 0) ?? blocks[0] ?? [];
  if (block === undefined) {
    placed.fault(at, `指标“${key}”不在任何统计块里，点开看不到它数的记录`, '在 statistics.blocks 的一个统计块里加上它');
    return undefined;
  }
  return { page: member.page.code, entity: member.model.key, measure: key, block };
}

interface FoundStatistics {
  readonly member: MemberPage;
  readonly key: string;
  readonly statistics: Statistics;
}

/** The page that `page.name` names, whose entity answers statistics. */
function statisticsOf(placed: PlacedJointPage, name: string, at: At): FoundStatistics | undefined {
  const [code = '', key = ''] = name.split('.');
  const member = placed.anyPage(code, at);
  if (member === undefined) return undefined;
  const { statistics } = member.model.source;
  const answers = member.model.operations.some(({ kind }) => kind === 'statistics');
  if (statistics !== undefined && answers) return { member, key, statistics };
  placed.fault(at, `“${member.model.title}”没有统计`, '改为有 statistics 的业务的页面，或在它那里写上');
  return undefined;
}

/** Without login there are no records, and no people. */
function checkOpen(placed: PlacedJointPage, { show }: DashboardTile, index: number): void {
  const at = ['dashboard', 'public', String(index)];
  if (show.kind === 'tasks' || show.kind === 'list' || show.kind === 'joint') {
    placed.fault(at, '不登录的人看不到记录和待办', '只公开数字、统计图和地图');
    return;
  }
  if (show.kind !== 'chart') return;
  const model = placed.anyPage(show.page, at)?.model;
  for (const by of model?.source.statistics?.blocks?.[show.block]?.by ?? []) {
    const [key = '', part] = by.split(':');
    const field = model?.field.get(key);
    if (field === undefined || part !== undefined || key === 'status' || field.target === 'dept') continue;
    if (field.property.dict !== undefined || field.property.options !== undefined) continue;
    placed.fault(at, `统计图按“${field.title}”分，会公开人名或记录的名称`, '改为按选项、状态、部门或时间分的统计块');
  }
}

function usualWidth(show: TileShow): number {
  const { kind } = show;
  if (kind === 'joint' && show.as === 'banner') return 12;
  return kind === 'list' || kind === 'chart' || kind === 'map' || kind === 'joint' ? 6 : 3;
}
