import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WireRecord } from '../../src/core/wire/contract.ts';
import { createDangerDesk, type DangerDesk } from '../fixtures/danger-desk.ts';
import { patient } from '../fixtures/patience.ts';
import { type Body, DAY, plantId as id, MINUTE } from '../fixtures/plant-desk.ts';
import { startTestServer, type TestServer } from '../fixtures/test-server.ts';

let server: TestServer;
let desk: DangerDesk;

beforeAll(async () => {
  server = await startTestServer();
  desk = await createDangerDesk(server);
}, patient(120_000));
afterAll(() => server?.stop());

/** 中华人民共和国安全生产法（2021）第五十九条：从业人员发现事故隐患，应当立即报告。 */
describe('a report in a minute (安全生产法 art. 59)', () => {
  it('takes a photo, a place, a sentence and the urgency; the rest is filled from area and clock', async () => {
    const { id: recordId } = await desk.report('employee', { urgency: '1' });
    expect(await desk.read(recordId)).toMatchObject({
      status: 'assessing',
      perilName: '西门消防通道堆放周转箱，占用约两米',
      urgency: '1',
      level: '0',
      source: '1',
      category: '0',
      reformType: '1',
      deptId: id('shop'),
      location: '聚合装置区',
      finderId: id('employee'),
      registrantId: id('employee'),
      dutyUserId: id('second'),
      findingTime: expect.any(String),
      type: null,
      causeClass: null,
    });
  });

  it('is refused without one of them, by the field, and nothing is kept', async () => {
    const before = await desk.count();
    for (const [field, words] of [
      ['photos', '请上传隐患照片'],
      ['areaId', '请选择所在区域'],
      ['perilDesc', '请输入隐患描述'],
    ] as const) {
      const { status, errors } = await desk.ask('employee', 'submit', {
        ...(await desk.sentence('employee')),
        [field]: null,
      });
      expect(status).toBe(400);
      expect(errors).toContainEqual({ pointer: `/${field}`, msg: words });
    }
    const odd = { ...(await desk.sentence('employee')), urgency: '9' };
    expect(await desk.refused('employee', 'submit', odd)).toEqual([400, expect.stringContaining('紧急程度')]);
    expect(await desk.count()).toBe(before);
  });

  it('calls safety at once where it is urgent', async () => {
    const calm = await desk.report('employee');
    const urgent = await desk.report('employee', { urgency: '2' });
    const told = async (recordId: unknown) => (await desk.told(recordId)).filter((line) => line.startsWith('紧急隐患'));
    expect(await told(calm.id)).toEqual([]);
    expect(await told(urgent.id)).toEqual(
      ['director', 'safetyOfficer', 'second'].map((account) => `紧急隐患，请立即到现场处置→${account}`),
    );
  });

  // DX: the data exchange demands type and cause of each danger.
  it('leaves type and cause to whoever assesses, who cannot leave them out', async () => {
    const { id: recordId } = await desk.report('employee');
    const given = desk.assessment({ dutyUserId: id('second') });
    const { status, errors } = await desk.ask('safetyOfficer', 'assess', { id: recordId, ...given });
    expect([status, errors?.map(({ pointer }) => pointer).sort()]).toEqual([400, ['/causeClass', '/type']]);
    expect((await desk.read(recordId)).status).toBe('assessing');
    const assessed = await desk.fire('safetyOfficer', 'assess', { id: recordId, ...given, type: '5', causeClass: '2' });
    expect(assessed).toMatchObject({ status: 'planning', type: '5', causeClass: '2', location: '聚合装置区' });
  });
});

