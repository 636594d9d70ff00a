import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { patient } from '../fixtures/patience.ts';
import { SIGN, SIGNATURE, startTicketPlant, type TicketPlant } from '../fixtures/ticket-story.ts';

const TICKET = 'workticket/ticket';
let plant: TicketPlant;

beforeAll(async () => {
  plant = await startTicketPlant();
}, patient(120_000));
afterAll(() => plant?.stop());

describe('a hot work of special grade inside a confined space', () => {
  let hot = '';
  let confined = '';
  /** Tests of the air of the space that pass. */
  let air: () => readonly Readonly<Record<string, unknown>>[] = () => [];

  it('is applied for with two linked tickets', async () => {
    const { draft, ok, whole } = plant;
    confined = await draft('confined');
    const first = await whole(confined);
    expect(first).toMatchObject({ status: 'draft', ticketNo: expect.stringMatching(/^SX\d{11}$/), needOxygen: '1' });
    expect(first.children.ticketMeasure).toHaveLength(15);
    hot = await draft('hot', {
      hotLevel: '0',
      emergencyMeasure: '立即停止并报告',
      hasOther: '1',
      relatedIds: [confined],
    });
    const made = await whole(hot);
    expect(made).toMatchObject({ managedLevel: '0', chainLevel: 'hot0', validHours: 8, needGas: '1', needOxygen: '0' });
    expect(made.children.ticketMeasure).toHaveLength(16);
    const linked = await ok('applicant', 'POST', `${TICKET}/save`, {
      id: confined,
      version: first.version,
      hasOther: '1',
      relatedIds: [hot],
    });
    expect(linked.relatedIds).toEqual([hot]);
  });

  it('waits for an analysis, refuses a failing one, and takes a passing one', async () => {
    const { ok, refused, whole, id, gas } = plant;
    const { version } = await whole(hot);
    const sent = await ok('applicant', 'POST', `${TICKET}/submit`, { id: hot, version });
    expect(sent).toMatchObject({ status: 'analysing', guardianIds: [id('guardian')], personIds: [id('worker')] });
    const sample = (value: number, change = {}) =>
      plant.call('analyst', 'POST', `${TICKET}/laboratory-analysis/save`, {
        ticketId: hot,
        ...gas('combustible', value, change),
      });
    await refused(
      'analyst',
      `${TICKET}/submit-analysis`,
      { id: hot },
      400,
      /^作业票DH.+还缺可燃气体的分析（GB 30871-2022 第5章）$/,
    );
    expect((await sample(0.51)).data).toMatchObject({ qualified: '0', upperLimit: 0.5, analystId: id('analyst') });
    await refused('analyst', `${TICKET}/submit-analysis`, { id: hot }, 400, /气体分析不合格/);
    const future = await sample(0.3, { sampleTime: plant.wall(5) });
    expect([future.status, future.errors]).toEqual([400, [{ pointer: '/sampleTime', msg: '取样时间不能晚于现在' }]]);
    expect((await sample(0.6, { qualified: '1', upperLimit: 9 })).data).toMatchObject({
      qualified: '0',
      upperLimit: 0.5,
    });
    plant.pass(1);
    expect((await sample(0.3)).data).toMatchObject({ qualified: '1', limitText: '≤0.5' });
    expect((await plant.call('worker', 'POST', `${TICKET}/laboratory-analysis/save`, { ticketId: hot })).status).toBe(
      403,
    );
    expect(await ok('analyst', 'POST', `${TICKET}/submit-analysis`, { id: hot })).toMatchObject({
      status: 'confirming',
    });
    expect((await whole(hot)).gasTime).not.toBeNull();
  });

  it('has its measures signed row by row by three people at once', async () => {
    const { call, refused, whole, id } = plant;
    await refused('applicant', `${TICKET}/confirm`, { id: hot }, 400, /^安全措施确认未全部签字$/);
    const before = await whole(hot);
    const rows = before.children.ticketMeasure ?? [];
    const listed = await plant.ok('guardian', 'GET', `${TICKET}/measure/page?page=ticketConfirm&size=100`);
    const { records } = listed as unknown as { records: { ticketId: string; abilities: { sign?: boolean } }[] };
    const waiting = records.filter((row) => row.ticketId === hot);
    expect([waiting.length, waiting.every(({ abilities }) => abilities.sign === true)]).toEqual([16, true]);
    const people = ['charger', 'guardian', 'worker'];
    const answers = await Promise.all(
      rows.map((row, index) =>
        call(people[index % 3] ?? '', 'POST', `${TICKET}/measure/sign`, {
          id: row.id,
          version: row.version,
          sign: SIGN,
          ...(row.hasFill === '1' && row.involved === '1' ? { fillValue: '2' } : {}),
        }),
      ),
    );
    expect(answers.map(({ status, msg }) => [status, msg])).toEqual(answers.map(({ msg }) => [200, msg]));
    const after = await whole(hot);
    expect(after.status).toBe('clarifying');
    const signed = after.children.ticketMeasure ?? [];
    expect(new Set(signed.map((row) => row.confirmUserId))).toEqual(new Set(people.map(id)));
    expect(signed.every((row) => (row.sign as { signer: string }).signer === row.confirmUserId)).toBe(true);
    expect(signed.every((row) => row.status === 'signed' && row.confirmTime !== null)).toBe(true);
    await refused(
      'charger',
      `${TICKET}/measure/sign`,
      { id: rows[0]?.id, sign: SIGN },
      400,
      /^作业票\S+（.+）不在待措施确认，不能确认措施“/,
    );
  });

  it('is explained to those who take part, each of whom signs', async () => {
    const { ok, refused, whole, id } = plant;
    const { children } = await whole(hot);
    const of = (person: string) => children.ticketPerson?.find((row) => row.personId === id(person))?.id;
    await refused(
      'guardian',
      `${TICKET}/person/sign`,
      { id: of('guardian'), sign: SIGN },
      400,
      /^作业票\S+（.+）还没有进行安全交底，.+不能签字（GB 30871-2022 第4章）$/,
    );
    const row = { content: '火灾、中毒；灭火器在R-101东侧', briefSign: SIGN };
    await refused('worker', `${TICKET}/safety-clarification`, { id: hot, row }, 403, /没有/);
    await ok('boss', 'POST', `${TICKET}/safety-clarification`, { id: hot, row });
    await refused('worker', `${TICKET}/person/sign`, { id: of('guardian'), sign: SIGN }, 403, /没有/);
    await ok('guardian', 'POST', `${TICKET}/person/sign`, { id: of('guardian'), sign: SIGN });
    expect((await whole(hot)).status).toBe('clarifying');
    await ok('worker', 'POST', `${TICKET}/person/sign`, { id: of('worker'), sign: SIGN });
    expect((await whole(hot)).status).toBe('approving');
  });

  it('is approved by the chain of its type and level, in its order', async () => {
    const { vote, call, whole } = plant;
    const early = await call('director', 'GET', 'system/flow/todo?entity=workTicket');
    expect((early.data as unknown as { total: number }).total).toBe(0);
    for (const voter of ['charger', 'boss', 'safetyOfficer', 'director']) {
      expect((await whole(hot)).status).toBe('approving');
      expect([voter, (await vote(voter, hot)).msg, (await whole(hot)).version]).toBeTruthy();
    }
    expect((await whole(hot)).status).toBe('approved');
  });

  it('waits for the linked ticket, then for a guardian whose certificate is valid', async () => {
    const { ok, refused, call, whole, gas, approved, pass, wall, id, certificate, server } = plant;
    const start = { id: hot, startSign: SIGN };
    await refused('charger', `${TICKET}/start`, start, 400, /未到计划作业时间/);
    pass(20);
    await refused(
      'charger',
      `${TICKET}/start`,
      start,
      400,
      /^关联的受限空间作业票SX\d+（二层R-101釜）还没有批准，不能作业/,
    );
    const limits = await call(
      'analyst',
      'GET',
      `${TICKET}/gas-limit/select?for=ticketGas.substanceId&keyword=${encodeURIComponent('硫化氢')}`,
    );
    const [h2s] = limits.data as unknown as { id: string }[];
    const current = await whole(confined);
    await ok('applicant', 'POST', `${TICKET}/save`, {
      id: confined,
      version: current.version,
      planStartTime: wall(1),
      planEndTime: wall(400),
    });
    air = () => [
      gas('combustible', 0.2),
      gas('oxygen', 20.9),
      gas('toxic', 3, { substanceId: h2s?.id, gasName: '硫化氢', unit: 'mgm3' }),
    ];
    await approved(confined, ['charger', 'boss'], air());
    const expire = (days: string) =>
      server.database.transaction('645967', (connection) =>
        connection.execute(`update data."workCert" set "usableTo" = $1 where "personId" = $2`, [
          wall(Number(days) * 1_440).slice(0, 10),
          id('guardian'),
        ]),
      );
    await expire('-1');
    await refused('charger', `${TICKET}/start`, start, 400, /^监壬三的证书.+已过期、注销或类别不符/);
    const expired = await certificate('guardian2', 'guardian', wall(-1_440).slice(0, 10));
    const add = { ticketId: hot, personType: 'guardian', personId: id('guardian2') };
    const no = await call('charger', 'POST', `${TICKET}/person/add-person`, { ...add, certId: expired });
    expect([no.status, no.errors.map(({ msg }) => msg)]).toEqual([
      400,
      [expect.stringMatching(/^.{3}的证书在计划作业时间内已过期，请更换人员或证书（GB 30871-2022 第4章）$/)],
    ]);
    const valid = await certificate('guardian2', 'guardian', wall(90 * 1_440).slice(0, 10));
    const added = await ok('charger', 'POST', `${TICKET}/person/add-person`, { ...add, certId: valid });
    const old = (await whole(hot)).children.ticketPerson?.find((row) => row.personId === id('guardian'));
    await ok('charger', 'POST', `${TICKET}/person/delete-person`, { ids: old?.id });
    expect(await whole(hot)).toMatchObject({ guardianIds: [id('guardian2')], status: 'approved' });
    await refused('charger', `${TICKET}/person/delete-person`, { ids: added.id }, 400, /最后一名/);
    await refused('charger', `${TICKET}/start`, start, 400, /未接受安全交底/);
    await ok('guardian2', 'POST', `${TICKET}/person/sign`, { id: added.id, sign: SIGN });
    await expire('400');
  });

  it('starts within thirty minutes of the sample by charger and guardian together, and not at thirty-one', async () => {
    const { ok, refused, gas, pass, vote, whole, call } = plant;
    const start = { id: hot, startSign: SIGN };
    const sample = () =>
      ok('analyst', 'POST', `${TICKET}/laboratory-analysis/save`, { ticketId: hot, ...gas('combustible', 0.1) });
    await sample();
    pass(31);
    await refused('charger', `${TICKET}/start`, start, 400, /已超过30分钟，请重新分析/);
    await sample();
    pass(29);
    await refused('worker', `${TICKET}/start`, start, 403, /没有/);
    await refused('charger', `${TICKET}/start`, start, 400, /^关联的受限空间作业票SX\d+（.+）还没有开始作业，不能作业/);
    for (const tested of air()) {
      await ok('analyst', 'POST', `${TICKET}/laboratory-analysis/save`, { ticketId: confined, ...tested });
    }
    await ok('charger', 'POST', `${TICKET}/start`, { id: confined, startSign: SIGN });
    expect((await vote('guardian', confined)).status).toBe(200);
    expect(await ok('charger', 'POST', `${TICKET}/start`, start)).toMatchObject({ status: 'approved' });
    expect((await vote('shift', hot)).status).toBe(200);
    expect((await whole(hot)).status).toBe('approved');
    pass(2);
    const late = await call('guardian2', 'POST', `${TICKET}/confirm-start`, {
      id: hot,
      result: 'pass',
      signature: SIGNATURE,
    });
    expect([late.status, late.msg]).toEqual([400, expect.stringMatching(/已超过30分钟/)]);
    await sample();
    expect((await vote('guardian2', hot)).status).toBe(200);
    expect(await whole(hot)).toMatchObject({ status: 'working', actualStartTime: expect.any(String) });
  });

  it('needs a new test after an interruption beyond the limit', async () => {
    const { ok, refused, gas, pass, vote, whole } = plant;
    await ok('guardian2', 'POST', `${TICKET}/suspend`, { id: hot, row: { reason: '现场有异味' } });
    const resume = { id: hot, row: { measuresOk: '1', resumeSign: SIGN } };
    pass(31);
    await refused('guardian2', `${TICKET}/resume`, resume, 400, /中断超过规定时间，须重新进行气体分析/);
    const sample = (value: number) =>
      ok('analyst', 'POST', `${TICKET}/laboratory-analysis/save`, {
        ticketId: hot,
        ...gas('combustible', value, { kind: 'retest' }),
      });
    await sample(0.6);
    await refused('guardian2', `${TICKET}/resume`, resume, 400, /气体分析不合格，不能恢复作业/);
    pass(1);
    await sample(0.2);
    await refused(
      'guardian2',
      `${TICKET}/resume`,
      { ...resume, row: { ...resume.row, measuresOk: '0' } },
      400,
      /复核合格/,
    );
    expect(await ok('guardian2', 'POST', `${TICKET}/resume`, resume)).toMatchObject({ status: 'suspended' });
    expect((await vote('charger', hot)).status).toBe(200);
    expect(await whole(hot)).toMatchObject({ status: 'working', suspendedAt: null });
  });

  it('stops by itself when monitoring finds gas', async () => {
    const { ok, gas, pass, vote, whole } = plant;
    const sample = (value: number) =>
      ok('guardian2', 'POST', `${TICKET}/laboratory-analysis/save`, {
        ticketId: hot,
        ...gas('combustible', value, { kind: 'monitor' }),
      });
    pass(1);
    await sample(0.8);
    expect(await whole(hot)).toMatchObject({ status: 'suspended', stepReason: '气体检测超标，系统暂停作业' });
    pass(1);
    await ok('analyst', 'POST', `${TICKET}/laboratory-analysis/save`, { ticketId: hot, ...gas('combustible', 0.1) });
    await ok('charger', 'POST', `${TICKET}/resume`, { id: hot, row: { measuresOk: '1', resumeSign: SIGN } });
    await vote('guardian2', hot);
    expect((await whole(hot)).status).toBe('working');
  });

  it('is finished, accepted by charger and territory, and closed', async () => {
    const { ok, refused, upload, vote, whole } = plant;
    await refused('worker', `${TICKET}/finish`, { id: hot }, 403, /没有/);
    await ok('charger', 'POST', `${TICKET}/finish`, { id: hot });
    const row = { acceptOpinion: '现场清理完毕', noFire: '1', acceptSign: SIGN };
    await refused('charger', `${TICKET}/accept`, { id: hot, row }, 400, /影像/);
    const videoFiles = [await upload('charger')];
    await refused(
      'charger',
      `${TICKET}/accept`,
      { id: hot, videoFiles, row: { ...row, noFire: '0' } },
      400,
      /残留火种/,
    );
    await ok('charger', 'POST', `${TICKET}/accept`, { id: hot, videoFiles, row });
    expect((await vote('boss', hot, 'reject')).status).toBe(200);
    expect((await whole(hot)).status).toBe('working');
    await ok('charger', 'POST', `${TICKET}/finish`, { id: hot });
    await ok('charger', 'POST', `${TICKET}/accept`, { id: hot, videoFiles: [await upload('charger')], row });
    await vote('boss', hot);
    await ok('charger', 'POST', `${TICKET}/finish`, { id: confined });
    const closed = await whole(hot);
    expect(closed).toMatchObject({ status: 'closed', acceptResult: '1', acceptTime: expect.any(String) });
    expect(closed.children.ticketSuspend).toHaveLength(1);
    expect(closed.children.ticketResume).toHaveLength(2);
    await refused('charger', `${TICKET}/start`, { id: hot, startSign: SIGN }, 400, /“已关闭”的特殊作业票不能开始作业/);
  });
});

