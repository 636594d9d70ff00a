import { areaOf, DAY, detail, type Listed, SHOP, step } from './breadth-desk.ts';
import type { MovedPlant } from './moved-plant.ts';
import { type StoredRecord, uniqueName } from './person.ts';
import { agreeTo } from './votes.ts';

/** Beginning of the paths of the area's calls. */
export const CALLS = 'safety/inspection';
/** Beginning of the addresses of its pages. */
export const PAGES = '/safety/inspection';
/** The team whose people walk the rounds, and the post that walks them. */
export const TEAM = { id: '6459670101', name: '聚合甲班', post: '外操' };
/** Minutes of a window, and between the beginnings of two. */
export const [WINDOW, NEXT] = [60, 120];

/** Somebody of the team who inspects from the post. */
export const INSPECTOR = { account: 'lx0112', name: '乐乙六' };

/** What the safety office finds on a page of the area. */
export async function found(
  plant: MovedPlant,
  base: string,
  query: Readonly<Record<string, string>>,
): Promise<readonly StoredRecord[]> {
  const safety = await plant.as('safety');
  const { records } = await safety.call<Listed>('GET', `${CALLS}/${base}`, { query: { size: '100', ...query } });
  return records;
}

/** A code of a tag that no other point has. */
export const freshTag = () => `04${Date.now().toString(16)}A1`.toUpperCase();

/** A point with an item, whose number may be out of its limits and whose tag is bound, and one with a printed code. */
interface Points {
  readonly pump: string;
  readonly valve: string;
  readonly tag: string;
  readonly qrCode: string;
}

/** Sets up the second kind of point: with a printed code, which is given back, and one item to be looked at. */
export async function storeValve(plant: MovedPlant, pointName: string, areaId: string): Promise<string> {
  const safety = await plant.as('safety');
  const { id } = await safety.call<StoredRecord>('POST', `${CALLS}/point/save`, {
    json: {
      ...{ pointNo: uniqueName('XJ'), pointName, areaId, deptId: SHOP, signModes: ['qr'] },
      isMajor: '0',
    },
  });
  await safety.call('POST', `${CALLS}/item/save`, {
    json: {
      ...{ pointId: id, sort: 1, itemName: '有无泄漏', itemType: 'choice', standard: '无滴漏' },
      ...{ required: '1', needPhoto: '0' },
    },
  });
  return String((await detail(safety, `${CALLS}/point`, id)).qrCode);
}

/** Binds a tag to a point. */
export async function bindTag(plant: MovedPlant, tag: string, pointId: string, areaId: string): Promise<void> {
  const safety = await plant.as('safety');
  const { id } = await safety.call<StoredRecord>('POST', `${CALLS}/nfc/save`, {
    json: { tagCode: tag, tagName: tag, tagType: 'nfc', bindKind: 'point', areaId },
  });
  await step(safety, `${CALLS}/nfc`, 'bind', id, { pointId });
}

/** A round over both points, twice a day for a week, which was agreed to; its first window opens in 20 minutes. */
export async function plannedRound(plant: MovedPlant): Promise<Points & { readonly planId: string }> {
  const [safety, officer, area] = [await plant.as('safety'), await plant.as('officer'), await areaOf(plant)];
  const [pump, valve, tag] = [uniqueName('进料泵'), uniqueName('底阀'), freshTag()];
  const { id: pumpId } = await safety.call<StoredRecord>('POST', `${CALLS}/point/save`, {
    json: {
      ...{ pointNo: uniqueName('XJ'), pointName: pump, areaId: area.id, deptId: SHOP, signModes: ['nfc'] },
      ...{ location: '二层东侧', isMajor: '0' },
    },
  });
  await safety.call('POST', `${CALLS}/item/save`, {
    json: {
      ...{ pointId: pumpId, sort: 1, itemName: '轴承温度', itemType: 'number', standard: '不超过75℃', unit: '℃' },
      ...{ minValue: 0, maxValue: 75, required: '1', needPhoto: '0' },
    },
  });
  await bindTag(plant, tag, pumpId, area.id);
  const qrCode = await storeValve(plant, valve, area.id);
  const [valveId] = (await found(plant, 'point/page', { pointName: valve })).map(({ id }) => id);
  const { id: planId } = await officer.call<StoredRecord>('POST', `${CALLS}/plan/save`, {
    json: {
      ...{ planName: uniqueName('框架巡检'), inspectType: 'shift', deptId: TEAM.id, inOrder: '1', workdayKind: '0' },
      ...{ planTime: `${plant.wall(5)}:00`, planEnd: `${plant.wall(5 + 7 * DAY)}:00`, cycle: 1, cycleUnit: 'day' },
      timeSlots: [20, 20 + NEXT].map((minutes) => ({
        start: plant.wall(minutes).slice(11),
        end: plant.wall(minutes + WINDOW).slice(11),
      })),
      executorPosts: await postOf(plant, TEAM.post),
    },
  });
  for (const [index, pointId] of [pumpId, valveId].entries())
    await officer.call('POST', `${CALLS}/route/save`, { json: { planId, seq: index + 1, pointId } });
  await step(officer, `${CALLS}/plan`, 'submit', planId);
  await agreeTo(await plant.as('leader'), planId);
  await agreeTo(await plant.as('safety'), planId);
  return { pump, valve, tag, qrCode, planId };
}

async function postOf(plant: MovedPlant, name: string): Promise<readonly string[]> {
  const safety = await plant.as('safety');
  const posts = await safety.call<readonly StoredRecord[]>('GET', 'system/position/list');
  const post = posts.find(({ postName }) => postName === name);
  if (post === undefined) throw new Error(`no post ${name}`);
  return [post.id];
}
