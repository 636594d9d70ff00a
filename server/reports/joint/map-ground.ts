import type { MapGround, MapPoint } from '../../../src/core/wire/joint.ts';
import { createEntityCall } from '../../records/call/entity-call.ts';
import { readPage } from '../../records/list/list.ts';
import type { JointAsk, MemberCall } from './joint-reader.ts';
import { listOperation } from './member-call.ts';

/** Entity with the company's configuration, and its page. */
const CONFIGURATION = 'enterpriseConfig';

/** Control points of the plan. */
const POINTS = ['mapPlanA', 'mapPlanB', 'mapPlanC'] as const;

/** What lies under the layers of every map of the company: it is shown to whoever sees one. */
export async function readGround({ services, context, snapshot }: JointAsk): Promise<MapGround> {
  const model = snapshot.entities.get(CONFIGURATION);
  if (model === undefined) return {};
  const call = createEntityCall(services, context, snapshot, model, { internal: true });
  const { records } = await readPage(call, listOperation(call as MemberCall), { size: '1' });
  const [record] = records;
  if (record === undefined) return {};
  const tiles = textOf(record.mapTileUrl);
  const [lng, lat] = [Number(record.mapCenterLng), Number(record.mapCenterLat)];
  const link = linkOf(record.mapPlan);
  const points = POINTS.flatMap((key) => controlPoint(record[key]) ?? []);
  return {
    ...(tiles === undefined ? {} : { tiles }),
    ...(record.mapCenterLng === null || record.mapCenterLat === null ? {} : { centre: [lng, lat] as MapPoint }),
    // Two points do not say how the picture is turned and mirrored.
    ...(link === undefined || points.length < POINTS.length ? {} : { plan: { link, points } }),
  };
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

function linkOf(value: unknown): string | undefined {
  const [file] = Array.isArray(value) ? (value as readonly { readonly link?: unknown }[]) : [];
  return textOf(file?.link);
}

/** A pixel with where it lies: `120,840=118.795000,32.045000`. */
function controlPoint(value: unknown): { readonly pixel: MapPoint; readonly at: MapPoint } | undefined {
  const [, x, y, lng, lat] =
    /^(\d+),(\d+)=(-?\d+(?:\.\d+)?),(-?\d+(?:\.\d+)?)$/.exec(
      typeof value === 'string' ? value.replace(/\s/g, '') : '',
    ) ?? [];
  if (x === undefined) return undefined;
  return { pixel: [Number(x), Number(y)], at: [Number(lng), Number(lat)] };
}
