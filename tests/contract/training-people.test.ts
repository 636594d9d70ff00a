import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fictitiousIdCard } from '../../mocks/demo-plant/id-card.ts';
import { makeCompanions } from '../../server/flow/rollup/companions.ts';
import type { WirePage, WireRecord } from '../../src/core/wire/contract.ts';
import { type BaseDesk, startBaseDesk } from '../fixtures/base-desk.ts';
import { DRAWN_SIGNATURE } from '../fixtures/drawn-signature.ts';
import { patient } from '../fixtures/patience.ts';
import { MINUTE, plantId } from '../fixtures/plant-desk.ts';
import { runUntil } from '../fixtures/run-until.ts';

const PLAN = 'edu/tertiary/education';
const LEVEL = `${PLAN}/level`;
const CERT = 'edu/certificate';
const TICKET = 'edu/admin/work/cert';
const signature = { image: DRAWN_SIGNATURE };

describe('people', () => {
  let at: BaseDesk;
  beforeAll(async () => {
    at = await startBaseDesk([
      ['trainer', '培甲一', 'trainingOfficer'],
      ['factory', '厂乙二', 'employee'],
      ['novice', '新丙三', 'employee', 'team'],
      ['mover', '转丁四', 'employee', 'team'],
      ['welder', '焊戊五', 'employee', 'team'],
    ]);
    await at.server.database.transaction('645967', (connection) =>
      connection.execute(`update data."user" set "personCategory" = '3' where id = $1`, [plantId('welder')]),
    );
    await makeCompanions(at.server.services, at.server.now());
  }, patient(120_000));
  afterAll(() => at?.server.stop());

  const rows = async (who: string, path: string) =>
    (await at.desk.call<WirePage<WireRecord>>(who, 'GET', `${path}current=1&size=50`)).records;
  const levelOf = async (planId: string, level: string) =>
    (await rows('trainer', `${LEVEL}/page?planId=${planId}&level=${level}&`))[0] ?? { id: '' };
  const contents: Readonly<Record<'1' | '2' | '3', number>> = { 1: 5, 2: 8, 3: 3 };
  /** What the lecturer notes of a level; days count from today. */
  const noted = (level: keyof typeof contents, from: number, more: object = {}) => ({
    startDate: at.day(from),
    endDate: at.day(from + 2),
    hours: 24,
    contents: Array.from({ length: contents[level] }, (_, index) => `${level}-${index + 1}`),
    score: 80,
    lecturerSign: signature,
    ...more,
  });
  const orientation = (trainee: string, more: object = {}) => ({
    trainee: plantId(trainee),
    idCard: fictitiousIdCard(7, '1').idCard,
    employType: '1',
    entryDate: at.day(-10),
    dept: plantId('shop'),
    team: plantId('team'),
    post: plantId('operator'),
    factoryLecturer: plantId('factory'),
    workshopLecturer: plantId('chief'),
    teamLecturer: plantId('teamLeader'),
    ...more,
  });

  it('who are new have three levels in order, 72 hours and both signatures before they work (总局令第3号 Art. 13)', async () => {
    const { desk, fire } = at;
    const { id } = await desk.call('trainer', 'POST', `${PLAN}/save`, orientation('novice'));
    expect((await desk.refused('trainer', `${PLAN}/save`, orientation('novice')))[1]).toBe(
      '该人员已有进行中的三级教育',
    );
    expect((await desk.refused('trainer', `${PLAN}/startWorkshop`, { id }))[1]).toBe('新上岗人员从厂级开始');
    await fire('trainer', PLAN, 'startFactory', id);
    expect((await rows('factory', 'system/flow/todo?')).map(({ transitionTitle }) => transitionTitle)).toContain(
      '登记教育情况',
    );
    const first = await levelOf(id, '1');
    const note = (who: string, row: string, body: object) => desk.refused(who, `${LEVEL}/record`, { id: row, ...body });
    expect((await note('chief', first.id, noted('1', -9)))[0]).toBeGreaterThanOrEqual(403);
    expect((await note('factory', first.id, noted('1', -9, { contents: ['1-1'] })))[1]).toBe(
      '教育内容须包括本级规定的全部项目',
    );
    expect((await note('factory', first.id, noted('1', -9, { lecturerSign: null })))[1]).toContain('签');
    expect((await note('factory', (await levelOf(id, '2')).id, noted('2', -9)))[0]).toBeGreaterThanOrEqual(400);
    await fire('factory', LEVEL, 'record', first.id, noted('1', -9));
    expect((await desk.refused('factory', `${LEVEL}/sign`, { id: first.id, traineeSign: signature }))[0]).toBe(403);
    await fire('novice', LEVEL, 'sign', first.id, { traineeSign: signature });
    expect(await desk.call('trainer', 'GET', `${PLAN}/detail?id=${id}`)).toMatchObject({ status: '2', totalHours: 24 });
    // The workshop's level does not begin before the factory's has ended, and 79 points are not enough.
    const second = await levelOf(id, '2');
    expect((await note('chief', second.id, noted('2', -8)))[1]).toBe('不能早于上一级教育结束');
    await fire('chief', LEVEL, 'record', second.id, noted('2', -7, { score: 79 }));
    await fire('novice', LEVEL, 'sign', second.id, { traineeSign: signature });
    expect(await levelOf(id, '2')).toMatchObject({ status: '4', result: '0' });
    expect((await desk.refused('trainer', `${PLAN}/fail`, { id, stopReason: '不合格' }))[1]).toBe('补考次数还没有用完');
    await fire('chief', LEVEL, 'retest', second.id);
    await fire('chief', LEVEL, 'record', second.id, noted('2', -7, { hours: 23.5 }));
    await fire('novice', LEVEL, 'sign', second.id, { traineeSign: signature });
    const third = await levelOf(id, '3');
    await fire('teamLeader', LEVEL, 'record', third.id, noted('3', -5));
    await fire('novice', LEVEL, 'sign', third.id, { traineeSign: signature });
    const opinion = { postApproval: '可以上岗', startWorkDate: at.day() };
    expect((await desk.refused('teamLeader', `${PLAN}/teamPassed`, { id, ...opinion }))[1]).toContain(
      '71.5，不足72学时',
    );
    await fire('teamLeader', LEVEL, 'reopen', third.id);
    await fire('teamLeader', LEVEL, 'record', third.id, noted('3', -5, { hours: 24.5 }));
    await fire('novice', LEVEL, 'sign', third.id, { traineeSign: signature });
    expect(
      (await desk.refused('teamLeader', `${PLAN}/teamPassed`, { id, ...opinion, startWorkDate: at.day(-4) }))[1],
    ).toBe('准许上岗日期不能早于最后一级教育结束');
    await fire('teamLeader', PLAN, 'teamPassed', id, opinion);
    // Whoever is not through takes no part in special work.
    const ticket = await desk.call('teamLeader', 'POST', 'workticket/ticket/save', { type: 'road' });
    const taken = { ticketId: ticket.id, personType: 'worker', personId: plantId('novice') };
    const refusal = '新丙三还没有完成三级教育，不能参加作业（总局令第3号第十三条）';
    await at.server.database.transaction('645967', (connection) =>
      connection.execute(`update data."workTicket" set status = 'approved', "chargerId" = $2 where id = $1`, [
        ticket.id,
        plantId('teamLeader'),
      ]),
    );
    const objections = async () => {
      const { errors = [] } = await desk.ask('teamLeader', 'POST', 'workticket/ticket/person/save', taken);
      return errors.map(({ msg }) => msg);
    };
    expect(await objections()).toContain(refusal);
    await at.vote('chief', PLAN, id);
    await at.vote('safetyOfficer', PLAN, id);
    expect(await desk.call('novice', 'GET', `${PLAN}/detail?id=${id}`)).toMatchObject({ status: '5' });
    expect(await objections()).not.toContain(refusal);
    expect((await rows('novice', `edu/person/education/page?personId=${plantId('novice')}&`))[0]).toMatchObject({
      startWorkDate: at.day(),
    });
  });

  it('who move or come back begin with the workshop, 24 hours (总局令第3号 Art. 17)', async () => {
    const { desk, fire } = at;
    const moved = orientation('mover', { employType: '3', factoryLecturer: null });
    const { id } = await desk.call('trainer', 'POST', `${PLAN}/save`, moved);
    expect((await desk.refused('trainer', `${PLAN}/startFactory`, { id }))[1]).toBe('转岗、复岗从车间级开始');
    await fire('trainer', PLAN, 'startWorkshop', id);
    expect(await rows('trainer', `${LEVEL}/page?planId=${id}&`)).toHaveLength(2);
    expect((await desk.refused('mover', `${PLAN}/stop`, { id, stopReason: '离职' }))[0]).toBe(403);
    await fire('trainer', PLAN, 'stop', id, { stopReason: '离职' });
    expect(await desk.call('mover', 'GET', `${PLAN}/detail?id=${id}`)).toMatchObject({ status: '7' });
  });

  it('who took part in safety education sign for themselves, and have its hours once it is filed', async () => {
    const { desk, fire } = at;
    const base = 'edu/safe/education';
    const { id } = await desk.call('teamLeader', 'POST', `${base}/submit`, {
      title: '节后复工教育',
      educationType: '4',
      dept: plantId('team'),
      startTime: desk.wall(-120 * MINUTE),
      endTime: desk.wall(-30 * MINUTE),
      hours: 2,
      lecturer: plantId('teamLeader'),
      participants: ['employee', 'welder'].map(plantId),
      content: '复工前检查。',
    });
    expect((await desk.refused('trainer', `${base}/archive`, { id }))[1]).toBe('还没有人签名');
    expect((await desk.refused('novice', `${base}/sign`, { id, row: { signature } }))[0]).toBeGreaterThanOrEqual(403);
    expect((await desk.refused('employee', `${base}/sign`, { id, row: {} }))[1]).toContain('签名');
    await fire('employee', base, 'sign', id, { row: { signature } });
    expect((await desk.refused('employee', `${base}/sign`, { id, row: { signature } }))[1]).toBe('您已签名');
    await fire('trainer', base, 'archive', id);
    const records = await rows('trainer', `edu/train/record/page?title=${encodeURIComponent('节后复工教育')}&`);
    expect(Object.fromEntries(records.map((one) => [one.user, [one.gotHours, one.result]]))).toEqual({
      [plantId('employee')]: [2, '1'],
      [plantId('welder')]: [0, '0'],
    });
  });

  describe('who hold a special certificate', () => {
    const number = `T${fictitiousIdCard(9, '1').idCard}`;
    const certificate = async (more: object = {}) => ({
      user: plantId('welder'),
      certType: '1',
      workCategory: 'A2-01',
      certNo: number,
      issueOrg: '示例省应急管理厅',
      firstDate: at.day(-1000),
      validStart: at.day(-1000),
      validEnd: at.day(1100),
      scan: [await at.desk.photo('trainer')],
      ...more,
    });
    let id = '';
    const inTicket = async () => (await rows('trainer', `${TICKET}/page?special=${id}&`))[0];

    it('are in the tickets once it is published, and once only (总局令第30号 Art. 19)', async () => {
      const { desk } = at;
      const long = await desk.call('trainer', 'POST', `${CERT}/save`, await certificate({ validEnd: at.day(1300) }));
      expect((await desk.refused('trainer', `${CERT}/submit`, { id: long.id, version: long.version }))[1]).toBe(
        '特种作业操作证有效期不超过6年（总局令第30号第十九条）',
      );
      const { headers } = await desk.signedIn('trainer');
      const publish = (record: string) =>
        at.server.main.inject({ method: 'PUT', url: `/api/anlan-${CERT}/publish?id=${record}`, headers });
      expect((await publish(long.id)).json()).toMatchObject({
        errors: [{ msg: '特种作业操作证有效期不超过6年（总局令第30号第十九条）' }],
      });
      const { version } = await desk.call('trainer', 'GET', `${CERT}/detail?id=${long.id}`);
      await desk.call('trainer', 'POST', `${CERT}/save`, { id: long.id, version, validEnd: at.day(1100) });
      expect((await publish(long.id)).json()).toMatchObject({ code: 200 });
      id = long.id;
      expect(await inTicket()).toMatchObject({ certType: 'special_operation', certNo: number, certState: 'valid' });
      expect((await desk.refused('trainer', `${CERT}/save`, await certificate()))[1]).toBe(
        '该证书编号和作业类别已登记',
      );
      // The same card of another category is another certificate.
      expect(
        (await desk.ask('trainer', 'POST', `${CERT}/save`, await certificate({ workCategory: 'A3-01' }))).status,
      ).toBe(200);
      const ticket = await inTicket();
      expect((await desk.refused('trainer', `${TICKET}/revoke`, { id: ticket?.id }))[1]).toContain('特种作业证书');
      expect((await rows('welder', `edu/person/education/page?personId=${plantId('welder')}&`))[0]).toMatchObject({
        certificates: 1,
        certState: 'held',
      });
    });

    it('have it reviewed every 3 years (总局令第30号 Art. 21), are told 90, 60, 30 and 7 days before', async () => {
      const { desk, fire } = at;
      const { reviewDate, usableTo } = await desk.call('trainer', 'GET', `${CERT}/detail?id=${id}`);
      expect(usableTo).toBe(reviewDate);
      const told = async () =>
        (await rows('welder', 'system/notice/page?')).filter(({ title }) => String(title).includes('复审')).length;
      const due = new Date(`${String(usableTo)}T00:00:00Z`).getTime();
      const before = (days: number) => new Date(due - days * 86_400_000).toISOString().slice(0, 10);
      for (const [count, days] of [90, 60, 30, 7].entries()) {
        const date = before(days);
        if (date > at.day()) await runUntil(at.server, `${date} 00:01:00`);
        expect([days, await told()]).toEqual([days, count + 1]);
      }
      expect((await desk.call('trainer', 'GET', `${CERT}/detail?id=${id}`)).expiryState).toBe('2');
      const renewal = async (lastReview: string) => ({
        validStart: at.day(-1089),
        validEnd: at.day(1000),
        lastReview,
        scan: [await desk.photo('trainer')],
      });
      const { validStart, validEnd } = await desk.call('trainer', 'GET', `${CERT}/detail?id=${id}`);
      await fire('trainer', CERT, 'renew', id, { ...(await renewal(at.day())), validStart, validEnd });
      expect((await inTicket())?.usableTo).toBe(validEnd);
    });

    it('cannot be used while it is suspended', async () => {
      const { desk, fire } = at;
      expect((await desk.refused('welder', `${CERT}/suspend`, { id, stopReason: '违章' }))[0]).toBe(403);
      expect((await desk.refused('safetyOfficer', `${CERT}/suspend`, { id }))[1]).toBe('请输入暂停原因');
      await fire('safetyOfficer', CERT, 'suspend', id, { stopReason: '三级违章' });
      expect(await inTicket()).toMatchObject({ certState: 'revoked', revokeReason: '三级违章' });
      await fire('safetyOfficer', CERT, 'restore', id);
      expect(await inTicket()).toMatchObject({ certState: 'valid' });
      const listed = await desk.call<WireRecord[]>('trainer', 'GET', `${CERT}/ticket-list`);
      expect(listed.map((one) => one.id)).toContain(id);
      await fire('trainer', CERT, 'update-issued-flag', id, { issuedFlag: '1' });
      await fire('trainer', CERT, 'cancel', id, { stopReason: '调离' });
      expect(await inTicket()).toMatchObject({ certState: 'revoked' });
    });
  });
});