describe('works near each other', () => {
  beforeEach(() => plant.nextMonday());

  it('stops a hot work in the area of an open blind-plate work', async () => {
    const { draft, approved, ok, refused, pass, vote, whole, gas } = plant;
    const blind = await draft('blind');
    await approved(blind, ['charger', 'boss']);
    const hot = await draft('hot');
    await approved(hot, ['charger', 'boss', 'safetyOfficer'], [gas('combustible', 0.1)]);
    pass(21);
    await ok('charger', 'POST', `${TICKET}/start`, { id: blind, startSign: SIGN });
    expect((await vote('guardian', blind)).status).toBe(200);
    expect((await whole(blind)).status).toBe('working');
    await refused(
      'charger',
      `${TICKET}/start`,
      { id: hot, startSign: SIGN },
      400,
      /^同一区域或30m内有盲板抽堵作业，不能同时作业：MB\d{11}（\d{4}-\d\d-\d\d 09:20至\d{4}-\d\d-\d\d 16:20，二层R-101釜）$/,
    );
    await ok('charger', 'POST', `${TICKET}/finish`, { id: blind });
    await ok('charger', 'POST', `${TICKET}/start`, { id: hot, startSign: SIGN });
  });

  it('starts only one of two that wait for each other', async () => {
    const { draft, approved, ok, pass, whole, call, gas } = plant;
    const blind = await draft('blind', { equipName: 'P-202' });
    await approved(blind, ['charger', 'boss']);
    const hot = await draft('hot');
    await approved(hot, ['charger', 'boss', 'safetyOfficer'], [gas('combustible', 0.1)]);
    pass(21);
    for (const id of [blind, hot]) await ok('charger', 'POST', `${TICKET}/start`, { id, startSign: SIGN });
    expect((await plant.vote('shift', hot)).status).toBe(200);
    const both = await Promise.all(
      [blind, hot].map((id) =>
        call('guardian', 'POST', `${TICKET}/confirm-start`, { id, result: 'pass', signature: SIGNATURE }),
      ),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
    const states = await Promise.all([blind, hot].map(async (id) => (await whole(id)).status));
    expect([...states].sort()).toEqual(['approved', 'working']);
  });
});

describe('time', () => {
  beforeEach(() => plant.nextMonday());

  it('lets a ticket expire that nobody started by its planned end', async () => {
    const { draft, approved, pass, due, whole, refused } = plant;
    const road = await draft('road');
    await approved(road, ['charger', 'boss', 'boss', 'equipment']);
    pass(441);
    await due();
    expect(await whole(road)).toMatchObject({ status: 'expired', actualStartTime: null, actualEndTime: null });
    await refused(
      'charger',
      `${TICKET}/close-out`,
      { id: road, row: { acceptOpinion: '好', acceptSign: SIGN } },
      400,
      /没有开始/,
    );
  });
});

describe('refusals', () => {
  beforeEach(() => plant.nextMonday());

  it('of a status or a signature smuggled in, of skipping, and of lowering a level', async () => {
    const { draft, call, refused, whole, id } = plant;
    const hot = await draft('hot');
    const { version, children } = await whole(hot);
    const save = (change: object) => call('applicant', 'POST', `${TICKET}/save`, { id: hot, version, ...change });
    expect([(await save({ status: 'approved' })).status, (await save({ status: 'approved' })).msg]).toEqual([
      400,
      expect.stringMatching(/状态不能直接修改/),
    ]);
    expect((await save({ guardianIds: [id('worker')] })).status).toBe(400);
    expect((await save({ type: 'road' })).status).toBe(400);
    const [measure] = children.ticketMeasure ?? [];
    const smuggled = await call('applicant', 'POST', `${TICKET}/measure/save`, {
      id: measure?.id,
      version: measure?.version,
      sign: SIGN,
    });
    expect(smuggled.status).toBe(400);
    await refused('charger', `${TICKET}/start`, { id: hot, startSign: SIGN }, 400, /“草稿”的特殊作业票不能开始作业/);
    await refused('worker2', `${TICKET}/start`, { id: hot, startSign: SIGN }, 404, /不存在/);
    await refused('applicant', `${TICKET}/start-approval`, { id: hot }, 400, /“草稿”的特殊作业票不能/);
    await refused('applicant', `${TICKET}/updateStatusById`, { id: hot, status: 'approved' }, 400, /不能从“草稿”/);
    const low = await draft('high', { workHeight: 5.01, highCategory: '1' });
    const lowered = await call('applicant', 'POST', `${TICKET}/submit`, {
      id: low,
      version: (await whole(low)).version,
    });
    expect([lowered.status, lowered.errors.map(({ msg }) => msg)]).toEqual([400, ['高处作业级别不能低于计算级别']]);
  });

  it('of a signature that another person was named for', async () => {
    const { draft, ok, refused, whole, id, gas } = plant;
    const hot = await draft('hot');
    const before = await whole(hot);
    const [first] = before.children.ticketMeasure ?? [];
    await ok('applicant', 'POST', `${TICKET}/measure/save`, {
      id: first?.id,
      version: first?.version,
      confirmUserId: id('worker'),
    });
    await ok('applicant', 'POST', `${TICKET}/submit`, { id: hot, version: before.version });
    await ok('analyst', 'POST', `${TICKET}/laboratory-analysis/save`, { ticketId: hot, ...gas('combustible', 0.1) });
    await ok('analyst', 'POST', `${TICKET}/submit-analysis`, { id: hot });
    await refused('charger', `${TICKET}/measure/sign`, { id: first?.id, sign: SIGN }, 403, /这一步由作甲五办理/);
    await ok('worker', 'POST', `${TICKET}/measure/sign`, { id: first?.id, sign: SIGN });
    await ok('applicant', 'POST', `${TICKET}/revoke`, { id: hot, stepReason: '改期' });
    expect(await whole(hot)).toMatchObject({ status: 'draft', stepReason: '改期' });
  });

  it('of a plan longer than the validity of its level, in the past, or on a rest day without upgrade', async () => {
    const { draft, call, whole, wall } = plant;
    const submit = async (change: Readonly<Record<string, unknown>>) => {
      const id = await draft('hot', change);
      const answer = await call('applicant', 'POST', `${TICKET}/submit`, { id, version: (await whole(id)).version });
      return [answer.status, answer.errors.length > 0 ? answer.errors.map(({ msg }) => msg) : [answer.msg]];
    };
    expect(await submit({ planStartTime: wall(20), planEndTime: wall(20 + 481) })).toEqual([
      400,
      ['计划作业时间超过作业票的最长有效期8 h（GB 30871-2022）'],
    ]);
    expect((await submit({ planStartTime: wall(20), planEndTime: wall(20 + 480) }))[0]).toBe(200);
    expect(await submit({ planStartTime: wall(-60), planEndTime: wall(60) })).toEqual([
      400,
      ['计划开始时间不能早于现在'],
    ]);
    const saturday = nextSaturday(wall());
    expect(
      await submit({
        hotLevel: '2',
        planStartTime: `${saturday} 09:00:00`,
        planEndTime: `${saturday} 16:00:00`,
        isUpgrade: '0',
      }),
    ).toEqual([400, ['节假日、公休日、夜间或五级风及以上的动火须升级管理（GB 30871-2022 5.1、5.2）']]);
    const id = await draft('hot', {
      hotLevel: '2',
      planStartTime: `${saturday} 09:00:00`,
      planEndTime: `${saturday} 16:00:00`,
    });
    expect(await whole(id)).toMatchObject({
      autoUpgrade: '1',
      isUpgrade: '1',
      upgradeReason: 'restday',
      managedLevel: '1',
    });
  });
});

function nextSaturday(wall: string): string {
  const day = new Date(`${wall.slice(0, 10)}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() + ((6 - day.getUTCDay() + 7) % 7 || 7));
  return day.toISOString().slice(0, 10);
}
