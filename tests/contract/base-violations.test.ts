import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drawnSignature } from '../../mocks/demo-plant/drawn-signature.ts';
import { makeCompanions } from '../../server/flow/rollup/companions.ts';
import type { TaskEntry } from '../../src/core/wire/approval.ts';
import type { WirePage, WireRecord } from '../../src/core/wire/contract.ts';
import { type BaseDesk, startBaseDesk } from '../fixtures/base-desk.ts';
import { patient } from '../fixtures/patience.ts';
import { DAY, plantId as id, type PlantDesk, TENANT } from '../fixtures/plant-desk.ts';

let at: BaseDesk;
let desk: PlantDesk;
let area = '';
const base = 'safety/violation';
const deals = 'safety/violation-deal';

beforeAll(async () => {
  at = await startBaseDesk([
    ['director', '总丙三', 'safetyDirector'],
    ['officer', '安丁四', 'workshopSafetyOfficer'],
    ['worker1', '工戊五', 'employee'],
    ['worker2', '工己六', 'employee'],
    ['worker3', '工庚七', 'employee'],
    ['worker4', '工辛八', 'employee', 'shop'],
  ]);
  ({ desk } = at);
  area = await at.area('违章区', 'other');
  await at.server.database.transaction(TENANT, async (connection) => {
    await connection.execute(
      `insert into data.contractor (id, "tenantId", name, status, version, "isDeleted", "createTime", "docTo", "manageDept")
       values ('vio-contractor', $1, '违章检修公司', '2', 1, 0, $2, '2999-01-01', $3)`,
      [TENANT, desk.wall(), id('company')],
    );
    await connection.execute(
      `insert into data."contractorPerson" (id, "tenantId", name, status, version, "isDeleted", "createTime", contractor)
       values ('vio-person', $1, '外包甲', '3', 1, 0, $2, 'vio-contractor')`,
      [TENANT, desk.wall()],
    );
  });
  // People who were put straight into the tables get their account of points as records of before do.
  await makeCompanions(at.server.services, at.server.now());
}, patient(120_000));
afterAll(() => at?.server.stop());

async function violation(violator: string, more: object = {}): Promise<WireRecord> {
  return desk.call('officer', 'POST', `${base}/submit`, {
    findingTime: desk.wall(-60_000),
    area,
    place: '平台',
    violatorType: '1',
    violator: id(violator),
    violatorDept: id('company'),
    violationType: '2',
    description: '未系安全带作业',
    photos: [await desk.photo('officer')],
    finder: id('officer'),
    findDept: id('company'),
    source: '1',
    ...more,
  });
}

/** A violation of somebody with its handling that was approved; gives the handling. */
async function handled(violator: string, points: number, more: object = {}): Promise<WireRecord> {
  const { id: recordId } = await violation(violator);
  await desk.call('safetyOfficer', 'POST', `${base}/accept`, { id: recordId, dealUser: id('officer') });
  const { records } = await desk.call<WirePage<WireRecord>>('officer', 'GET', `${deals}/page?violationId=${recordId}`);
  const deal = records[0];
  await desk.call('officer', 'POST', `${deals}/submit`, {
    id: deal?.id,
    version: deal?.version,
    dealTypes: ['4'],
    points,
    dealOpinion: '扣分并学习制度',
    ...more,
  });
  await at.vote('principal', deals, String(deal?.id));
  if ((await read(String(deal?.id))).status === '1') await at.vote('director', deals, String(deal?.id));
  return read(String(deal?.id));
}

const read = (dealId: string) => desk.call('safetyOfficer', 'GET', `${deals}/detail?id=${dealId}`);
const pointsOf = async (person: string) => {
  const { records } = await desk.call<WirePage<WireRecord>>(
    'safetyOfficer',
    'GET',
    `safety/violation/point/page?user=${id(person)}`,
  );
  return [records[0]?.yearPoints, records[0]?.measure];
};

const barredOf = async (person: string) => {
  const path = `safety/violation/point/page?user=${id(person)}`;
  return (await desk.call<WirePage<WireRecord>>('safetyOfficer', 'GET', path)).records[0]?.barred;
};

