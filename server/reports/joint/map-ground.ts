import type { WireFile, WireRecord } from '../../../src/core/wire/contract.ts';
import type { MapGround, MapPoint } from '../../../src/core/wire/joint.ts';
import { rightsOf } from '../../access/permission/rights.ts';
import { createEntityCall } from '../../records/call/entity-call.ts';
import { readPage } from '../../records/list/list.ts';
import type { JointAsk, MemberCall } from './joint-reader.ts';
import { listOperation } from './member-call.ts';

/** Entity with the company's configuration, and its page. */
const CONFIGURATION = 'enterpriseConfig';

/** Control points of the plan. */
const POINTS = ['mapPlanA', 'mapPlanB', 'mapPlanC'] as const;

async function readConfiguration({ services, context, snapshot }: Pick<JointAsk, 'services' | 'context' | 'snapshot'>) {
  const model = snapshot.entities.get(CONFIGURATION);
  if (model === undefined) return undefined;
  const call = createEntityCall(services, context, snapshot, model, { internal: true });
  const { records } = await readPage(call, listOperation(call as MemberCall), { size: '1' });
  return records[0] as (WireRecord & { readonly mapPlan?: readonly WireFile[] | null }) | undefined;
}

/** What lies under the layers of every map of the company: it is shown to whoever sees one. */
export async function readGround(ask: JointAsk): Promise<MapGround> {
  const record = await readConfiguration(ask);
  if (record === undefined) return {};
  const tiles = textOf(record.mapTileUrl);
  const [lng, lat] = [Number(record.mapCenterLng), Number(record.mapCenterLat)];
  const link = textOf(record.mapPlan?.[0]?.link);
  const points = POINTS.flatMap((key) => controlPoint(record[key]) ?? []);
  return {
    ...(tiles === undefined ? {} : { tiles }),
    ...(record.mapCenterLng === null || record.mapCenterLat === null ? {} : { centre: [lng, lat] as MapPoint }),
    // Two points do not say how the picture is turned and mirrored.
    ...(link === undefined || points.length < POINTS.length ? {} : { plan: { link, points } }),
  };
}

/** Whether a file is the picture under the company's maps, for a person who sees one of these. */
export async function isGroundFile(
  ask: Pick<JointAsk, 'services' | 'context' | 'snapshot'>,
  entityKey: string,
  attachId: string,
): Promise<boolean> {
  if (entityKey !== CONFIGURATION) return false;
  const { context, snapshot } = ask;
  const rights = rightsOf(context.caller, snapshot);
  const seesMap = [...(snapshot.jointPages ?? [])].some(
    ([code, { view }]) => view === 'map' && rights.page(code).has('view'),
  );
  return seesMap && (await readConfiguration(ask))?.mapPlan?.some((file) => file.attachId === attachId) === true;
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/** A pixel with where it lies: `120,840=118.795000,32.045000`. */
function controlPoint(value: unknown): { readonly pixel: MapPoint; readonly at: MapPoint } | undefined {
  const [, x, y, lng, lat] =
    /^(\d+),(\d+)=(-?\d+(?:\.\d+)?),(-?\d+(?:\.\d+)?)$/.exec(
      typeof value === 'string' ? value.replace(/\s/g, '') : '',
    ) ?? [];
  if (x === undefined) return undefined;
  return { pixel: [Number(x), Number(y)], at: [Number(lng), Number(lat)] };
}
