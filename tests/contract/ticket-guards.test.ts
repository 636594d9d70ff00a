import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { WireRecord } from '../../src/core/wire/contract.ts';
import { patient } from '../fixtures/patience.ts';
import { writeStored } from '../fixtures/standing-ticket.ts';
import { SIGN, startTicketPlant, type TicketPlant } from '../fixtures/ticket-story.ts';

const TICKET = 'workticket/ticket';
const ENTRY = `${TICKET}/entry/save`;
const AIR: readonly (readonly [string, number])[] = [
  ['combustible', 0.1],
  ['oxygen', 20.9],
  ['toxic', 2],
];
let plant: TicketPlant;
let sulphide = '';

beforeAll(async () => {
  plant = await startTicketPlant();
  const found = await plant.ok(
    'analyst',
    'GET',
    `${TICKET}/gas-limit/select?for=ticketGas.substanceId&keyword=${encodeURIComponent('硫化氢')}`,
  );
  sulphide = String((found as unknown as readonly WireRecord[])[0]?.id);
}, patient(120_000));
afterAll(() => plant?.stop());
beforeEach(() => plant.nextMonday());

/** Tests of the air of a confined space that pass. */
const air = () =>
  AIR.map(([kind, value]) =>
    plant.gas(kind, value, kind === 'toxic' ? { substanceId: sulphide, gasName: '硫化氢', unit: 'mgm3' } : {}),
  );

async function inSpace(): Promise<string> {
  const id = await plant.draft('confined');
  await plant.approved(id, ['charger', 'boss'], air());
  plant.pass(21);
  for (const sample of air()) {
    await plant.ok('analyst', 'POST', `${TICKET}/laboratory-analysis/save`, { ticketId: id, ...sample });
  }
  await plant.ok('charger', 'POST', `${TICKET}/start`, { id, startSign: SIGN });
  await plant.vote('guardian', id);
  return id;
}

async function working(type: string, voters: readonly string[], change = {}): Promise<string> {
  const id = await plant.draft(type, change);
  await plant.approved(id, voters);
  plant.pass(21);
  await plant.ok('charger', 'POST', `${TICKET}/start`, { id, startSign: SIGN });
  await plant.vote('guardian', id);
  return id;
}

const entered = (ticketId: string, person = 'worker') => ({
  ticketId,
  personId: plant.id(person),
  toolsIn: 3,
  enterTime: plant.wall(),
});
/** How a refusal about a confined space names it, its place and the clause. */
const ofSpace = (words: string) => new RegExp(`^作业票SX\\d+（.+）.*${words}（GB 30871-2022 第6章）$`);
const row = { acceptOpinion: '现场已清理', acceptSign: SIGN, allOut: '1' };
const resume = (id: string) => ({ id, row: { measuresOk: '1', resumeSign: SIGN } });

