import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drawnSignature } from '../../mocks/demo-plant/drawn-signature.ts';
import type { WirePage, WireRecord } from '../../src/core/wire/contract.ts';
import type { StatisticsBlock } from '../../src/core/wire/statistics.ts';
import { OUTLINE } from '../fixtures/outline.ts';
import { patient } from '../fixtures/patience.ts';
import { createPlantDesk, DAY, plantId as id, type PlantDesk, TENANT } from '../fixtures/plant-desk.ts';
import { addNewcomers } from '../fixtures/plant-newcomers.ts';
import { startTestServer, type TestServer } from '../fixtures/test-server.ts';

let server: TestServer;
let desk: PlantDesk;
let hazard = '';
const exams = 'safety/health/exam';

beforeAll(async () => {
  server = await startTestServer();
  desk = createPlantDesk(server);
  await server.database.transaction(TENANT, async (connection) => {
    await connection.execute('update data.dept set leader = $1 where id = $2', [id('second'), id('company')]);
    await connection.execute(
      `insert into data.post (id, "tenantId", category, "postCode", "postName", sort, "isKeyPost")
       values ($1, $2, '3', 'occField', '虚构外操', 1, '0'), ($3, $2, '3', 'occWelder', '虚构焊工', 2, '0')`,
      [id('post-field'), TENANT, id('post-welder')],
    );
  });
  await addNewcomers(server, TENANT, [
    { account: 'director', role: 'safetyDirector', dataScope: '2' },
    { account: 'principal', role: 'principal', dataScope: '2' },
    { account: 'health', role: 'healthOfficer', dataScope: '2' },
    { account: 'worker1', role: 'employee', dataScope: '5' },
    { account: 'worker2', role: 'employee', dataScope: '5' },
    { account: 'auditor', role: 'auditor', dataScope: '2' },
  ]);
  await server.database.transaction(TENANT, (connection) =>
    connection.execute('update data."user" set post = array[$1] where id = $2', [id('post-field'), id('worker1')]),
  );
  await server.metadata.invalidate(TENANT);
  const area = await desk.call('safetyOfficer', 'POST', 'safety/risk/areas/main/submit', {
    areaCode: 'OCC-01',
    areaName: '罐区',
    areaType: 'tank',
    polygon: OUTLINE,
    deptId: id('shop'),
    dutyUserId: id('second'),
    isMajor: '0',
  });
  hazard = (
    await desk.call('health', 'POST', 'safety/health/hazard/save', {
      workplace: area.id,
      posts: [id('post-field')],
      factorType: '2',
      factor: '苯',
      exposedCount: 3,
      oelType: '2',
      oelValue: 3,
      unit: 'mg/m³',
      hazardDegree: '2',
      controls: '密闭',
      noticePlate: '1',
    })
  ).id;
}, patient(120_000));
afterAll(() => server?.stop());

const date = (days = 0) => desk.wall(days * DAY).slice(0, 10);
const exam = async (more: object = {}) => ({
  user: id('worker1'),
  dept: id('company'),
  examType: '2',
  factors: [hazard],
  examDate: date(-3),
  agency: '示例职防院',
  conclusion: '4',
  advice: '调离岗位',
  attachments: [await desk.photo('health')],
  ...more,
});

