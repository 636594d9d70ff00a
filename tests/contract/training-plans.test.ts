import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCompanions } from '../../server/flow/rollup/companions.ts';
import type { WirePage, WireRecord } from '../../src/core/wire/contract.ts';
import type { ScanCodeAnswer } from '../../src/core/wire/scan.ts';
import { type BaseDesk, startBaseDesk } from '../fixtures/base-desk.ts';
import { patient } from '../fixtures/patience.ts';
import { MINUTE, plantId, TENANT } from '../fixtures/plant-desk.ts';
import { runUntil } from '../fixtures/run-until.ts';

const PLAN = 'edu/train/plan';
const SIGN = 'edu/train/sign';
const RECORD = 'edu/train/record';

describe('a training plan', () => {
  let at: BaseDesk;
  beforeAll(async () => {
    at = await startBaseDesk([
      ['trainer', '培甲一', 'trainingOfficer'],
      ['director', '安乙二', 'safetyDirector'],
      ['late', '迟丙三', 'employee', 'team'],
      ['gone', '走丁四', 'employee', 'team'],
      ['away', '缺戊五', 'employee', 'team'],
    ]);
    await makeCompanions(at.server.services, at.server.now());
  }, patient(120_000));
  afterAll(() => at?.server.stop());

  const rows = async (who: string, path: string) =>
    (await at.desk.call<WirePage<WireRecord>>(who, 'GET', `${path}current=1&size=50`)).records;
  const plan = (more: object = {}) => ({
    title: '受限空间作业',
    trainType: '2',
    executeType: '1',
    planNature: '1',
    trainLevel: '2',
    organizeDept: plantId('shop'),
    owner: plantId('trainer'),
    lecturerType: '2',
    lecturer: '韩师傅',
    startTime: at.desk.wall(60 * MINUTE),
    endTime: at.desk.wall(180 * MINUTE),
    hours: 2.5,
    place: '培训教室',
    trainees: ['employee', 'late', 'gone', 'away'].map(plantId),
    content: '进入前检测与监护。',
    needSign: '1',
    signMethod: '1',
    needExam: '0',
    certIssue: '1',
    certKind: '2',
    ...more,
  });
  const submitted = async (more: object = {}) => {
    const { id } = await at.desk.call('trainer', 'POST', `${PLAN}/save`, plan(more));
    await at.fire('trainer', PLAN, 'submit', id);
    return id;
  };
  const approved = async (more: object = {}) => {
    const id = await submitted(more);
    await at.vote('chief', PLAN, id);
    return id;
  };
  const code = async (id: string, step: string) =>
    (await at.desk.call<ScanCodeAnswer>('trainer', 'GET', `${PLAN}/${step}-code?id=${id}`)).code;
  const scan = async (who: string, id: string, step: string, shown?: string) =>
    at.desk.refused(who, `${PLAN}/${step}`, { id, scan: { code: shown ?? (await code(id, step)), record: id } });
  const insert = (entity: string, values: Readonly<Record<string, unknown>>) =>
    at.server.database.transaction(TENANT, (connection) => {
      const keys = Object.keys(values);
      const columns = keys.map((key) => `"${key}"`).join(', ');
      const places = keys.map((_, index) => `$${index + 2}`).join(', ');
      const text = `insert into data."${entity}" ("tenantId", ${columns}) values ($1, ${places})`;
      return connection.execute(text, [TENANT, ...Object.values(values)]);
    });
  const sheet = async (id: string) => {
    const found = await rows('trainer', `${SIGN}/page?planId=${id}&`);
    return (who: string) => found.find(({ user }) => user === plantId(who)) ?? { id: '' };
  };

  it('of the company goes to the safety director, of a workshop to its head, and comes back with a reason', async () => {
    const { desk } = at;
    const todo = async (who: string) =>
      (await rows(who, 'system/flow/todo?kind=vote&')).map(({ recordId }) => recordId as string);
    const company = await submitted({ trainLevel: '1' });
    const shop = await submitted();
    expect(await todo('director')).toEqual([company]);
    expect(await todo('chief')).toEqual([shop]);
    await at.vote('director', PLAN, company, 'reject');
    expect(await desk.call('trainer', 'GET', `${PLAN}/detail?id=${company}`)).toMatchObject({ status: '2' });
    expect(await rows('trainer', `${PLAN}/approve/list?`)).not.toHaveLength(0);
    expect((await rows('trainer', 'edu/admin/train/plan/list?')).map(({ id }) => id)).toContain(shop);
    await at.vote('chief', PLAN, shop);
    await at.fire('trainer', PLAN, 'stop', shop, { stopReason: '改期' });
    expect((await rows('employee', 'system/notice/page?')).map(({ text }) => text)).toEqual(
      expect.arrayContaining([expect.stringContaining('已终止，改期')]),
    );
  });

  it('has its limits, each from both sides', async () => {
    const { desk } = at;
    const first = async (more: object) => {
      const { id } = await desk.call('trainer', 'POST', `${PLAN}/save`, { ...plan(), title: '界限' });
      const { version } = await desk.call('trainer', 'GET', `${PLAN}/detail?id=${id}`);
      const saved = await desk.ask('trainer', 'POST', `${PLAN}/save`, { id, version, ...more });
      if (saved.status !== 200) return saved.errors?.[0]?.msg ?? saved.msg;
      return (await desk.refused('trainer', `${PLAN}/submit`, { id, version: saved.data.version }))[1];
    };
    for (const [more, said] of [
      [{ hours: 0.5 }, '操作成功'],
      [{ hours: 0.4 }, expect.stringContaining('0.5')],
      [{ hours: 200 }, '操作成功'],
      [{ hours: 200.5 }, expect.stringContaining('200')],
      [{ hours: 1.2 }, '学时以0.5为单位'],
      [{ title: '训' }, expect.stringContaining('培训主题')],
      [{ needExam: '1', passScore: 101 }, expect.stringContaining('合格分')],
      [{ needExam: '1', maxMakeup: 4 }, expect.stringContaining('补考次数')],
      [{ needExam: '1' }, expect.stringContaining('试卷')],
      [{ trainees: [] }, expect.stringContaining('培训对象')],
      [{ startTime: desk.wall(-MINUTE) }, '培训开始时间已过，请改为将来的时间'],
      [{ endTime: plan().startTime }, expect.stringContaining('结束时间')],
      [{ place: null }, expect.stringContaining('培训地点')],
    ] as const)
      expect([more, await first(more)]).toEqual([more, said]);
  });

  it('is signed by each with his own account and the code of now, within the window', async () => {
    const { desk, server } = at;
    const id = await approved();
    expect(await desk.call('trainer', 'GET', `${PLAN}/detail?id=${id}`)).toMatchObject({ status: '3', expected: 4 });
    // Who is on the list is known only since the approval made it.
    expect((await rows('employee', 'system/notice/page?')).map(({ title }) => title)).toContain('请按时参加培训');
    // 30 minutes before the start at the earliest, 15 after it at the latest.
    expect((await scan('employee', id, 'sign'))[1]).toContain('签到');
    server.advance(30 * MINUTE);
    const old = await code(id, 'sign');
    server.advance(2 * MINUTE);
    expect(await scan('employee', id, 'sign', old)).toEqual([400, '不能签到：码已过期，请扫描屏幕上现在的码']);
    expect((await scan('second', id, 'sign'))[0]).toBeGreaterThanOrEqual(403);
    expect((await scan('employee', id, 'sign'))[1]).toBe('操作成功');
    expect(await scan('employee', id, 'sign')).toEqual([400, '您已签到']);
    // A phone signs for whoever is signed in on it: nobody else's row changes.
    // Nothing is said of hours before it is known whether he comes: the sheet that is printed has room there.
    expect((await sheet(id))('late')).toMatchObject({ status: '0', gotHours: null });
    await runUntil(server, desk.wall(29 * MINUTE));
    expect(await desk.call('trainer', 'GET', `${PLAN}/detail?id=${id}`)).toMatchObject({ status: '4' });
    expect((await scan('gone', id, 'sign'))[1]).toBe('操作成功');
    server.advance(16 * MINUTE);
    expect((await scan('late', id, 'sign'))[1]).toContain('签到');
    const row = (await sheet(id))('late');
    await at.fire('trainer', SIGN, 'enter', row.id, {
      signIn: desk.wall(-MINUTE),
      signOut: desk.wall(),
      correctReason: '手机没电，讲师确认到场',
    });
    await at.desk.refused('trainer', `${SIGN}/enter`, { id: row.id, signIn: desk.wall(MINUTE), correctReason: '晚' });
    server.advance(104 * MINUTE);
    expect((await scan('employee', id, 'signOut'))[1]).toBe('操作成功');
    expect((await scan('away', id, 'signOut'))[1]).toBe('您没有签到或已签退');
    const signs = await sheet(id);
    expect(signs('employee')).toMatchObject({ status: '1', lateMinutes: 0, gotHours: 2.5 });
    // Without signing out, or later than 15 minutes, there are no hours, unless they are corrected.
    expect(signs('gone')).toMatchObject({ status: '2', signOut: null, gotHours: 0 });
    expect(signs('late')).toMatchObject({ gotHours: 0 });
    expect((await desk.refused('trainer', `${SIGN}/correct`, { id: row.id, correctedHours: 2 }))[1]).toBe(
      '请输入更正原因',
    );
    await at.fire('trainer', SIGN, 'correct', row.id, { correctedHours: 2, correctReason: '补听录像' });
    expect((await desk.refused('employee', `${SIGN}/correct`, { id: row.id }))[0]).toBeGreaterThanOrEqual(403);
    await at.fire('trainer', PLAN, 'finish', id);
    const records = await rows('trainer', `${RECORD}/page?plan=${id}&`);
    const result = Object.fromEntries(records.map((one) => [one.user, [one.signState, one.gotHours, one.result]]));
    expect(result).toEqual({
      [plantId('employee')]: ['1', 2.5, '1'],
      [plantId('late')]: [expect.any(String), 2, '1'],
      [plantId('gone')]: ['2', 0, '0'],
      [plantId('away')]: ['5', 0, '0'],
    });
    expect(await desk.call('trainer', 'GET', `${PLAN}/detail?id=${id}`)).toMatchObject({
      status: '6',
      signed: 3,
      signRate: 75,
      passed: 2,
    });
    // Who passed holds the certificate, which tickets ask for.
    const certificates = await rows('trainer', `edu/admin/work/cert/page?trainPlan=${id}&`);
    expect(
      certificates.map(({ personId, certType, certNo }) => [personId, certType, String(certNo).slice(0, 6)]),
    ).toEqual(
      expect.arrayContaining([
        [plantId('employee'), 'guardian', `SG${at.day().slice(0, 4)}`],
        [plantId('late'), 'guardian', `SG${at.day().slice(0, 4)}`],
      ]),
    );
    expect(certificates).toHaveLength(2);
  });

  it('gives hours to the person in the year of the training (总局令第3号 Art. 9, 13)', async () => {
    const { desk } = at;
    const own = async () => (await rows('employee', `edu/person/education/page?personId=${plantId('employee')}&`))[0];
    expect(await own()).toMatchObject({ yearHours: 2.5, trainings: 1 });
    const last = Number(at.day().slice(0, 4)) - 1;
    const outside = (year: number, gotHours: number) => ({
      title: '外送培训',
      user: plantId('employee'),
      trainType: '2',
      startTime: `${year}-01-05 08:00:00`,
      endTime: `${year}-01-05 17:00:00`,
      hours: 40,
      gotHours,
      signState: '1',
      result: '1',
    });
    await desk.call('trainer', 'POST', `${RECORD}/submit`, outside(last, 40));
    expect(await own()).toMatchObject({ yearHours: 2.5, trainings: 2 });
    expect((await desk.refused('trainer', `${RECORD}/submit`, outside(last + 1, 40.5)))[1]).toBe(
      '获得学时不能多于计划学时',
    );
    expect((await desk.refused('employee', `${RECORD}/submit`, outside(last + 1, 1)))[0]).toBe(403);
    const rules = await rows('trainer', 'edu/train/hourrule/page?');
    expect(Object.fromEntries(rules.map(({ personCategory, hours }) => [personCategory, hours]))).toMatchObject({
      1: 16,
      2: 16,
      5: 20,
      7: 72,
    });
  });

  it('that is studied alone counts minutes instead of codes', async () => {
    const { desk, server } = at;
    const id = await approved({
      executeType: '2',
      signMethod: '5',
      minStudyMinutes: 30,
      certIssue: '0',
      certKind: null,
      place: null,
      trainees: [plantId('employee')],
    });
    expect((await scan('employee', id, 'sign'))[1]).not.toBe('操作成功');
    await runUntil(server, desk.wall(61 * MINUTE));
    await at.fire('employee', PLAN, 'study', id);
    server.advance(29 * MINUTE);
    expect((await desk.refused('employee', `${PLAN}/studied`, { id }))[1]).toBe('还没有学满最短学习时长');
    server.advance(MINUTE);
    await at.fire('employee', PLAN, 'studied', id);
    expect((await sheet(id))('employee')).toMatchObject({ status: '1', gotHours: 2.5 });
    expect((await desk.refused('trainer', `${PLAN}/finish`, { id }))[1]).toBe('培训还没有结束');
  });

  it('with an examination ends once its results are approved: the best attempt counts', async () => {
    const { desk, server } = at;
    await insert('testPaper', { id: 'paper-1', status: '1', paperName: '受限空间试卷' });
    const id = await approved({
      needExam: '1',
      examPaper: 'paper-1',
      passScore: 80,
      maxMakeup: 1,
      needSign: '0',
      signMethod: null,
      signBefore: null,
      signAfter: null,
    });
    await runUntil(server, desk.wall(181 * MINUTE));
    expect(await desk.call('trainer', 'GET', `${PLAN}/detail?id=${id}`)).toMatchObject({ status: '5' });
    expect((await desk.refused('trainer', `${PLAN}/results`, { id }))[1]).toBe('考试还没有结束');
    await insert('examination', { id: 'exam-1', status: '4', examName: '受限空间考试', plan: id });
    for (const [sheet, user, attempt, totalScore, status] of [
      ['s1', 'employee', 1, 92, '3'],
      ['s2', 'late', 1, 60, '4'],
      ['s3', 'late', 2, 85, '3'],
      ['s4', 'gone', 1, 70, '4'],
    ] as const)
      await insert('examRecord', {
        id: sheet,
        status,
        exam: 'exam-1',
        plan: id,
        user: plantId(user),
        attempt,
        totalScore,
      });
    await at.fire('trainer', PLAN, 'results', id);
    await at.vote('chief', PLAN, id);
    const records = await rows('trainer', `${RECORD}/page?plan=${id}&`);
    const result = Object.fromEntries(
      records.map((one) => [one.user, [one.score, one.makeupCount, one.result, one.gotHours]]),
    );
    expect(result).toEqual({
      [plantId('employee')]: [92, 0, '1', 2.5],
      [plantId('late')]: [85, 1, '1', 2.5],
      [plantId('gone')]: [70, 0, '0', 2.5],
      [plantId('away')]: [null, 0, '0', 2.5],
    });
    expect(await desk.call('trainer', 'GET', `${PLAN}/detail?id=${id}`)).toMatchObject({
      status: '6',
      took: 3,
      passed: 2,
      passRate: 66.7,
    });
  });

  it('takes in people of a contractor who have no account: whoever keeps the sheet enters hours and score', async () => {
    const { desk, server } = at;
    await insert('contractor', { id: 'firm', status: '2', name: '海岬安装有限公司' });
    for (const [id, name] of [
      ['welder', '卢外一'],
      ['rigger', '鲁外二'],
      ['absent', '路外三'],
    ])
      await insert('contractorPerson', {
        id,
        name,
        status: '3',
        contractor: 'firm',
        manageDept: plantId('shop'),
      });
    await insert('testPaper', { id: 'paper-2', status: '1', paperName: '入厂教育试卷' });
    const id = await approved({
      trainees: [plantId('employee')],
      contractorPersons: ['welder', 'rigger', 'absent'],
      needExam: '1',
      examPaper: 'paper-2',
      passScore: 80,
      maxMakeup: 1,
    });
    const held = async () => {
      const found = await rows('trainer', `${SIGN}/page?planId=${id}&`);
      return (who: string) => found.find(({ contractorPerson }) => contractorPerson === who) ?? { id: '' };
    };
    expect(await desk.call('trainer', 'GET', `${PLAN}/detail?id=${id}`)).toMatchObject({ expected: 4 });
    expect(await desk.ask('trainer', 'POST', `${SIGN}/save`, { planId: id, contractorPerson: 'welder' })).toMatchObject(
      {
        status: 400,
        msg: '该学员已在签到表中',
      },
    );
    await runUntil(server, desk.wall(181 * MINUTE));
    const there = await held();
    const times = { signIn: desk.wall(-122 * MINUTE), signOut: desk.wall(), correctReason: '凭证件核对到场' };
    const grade = (who: string, paperScore: number) =>
      desk.ask('trainer', 'POST', `${SIGN}/grade`, { id: there(who).id, paperScore });
    expect((await grade('welder', 90)).status).toBe(400);
    for (const who of ['welder', 'rigger']) await at.fire('trainer', SIGN, 'enter', there(who).id, times);
    expect((await grade('welder', 100.5)).msg).toContain('笔试成绩');
    expect((await grade('welder', 90)).msg).toBe('操作成功');
    expect((await grade('rigger', 79.5)).msg).toBe('操作成功');
    await insert('examination', { id: 'exam-2', status: '4', examName: '入厂教育考试', plan: id });
    await at.fire('trainer', PLAN, 'results', id);
    await at.vote('chief', PLAN, id);
    const records = await rows('trainer', `${RECORD}/page?plan=${id}&`);
    const got = records.flatMap((one) =>
      one.contractorPerson === null
        ? []
        : [[one.contractorPersonLabel, one.signState, one.gotHours, one.score, one.result, one.yearTotal]],
    );
    expect(got.sort()).toEqual([
      ['卢外一', '1', 2.5, 90, '1', 2.5],
      ['路外三', '5', 0, null, '0', 0],
      ['鲁外二', '1', 2.5, 79.5, '0', 0],
    ]);
    const certificates = await rows('trainer', `edu/admin/work/cert/page?trainPlan=${id}&`);
    expect(certificates.map(({ holderKind, contractorPersonId }) => [holderKind, contractorPersonId])).toEqual([
      ['2', 'welder'],
    ]);
  });
});
