import { compileGridQuery, compilePlacesQuery } from '../../../../src/compile/sql/box-query.ts';
import { invalidInput } from '../../../../src/core/errors/catalogue.ts';
import { type MapLayer, type MapSettings, MOST_AREAS, MOST_POINTS } from '../../../../src/core/joint/map.ts';
import type { FieldModel } from '../../../../src/core/model/entity-model.ts';
import { say } from '../../../../src/core/text/say.ts';
import type { MapAnswer, MapLayerAnswer, MapPlace, MapPoint } from '../../../../src/core/wire/joint.ts';
import { cornersOf, geoPoint } from '../../../../src/field-types/geo/definition.ts';
import { queryInput, runQuery } from '../../../records/call/query-input.ts';
import type { Row } from '../../../records/call/record-row.ts';
import { readPage } from '../../../records/list/list.ts';
import { listPlan } from '../../../records/list/list-plan.ts';
import { LARGEST_PAGE, readListRequest } from '../../../records/list/list-request.ts';
import { jointCells } from '../joint-cell.ts';
import type { JointAsk, JointReader, MemberCall } from '../joint-reader.ts';
import { readGround } from '../map-ground.ts';
import { listOperation, memberCall, referringCalls } from '../member-call.ts';

/** Cells of the grid along one side, by which points are counted that are too many to be shown. */
const CELLS = 24;

interface Box {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

const EVERYWHERE: Box = { west: -180, south: -90, east: 180, north: 90 };

export const reader: JointReader<MapSettings> = {
  head: () => ({}),
  async read(ask): Promise<MapAnswer> {
    const box = boxOf(ask.argument('box'));
    const layers: MapLayerAnswer[] = [];
    for (const layer of ask.settings.layers) {
      const call = memberCall(ask, layer.page);
      const field = call?.model.field.get(layer.at);
      // Where a place may be asked for nowhere, or only in some records, a box would tell it.
      if (call === undefined || field === undefined || !call.fieldRights.isAskable(field)) continue;
      layers.push(await readLayer(ask, { layer, call, field }, box));
    }
    return { view: 'map', ground: await readGround(ask), layers };
  },
};

interface ReadLayer {
  readonly layer: MapLayer;
  readonly call: MemberCall;
  readonly field: FieldModel;
}

async function readLayer(ask: JointAsk<MapSettings>, read: ReadLayer, box: Box): Promise<MapLayerAnswer> {
  const { layer, call, field } = read;
  const most = layer.shape === 'point' ? MOST_POINTS : MOST_AREAS;
  const request = readListRequest(call, { page: layer.page });
  const purpose = { operation: listOperation(call), page: layer.page, answer: 'values', scoped: true } as const;
  const where = layer.where === undefined ? [] : [layer.where.node];
  const { shape } = listPlan(call, { ...purpose, paged: false, total: 'none', where }, request);
  const input = queryInput(call, { ...request.values, ...box, limit: most + 1, cells: CELLS });
  const { database } = ask.services;
  const { rows, heaps } = await database.withTenant(ask.context.tenantId, async (db) => {
    const found = await runQuery(db, compilePlacesQuery(shape, field, call.world), input);
    const crowded = layer.shape === 'point' && found.length > most;
    return {
      rows: crowded ? [] : found.slice(0, most),
      heaps: crowded ? await runQuery(db, compileGridQuery(shape, field, call.world), input) : undefined,
      more: found.length > most,
    };
  });
  return {
    key: layer.key,
    title: layer.title,
    page: layer.page,
    shape: layer.shape,
    places: await placesOf(read, rows),
    ...(heaps === undefined ? {} : { heaps: heaps.map(heapOf) }),
    ...(layer.shape === 'polygon' && rows.length === most ? { more: true } : {}),
    opens: referringCalls(ask, layer.opens).map(({ list }) => list),
  };
}

const heapOf = (row: Row): { readonly at: MapPoint; readonly count: number } => ({
  at: [Number(row.lng), Number(row.lat)],
  count: Number(row.count),
});

/** The records as their list shows them, by where they lie. */
async function placesOf({ layer, call }: ReadLayer, rows: readonly Row[]): Promise<readonly MapPlace[]> {
  const corners = new Map(rows.map((row) => [String(row.id), cornersIn(layer, row.place)]));
  const ids = [...corners.keys()];
  const places: MapPlace[] = [];
  for (let at = 0; at < ids.length; at += LARGEST_PAGE) {
    const some = ids.slice(at, at + LARGEST_PAGE).join(',');
    const columns = [
      ['name', call.model.label],
      ['grade', layer.color],
    ] as const;
    const args = { page: layer.page, ids: some, size: String(LARGEST_PAGE) };
    for (const record of (await readPage(call, listOperation(call), args)).records) {
      const { name, grade } = jointCells(call, columns, record);
      places.push({
        id: record.id,
        name: name?.text ?? '',
        ...(grade === undefined ? {} : { grade }),
        corners: corners.get(record.id) ?? [],
      });
    }
  }
  return places.filter((place) => place.corners.length > 0);
}

function cornersIn({ shape }: MapLayer, place: unknown): readonly MapPoint[] {
  const point = geoPoint(place);
  const points = shape === 'polygon' ? cornersOf(place) : point === undefined ? [] : [point];
  return points.map(({ lng, lat }) => [lng, lat]);
}

/** The part of the world that is in sight; all of it where nothing is said. */
function boxOf(text: string | undefined): Box {
  if (text === undefined) return EVERYWHERE;
  const [west = Number.NaN, south = Number.NaN, east = Number.NaN, north = Number.NaN, ...more] = text
    .split(',')
    .map(Number);
  const sound =
    more.length === 0 &&
    [west, south, east, north].every(Number.isFinite) &&
    west < east &&
    south < north &&
    Math.abs(south) <= 90 &&
    Math.abs(north) <= 90 &&
    Math.abs(west) <= 360 &&
    Math.abs(east) <= 360;
  if (!sound) throw invalidInput([{ pointer: '/box', msg: say('地图的范围须为西、南、东、北四个度数') }]);
  return { west, south, east, north };
}
