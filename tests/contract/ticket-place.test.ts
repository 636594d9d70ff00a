import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { WirePage, WireRecord } from '../../src/core/wire/contract.ts';
import { onSite } from '../fixtures/on-site.ts';
import { OUTLINE } from '../fixtures/outline.ts';
import { patient } from '../fixtures/patience.ts';
import { SIGN, SIGNATURE, startTicketPlant, type TicketPlant } from '../fixtures/ticket-story.ts';

const TENANT = '645967';
const TICKET = 'workticket/ticket';
/** One millionth of a degree of latitude is 0.1112 m: the last step still within a limit, and the steps beside it. */
const STEPS = { within30: 269, at30: 270, beyond30: 271, within50: 449, at50: 450, beyond50: 451 } as const;
const HERE = { lng: 121.47, lat: 31.23 };

const north = (steps: number) => ({ lng: HERE.lng, lat: Number((HERE.lat + steps / 1e6).toFixed(6)) });

let plant: TicketPlant;
const areas: Record<string, string> = {};

async function area(name: string, parent?: string): Promise<void> {
  const saved = await plant.ok('safetyOfficer', 'POST', 'safety/risk/areas/main/submit', {
    areaCode: `PLACE-${name}`,
    areaName: `区域${name}`,
    areaType: 'production',
    polygon: OUTLINE,
    deptId: plant.id('shop'),
    dutyUserId: plant.id('boss'),
    isMajor: '0',
    ...(parent === undefined ? {} : { parentId: areas[parent] }),
  });
  areas[name] = String(saved.id);
}

/** Writes what many steps of many people would have made of a ticket. */
async function stored(id: string, values: Readonly<Record<string, unknown>>): Promise<void> {
  const columns = Object.keys(values).map((name, index) => `"${name}" = $${index + 2}`);
  await plant.server.database.transaction(TENANT, (connection) =>
    connection.execute(`update data."workTicket" set ${columns.join(', ')} where id = $1`, [
      id,
      ...Object.values(values),
    ]),
  );
}

beforeAll(async () => {
  plant = await startTicketPlant();
  await area('A');
  await area('A1', 'A');
  await area('A11', 'A1');
  await area('A2', 'A');
  await area('B');
}, patient(120_000));
afterAll(() => plant?.stop());

describe('a work that another one excludes', () => {
  let blind = '';
  let hot = '';

  beforeAll(async () => {
    plant.nextMonday();
    const plan = { planStartTime: plant.wall(), planEndTime: plant.wall(420) };
    blind = await plant.draft('blind', { areaId: areas.A1, geo: HERE, ...plan });
    hot = await plant.draft('hot', { areaId: areas.B, location: '泵房南侧', ...plan });
    await stored(hot, { status: 'working' });
    await stored(blind, { status: 'approved', round: 1, guardianIds: [plant.id('guardian')] });
    await plant.server.database.transaction(TENANT, (connection) =>
      connection.execute(`update data."ticketPerson" set "signedRound" = 1 where "ticketId" = $1`, [blind]),
    );
  });

  /** What the record has against starting, as its detail says. */
  async function against(other: Readonly<Record<string, unknown>>): Promise<string | undefined> {
    await stored(hot, { status: 'working', ...other });
    const { asks } = (await plant.whole(blind, 'charger')) as unknown as {
      asks: Record<string, { blocked?: string } | undefined>;
    };
    expect(asks.start).toBeDefined();
    return asks.start?.blocked;
  }

  it('is told by the place of both, up to thirty metres and not a step further', async () => {
    const other = (steps: number) => against({ areaId: areas.B, geo: JSON.stringify(north(steps)) });
    const number = String((await plant.whole(hot)).ticketNo);
    const told = `同一区域或30m内有动火作业，不能同时作业：${number}（${plant.wall().slice(0, 16)}至${plant.wall(420).slice(0, 16)}，泵房南侧）`;
    expect(await other(0)).toBe(told);
    expect(await other(STEPS.within30)).toBe(told);
    expect(await other(STEPS.at30)).toBe(told);
    expect(await other(STEPS.beyond30)).toBeUndefined();
    expect(await against({ areaId: areas.B, geo: null })).toBeUndefined();
  });

  it('is told by areas that lie within each other, and not by areas beside each other', async () => {
    const inArea = (name: string) => against({ areaId: areas[name], geo: null });
    for (const name of ['A', 'A1', 'A11']) expect([name, await inArea(name)]).toEqual([name, expect.any(String)]);
    for (const name of ['A2', 'B']) expect([name, await inArea(name)]).toEqual([name, undefined]);
  });

  it('ends with the other work, and counts while that one is only suspended', async () => {
    expect(await against({ areaId: areas.A1, status: 'suspended' })).toEqual(expect.any(String));
    expect(await against({ areaId: areas.A1, status: 'accepting' })).toBeUndefined();
  });

  it('reaches as far as the company sets it', async () => {
    const found = await plant.ok(
      'administrator',
      'GET',
      'system/tenant-setting/page?settingKey=ticket.clearance.metres',
    );
    const [setting] = (found as unknown as WirePage<WireRecord>).records;
    const change = { id: setting?.id, version: setting?.version, numberValue: 60, changeReason: '按集团要求调整' };
    await plant.ok('administrator', 'POST', 'system/tenant-setting/change', change);
    const told = await against({ areaId: areas.B, geo: JSON.stringify(north(STEPS.beyond50)) });
    expect(told).toMatch(/^同一区域或60m内有动火作业/);
  });

  it('is refused when it is fired, and starts once the other one is over', async () => {
    await against({ areaId: areas.A11, geo: null });
    await plant.refused(
      'charger',
      `${TICKET}/start`,
      { id: blind, startSign: SIGN },
      400,
      /动火作业，不能同时作业：DH/,
    );
    await stored(hot, { status: 'closed' });
    await plant.ok('charger', 'POST', `${TICKET}/start`, { id: blind, startSign: SIGN });
  });
});

