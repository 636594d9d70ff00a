import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drawnSignature } from '../../mocks/demo-plant/drawn-signature.ts';
import { createSchedules } from '../../server/flow/time/schedules.ts';
import type { WirePage, WireRecord } from '../../src/core/wire/contract.ts';
import { type BaseDesk, startBaseDesk } from '../fixtures/base-desk.ts';
import { patient } from '../fixtures/patience.ts';
import { DAY, plantId, TENANT } from '../fixtures/plant-desk.ts';
import { runUntil } from '../fixtures/run-until.ts';

const BASE = 'safety/promise';
const LED = 'led/hkledprogram';

/** 应急〔2018〕74号: each day risks are judged from the teams up, and the head of the company commits himself. */
describe('the daily safety commitment (应急〔2018〕74号)', () => {
  let at: BaseDesk;
  beforeAll(async () => {
    at = await startBaseDesk([
      ['director', '安戊五', 'safetyDirector'],
      ['foreman', '班己六', 'teamLeader', 'shop'],
      ['wshop', '车庚七', 'workshopDirector', 'shop'],
    ]);
    await at.server.database.transaction(TENANT, (connection) =>
      connection.execute(
        `update data."enterpriseConfig" set "tenantName" = '示例公司', "promiseTime" = '09:30', "createTime" = $2
         where "tenantId" = $1`,
        [TENANT, new Date(at.server.now().getTime() - 400 * DAY)],
      ),
    );
  }, patient(120_000));
  afterAll(() => at?.server.stop());

  const plan = async () => {
    const { services } = at.server;
    const logger = { info: () => {}, warn: () => {}, error: (told: unknown) => expect(told).toBeUndefined() };
    await createSchedules({ services, clock: { now: () => at.server.now() }, logger }).runDue();
  };
  const ofDay = async (date: string) => {
    const { records } = await at.desk.call<WirePage<WireRecord>>(
      'safetyOfficer',
      'GET',
      `${BASE}/page?current=1&size=20&startPromiseDate=${date}&endPromiseDate=${date}`,
    );
    return records;
  };
  const programs = async () =>
    (await at.desk.call<WirePage<WireRecord>>('director', 'GET', `${LED}/list?current=1&size=20`)).records;
  const judge = (who: string, promiseId: string, level: string, more: object = {}) =>
    at.desk.call(who, 'POST', `${BASE}/judge/save`, {
      promiseId,
      level,
      dept: plantId(level === '3' ? 'company' : 'shop'),
      content: '检查装置、人员和当日作业',
      conclusion: '1',
      ...more,
    });
  const units = { unitTotal: 3, unitRunning: 2, unitStopped: 1, unitOverhaul: 0 };
  const sign = () => ({ sign: { image: drawnSignature('principal') } });
  /** Begins a new day and gives its notice. */
  async function morning(): Promise<WireRecord> {
    await runUntil(at.server, `${at.day(1)} 00:01:00`);
    await plan();
    const made = await ofDay(at.day());
    expect(made).toHaveLength(1);
    return made[0] as WireRecord;
  }

  it('is made once a day from midnight on, not for days gone by, with the deadline of the company', async () => {
    const notice = await morning();
    expect(notice).toMatchObject({
      status: 'draft',
      promiseDate: at.day(),
      deadline: `${at.day()} 09:30:00`,
      promiserId: plantId('principal'),
      fireOne: 0,
      contractorCount: 0,
      hasMajorPeril: '0',
      isTankSafe: '1',
      riskLevel: '4',
    });
    await plan();
    expect(await ofDay(at.day())).toHaveLength(1);
    expect(await ofDay(at.day(-2))).toEqual([]);
    expect(await at.desk.refused('safetyOfficer', `${BASE}/save`, {})).toEqual([400, '当天已有承诺公告']);
  });

  it('is judged by team, workshop and company before it is submitted, and signed by the head alone', async () => {
    const { id } = await morning();
    const { version } = await at.desk.call('safetyOfficer', 'GET', `${BASE}/detail?id=${id}`);
    const submit = { id, version, ...units };
    expect(await at.desk.refused('safetyOfficer', `${BASE}/submit`, submit)).toEqual([400, '还没有班组的风险研判']);
    await judge('foreman', id, '1');
    expect(await at.desk.refused('safetyOfficer', `${BASE}/submit`, submit)).toEqual([400, '还没有车间的风险研判']);
    await judge('wshop', id, '2', { conclusion: '0', measures: '停止乙装置动火' });
    await judge('safetyOfficer', id, '3');
    expect(await at.desk.refused('safetyOfficer', `${BASE}/submit`, submit)).toEqual([
      400,
      '有研判结论为不受控，采取措施并重新研判后再提交',
    ]);
    at.server.advance(60_000);
    await judge('wshop', id, '2', { content: '动火已停止，现场受控' });
    expect(await at.desk.refused('safetyOfficer', `${BASE}/submit`, { ...submit, unitTotal: 4 })).toEqual([
      400,
      '生产装置套数须等于运行、停产、检修套数之和',
    ]);
    expect((await at.desk.refused('foreman', `${BASE}/submit`, submit))[0]).toBe(403);
    await at.desk.call('safetyOfficer', 'POST', `${BASE}/submit`, submit);
    expect((await at.desk.refused('safetyOfficer', `${BASE}/publish`, { id, ...sign() }))[0]).toBe(403);
    expect(await at.desk.refused('principal', `${BASE}/publish`, { id })).toEqual([400, '请填写承诺签字']);
    const published = await at.fire('principal', BASE, 'publish', id, sign());
    expect(published).toMatchObject({ status: 'published', late: '0' });
    expect(published.notice).toContain(`示例公司 ${at.day()}\n装置 3 套：运行 2、停产 1、检修 0`);
    expect(published.notice).toContain('承诺人：负乙二');
  });

  it('goes back with an opinion, and once it changed it is judged and signed again', async () => {
    const [today] = await ofDay(at.day());
    const id = String(today?.id);
    const [draft] = await programs();
    expect(draft).toMatchObject({ status: 'draft', promiseId: id, screenIds: null, validEnd: at.day(1) });
    expect(draft?.lunboArchText).toMatch(/^安全承诺公告\n示例公司 .*\n装置 3 套/);
    // Whoever edits programs says once on which screens, somebody else lets it out; from then on it follows by itself.
    const { id: screen } = await at.desk.call('safetyOfficer', 'POST', 'led/hkledscreen/save', {
      ...{ screenName: '东门屏', screenCode: 'L-1', deptId: plantId('company'), width: 640, height: 320 },
    });
    await at.fire('safetyOfficer', LED, 'submit', String(draft?.id), { screenIds: [screen] });
    await at.fire('director', LED, 'publish', String(draft?.id));
    await at.fire('safetyOfficer', BASE, 'revise', id, { reviseReason: '下午新增一级动火' });
    expect(await at.desk.refused('principal', `${BASE}/publish`, { id, ...sign() })).toEqual([
      400,
      expect.stringContaining('变更中'),
    ]);
    await at.fire('safetyOfficer', BASE, 'refresh', id);
    await at.fire('safetyOfficer', BASE, 'submit', id, { fireOne: 1 });
    expect(await at.desk.refused('principal', `${BASE}/sendBack`, { id })).toEqual([400, '请输入退回意见']);
    await at.fire('principal', BASE, 'sendBack', id, { returnReason: '作业数量不符' });
    await at.fire('safetyOfficer', BASE, 'submit', id);
    const again = await at.fire('principal', BASE, 'publish', id, sign());
    expect(again).toMatchObject({ status: 'published', late: '0' });
    const [shown, ...more] = await programs();
    expect([shown?.id, shown?.status, more]).toEqual([draft?.id, 'released', []]);
    expect(shown?.lunboArchText).toContain('一级 1 处');
    const receipts = await at.desk.call<WirePage<WireRecord>>(
      'safetyOfficer',
      'GET',
      `led/hkledrelease/page?current=1&size=20&programId=${draft?.id}`,
    );
    expect(receipts.records.map(({ status }) => status).sort()).toEqual(['ended', 'sending']);
  });

  it('is overdue at the deadline, is told to the safety director, and stays marked once it comes late', async () => {
    const { id, unitTotal } = await morning();
    // Units are those of the day before until somebody says otherwise.
    expect(unitTotal).toBe(3);
    await runUntil(at.server, `${at.day()} 09:30:30`);
    expect(await at.desk.call('director', 'GET', `${BASE}/detail?id=${id}`)).toMatchObject({
      status: 'overdue',
      late: '1',
    });
    const inbox = await at.desk.call<WirePage<WireRecord>>('director', 'GET', 'system/notice/page?current=1&size=20');
    expect(inbox.records.map(({ title }) => title)).toContain('安全承诺公告到截止时间还没有发布');
    expect(await at.desk.refused('principal', `${BASE}/publish`, { id, ...sign() })).toEqual([
      400,
      '还没有研判提交，不能承诺',
    ]);
    for (const [who, level] of [
      ['foreman', '1'],
      ['wshop', '2'],
      ['safetyOfficer', '3'],
    ] as const)
      await judge(who, id, level);
    await at.fire('safetyOfficer', BASE, 'submit', id, units);
    const late = await at.fire('principal', BASE, 'publish', id, sign());
    expect(late).toMatchObject({ status: 'published', late: '1' });
    // What was over in the night plays again, with the text of the day.
    const [next] = await programs();
    expect(next).toMatchObject({ status: 'released', promiseId: id, validEnd: at.day(1) });
    expect(next?.lunboArchText).toContain(at.day());
  });
});
