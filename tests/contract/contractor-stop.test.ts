import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { patient } from '../fixtures/patience.ts';
import { SIGN, startTicketPlant, type TicketPlant } from '../fixtures/ticket-story.ts';

const TENANT = '645967';
const TICKET = 'workticket/ticket';
let plant: TicketPlant;
let count = 0;

beforeAll(async () => {
  plant = await startTicketPlant();
}, patient(120_000));
afterAll(() => plant?.stop());
beforeEach(() => plant.nextMonday());

/** An admitted contractor without its papers, which nothing here asks for. */
async function admitted(): Promise<string> {
  count += 1;
  const id = `contractor-${count}`;
  const time = plant.wall();
  await plant.server.database.transaction(TENANT, (connection) =>
    connection.execute(
      `insert into data.contractor
         (id, "tenantId", name, status, version, "isDeleted", "createUser", "createTime", "accessDate", "docTo")
       values ($1, $2, $3, '2', 1, 0, $4, $5, $6, $7)`,
      [id, TENANT, `检修${count}公司`, plant.id('safetyOfficer'), time, time.slice(0, 10), '2999-01-01'],
    ),
  );
  return id;
}

/** An approved ticket on which a contractor works. */
async function approved(contractorId: string, guardian = 'guardian'): Promise<string> {
  const work = { workUnitType: '2', workDeptId: null, contractorId };
  const id = await plant.draft('high', work, await plant.hired(contractorId, guardian));
  await plant.approved(id, ['charger', 'boss', 'equipment']);
  plant.pass(21);
  return id;
}

async function start(id: string, guardian = 'guardian'): Promise<void> {
  await plant.ok('charger', 'POST', `${TICKET}/start`, { id, startSign: SIGN });
  await plant.vote(guardian, id);
}

describe('a contractor that is suspended', () => {
  it('stops its work at once, which is neither begun nor resumed before it is admitted again', async () => {
    const [contractor, other] = [await admitted(), await admitted()];
    const [running, elsewhere, waiting] = [
      await approved(contractor),
      await approved(other, 'guardian2'),
      await approved(contractor),
    ];
    await start(running);
    await start(elsewhere, 'guardian2');
    await plant.ok('safetyOfficer', 'POST', 'safety/contractor/suspend', {
      id: contractor,
      suspendReason: '现场管理混乱',
    });
    expect(await plant.whole(running)).toMatchObject({
      status: 'suspended',
      stepReason: '作业单位（承包商）已暂停、清退或列入黑名单，系统暂停作业',
    });
    expect((await plant.whole(elsewhere)).status).toBe('working');
    await plant.refused(
      'charger',
      `${TICKET}/start`,
      { id: waiting, startSign: SIGN },
      400,
      /作业单位（承包商）没有准入或已暂停，不能作业/,
    );
    await plant.refused(
      'charger',
      `${TICKET}/resume`,
      { id: running, row: { measuresOk: '1', resumeSign: SIGN } },
      400,
      /作业单位（承包商）没有准入或已暂停，不能作业/,
    );
  });

  it('stops it too where it is removed for good', async () => {
    const contractor = await admitted();
    const running = await approved(contractor);
    await start(running);
    await plant.ok('director', 'POST', 'safety/contractor/dismiss', { id: contractor, endReason: '转包' });
    expect((await plant.whole(running)).status).toBe('suspended');
  });
});

/** A person of the plant who has reached the year's points and was not retrained, as handlings keep it. */
async function withFullPoints(who: string): Promise<void> {
  const [user, time] = [plant.id(who), plant.wall()];
  await plant.server.database.transaction(TENANT, async (connection) => {
    await connection.execute(
      `insert into data."violationDeal"
         (id, "tenantId", status, version, "isDeleted", "createTime", violator, "findingTime", points, "netPoints", "pointMeasure")
       values ($1, $2, '2', 1, 0, $3, $4, $3, 12, 12, 'stop')`,
      [`deal-${who}`, TENANT, time, user],
    );
    await connection.execute(`delete from data."violationPoint" where "tenantId" = $1 and "user" = $2`, [TENANT, user]);
    await connection.execute(
      `insert into data."violationPoint"
         (id, "tenantId", version, "isDeleted", "createTime", "user", "yearPoints", "openStops", measure, barred)
       values ($1, $2, 1, 0, $3, $4, 12, 1, 'stop', '1')`,
      [`points-${who}`, TENANT, time, user],
    );
  });
}

describe('a person of the company with the full points of the year', () => {
  it('is taken on for no work, and what he is on is not begun', async () => {
    const id = await plant.draft('high');
    await plant.approved(id, ['charger', 'boss', 'equipment']);
    plant.pass(21);
    await withFullPoints('worker');
    await plant.refused('charger', `${TICKET}/start`, { id, startSign: SIGN }, 400, /本年违章记分已满12分，停止作业/);
    const other = await plant.draft('high');
    const { version } = await plant.whole(other);
    await plant.refused(
      'applicant',
      `${TICKET}/submit`,
      { id: other, version },
      400,
      /本年违章记分已满(12分)?，停止作业/,
    );
  });
});