describe('approval', () => {
  beforeEach(() => plant.nextMonday());

  async function approving(change: Readonly<Record<string, unknown>>): Promise<string> {
    const id = await plant.draft('road', change);
    const { version } = await plant.whole(id);
    await plant.ok('applicant', 'POST', `${TICKET}/submit`, { id, version });
    await plant.prepare(id, []);
    return id;
  }
  const vote = (who: string, id: string, place?: { lng: number; lat: number }) =>
    plant.call(who, 'POST', `${TICKET}/approve`, {
      id,
      result: 'pass',
      opinion: '同意',
      signature: SIGNATURE,
      onSite: place === undefined ? null : { ...onSite(plant.server.now()), ...place, accuracy: 0 },
    });

  it('takes place at the work, up to fifty metres and the error of the device, and not a step further', async () => {
    const id = await approving({ geo: HERE });
    const far = await vote('charger', id, north(STEPS.beyond50));
    expect([far.status, far.msg]).toEqual([
      400,
      '您距“二层R-101釜”约51米（定位误差约0米），须在50米以内；定位不准时可拍照并说明原因',
    ]);
    const nowhere = await vote('charger', id);
    expect([nowhere.status, nowhere.msg]).toEqual([
      400,
      '此步骤须在“二层R-101釜”办理，请允许定位；不能定位时可拍照并说明原因',
    ]);
    expect((await vote('charger', id, north(STEPS.at50))).status).toBe(200);
    expect((await vote('boss', id, north(-STEPS.within50))).status).toBe(200);
    // Whoever refuses need not have come.
    const refused = await plant.call('boss', 'POST', `${TICKET}/approve`, {
      id,
      result: 'reject',
      opinion: '警戒未设',
      signature: SIGNATURE,
    });
    expect([refused.status, (await plant.whole(id)).status]).toEqual([200, 'rejected']);
  });

  it('asks for no place where the work has none', async () => {
    const id = await approving({});
    expect((await vote('charger', id)).status).toBe(200);
  });

  it('reminds whoever has not voted, and the applicant, once the time of the node is over', async () => {
    const rules = await plant.ok('administrator', 'GET', `${TICKET}/flow-rule/page?type=road&size=100`);
    const [first, second] = (rules as unknown as WirePage<WireRecord>).records;
    const limit = { id: first?.id, version: first?.version };
    await plant.ok('administrator', 'POST', `${TICKET}/flow-rule/save`, { ...limit, timeoutHours: 0.5 });
    expect(second?.timeoutHours).toBeNull();
    const id = await approving({});
    const told = async () => {
      await plant.due();
      const rows = await plant.server.database.withTenant(TENANT, (connection) =>
        connection.query<{ userId: string }>(
          `select "userId" from data.notice where "recordId" = $1 and kind = 'reminder' and title = $2`,
          [id, '作业票审批超过规定时限，请尽快处理'],
        ),
      );
      return rows.map(({ userId }) => userId).sort();
    };
    plant.pass(29);
    expect(await told()).toEqual([]);
    plant.pass(1);
    const both = [plant.id('applicant'), plant.id('charger')].sort();
    expect(await told()).toEqual(both);
    // The next node has no limit.
    expect((await vote('charger', id)).status).toBe(200);
    plant.pass(60);
    expect(await told()).toEqual(both);
  });
});