describe('a confined space', () => {
  it('is entered only by briefed workers of its ticket, once at a time, while work goes on', async () => {
    const { ok, refused, id: idOf } = plant;
    const id = await inSpace();
    const strangers = /只有本票已接受交底的作业人员可以进入受限空间/;
    await refused('guardian', ENTRY, entered(id, 'worker2'), 400, strangers);
    await refused('guardian', ENTRY, entered(id, 'guardian'), 400, strangers);
    const added = { ticketId: id, personType: 'worker', personId: idOf('worker2') };
    const { id: second } = await ok('charger', 'POST', `${TICKET}/person/add-person`, added);
    await refused('guardian', ENTRY, entered(id, 'worker2'), 400, strangers);
    await ok('worker2', 'POST', `${TICKET}/person/sign`, { id: second, sign: SIGN });
    const inside = await ok('guardian', 'POST', ENTRY, entered(id, 'worker2'));
    await refused('guardian', ENTRY, entered(id, 'worker2'), 400, /上次进入后还没有登记离开/);
    await refused(
      'charger',
      `${TICKET}/person/delete-person`,
      { ids: second },
      400,
      /还没有登记离开受限空间，不能退出/,
    );
    await ok('guardian', 'POST', `${TICKET}/suspend`, { id, row: { reason: '气体报警' } });
    await refused('guardian', ENTRY, entered(id), 400, /不能新增进出登记/);
    const out = { id: inside.id, version: inside.version, toolsOut: 3, leaveTime: plant.wall(1) };
    await ok('guardian', 'POST', ENTRY, out);
    await ok('charger', 'POST', `${TICKET}/person/delete-person`, { ids: second });
  });

  it('is finished, accepted and closed only when everybody and every tool is out', async () => {
    const { ok, refused, vote, whole } = plant;
    const id = await inSpace();
    const inside = await ok('guardian', 'POST', ENTRY, entered(id));
    await refused('charger', `${TICKET}/finish`, { id }, 400, ofSpace('还有人员没有离开受限空间：作甲五'));
    const out = { id: inside.id, leaveTime: plant.wall(1), toolsOut: 2 };
    const { version } = await ok('guardian', 'POST', ENTRY, { ...out, version: inside.version });
    await ok('charger', 'POST', `${TICKET}/finish`, { id });
    await refused(
      'charger',
      `${TICKET}/accept`,
      { id, row },
      400,
      ofSpace('带入和带出的工器具数量不一致：带入3件，带出2件'),
    );
    await ok('guardian', 'POST', ENTRY, { ...out, toolsOut: 3, version });
    await refused(
      'charger',
      `${TICKET}/accept`,
      { id, row: { ...row, allOut: '0' } },
      400,
      ofSpace('还没有清点完毕，不能验收'),
    );
    await ok('charger', 'POST', `${TICKET}/accept`, { id, row });
    expect((await vote('boss', id)).status).toBe(200);
    expect((await whole(id)).status).toBe('closed');
  });

  it('that was terminated is closed only after people and tools were counted', async () => {
    const { ok, refused, vote, whole } = plant;
    const id = await inSpace();
    const inside = await ok('guardian', 'POST', ENTRY, entered(id));
    await ok('safetyOfficer', 'POST', `${TICKET}/terminate`, { id, stepReason: '附近泄漏' });
    const closeOut = `${TICKET}/close-out`;
    await refused('charger', closeOut, { id, row }, 400, ofSpace('还有人员没有离开受限空间：作甲五'));
    const out = { id: inside.id, version: inside.version, leaveTime: plant.wall(1), toolsOut: 3 };
    await ok('guardian', 'POST', ENTRY, out);
    const { allOut: _, ...uncounted } = row;
    await refused('charger', closeOut, { id, row: uncounted }, 400, /还没有清点完毕/);
    await refused('charger', closeOut, { id, row: { ...row, allOut: '0' } }, 400, /还没有清点完毕/);
    await ok('charger', 'POST', closeOut, { id, row });
    expect((await vote('boss', id)).status).toBe(200);
    expect((await whole(id)).status).toBe('closed');
  });
});

