import { MOST_AREAS } from '../../../src/core/joint/map.ts';
import type { JointCell, MapGround, MapPoint, PlanLayer, TileContent } from '../../../src/core/wire/joint.ts';
import { readShown } from '../../records/list/list.ts';
import { jointCells } from './joint-cell.ts';
import type { JointAsk } from './joint-reader.ts';
import {
  cornersIn,
  EVERYWHERE,
  type LayerCall,
  layerCall,
  type MapBox,
  type PlacedLayer,
  readPlaces,
} from './layer-places.ts';
import { readGround } from './map-ground.ts';
import { listOperation } from './member-call.ts';

/** Part of the length of what is shown by which points beside it still count. */
const MARGIN = 0.1;

/** Places of pages as numbers: areas by their grade, and how many points lie about where. Nothing in it names a record. */
export async function readPlanTile(ask: JointAsk, layers: readonly PlacedLayer[]): Promise<TileContent> {
  const ground = await readGround(ask);
  const found = layers.flatMap((layer) => {
    const call = layerCall(ask, layer);
    return call === undefined ? [] : [{ layer, ...call }];
  });
  const areas = new Map<string, PlanLayer>();
  for (const one of found) {
    if (one.layer.shape === 'polygon') areas.set(one.layer.key, await areasOf(ask, one));
  }
  const box = boxAround(ground, [...areas.values()]);
  const answers: PlanLayer[] = [];
  for (const one of found) {
    answers.push(areas.get(one.layer.key) ?? (await heapsOf(ask, one, box)));
  }
  return { kind: 'plan', ground, layers: answers };
}

type FoundLayer = LayerCall & { readonly layer: PlacedLayer };

async function areasOf(ask: JointAsk, found: FoundLayer): Promise<PlanLayer> {
  const { layer, call } = found;
  const { rows } = await readPlaces(ask, found, EVERYWHERE, MOST_AREAS);
  const grades = new Map<string, JointCell>();
  const ids = rows.map(({ id }) => String(id));
  if (layer.color !== undefined) {
    const shown = { page: layer.page, ids, shows: [layer.color] };
    for (const record of await readShown(call, listOperation(call), shown)) {
      const { grade } = jointCells(call, [['grade', layer.color]], record);
      if (grade !== undefined) grades.set(record.id, grade);
    }
  }
  const areas = rows.flatMap((row) => {
    const corners = cornersIn(layer, row.place);
    const grade = grades.get(String(row.id));
    return corners.length === 0 ? [] : [{ corners, ...(grade === undefined ? {} : { grade }) }];
  });
  return { key: layer.key, title: layer.title, count: areas.length, areas };
}

async function heapsOf(ask: JointAsk, found: FoundLayer, box: MapBox): Promise<PlanLayer> {
  const { heaps = [] } = await readPlaces(ask, found, box, 0);
  const { key, title } = found.layer;
  return { key, title, count: heaps.reduce((sum, { count }) => sum + count, 0), heaps };
}

/** What is shown: the areas and the plan's control points; everywhere where there is neither. */
function boxAround({ plan }: MapGround, layers: readonly PlanLayer[]): MapBox {
  const points: MapPoint[] = [
    ...(plan?.points ?? []).map(({ at }) => at),
    ...layers.flatMap(({ areas = [] }) => areas.flatMap(({ corners }) => corners)),
  ];
  if (points.length === 0) return EVERYWHERE;
  const [lngs, lats] = [points.map(([lng]) => lng), points.map(([, lat]) => lat)];
  const [west, east, south, north] = [Math.min(...lngs), Math.max(...lngs), Math.min(...lats), Math.max(...lats)];
  const [across, along] = [(east - west) * MARGIN, (north - south) * MARGIN];
  return { west: west - across, south: south - along, east: east + across, north: north + along };
}