/** handbook hidden-danger.md §5: 即查即改提交 leads from the draft to acceptance, with the rectification filled. */
describe('what is mended on the spot', () => {
  const mended = async (who: string) => ({
    reformType: '0',
    mendDesc: '已搬走周转箱',
    mendPhotos: [await desk.photo(who)],
  });

  it('goes straight to acceptance with its photos, by the person in charge of the area', async () => {
    const { id: recordId } = await desk.report('employee', await mended('employee'));
    const whole = await desk.read(recordId);
    expect(whole).toMatchObject({
      status: 'accepting',
      dutyUserId: id('employee'),
      acceptUserId: id('second'),
      finishTime: expect.any(String),
    });
    const { perilRectify } = whole.children as Record<string, WireRecord[]>;
    expect(perilRectify).toMatchObject([{ rectifyDesc: '已搬走周转箱', rectifyUserId: id('employee') }]);
    expect(perilRectify?.[0]?.photosAfter).toHaveLength(1);
  });

  it('is accepted with the type and cause that the report left open, and not without', async () => {
    const { id: recordId } = await desk.report('employee', await mended('employee'));
    const row = { acceptResult: '1', acceptOpinion: '现场核对', acceptTime: desk.wall() };
    const { status, errors } = await desk.ask('second', 'accept', { id: recordId, row });
    expect([status, errors?.map(({ pointer }) => pointer).sort()]).toEqual([400, ['/causeClass', '/type']]);
    const closed = await desk.fire('second', 'accept', { id: recordId, row, type: '5', causeClass: '1' });
    expect(closed).toMatchObject({ status: 'closed', type: '5', causeClass: '1' });
  });

  it('is not accepted by whoever mended it, even where he answers for the area', async () => {
    const own = { ...(await desk.sentence('second')), ...(await mended('second')) };
    // The head of the unit answers where the person in charge of the area reported it himself.
    await desk.headOf('shop', 'teamLeader');
    expect(await desk.fire('second', 'submit', own)).toMatchObject({ acceptUserId: id('teamLeader') });
    await desk.headOf('shop', 'second');
    // Where there is nobody else, it waits for assessment; himself he cannot name.
    const again = { ...(await desk.sentence('second')), ...(await mended('second')) };
    expect(await desk.refused('second', 'submit', { ...again, acceptUserId: id('second') })).toEqual([
      400,
      '验收人不能是登记人自己：兼戊五',
    ]);
    expect(await desk.fire('second', 'submit', again)).toMatchObject({ status: 'assessing', acceptUserId: null });
  });

  it('waits for assessment while photos or words of the mending are missing or it is major', async () => {
    const open = await desk.report('employee', { reformType: '0' });
    expect((await desk.read(open.id)).status).toBe('assessing');
    const half = { ...(await desk.sentence('employee')), reformType: '0', mendDesc: '已搬走' };
    expect(await desk.refused('employee', 'submit', half)).toEqual([400, '请上传整改后照片']);
  });

  it('comes to the list of what is to be accepted with what the dialog begins with', async () => {
    const { id: recordId } = await desk.report('employee', { ...(await mended('employee')), causeClass: '1' });
    const rows = await desk.list('second', 'riskAcceptance');
    expect(rows.find((row) => row.id === recordId)).toMatchObject({
      causeClass: '1',
      location: '聚合装置区',
      type: null,
    });
  });

  it('keeps type and cause that are known when it is accepted', async () => {
    const given = { ...(await mended('employee')), type: '5', causeClass: '1' };
    const { id: recordId } = await desk.report('employee', given);
    const row = { acceptResult: '1', acceptOpinion: '现场核对', acceptTime: desk.wall(MINUTE) };
    const [status, words] = await desk.refused('second', 'accept', { id: recordId, row, type: '7' });
    expect([status, words]).toEqual([400, expect.stringContaining('隐患类型')]);
  });
});

const MAJOR = { level: '1', criterion: '12', reason: '改造时漏装', tempMeasures: '停用聚合釜，专人值守' };
/** What an assessment fills in besides. */
const KNOWN = { type: '4', causeClass: '2', dutyUserId: id('employee') };

/** A danger that was assessed as major. */
async function assessedMajor(change = {}): Promise<string> {
  const { id: recordId } = await desk.report('employee', { level: '1', ...change });
  await desk.fire('safetyOfficer', 'assess', { id: recordId, ...desk.assessment(KNOWN, MAJOR) });
  return String(recordId);
}

const days = (count: number) => desk.wall(count * DAY);

/** The scheme of a major danger with all that is asked of it. */
const scheme = (recordId: string, begins = days(0)) => ({
  id: recordId,
  acceptUserId: id('teamLeader'),
  reviewUserId: id('director'),
  row: {
    goal: '消除检测盲区',
    measures: '增设检测报警器',
    fund: 3,
    dutyDeptId: id('shop'),
    dutyUserId: id('employee'),
    schemeStart: begins.slice(0, 10),
    schemeEnd: days(10).slice(0, 10),
    abarbeitungDeadline: days(10),
    safetyMeasures: '降负荷',
    emergencyPlan: '现场处置方案',
  },
});

async function rectifyingMajor(): Promise<string> {
  const recordId = await assessedMajor();
  await desk.fire('second', 'makeScheme', scheme(recordId));
  await desk.vote('second', recordId);
  await desk.vote('principal', recordId);
  return recordId;
}

const rectified = async (more = {}) => ({
  row: { rectifyDesc: '已增设', finishTime: desk.wall(), photosAfter: [await desk.photo('employee')], ...more },
});

