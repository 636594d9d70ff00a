import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSeries } from '../../server/flow/series/series.ts';
import type { WirePage, WireRecord } from '../../src/core/wire/contract.ts';
import type { ScanCodeAnswer } from '../../src/core/wire/scan.ts';
import { type BaseDesk, startBaseDesk } from '../fixtures/base-desk.ts';
import { DRAWN_SIGNATURE } from '../fixtures/drawn-signature.ts';
import { patient } from '../fixtures/patience.ts';
import { DAY, MINUTE, plantId } from '../fixtures/plant-desk.ts';
import { runUntil } from '../fixtures/run-until.ts';

const MEETING = 'safety/safetyobcomm/safetymeetings';
const COMMITMENT = 'safety/safetyresp/safetytemplateusers';

describe('base management', () => {
  let at: BaseDesk;
  beforeAll(async () => {
    at = await startBaseDesk([['shopOfficer', '车丙三', 'workshopSafetyOfficer', 'shop']]);
  }, patient(120_000));
  afterAll(() => at?.server.stop());

  const rows = async (who: string, path: string) =>
    (await at.desk.call<WirePage<WireRecord>>(who, 'GET', `${path}current=1&size=50`)).records;

  it('follows what a meeting decided to its end', async () => {
    const { desk, fire, server } = at;
    // A meeting in the evening ends on the next day.
    const [due, after] = [at.day(3), at.day(4)];
    const { id } = await desk.call('safetyOfficer', 'POST', `${MEETING}/save`, {
      title: '季度安委会',
      meetingType: '1',
      meetingTime: desk.wall(60 * MINUTE),
      meetingEnd: desk.wall(120 * MINUTE),
      place: '三楼会议室',
      hostDept: plantId('company'),
      host: plantId('principal'),
      recorder: plantId('safetyOfficer'),
      participants: [plantId('chief'), plantId('employee')],
      meetingDecision: [{ item: '更换气瓶软管', owner: plantId('chief'), dueDate: due }],
    });
    await fire('safetyOfficer', MEETING, 'notify', id);
    // The window opens half an hour before it begins; the code is the screen's.
    const code = async () =>
      (await desk.call<ScanCodeAnswer>('safetyOfficer', 'GET', `${MEETING}/sign-code?id=${id}`)).code;
    const sign = async (who: string, scanned: string) =>
      desk.refused(who, `${MEETING}/sign`, { id, scan: { code: scanned, record: id } });
    expect((await sign('employee', await code()))[1]).toContain('签到');
    server.advance(45 * MINUTE);
    const old = await code();
    server.advance(2 * MINUTE);
    expect(await sign('employee', old)).toEqual([400, '不能签到：码已过期，请扫描屏幕上现在的码']);
    expect((await sign('teamLeader', await code()))[0]).toBe(404);
    await desk.call('employee', 'POST', `${MEETING}/sign`, { id, scan: { code: await code(), record: id } });
    expect(await sign('employee', await code())).toEqual([400, '您已签到']);
    expect(await desk.call('safetyOfficer', 'GET', `${MEETING}/detail?id=${id}`)).toMatchObject({
      expected: 2,
      signed: 1,
      signRate: 50,
      openItems: 1,
    });
    expect(await desk.refused('safetyOfficer', `${MEETING}/close`, { id })).toEqual([400, '会议还没有开始']);
    server.advance(60 * MINUTE);
    await fire('principal', MEETING, 'close', id);
    expect((await desk.refused('safetyOfficer', `${MEETING}/publish`, { id }))[1]).toBe('请输入会议纪要');
    await fire('safetyOfficer', MEETING, 'publish', id, { content: '通报本季度隐患治理情况。' });
    const [decision] = await rows('chief', `${MEETING}/decision/page?meetingId=${id}&`);
    expect(decision).toMatchObject({ item: '更换气瓶软管', status: '1' });
    const mine = await rows('chief', 'system/flow/todo?');
    expect(mine).toMatchObject([{ recordId: id, rows: 'meetingDecision', count: 1, deadline: `${due} 23:59:59` }]);
    await runUntil(server, `${after} 00:01:00`);
    expect((await rows('chief', `${MEETING}/decision/page?meetingId=${id}&`))[0]).toMatchObject({ status: '3' });
    await fire('chief', `${MEETING}/decision`, 'done', decision?.id ?? '', { result: '已全部更换' });
    expect(await desk.call('safetyOfficer', 'GET', `${MEETING}/detail?id=${id}`)).toMatchObject({ openItems: 0 });
  });

  it('sends a commitment to each of a department and below, filled in, and lets only its signer sign, by hand', async () => {
    const { desk, fire, server } = at;
    const template = await desk.call('safetyOfficer', 'POST', 'safety/safetyresp/safetytemplate/save', {
      templateName: '全员安全承诺书',
      templateType: '1',
      year: `${at.day().slice(0, 4)}-01-01`,
      applyLevel: ['5'],
      validFrom: at.day(),
      validTo: at.day(30),
      content: '本人{{userName}}（{{deptName}}）承诺：{{year}}年度遵守规章。{{signDate}}',
      needSignature: '1',
      receiverDepts: [plantId('shop')],
    });
    await fire('safetyOfficer', 'safety/safetyresp/safetytemplate', 'publish', template.id);
    const copies = await rows('safetyOfficer', `${COMMITMENT}/page?templateId=${template.id}&`);
    // The workshop and the team below it.
    expect(copies.map(({ user }) => user).sort()).toEqual(
      ['chief', 'employee', 'second', 'shopOfficer', 'teamLeader'].map(plantId).sort(),
    );
    const own = copies.find(({ user }) => user === plantId('employee'));
    expect(own?.content).toBe(`本人员丁四（甲班）承诺：${at.day().slice(0, 4)}年度遵守规章。{{signDate}}`);
    const id = own?.id ?? '';
    expect((await desk.refused('teamLeader', `${COMMITMENT}/sign`, { id }))[0]).toBeGreaterThanOrEqual(403);
    expect(await desk.refused('employee', `${COMMITMENT}/sign`, { id })).toEqual([400, '请手写签名']);
    const signed = await fire('employee', COMMITMENT, 'sign', id, { signature: { image: DRAWN_SIGNATURE } });
    expect(signed).toMatchObject({ status: '1' });
    expect(String(signed.content)).toContain(at.day());
    expect(
      await desk.call('safetyOfficer', 'GET', `safety/safetyresp/safetytemplate/detail?id=${template.id}`),
    ).toMatchObject({ sent: 5, signedCount: 1, signRate: 20 });
    await runUntil(server, `${at.day(31)} 00:01:00`);
    const after = await rows('safetyOfficer', `${COMMITMENT}/page?templateId=${template.id}&`);
    expect(after.map(({ status }) => status).sort()).toEqual(['1', '2', '2', '2', '2']);
  });

  it('wants two signatures of two people on a target letter', async () => {
    const { desk, fire } = at;
    const base = 'safety/safetyresp/companytemplate';
    const letter = (more: object) => ({
      title: '车间安全目标责任书',
      year: `${at.day().slice(0, 4)}-01-01`,
      signLevel: '2',
      partyA: plantId('company'),
      partyB: plantId('shop'),
      principal: plantId('chief'),
      targets: [{ indicator: '1', targetValue: '0' }],
      content: '落实安全责任。',
      ...more,
    });
    const signature = { image: DRAWN_SIGNATURE };
    const { id } = await desk.call('safetyOfficer', 'POST', `${base}/save`, letter({}));
    expect((await desk.refused('chief', `${base}/signA`, { id, signatureA: signature }))[0]).toBe(403);
    await fire('principal', base, 'signA', id, { signatureA: signature });
    expect((await desk.refused('principal', `${base}/signA`, { id, signatureA: signature }))[0]).toBeGreaterThanOrEqual(
      400,
    );
    await fire('chief', base, 'signB', id, { signatureB: signature });
    expect(await desk.call('safetyOfficer', 'GET', `${base}/detail?id=${id}`)).toMatchObject({
      status: '1',
      signDate: at.day(),
      signerA: plantId('principal'),
      signerB: plantId('chief'),
    });
    // Who answers for both sides cannot sign for both.
    const own = await desk.call(
      'safetyOfficer',
      'POST',
      `${base}/save`,
      letter({ partyB: plantId('team'), principal: plantId('principal') }),
    );
    expect((await desk.refused('principal', `${base}/signA`, { id: own.id, signatureA: signature }))[0]).toBe(400);
  });

  it('publishes one list of responsibilities for a post, whose weights make 100', async () => {
    const { desk, fire } = at;
    const base = 'safety/safetyresp/responsibility';
    const list = (weight: number) => ({
      dept: plantId('team'),
      post: plantId('operator'),
      dutyLevel: '5',
      holders: [plantId('employee')],
      scope: '本岗位',
      effectYear: `${at.day().slice(0, 4)}-01-01`,
      dutyItems: [{ content: '班前检查', standard: '有记录', frequency: '2', weight }],
    });
    const short = await desk.call('safetyOfficer', 'POST', `${base}/save`, list(90));
    expect(await desk.refused('safetyOfficer', `${base}/publish`, { id: short.id })).toEqual([
      400,
      '责任条目的权重合计须为100',
    ]);
    const whole = await desk.call('safetyOfficer', 'POST', `${base}/save`, list(100));
    await fire('safetyOfficer', base, 'publish', whole.id);
    const again = await desk.call('safetyOfficer', 'POST', `${base}/save`, list(100));
    expect((await desk.refused('safetyOfficer', `${base}/publish`, { id: again.id }))[1]).toBe(
      '该部门的这个岗位已有发布的责任清单',
    );
  });

  it('counts the activities of a team by month and says where they are too few', async () => {
    const { desk, server } = at;
    const started = desk.wall(-2 * DAY);
    const { id } = await desk.call('teamLeader', 'POST', 'safety/safetyactivity/submit', {
      name: '学习事故案例',
      activityType: '1',
      activityTime: started,
      activityEnd: desk.wall(-2 * DAY + 45 * MINUTE),
      durationHours: 1,
      dept: plantId('team'),
      organizer: plantId('teamLeader'),
      participants: [plantId('employee')],
      topic: '受限空间',
      content: '学习案例，对照查找。',
    });
    expect(await desk.refused('teamLeader', 'safety/safetyactivity/file', { id })).toEqual([
      403,
      '您没有“评审归档安全活动”的权限，这一步由安乙二、兼戊五、车丙三办理',
    ]);
    const { services } = server;
    const clock = { now: () => server.now() };
    await createSeries({
      services,
      clock,
      logger: { error: (told: unknown) => expect(told).toBeUndefined() },
    }).runDue();
    const month = started.slice(0, 7);
    const figures = await rows('safetyOfficer', `safety/safetyactivity/month/page?month=${month}&`);
    expect(figures).toMatchObject([{ team: plantId('team'), times: 1, hours: 1, short: 'short' }]);
  });
});