// 工作场所职业卫生管理规定（卫健委令第5号）第二十条: serious every year, general every three years.
describe('a measurement', () => {
  it('is judged by the limit of its factor and due again by its degree; workers see what was published', async () => {
    const body = {
      hazard,
      point: '装卸台',
      monitorDate: date(-1),
      agency: '示例机构',
      reportNo: 'R1',
      value: 3,
      attachments: [await desk.photo('health')],
    };
    const made = await desk.call('health', 'POST', 'safety/health/monitor/submit', body);
    expect(made).toMatchObject({ limit: 3, result: '1' });
    expect(String(made.nextDate).slice(0, 4)).toBe(String(Number(date(-1).slice(0, 4)) + 1));
    const over = await desk.refused('health', 'safety/health/monitor/submit', {
      ...body,
      value: 3.001,
      attachments: [await desk.photo('health')],
    });
    expect(over[1]).toContain('整改措施');
    expect((await desk.ask('worker1', 'GET', `safety/health/monitor/detail?id=${made.id}`)).status).toBe(404);
    await desk.call('safetyOfficer', 'POST', 'safety/health/monitor/publish', { id: made.id });
    expect((await desk.ask('worker1', 'GET', `safety/health/monitor/detail?id=${made.id}`)).status).toBe(200);
    await ofAnotherPlace(body);
    const { blocks } = await desk.call<{ blocks: StatisticsBlock[] }>(
      'worker1',
      'GET',
      'safety/health/monitor/statistic?block=byHazard',
    );
    expect(blocks[0]?.rows.map(({ label }) => label).sort()).toEqual(['苯 · 罐区', '苯 · 装车区']);
  });

  // Two workplaces have the same factor: a chart by factor names them apart.
  async function ofAnotherPlace(body: object): Promise<void> {
    const first = await desk.call('health', 'GET', `safety/health/hazard/detail?id=${hazard}`);
    const place = await desk.call('safetyOfficer', 'POST', 'safety/risk/areas/main/submit', {
      areaCode: 'OCC-02',
      areaName: '装车区',
      areaType: 'other',
      polygon: OUTLINE,
      deptId: id('shop'),
      dutyUserId: id('second'),
      isMajor: '0',
    });
    const { posts, factorType, factor, exposedCount, oelType, oelValue, unit, hazardDegree, controls } = first;
    const second = await desk.call('health', 'POST', 'safety/health/hazard/save', {
      ...{ posts, factorType, factor, exposedCount, oelType, oelValue, unit, hazardDegree, controls },
      workplace: place.id,
      noticePlate: '1',
    });
    const attachments = [await desk.photo('health')];
    const again = { ...body, hazard: second.id, attachments };
    const published = await desk.call('health', 'POST', 'safety/health/monitor/submit', again);
    await desk.call('safetyOfficer', 'POST', 'safety/health/monitor/publish', { id: published.id });
  }
});

// 个人信息保护法 (sensitive personal information), 职业病防治法 Art. 35.
describe('a health examination', () => {
  it('is read by the person, the health officer and the safety director, and by nobody else', async () => {
    const { id: recordId } = await desk.call('health', 'POST', `${exams}/submit`, await exam());
    for (const who of ['health', 'director', 'worker1']) {
      const read = await desk.call(who, 'GET', `${exams}/detail?id=${recordId}`);
      expect([who, read.conclusion, (read.attachments as unknown[]).length]).toEqual([who, '4', 1]);
    }
    for (const who of ['administrator', 'principal', 'safetyOfficer', 'auditor', 'worker2']) {
      expect([who, (await desk.ask(who, 'GET', `${exams}/detail?id=${recordId}`)).status]).toEqual([who, 404]);
      const { records } = await desk.call<WirePage<WireRecord>>(who, 'GET', `${exams}/page?size=100`);
      expect([who, records.some((record) => record.id === recordId)]).toEqual([who, false]);
      expect((await desk.ask(who, 'GET', `${exams}/page?conclusion=4`)).data).not.toMatchObject({ total: 1 });
    }
    expect((await desk.ask('health', 'GET', `${exams}/export`)).status).toBeGreaterThanOrEqual(400);
  });

  it('is filed once the person has signed and a grave finding was handled', async () => {
    const { id: recordId } = await desk.call('health', 'POST', `${exams}/submit`, await exam({ examDate: date(-2) }));
    const file = () => desk.refused('health', `${exams}/file`, { id: recordId });
    expect((await file())[1]).toContain('还没有书面告知本人');
    const sign = { id: recordId, informSignature: { image: drawnSignature('worker1') } };
    expect((await desk.refused('health', `${exams}/inform`, sign))[0]).toBe(403);
    await desk.call('worker1', 'POST', `${exams}/inform`, sign);
    expect((await file())[1]).toContain('须先登记处置');
    await desk.call('health', 'POST', `${exams}/handle`, { id: recordId, handleResult: '已调离' });
    await desk.call('health', 'POST', `${exams}/file`, { id: recordId });
  });
});