/** 安监总管三〔2017〕121号: criteria of major dangers of chemical and hazardous-chemical enterprises. */
describe('a major danger is judged by the list of criteria', () => {
  it('raised in a report by anybody, the criterion being left to whoever assesses', async () => {
    const { id: recordId } = await desk.report('employee', { level: '1', urgency: '2' });
    expect(await desk.read(recordId)).toMatchObject({ status: 'assessing', level: '1', criterion: null });
    const bare = { level: '1', tempMeasures: '专人值守' };
    const { status, errors } = await desk.ask('safetyOfficer', 'assess', {
      id: recordId,
      ...desk.assessment(KNOWN, bare),
    });
    expect([status, errors?.map(({ msg }) => msg)]).toEqual([400, ['请选择判定标准', '请输入原因分析']]);
    const typed = desk.assessment(KNOWN, { ...MAJOR, criterion: '可燃气体报警缺失' });
    expect(await desk.refused('safetyOfficer', 'assess', { id: recordId, ...typed })).toEqual([
      400,
      expect.stringContaining('判定标准'),
    ]);
    const free = desk.assessment(KNOWN, { ...MAJOR, criterion: 'other' });
    expect(await desk.refused('safetyOfficer', 'assess', { id: recordId, ...free })).toEqual([400, '请输入判定依据']);
    expect((await desk.read(recordId)).status).toBe('assessing');
    const assessed = await desk.fire('safetyOfficer', 'assess', { id: recordId, ...desk.assessment(KNOWN, MAJOR) });
    expect(assessed).toMatchObject({
      status: 'planning',
      criterion: '12',
      reason: '改造时漏装',
      emergencyPlan: '停用聚合釜，专人值守',
    });
  });

  it('raised by a check, with what its form has', async () => {
    const { danger } = await desk.failedCheck({ level: '1', urgency: '2' });
    expect(await desk.read(danger)).toMatchObject({ status: 'assessing', level: '1', urgency: '2', type: null });
  });

  it('raised when it is assessed, though it was reported as general', async () => {
    const { id: recordId } = await desk.report('employee');
    const assessed = await desk.fire('safetyOfficer', 'assess', { id: recordId, ...desk.assessment(KNOWN, MAJOR) });
    expect(assessed).toMatchObject({ status: 'planning', level: '1', criterion: '12' });
  });
});

/** 国家安全监管总局令第16号 art. 16: measures while a danger lasts; art. 15: the scheme and its time limit. */
describe('a major danger (总局令第16号)', () => {
  it('has temporary measures before its assessment ends (art. 16)', async () => {
    const { id: recordId } = await desk.report('employee', { level: '1' });
    const without = desk.assessment(KNOWN, { ...MAJOR, tempMeasures: '' });
    const { status, msg, errors } = await desk.ask('safetyOfficer', 'assess', { id: recordId, ...without });
    expect(status).toBe(400);
    expect(msg).toMatch(/^隐患YH\d+（聚合装置区）属重大隐患，评估完成前须写明临时管控措施（总局令第16号第十六条）$/);
    expect(errors).toEqual([{ pointer: '/row/tempMeasures', msg }]);
    expect((await desk.read(recordId)).children).toMatchObject({ perilAssess: [] });
  });

  it('has a scheme that says all that is asked of it, and somebody who reviews it (art. 15)', async () => {
    const recordId = await assessedMajor();
    const { reviewUserId, ...whole } = scheme(recordId);
    const refused = async (body: Body) => (await desk.refused('second', 'makeScheme', body))[1];
    for (const part of ['goal', 'fund', 'safetyMeasures', 'emergencyPlan'])
      expect(await refused({ ...whole, reviewUserId, row: { ...whole.row, [part]: null } })).toMatch(
        /^隐患YH\d+（聚合装置区）为重大隐患，方案须写明目标、资金、.*（总局令第16号第十五条）$/,
      );
    expect(await refused(whole)).toMatch(/^隐患YH\d+（.+）为重大隐患须指定复查人（总局令第16号第十五条）$/);
    expect(await desk.read(recordId)).toMatchObject({ status: 'planning', children: { perilScheme: [] } });
  });

  it('is not rectified before it was found, nor its scheme begun', async () => {
    const planned = await assessedMajor();
    const [, early] = await desk.refused('second', 'makeScheme', scheme(planned, days(-3)));
    expect(early).toMatch(/^隐患YH\d+（聚合装置区）于\d{4}-\d\d-\d\d发现，治理开始时间不能早于发现时间$/);
    const recordId = await rectifyingMajor();
    const [status, words] = await desk.refused('employee', 'rectify', {
      id: recordId,
      ...(await rectified({ finishTime: days(-1) })),
    });
    expect(status).toBe(400);
    expect(words).toMatch(/^隐患YH\d+（聚合装置区）于\d{4}-\d\d-\d\d \d\d:\d\d发现，整改完成时间不能早于发现时间$/);
    expect((await desk.read(recordId)).status).toBe('rectifying');
  });

  it('is delayed by no more than the setting, granted by the principal', async () => {
    const recordId = await rectifyingMajor();
    const ask = (until: string) => ({
      id: recordId,
      row: { newDeadline: until, delayReason: '备件未到', tempMeasures: '每班巡检两次' },
    });
    const [status, words] = await desk.refused('employee', 'delay', ask(days(41)));
    expect(status).toBe(400);
    expect(words).toMatch(/^重大隐患每次延期不超过30天：隐患YH\d+（聚合装置区）最晚延至\d{4}-\d\d-\d\d/);
    await desk.fire('employee', 'delay', ask(days(20)));
    expect(await desk.waitsFor(recordId)).toEqual(['principal']);
    await desk.vote('principal', recordId);
    expect(await desk.read(recordId)).toMatchObject({ delayCount: 1 });
  });

  /** 安全生产法 art. 41: major dangers are reported to the authority. */
  it('is closed only once it was reported (安全生产法 art. 41)', async () => {
    const recordId = await rectifyingMajor();
    await desk.fire('employee', 'rectify', { id: recordId, ...(await rectified()) });
    await desk.vote('second', recordId);
    const row = { acceptResult: '1', acceptOpinion: '现场核对', acceptTime: desk.wall() };
    await desk.fire('teamLeader', 'accept', { id: recordId, row });
    const review = { id: recordId, row: { reviewResult: '1', reviewOpinion: '有效', reviewTime: desk.wall() } };
    const [status, words] = await desk.refused('director', 'recheck', review);
    expect(status).toBe(400);
    expect(words).toMatch(/属重大隐患，尚未上报.*不能销号（安全生产法第四十一条）$/);
    expect((await desk.read(recordId)).status).toBe('reviewing');
    const report = { reportOrg: '示例市应急管理局', reportTime: desk.wall(), reportContent: '已治理' };
    await desk.fire('safetyOfficer', 'report', { id: recordId, row: report });
    expect(await desk.fire('director', 'recheck', review)).toMatchObject({ status: 'closed' });
  });
});

