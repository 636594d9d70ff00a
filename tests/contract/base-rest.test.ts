import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WirePage, WireRecord } from '../../src/core/wire/contract.ts';
import { type BaseDesk, startBaseDesk } from '../fixtures/base-desk.ts';
import { OUTLINE } from '../fixtures/outline.ts';
import { patient } from '../fixtures/patience.ts';
import { plantId } from '../fixtures/plant-desk.ts';

/** Culture, organisation and observation: their steps, and what they hold to. */
describe('the rest of base management', () => {
  let at: BaseDesk;
  let area = '';
  beforeAll(async () => {
    at = await startBaseDesk([
      ['officer', '员癸一', 'workshopSafetyOfficer', 'shop'],
      ['hand', '工辛八', 'employee', 'shop'],
    ]);
    const made = await at.desk.call('safetyOfficer', 'POST', 'safety/risk/areas/main/submit', {
      areaCode: 'REST-01',
      areaName: '观察区',
      areaType: 'other',
      polygon: OUTLINE,
      deptId: plantId('shop'),
      dutyUserId: plantId('chief'),
      isMajor: '0',
    });
    area = made.id;
  }, patient(120_000));
  afterAll(() => at?.server.stop());

  it('shows a poster to employees once it is published, and no longer when it was taken down', async () => {
    const { id } = await at.desk.call('safetyOfficer', 'POST', 'safety/culture/save', {
      title: '上锁挂牌',
      cultureType: '2',
      publishDept: plantId('company'),
      content: '<p>断开、上锁、挂牌、试动。</p>',
    });
    const seen = async () => (await at.desk.ask('hand', 'GET', `safety/culture/detail?id=${id}`)).status;
    expect(await seen()).toBe(404);
    const published = await at.fire('safetyOfficer', 'safety/culture', 'publish', id);
    expect([published.status, await seen()]).toEqual(['1', 200]);
    expect(published.publishTime).not.toBeNull();
    await at.fire('safetyOfficer', 'safety/culture', 'withdraw', id);
    expect(await seen()).toBe(404);
  });

  const body = (members: readonly object[]) => ({
    orgName: '安全环保部',
    orgType: '2',
    leader: plantId('principal'),
    establishDate: '2020-01-01',
    duties: '组织日常安全管理。',
    members,
  });
  const member = (user: string, more: object = {}) => ({
    user: plantId(user),
    duty: '安全员',
    isFullTime: '1',
    ...more,
  });

  // 安监总管三〔2010〕186号 (2 %, at least one), 安监总人事〔2017〕118号 (15 %): both in settings, 待核实.
  it('says where full-time staff and certified engineers are too few, each person once', async () => {
    const base = 'safety/organization';
    expect(
      await at.desk.refused('safetyOfficer', `${base}/submit`, body([member('officer'), member('officer')])),
    ).toEqual([400, '同一人只登记一次']);
    const part = member('officer', { isFullTime: '0' });
    const { id } = await at.desk.call('safetyOfficer', 'POST', `${base}/submit`, body([part]));
    const read = async () => at.desk.call('safetyOfficer', 'GET', `${base}/detail?id=${id}`);
    expect(await read()).toMatchObject({ fullTime: 0, needed: 1, short: 'short', engineersShort: 'short' });
    const { version } = await read();
    await at.desk.call('safetyOfficer', 'POST', `${base}/submit`, {
      id,
      version,
      ...body([member('officer', { certNo: 'A2020001' })]),
    });
    expect(await read()).toMatchObject({ fullTime: 1, short: 'ok', engineersNeeded: 1, engineersShort: 'ok' });
  });

  it('turns an unsafe observation into a hidden danger, once, and never a safe one', async () => {
    const base = 'safety/observation';
    const observation = {
      observeTime: at.desk.wall(-60_000),
      area,
      observer: plantId('officer'),
      observedDept: plantId('shop'),
      category: ['3'],
      isSafe: '0',
      behaviour: '未戴护目镜进入泵区',
      feedback: '当场制止，讲清危险',
      action: '班前会通报',
      toDanger: '1',
    };
    const safe = { ...observation, isSafe: '1', action: null };
    expect(await at.desk.refused('officer', `${base}/submit`, safe)).toEqual([400, '安全行为不能转为隐患']);
    const dangers = async () =>
      (await at.desk.call<WirePage<WireRecord>>('safetyOfficer', 'GET', 'safety/peril/page?current=1&size=100')).total;
    const before = await dangers();
    const { id } = await at.desk.call('officer', 'POST', `${base}/submit`, observation);
    expect((await at.desk.call('officer', 'GET', `${base}/detail?id=${id}`)).status).toBe('1');
    expect(await dangers()).toBe(before + 1);
  });
});