// 安全生产法 Art. 45, GB 39800.1-2020.
describe('protective equipment', () => {
  it('is issued by the standard of the post, signed for by the receiver, and the earlier one counts as replaced', async () => {
    const standard = await desk.call('health', 'POST', 'safety/health/ppe-standard/save', {
      ppeType: '1',
      name: '安全帽',
      posts: [id('post-field')],
      quantity: 1,
      cycleMonths: 30,
      source: 'GB 39800.1-2020',
    });
    const issue = { user: id('worker1'), standard: standard.id, issueDate: date(-5) };
    const path = 'safety/health/ppe';
    expect((await desk.refused('health', `${path}/submit`, { ...issue, user: id('worker2') }))[1]).toContain(
      '不是领用人岗位的配备标准',
    );
    expect((await desk.refused('health', `${path}/submit`, { ...issue, cycleMonths: 31 }))[1]).toBe(
      '更换周期不能长于配备标准',
    );
    const first = await desk.call('health', 'POST', `${path}/submit`, issue);
    expect(first).toMatchObject({ name: '安全帽', quantity: 1, cycleMonths: 30, replaced: '0' });
    const sign = { id: first.id, signature: { image: drawnSignature('worker1') } };
    expect((await desk.refused('health', `${path}/sign`, sign))[0]).toBe(403);
    await desk.call('worker1', 'POST', `${path}/sign`, sign);
    await desk.call('health', 'POST', `${path}/submit`, { ...issue, issueDate: date() });
    expect((await desk.call('health', 'GET', `${path}/detail?id=${first.id}`)).replaced).toBe('1');
  });
});

// GB/T 16483-2008: sixteen sections in a fixed order.
describe('a chemical', () => {
  it('has the sixteen sections of its data sheet, and is enabled with sheet and label only', async () => {
    const path = 'safety/chemical';
    const made = await desk.call('safetyOfficer', 'POST', `${path}/save`, {
      name: '苯',
      casNo: '71-43-2',
      role: '1',
      state: '2',
      ghsClasses: ['06'],
      signalWord: '1',
      storagePlace: '罐区',
      maxStorage: 50,
    });
    expect(made).toMatchObject({ criticalQty: 50, qRatio: 1, isMajor: '1' });
    const { children } = await desk.call('safetyOfficer', 'GET', `${path}/detail?id=${made.id}&with=children`);
    const sections = (children as { chemicalSds: { section: string }[] }).chemicalSds.map(({ section }) => section);
    expect(sections).toEqual(Array.from({ length: 16 }, (_, index) => String(index + 1)));
    expect((await desk.refused('safetyOfficer', `${path}/enable`, { id: made.id }))[1]).toBe(
      '危险化学品须先上传安全技术说明书',
    );
    const wrong = { name: '另一种', casNo: '71-43-3' };
    expect((await desk.refused('safetyOfficer', `${path}/save`, wrong))[1]).toContain('CAS号错误');
  });
});

// 安全生产法 Art. 22.
describe('an appraisal', () => {
  it('is confirmed or appealed against by whom it is about, within five working days', async () => {
    const path = 'safety/performance';
    const body = (periodDate: string) => ({
      period: '1',
      periodDate,
      objectType: '2',
      user: id('worker1'),
      items: [{ item: '责任制', fullScore: 100, score: 89.5, reason: '漏签一次' }],
    });
    const made = await desk.call('safetyOfficer', 'POST', `${path}/submit`, body('2025-01-01'));
    expect(made).toMatchObject({ totalScore: 89.5, grade: '2', status: '1' });
    expect((await desk.refused('safetyOfficer', `${path}/submit`, body('2025-01-01')))[1]).toContain('这一期已有考核');
    const appeal = { id: made.id, appealReason: '当天出差在外' };
    expect((await desk.refused('worker2', `${path}/appeal`, appeal))[0]).toBe(404);
    await desk.call('worker1', 'POST', `${path}/appeal`, appeal);
    const items = [{ item: '责任制', fullScore: 100, score: 90, reason: '漏签' }];
    await desk.call('director', 'POST', `${path}/review`, { id: made.id, items, reviewOpinion: '改为90分' });
    expect(await desk.call('safetyOfficer', 'GET', `${path}/detail?id=${made.id}`)).toMatchObject({
      grade: '1',
      status: '1',
    });
    expect((await desk.refused('worker1', `${path}/appeal`, appeal))[1]).toBe('已经复核，不能再次申诉');
    const late = await desk.call('safetyOfficer', 'POST', `${path}/submit`, body('2025-02-01'));
    server.advance(12 * DAY);
    expect((await desk.refused('worker1', `${path}/appeal`, { ...appeal, id: late.id }))[1]).toContain('申诉期限已于');
  });
});
