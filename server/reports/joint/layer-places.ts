import { compileGridQuery, compilePlacesQuery } from '../../../src/compile/sql/box-query.ts';
import { type MapLayer, MOST_AREAS, MOST_POINTS } from '../../../src/core/joint/map.ts';
import type { FieldModel } from '../../../src/core/model/entity-model.ts';
import type { MapPoint } from '../../../src/core/wire/joint.ts';
import { cornersOf, geoPoint } from '../../../src/field-types/geo/definition.ts';
import { queryInput, runQuery } from '../../records/call/query-input.ts';
import type { Row } from '../../records/call/record-row.ts';
import { listPlan } from '../../records/list/list-plan.ts';
import { readListRequest } from '../../records/list/list-request.ts';
import type { JointAsk, MemberCall } from './joint-reader.ts';
import { listOperation, memberCall } from './member-call.ts';

/** Cells of the grid along one side, by which points are counted that are not shown one by one. */
const CELLS = 24;

/** A part of the world, in degrees. */
export interface MapBox {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

export const EVERYWHERE: MapBox = { west: -180, south: -90, east: 180, north: 90 };

/** What places are read of. */
export type PlacedLayer = Omit<MapLayer, 'opens'>;

/** The call by which a layer is read, and the field with its places. */
export interface LayerCall {
  readonly call: MemberCall;
  readonly field: FieldModel;
}

/** That call; undefined where the person does not see the layer. */
export function layerCall(ask: Parameters<typeof memberCall>[0], layer: PlacedLayer): LayerCall | undefined {
  const call = memberCall(ask, layer.page);
  const field = call?.model.field.get(layer.at);
  // Where a place may be asked for nowhere, or only in some records, a box would tell it.
  return call === undefined || field === undefined || !call.fieldRights.isAskable(field) ? undefined : { call, field };
}

type Heaps = readonly { readonly at: MapPoint; readonly count: number }[];

/**
 * Records of a layer within a box by id and place; of points that are too many numbers by grid instead.
 * @param most points that are told one by one; 0 for numbers whatever they are. Default 2,000.
 */
export async function readPlaces(
  ask: JointAsk,
  { layer, call, field }: LayerCall & { readonly layer: PlacedLayer },
  box: MapBox,
  most: number = layer.shape === 'point' ? MOST_POINTS : MOST_AREAS,
): Promise<{ readonly rows: readonly Row[]; readonly heaps: Heaps | undefined }> {
  const request = readListRequest(call, { page: layer.page });
  const purpose = { operation: listOperation(call), page: layer.page, answer: 'values', scoped: true } as const;
  const where = layer.where === undefined ? [] : [layer.where.node];
  const { shape } = listPlan(call, { ...purpose, paged: false, total: 'none', where }, request);
  const input = queryInput(call, { ...request.values, ...box, limit: most + 1, cells: CELLS });
  return ask.services.database.withTenant(ask.context.tenantId, async (db) => {
    const found = await runQuery(db, compilePlacesQuery(shape, field, call.world), input);
    if (layer.shape !== 'point' || found.length <= most) return { rows: found.slice(0, most), heaps: undefined };
    const heaps = await runQuery(db, compileGridQuery(shape, field, call.world), input);
    return { rows: [], heaps: heaps.map(heapOf) };
  });
}

const heapOf = (row: Row): { readonly at: MapPoint; readonly count: number } => ({
  at: [Number(row.lng), Number(row.lat)],
  count: Number(row.count),
});

/** The corners of an area, or the one of a point; none where the value is no place. */
export function cornersIn({ shape }: PlacedLayer, place: unknown): readonly MapPoint[] {
  const point = geoPoint(place);
  const points = shape === 'polygon' ? cornersOf(place) : point === undefined ? [] : [point];
  return points.map(({ lng, lat }) => [lng, lat]);
}