describe('points', () => {
  it('are read by a workshop’s leader of those who belong to it, and by an employee of himself', async () => {
    const seen = async (who: string, person: string) => {
      const path = `safety/violation/point/page?user=${id(person)}`;
      return (await desk.call<WirePage<WireRecord>>(who, 'GET', path)).total;
    };
    await expect.poll(() => seen('safetyOfficer', 'worker4'), { timeout: patient(10_000) }).toBe(1);
    expect([await seen('chief', 'worker4'), await seen('chief', 'worker1')]).toEqual([1, 0]);
    expect([await seen('worker4', 'worker4'), await seen('worker4', 'worker1')]).toEqual([1, 0]);
  });
});

describe('a violation', () => {
  it('is raised by one level when the same person repeats the same class within 12 months', async () => {
    const first = await violation('worker2');
    expect([first.violationLevel, first.repeated]).toEqual(['1', '0']);
    const second = await violation('worker2');
    expect([second.violationLevel, second.repeated]).toEqual(['2', '1']);
    const other = await violation('worker2', { violationType: '3' });
    expect([other.violationLevel, other.repeated]).toEqual(['1', '0']);
    const command = await violation('worker2', { violationType: '1' });
    expect(command.violationLevel).toBe('3');
  });

  it('opens one handling, and is closed only once that was approved and carried out', async () => {
    const { id: recordId } = await violation('worker1', { violationType: '3' });
    await desk.call('safetyOfficer', 'POST', `${base}/accept`, { id: recordId, dealUser: id('officer') });
    expect(await desk.refused('safetyOfficer', `${base}/close`, { id: recordId })).toEqual([
      400,
      '处理还没有批准并执行，不能结案',
    ]);
    // Whoever handles it has the draft in his list of tasks.
    const tasks = await desk.call<WirePage<TaskEntry>>('officer', 'GET', 'system/flow/todo?size=100');
    expect(tasks.records.filter(({ title }) => title.startsWith('作出违章处理：'))).toHaveLength(1);
    const again = { violationId: recordId, dealTypes: ['1'], dealOpinion: '批评教育并学习', dealTime: desk.wall() };
    expect((await desk.refused('safetyOfficer', `${deals}/save`, again))[1]).toContain('您没有“新增违章处理”的权限');
    const { records } = await desk.call<WirePage<WireRecord>>(
      'officer',
      'GET',
      `${deals}/page?violationId=${recordId}`,
    );
    const [deal] = records;
    await desk.call('officer', 'POST', `${deals}/submit`, {
      id: deal?.id,
      version: deal?.version,
      dealTypes: ['1'],
      dealOpinion: '批评教育并学习',
    });
    await at.vote('principal', deals, String(deal?.id));
    await desk.call('worker1', 'POST', `${deals}/sign`, {
      id: deal?.id,
      confirmSignature: { image: drawnSignature('worker1') },
    });
    await desk.call('officer', 'POST', `${deals}/execute`, { id: deal?.id, executeResult: '已学习' });
    await desk.call('safetyOfficer', 'POST', `${base}/close`, { id: recordId });
  });
});