describe('work that was suspended', () => {
  it('goes on only when everybody has been briefed', async () => {
    const { ok, refused, id: idOf } = plant;
    const id = await working('road', ['charger', 'boss', 'boss', 'equipment']);
    await ok('guardian', 'POST', `${TICKET}/suspend`, { id, row: { reason: '换人' } });
    const added = { ticketId: id, personType: 'worker', personId: idOf('worker2') };
    const { id: second } = await ok('charger', 'POST', `${TICKET}/person/add-person`, added);
    await refused(
      'charger',
      `${TICKET}/resume`,
      resume(id),
      400,
      /^作业票DL\d+（.+）有人员未接受安全交底：业乙六，不能作业（GB 30871-2022 第4章）$/,
    );
    await ok('worker2', 'POST', `${TICKET}/person/sign`, { id: second, sign: SIGN });
    await ok('charger', 'POST', `${TICKET}/resume`, resume(id));
  });

  it('does not go on beside a linked ticket that was terminated', async () => {
    const { ok, refused } = plant;
    const other = await working('road', ['charger', 'boss', 'boss', 'equipment']);
    const id = await working('high', ['charger', 'boss', 'equipment'], { hasOther: '1', relatedIds: [other] });
    await ok('guardian', 'POST', `${TICKET}/suspend`, { id, row: { reason: '下雨' } });
    await ok('safetyOfficer', 'POST', `${TICKET}/terminate`, { id: other, stepReason: '路基塌陷' });
    await refused(
      'charger',
      `${TICKET}/resume`,
      resume(id),
      400,
      /^关联的作业票DL\d+（二层R-101釜）已结束或失效，不能作业/,
    );
  });

  it('by a contractor that is no longer admitted neither begins nor goes on', async () => {
    const { refused, ok, server } = plant;
    const admitted = (status: string) =>
      server.database.transaction('645967', (connection) =>
        connection.execute('update data.contractor set status = $1 where id = $2', [status, 'guard-contractor']),
      );
    await server.database.transaction('645967', (connection) =>
      connection.execute(
        `insert into data.contractor (id, "tenantId", status, version, "isDeleted", "createTime") values ($1, '645967', '2', 1, 0, now())`,
        ['guard-contractor'],
      ),
    );
    const work = { workUnitType: '2', workDeptId: null, contractorId: 'guard-contractor' };
    const id = await plant.draft('high', work, await plant.hired('guard-contractor'));
    await plant.approved(id, ['charger', 'boss', 'equipment']);
    plant.pass(21);
    await admitted('6');
    await refused('charger', `${TICKET}/start`, { id, startSign: SIGN }, 400, /承包商）没有准入或已暂停/);
    await admitted('2');
    // GB 30871-2022 chapter 4: nor by people of it whose pass has run out meanwhile.
    const pass = (until: string) =>
      writeStored(plant, 'contractorPerson', { where: 'contractor', id: 'guard-contractor' }, { passDate: until });
    const expired = /^承包商人员外甲的入厂证已过期，不能作业（GB 30871-2022 第4章）$/;
    await pass(plant.wall(-800 * 1440).slice(0, 10));
    await refused('charger', `${TICKET}/start`, { id, startSign: SIGN }, 400, expired);
    await pass(plant.wall().slice(0, 10));
    await ok('charger', 'POST', `${TICKET}/start`, { id, startSign: SIGN });
    await plant.vote('guardian', id);
    await ok('guardian', 'POST', `${TICKET}/suspend`, { id, row: { reason: '下雨' } });
    await pass(plant.wall(-800 * 1440).slice(0, 10));
    await refused('charger', `${TICKET}/resume`, resume(id), 400, expired);
    await pass(plant.wall().slice(0, 10));
    await admitted('4');
    await refused('charger', `${TICKET}/resume`, resume(id), 400, /承包商）没有准入或已暂停/);
  });
});

describe('a ticket whose validity ends', () => {
  it('while it waits for acceptance does not go on when that is refused', async () => {
    const { ok, vote, whole } = plant;
    const id = await working('road', ['charger', 'boss', 'boss', 'equipment']);
    await ok('charger', 'POST', `${TICKET}/finish`, { id });
    plant.pass(450);
    await ok('charger', 'POST', `${TICKET}/accept`, { id, row: { acceptOpinion: '已清理', acceptSign: SIGN } });
    expect((await vote('boss', id, 'reject')).status).toBe(200);
    await plant.due();
    expect((await whole(id)).status).toBe('expired');
    await ok('charger', 'POST', `${TICKET}/close-out`, { id, row: { acceptOpinion: '已清理', acceptSign: SIGN } });
    expect((await vote('boss', id)).status).toBe(200);
    expect((await whole(id)).status).toBe('closed');
  });
});

describe('a ticket that lifts nothing', () => {
  it('names no commander’s certificate, though some certificate is nobody’s', async () => {
    const certificate = await plant.certificate('shift', 'special_equipment', plant.wall(90 * 1_440).slice(0, 10));
    await plant.server.database.transaction('645967', (connection) =>
      connection.execute('update data."workCert" set "personId" = null where id = $1', [certificate]),
    );
    expect((await plant.whole(await plant.draft('high'))).commanderCert ?? null).toBeNull();
  });
});