/** 总局令第16号 art. 15: of major dangers the principal answers for the scheme, and so for there being none. */
describe('a major danger is made less of only by the principal', () => {
  it('when its level is lowered, with signature and reason', async () => {
    const { id: recordId } = await desk.report('employee', { level: '1' });
    const lowered = { id: recordId, ...desk.assessment({ ...KNOWN, acceptUserId: id('teamLeader') }) };
    await desk.fire('safetyOfficer', 'assess', lowered);
    expect(await desk.read(recordId)).toMatchObject({ status: 'assessing', level: '1' });
    expect(await desk.waitsFor(recordId)).toEqual(['principal']);
    expect(await desk.refusedVote('principal', recordId, {})).toMatch(/签名/);
    await desk.vote('principal', recordId);
    expect(await desk.read(recordId)).toMatchObject({ status: 'planning', level: '0', criterion: null });
  });

  it('when it is voided, and not by returning it to be changed or deleted', async () => {
    const { id: recordId } = await desk.report('employee', { level: '1' });
    await desk.fire('safetyOfficer', 'cancel', { id: recordId, stepOpinion: '不属于隐患' });
    expect(await desk.waitsFor(recordId)).toEqual(['principal']);
    await desk.vote('principal', recordId, 'reject');
    await desk.fire('safetyOfficer', 'reject', { id: recordId, stepOpinion: '照片不清' });
    const { version } = await desk.read(recordId);
    expect(await desk.refused('employee', 'save', { id: recordId, version, level: '0' })).toEqual([
      400,
      expect.stringContaining('隐患等级'),
    ]);
    expect(await desk.refused('employee', 'remove', { ids: recordId })).toEqual([400, '已提交过的重大隐患不能删除']);
    expect(await desk.read(recordId)).toMatchObject({ status: 'rejected', level: '1' });
  });
});

describe('a general danger', () => {
  it('is not delayed by whoever rectifies it, nor beyond the setting, and is voided without the principal', async () => {
    const { id: recordId } = await desk.report('employee');
    const given = desk.assessment({
      ...KNOWN,
      dutyUserId: id('second'),
      acceptUserId: id('teamLeader'),
      abarbeitungDeadline: days(5),
      measures: '加固',
    });
    await desk.fire('safetyOfficer', 'assess', { id: recordId, ...given });
    const row = { delayReason: '备件未到', tempMeasures: '巡检' };
    const [, words] = await desk.refused('second', 'delay', { id: recordId, row: { ...row, newDeadline: days(21) } });
    expect(words).toMatch(/^一般隐患每次延期不超过15天/);
    // `second` is a safety officer too, and may not grant what he asks for.
    await desk.fire('second', 'delay', { id: recordId, row: { ...row, newDeadline: days(9) } });
    expect(await desk.waitsFor(recordId)).toEqual(['safetyOfficer']);
    const other = await desk.report('employee');
    expect(await desk.fire('safetyOfficer', 'cancel', { id: other.id, stepOpinion: '重复' })).toMatchObject({
      status: 'cancelled',
    });
  });
});