describe('points', () => {
  // The twelve-point scheme of the handbook (common practice, in settings): 6 warning, 12 stop.
  it('add up by person and calendar year, and come back by an appeal, never below zero', async () => {
    const one = await handled('worker1', 5.5);
    expect(await pointsOf('worker1')).toEqual([5.5, 'none']);
    const two = await handled('worker1', 0.5);
    expect([two.yearPoints, two.pointMeasure]).toEqual([6, 'warn']);
    expect(await pointsOf('worker1')).toEqual([6, 'warn']);
    const three = await handled('worker1', 6);
    expect([three.yearPoints, three.pointMeasure]).toEqual([12, 'stop']);
    expect(await pointsOf('worker1')).toEqual([12, 'stop']);

    const appeal = { id: three.id, appealReason: '当时在撤离，请复核' };
    expect((await desk.refused('worker2', `${deals}/appeal`, appeal))[0]).toBe(404);
    await desk.call('worker1', 'POST', `${deals}/appeal`, appeal);
    const settle = (pointsBack: number) => ({ id: three.id, pointsBack, reviewOpinion: '属实' });
    expect(await desk.refused('director', `${deals}/settle`, settle(6.5))).toEqual([
      400,
      '退回的分数不能超过所扣的分数',
    ]);
    expect((await desk.refused('director', `${deals}/settle`, settle(-1)))[0]).toBe(400);
    await desk.call('director', 'POST', `${deals}/settle`, settle(6));
    expect(await pointsOf('worker1')).toEqual([6, 'warn']);
    expect((await read(three.id)).netPoints).toBe(0);
    expect((await desk.refused('worker1', `${deals}/appeal`, appeal))[0]).toBeGreaterThanOrEqual(400);
    expect(one.status).toBe('2');
  });

  it('that are full stop a person until he is retrained and examined', async () => {
    const deal = await handled('worker3', 12, { dealTypes: ['4', '5'], retrainHours: 8 });
    expect(await barredOf('worker3')).toBe('1');
    const resume = { id: deal.id, resumeResult: '再培训8学时，考核92分，恢复作业' };
    expect((await desk.refused('safetyOfficer', `${deals}/resume`, resume))[0]).toBe(400);
    await desk.call('worker3', 'POST', `${deals}/sign`, {
      id: deal.id,
      confirmSignature: { image: drawnSignature('worker3') },
    });
    await desk.call('officer', 'POST', `${deals}/execute`, { id: deal.id, executeResult: '已停工培训' });
    await desk.call('safetyOfficer', 'POST', `${deals}/resume`, resume);
    expect(await barredOf('worker3')).toBe('0');
    expect((await desk.refused('safetyOfficer', `${deals}/resume`, resume))[0]).toBe(400);
    const more = await handled('worker3', 0.5);
    expect([more.pointMeasure, await barredOf('worker3')]).toEqual(['stop', '1']);
  });

  it('of a contractor are entered as its offence, lower its score, and come back by the appeal', async () => {
    const { id: recordId } = await violation('worker2', {
      violatorType: '2',
      violator: null,
      contractor: 'vio-contractor',
      contractorPerson: 'vio-person',
      violatorDept: id('company'),
      violationLevel: '2',
    });
    await desk.call('safetyOfficer', 'POST', `${base}/accept`, { id: recordId, dealUser: id('officer') });
    const [deal] = (await desk.call<WirePage<WireRecord>>('officer', 'GET', `${deals}/page?violationId=${recordId}`))
      .records;
    await desk.call('officer', 'POST', `${deals}/submit`, {
      id: deal?.id,
      version: deal?.version,
      dealTypes: ['4'],
      points: 4.5,
      dealOpinion: '扣分并通报承包商',
    });
    await at.vote('principal', deals, String(deal?.id));
    const offences = async () =>
      (
        await desk.call<WirePage<WireRecord>>(
          'safetyOfficer',
          'GET',
          'safety/contractor/record/page?contractor=vio-contractor',
        )
      ).records;
    const score = async () =>
      (await desk.call('safetyOfficer', 'GET', 'safety/contractor/detail?id=vio-contractor')).score;
    expect(await offences()).toMatchObject([
      { status: '1', person: 'vio-person', level: '2', deductScore: 5, personPoints: 5, violationId: recordId },
    ]);
    expect(await score()).toBe(95);
    await desk.call('officer', 'POST', `${deals}/appeal`, { id: deal?.id, appealReason: '当时由我方人员指挥' });
    await desk.call('director', 'POST', `${deals}/settle`, {
      id: deal?.id,
      pointsBack: 4.5,
      reviewOpinion: '情况属实',
    });
    expect(await offences()).toMatchObject([{ status: '4', personPoints: 0 }]);
    expect(await score()).toBe(100);
  });

  it('are approved by the safety director too, where the fine is above the limit', async () => {
    const { id: dealId } = await handled('worker2', 1, { dealTypes: ['3', '4'], fineAmount: 2000 });
    const votes = await desk.call<{ records?: unknown[] }>('safetyOfficer', 'GET', `${deals}/history?id=${dealId}`);
    expect(JSON.stringify(votes)).not.toContain('安全总监审批');
    const { id: higher } = await handled('worker2', 1, { dealTypes: ['3', '4'], fineAmount: 2000.01 });
    expect((await read(higher)).status).toBe('2');
  });

  it('are appealed against within five working days', async () => {
    const deal = await handled('worker1', 1);
    at.server.advance(12 * DAY);
    const [status, message] = await desk.refused('worker1', `${deals}/appeal`, { id: deal.id, appealReason: '请复核' });
    expect([status, message]).toEqual([400, expect.stringContaining('申诉期限已于')]);
  });
});
