import { invalidInput } from '../../../../src/core/errors/catalogue.ts';
import { type MapLayer, type MapSettings, MOST_AREAS } from '../../../../src/core/joint/map.ts';
import { say } from '../../../../src/core/text/say.ts';
import type { MapAnswer, MapLayerAnswer, MapPlace } from '../../../../src/core/wire/joint.ts';
import type { Row } from '../../../records/call/record-row.ts';
import { readShown } from '../../../records/list/list.ts';
import { jointCells } from '../joint-cell.ts';
import type { JointAsk, JointReader } from '../joint-reader.ts';
import { cornersIn, EVERYWHERE, type LayerCall, layerCall, type MapBox, readPlaces } from '../layer-places.ts';
import { readGround } from '../map-ground.ts';
import { listOperation, referringCalls } from '../member-call.ts';

export const reader: JointReader<MapSettings> = {
  head: () => ({}),
  async read(ask): Promise<MapAnswer> {
    const box = boxOf(ask.argument('box'));
    const layers: MapLayerAnswer[] = [];
    for (const layer of ask.settings.layers) {
      const found = layerCall(ask, layer);
      if (found !== undefined) layers.push(await readLayer(ask, { layer, ...found }, box));
    }
    return { view: 'map', ground: await readGround(ask), layers };
  },
};

interface ReadLayer extends LayerCall {
  readonly layer: MapLayer;
}

async function readLayer(ask: JointAsk<MapSettings>, read: ReadLayer, box: MapBox): Promise<MapLayerAnswer> {
  const { layer } = read;
  const { rows, heaps } = await readPlaces(ask, read, box);
  return {
    key: layer.key,
    title: layer.title,
    page: layer.page,
    shape: layer.shape,
    places: await placesOf(read, rows),
    ...(heaps === undefined ? {} : { heaps }),
    ...(layer.shape === 'polygon' && rows.length === MOST_AREAS ? { more: true } : {}),
    opens: referringCalls(ask, layer.opens).map(({ list }) => list),
  };
}

/** The records as their list shows them, by where they lie. */
async function placesOf({ layer, call }: ReadLayer, rows: readonly Row[]): Promise<readonly MapPlace[]> {
  const corners = new Map(rows.map((row) => [String(row.id), cornersIn(layer, row.place)]));
  const columns = [
    ['name', call.model.label],
    ['grade', layer.color],
  ] as const;
  const shows = columns.flatMap(([, field]) => field ?? []);
  const records = await readShown(call, listOperation(call), { page: layer.page, ids: [...corners.keys()], shows });
  const places = records.map((record): MapPlace => {
    const { name, grade } = jointCells(call, columns, record);
    return {
      id: record.id,
      name: name?.text ?? '',
      ...(grade === undefined ? {} : { grade }),
      corners: corners.get(record.id) ?? [],
    };
  });
  return places.filter((place) => place.corners.length > 0);
}

/** The part of the world that is in sight; all of it where nothing is said. */
function boxOf(text: string | undefined): MapBox {
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
