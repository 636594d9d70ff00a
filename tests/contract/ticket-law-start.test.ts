import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { RecordCourse, TaskEntry } from '../../src/core/wire/approval.ts';
import type { WirePage, WireRecord } from '../../src/core/wire/contract.ts';
import { patient } from '../fixtures/patience.ts';
import { standingTicket, storedMoment, toldAbout, writeStored } from '../fixtures/standing-ticket.ts';
import { SIGN, startTicketPlant, type TicketPlant } from '../fixtures/ticket-story.ts';

type Body = Readonly<Record<string, unknown>>;

const TICKET = 'workticket/ticket';
let plant: TicketPlant;

beforeAll(async () => {
  plant = await startTicketPlant();
}, patient(120_000));
afterAll(() => plant?.stop());
beforeEach(async () => {
  plant.nextMonday();
  // What was left at work last week expires, so that its guardian is free.
  await plant.due();
});

const standing = (type: string, status: string, change: Body = {}) => standingTicket(plant, type, status, change);
const stored = (id: string, values: Body) => writeStored(plant, 'workTicket', { id }, values);
const starting = (id: string, more: Body = {}) =>
  plant.call('charger', 'POST', `${TICKET}/start`, { id, startSign: SIGN, ...more });
const resuming = (id: string, more: Body = {}) =>
  plant.call('charger', 'POST', `${TICKET}/resume`, { id, row: { measuresOk: '1', resumeSign: SIGN }, ...more });
/** Minutes from nine o'clock, where each case begins, to an hour of that day or a later one. */
const at = (hour: number, day = 0) => (day * 24 + hour - 9) * 60;

async function submitting(change: Body): Promise<readonly [status: number, words: readonly string[]]> {
  const id = await plant.draft('hot', { hotLevel: '2', emergencyMeasure: '立即停止并报告', ...change });
  const { version } = await plant.whole(id);
  const { status, msg, errors } = await plant.call('applicant', 'POST', `${TICKET}/submit`, { id, version });
  return [status, errors.length > 0 ? errors.map((fault) => fault.msg) : [msg]];
}

// GB 30871-2022 5.2 (open-air hot work, force 5), 8.2 (heights, force 5), 9 (lifting, force 6).
describe('work in the open', () => {
  it.each([
    ['hot', 'DH', '5.2', 5],
    ['high', 'GC', '8.2', 5],
    ['hoisting', 'GC', '第9章', 6],
  ])('of type %s starts only with the wind read at that moment, below the limit', async (type, code, clause, limit) => {
    const id = await standing(type === 'hot' ? 'hot' : 'high', 'approved', { isOutdoor: '1', windForce: 2 });
    const commanded = type === 'hoisting' ? { commanderId: plant.id('shift') } : {};
    if (type === 'hoisting')
      await plant.certificate('shift', 'special_equipment', plant.wall(129_600).slice(0, 10), 'S-Q1');
    await stored(id, { type, ...commanded });
    const named = `^作业票${code}\\d+（二层R-101釜）`;
    const unread = await starting(id);
    expect([unread.status, unread.msg]).toEqual([
      400,
      expect.stringMatching(new RegExp(`${named}为露天作业，须填写现场测得的风力（GB 30871-2022 ${clause}）$`)),
    ]);
    const { version } = await plant.whole(id);
    const strong = await starting(id, { windForce: limit });
    expect([strong.status, strong.msg]).toEqual([
      400,
      expect.stringMatching(new RegExp(`${named}现场风力${limit}级，.+（GB 30871-2022 ${clause}）$`)),
    ]);
    // Nothing of it stays: neither the reading nor what waits for the other signature.
    expect(await plant.whole(id)).toMatchObject({ status: 'approved', windForce: 2, version });
    expect((await plant.call('guardian', 'POST', `${TICKET}/confirm-start`, { id, result: 'pass' })).status).not.toBe(
      200,
    );
    expect(await starting(id, { windForce: limit - 1 })).toMatchObject({ status: 200 });
  });

  it('goes on only with the wind read anew, too', async () => {
    const id = await standing('high', 'suspended', { isOutdoor: '1', windForce: 2 });
    expect((await resuming(id)).msg).toMatch(/为露天作业，须填写现场测得的风力（GB 30871-2022 8\.2）$/);
    expect((await resuming(id, { windForce: 5 })).msg).toMatch(/现场风力5级，五级风及以上不得进行高处作业/);
    expect(await resuming(id, { windForce: 4 })).toMatchObject({ status: 200 });
  });

  it('is not what happens indoors', async () => {
    expect(await starting(await standing('high', 'approved'))).toMatchObject({ status: 200 });
  });

  it('was not said of a ticket from before: it counts as outdoors', async () => {
    const id = await standing('high', 'approved');
    await stored(id, { isOutdoor: null });
    expect((await starting(id)).msg).toMatch(/为露天作业，须填写现场测得的风力/);
  });
});

// GB 30871-2022 5.1: hot work on holidays, rest days and at night is managed one level higher.
describe('hot work at night and on rest days', () => {
  const upgraded = ['节假日、公休日、夜间或五级风及以上的动火须升级管理（GB 30871-2022 5.1、5.2）'];

  it('is upgraded when any hour of its plan is at night, though it begins and ends by day', async () => {
    const overNight = { planStartTime: plant.wall(at(10)), planEndTime: plant.wall(at(16, 1)) };
    expect(await submitting({ ...overNight, isUpgrade: '0' })).toEqual([400, upgraded]);
    expect((await submitting({ ...overNight, isUpgrade: '0', isDayOnly: '1' }))[0]).toBe(200);
    const overWeekend = { planStartTime: plant.wall(at(10, 4)), planEndTime: plant.wall(at(16, 6)) };
    expect(await submitting({ ...overWeekend, isUpgrade: '0' })).toEqual([400, upgraded]);
    expect((await submitting({ ...overWeekend, isUpgrade: '0', isDayOnly: '1' }))[0]).toBe(200);
  });

  it('neither starts nor goes on unless it was upgraded', async () => {
    const plan = { hotLevel: '2', isUpgrade: '0', isDayOnly: '1' };
    const days = { planStartTime: plant.wall(-30), planEndTime: plant.wall(at(16, 2)) };
    const id = await standing('hot', 'approved', { ...plan, ...days });
    const held = await standing('hot', 'suspended', { ...plan, ...days });
    plant.pass(at(19));
    const words = /^作业票DH\d+（二层R-101釜）没有升级管理，夜间、公休日和节假日不能动火（GB 30871-2022 5\.1）$/;
    for (const ticket of [id, held]) await writeGas(ticket);
    const answers = [await starting(id), await resuming(held)];
    expect(answers.map(({ status, msg }) => [status, msg])).toEqual([
      [400, expect.stringMatching(words)],
      [400, expect.stringMatching(words)],
    ]);
    await stored(id, { isUpgrade: '1', managedLevel: '1' });
    expect(await starting(id)).toMatchObject({ status: 200 });
  });

  it('neither starts nor goes on upon a rest day, either', async () => {
    const plan = { hotLevel: '2', isUpgrade: '0', isDayOnly: '1', planEndTime: plant.wall(at(16, 6)) };
    const id = await standing('hot', 'approved', plan);
    const held = await standing('hot', 'suspended', plan);
    plant.pass(at(10, 5));
    for (const ticket of [id, held]) await writeGas(ticket);
    const words = /没有升级管理，夜间、公休日和节假日不能动火（GB 30871-2022 5\.1）$/;
    expect((await starting(id)).msg).toMatch(words);
    expect((await resuming(held)).msg).toMatch(words);
  });

  it('is stopped by the system when night falls, and goes on by day after a new analysis', async () => {
    const plan = { hotLevel: '2', isUpgrade: '0', isDayOnly: '1', planEndTime: plant.wall(at(16, 2)) };
    const id = await standing('hot', 'approved', plan);
    expect(await starting(id)).toMatchObject({ status: 200 });
    await plant.vote('shift', id);
    await plant.vote('guardian', id);
    plant.pass(at(17));
    await plant.due();
    expect((await plant.whole(id)).status).toBe('working');
    plant.pass(61);
    await plant.due();
    expect(await plant.whole(id)).toMatchObject({
      status: 'suspended',
      stepReason: '没有升级管理的动火夜间不得作业，系统暂停作业（GB 30871-2022 5.1）',
    });
    plant.pass(at(8, 1) - at(18) - 1);
    expect((await resuming(id)).msg).toMatch(/重新进行气体分析|须重新分析/);
    await plant.ok('analyst', 'POST', `${TICKET}/laboratory-analysis/save`, {
      ticketId: id,
      ...plant.gas('combustible', 0.1),
    });
    expect(await resuming(id)).toMatchObject({ status: 200 });
  });

  it('of the special grade asks for no upgrade', async () => {
    const night = { planStartTime: plant.wall(at(19)), planEndTime: plant.wall(at(23)), hotLevel: '0' };
    const id = await plant.draft('hot', { ...night, emergencyMeasure: '立即停止并报告' });
    const draft = await plant.whole(id);
    expect(draft).toMatchObject({ autoUpgrade: '0', managedLevel: '0' });
    expect(draft.isUpgrade ?? null).toBeNull();
    const sent = await plant.call('applicant', 'POST', `${TICKET}/submit`, { id, version: draft.version });
    expect([sent.status, sent.errors]).toEqual([200, []]);
  });
});

// GB 30871-2022 5.3: hot work of several days is analysed anew each day before work.
describe('hot work of several days', () => {
  it('goes on only with an analysis of the day, however short the break', async () => {
    const plan = { hotLevel: '1', isUpgrade: '1', planStartTime: plant.wall(-30), planEndTime: plant.wall(390) };
    const id = await standing('hot', 'suspended', plan);
    await stored(id, { suspendedAt: storedMoment(plant, -10), gasTime: storedMoment(plant, -10 * 60) });
    const words =
      /^作业票DH\d+（二层R-101釜）当日还没有气体分析，跨日的动火每日作业前须重新分析（GB 30871-2022 5\.3）$/;
    const refused = await resuming(id);
    expect([refused.status, refused.msg]).toEqual([400, expect.stringMatching(words)]);
    await stored(id, { gasTime: storedMoment(plant) });
    expect(await resuming(id)).toMatchObject({ status: 200 });
  });
});

// GB 30871-2022 6: the air of a confined space is monitored without a break and recorded every two hours.
describe('a confined space in which work goes on', () => {
  it('is warned of its two-hourly record 15 minutes before, and stopped after a grace', async () => {
    const id = await working();
    plant.pass(104);
    await plant.due();
    expect(await warnings(id)).toEqual([]);
    plant.pass(2);
    await plant.due();
    expect(await warnings(id)).toEqual(['受限空间的气体检测记录即将到期，须立即检测并记录']);
    plant.pass(28);
    await plant.due();
    expect((await plant.whole(id)).status).toBe('working');
    plant.pass(2);
    await plant.due();
    expect(await plant.whole(id)).toMatchObject({
      status: 'suspended',
      stepReason: '超过2小时没有气体检测记录，系统暂停作业（GB 30871-2022 第6章）',
    });
    const refused = await resuming(id);
    expect([refused.status, refused.msg]).toEqual([
      400,
      expect.stringMatching(
        /^作业票SX\d+（二层R-101釜）距上次气体检测记录已超过2小时，须先检测并记录（GB 30871-2022 第6章）$/,
      ),
    ]);
    await record(id);
    expect(await resuming(id)).toMatchObject({ status: 200 });
  });

  it('goes on where its guardian records in time', async () => {
    const id = await working();
    plant.pass(110);
    await record(id);
    plant.pass(26);
    await plant.due();
    expect((await plant.whole(id)).status).toBe('working');
  });

  it('is what a deep pit in a hazardous place is too: it shows until when, and is stopped after', async () => {
    const id = await working('ground', { inHazardArea: '1', digDepth: 1.5 });
    const { gasDue, gasTime } = await plant.whole(id);
    expect(Date.parse(String(gasDue)) - Date.parse(String(gasTime))).toBe(2 * 60 * 60_000);
    plant.pass(134);
    await plant.due();
    expect((await plant.whole(id)).status).toBe('working');
    plant.pass(2);
    await plant.due();
    expect((await plant.whole(id)).status).toBe('suspended');
  });

  it('is none where the pit is shallow', async () => {
    const id = await working('ground', { inHazardArea: '1', digDepth: 1.2 });
    expect((await plant.whole(id)).gasDue ?? null).toBeNull();
    plant.pass(140);
    await plant.due();
    expect((await plant.whole(id)).status).toBe('working');
  });

  async function working(type = 'confined', change: Body = {}): Promise<string> {
    const id = await standing(type, 'approved', change);
    expect(await starting(id)).toMatchObject({ status: 200 });
    await plant.vote('guardian', id);
    return id;
  }

  /** The guardian's record of all that is to be measured there. */
  async function record(id: string): Promise<void> {
    const found = await plant.ok(
      'guardian',
      'GET',
      `${TICKET}/gas-limit/select?for=ticketGas.substanceId&keyword=${encodeURIComponent('硫化氢')}`,
    );
    const [sulphide] = found as unknown as readonly { readonly id: string }[];
    const toxic = { substanceId: sulphide?.id, gasName: '硫化氢', unit: 'mgm3' };
    for (const sample of [plant.gas('combustible', 0.1), plant.gas('oxygen', 20.9), plant.gas('toxic', 2, toxic)]) {
      const row = { ticketId: id, ...sample, kind: 'monitor' };
      await plant.ok('guardian', 'POST', `${TICKET}/laboratory-analysis/save`, row);
    }
  }

  async function warnings(id: string): Promise<readonly string[]> {
    const rows = await plant.server.database.withTenant('645967', (connection) =>
      connection.query<{ text: string }>(
        `select title as text from data.notice where "recordId" = $1 and "userId" = $2 and title like '受限空间%'`,
        [id, plant.id('guardian')],
      ),
    );
    return rows.map(({ text }) => text);
  }
});

// GB 30871-2022 chapter 4: work is done within the time for which its ticket is valid.
describe('the planned time of a ticket', () => {
  it('is judged at the start and whenever work goes on', async () => {
    const early = await standing('high', 'approved', { planStartTime: plant.wall(30) });
    const { msg, errors } = await starting(early);
    expect(msg).toMatch(/^作业票GC\d+（.+）未到计划作业时间，不能开始作业（GB 30871-2022 第4章）$/);
    expect(errors).toEqual([{ pointer: '/planStartTime', msg }]);
    const { data } = await plant.call('charger', 'GET', `${TICKET}/detail?id=${early}`);
    expect(data).toMatchObject({ asks: { start: { blocked: msg, blockedAt: 'planStartTime' } } });
    const id = await standing('high', 'approved');
    const held = await standing('high', 'suspended');
    plant.pass(391);
    expect((await starting(id)).msg).toMatch(
      /^作业票GC\d+（.+）已过计划作业时间，请重新办理作业票（GB 30871-2022 第4章）$/,
    );
    expect((await resuming(held)).msg).toMatch(/^作业票GC\d+（.+）已过有效期，请重新办理（GB 30871-2022 第4章）$/);
  });

  it('ends what is bound to the work, too, and tells the people of both', async () => {
    const space = await standing('confined', 'approved');
    const plan = { planEndTime: plant.wall(600) };
    const hot = await standing('hot', 'working', { ...plan, relatedIds: [space] });
    await stored(hot, { guardianIds: [plant.id('guardian2')] });
    expect(await starting(space)).toMatchObject({ status: 200 });
    await plant.vote('guardian', space);
    plant.pass(391);
    await writeGas(space);
    await plant.due();
    expect((await plant.whole(space)).status).toBe('expired');
    expect(await plant.whole(hot)).toMatchObject({ status: 'suspended', stoppedById: space });
    expect(await toldAbout(plant, space, 'guardian', '作业票有效期已到')).toHaveLength(1);
    expect(await toldAbout(plant, hot, 'guardian2', '作业已暂停')).toHaveLength(1);
  });
});

// GB 30871-2022 chapter 4: whoever takes part has been told of the dangers.
describe('people who were not briefed', () => {
  it('keep work from starting and from going on, and one of them is named', async () => {
    for (const status of ['approved', 'suspended']) {
      const id = await standing('high', status);
      const going = () => (status === 'approved' ? starting(id) : resuming(id));
      await writeStored(plant, 'ticketPerson', { where: 'ticketId', id }, { signedRound: null });
      const refused = await going();
      expect([refused.status, refused.msg]).toEqual([
        400,
        expect.stringMatching(
          /^作业票GC\d+（二层R-101釜）有人员未接受安全交底：.{3}，不能作业（GB 30871-2022 第4章）$/,
        ),
      ]);
      expect((await plant.whole(id)).status).toBe(status);
      await stored(id, { status: 'closed' });
    }
  });
});

// GB 30871-2022 chapters 5 and 6: what is analysed follows from what the place holds.
describe('toxic media of the place', () => {
  it.each([
    ['hot', '5'],
    ['confined', '6'],
  ])('are analysed one by one before work of type %s starts and goes on there', async (type, chapter) => {
    const [sulphide, chlorine, benzene] = await Promise.all(['硫化氢', '氯', '苯'].map(substance));
    const id = await standing(type, 'approved');
    const held = await standing(type, 'suspended');
    await holding(id, [sulphide, chlorine], async (holds) => {
      expect(await starting(id)).toMatchObject(lacking('氯、硫化氢', chapter));
      await analysed(id, sulphide, '硫化氢');
      expect(await starting(id)).toMatchObject(lacking('氯', chapter));
      await analysed(id, chlorine, '氯');
      expect(await starting(id)).toMatchObject({ status: 200 });
      await holds([benzene]);
      expect(await resuming(held)).toMatchObject(lacking('苯', chapter));
      await analysed(held, benzene, '苯');
      expect(await resuming(held)).toMatchObject({ status: 200 });
    });
  });

  it('and all else that is to be analysed are named at once when the analysis is handed in', async () => {
    const id = await standing('confined', 'analysing');
    await plant.server.database.transaction('645967', (connection) =>
      connection.execute('delete from data."ticketGas" where "ticketId" = $1', [id]),
    );
    const submitting = () => plant.call('analyst', 'POST', `${TICKET}/submit-analysis`, { id });
    const [benzene, ammonia] = await Promise.all(['苯', '氨'].map(substance));
    await holding(id, [benzene, ammonia], async (holds) => {
      expect(await submitting()).toMatchObject(lacking('可燃气体、氧气、氨、苯', '6'));
      await holds([]);
      expect(await submitting()).toMatchObject(lacking('可燃气体、氧气、有毒气体', '6'));
      for (const sample of [plant.gas('combustible', 0.1), plant.gas('oxygen', 20.9)]) {
        await plant.ok('analyst', 'POST', `${TICKET}/laboratory-analysis/save`, { ticketId: id, ...sample });
      }
      await analysed(id, benzene, '苯');
    });
    expect(await submitting()).toMatchObject({ status: 200 });
  });

  it('are part of the two-hourly record of a confined space: one that lacks any is none', async () => {
    const [sulphide, chlorine] = await Promise.all(['硫化氢', '氯'].map(substance));
    const id = await standing('confined', 'working');
    await holding(id, [sulphide, chlorine], async () => {
      const before = (await plant.whole(id)).gasTime;
      plant.pass(110);
      for (const sample of [plant.gas('combustible', 0.1), plant.gas('oxygen', 20.9)]) {
        const row = { ticketId: id, ...sample, kind: 'monitor' };
        await plant.ok('guardian', 'POST', `${TICKET}/laboratory-analysis/save`, row);
      }
      await analysed(id, sulphide, '硫化氢', 'guardian');
      expect((await plant.whole(id)).gasTime).toBe(before);
      await analysed(id, chlorine, '氯', 'guardian');
      expect(minuteOf((await plant.whole(id)).gasTime)).toBe(minuteOf(plant.wall()));
    });
    await stored(id, { status: 'closed' });
  });

  const minuteOf = (wall: unknown) => String(wall).slice(0, 16);

  const lacking = (gases: string, chapter: string) => ({
    status: 400,
    msg: expect.stringMatching(
      new RegExp(`^作业票(DH|SX)\\d+（二层R-101釜）还缺${gases}的分析（GB 30871-2022 第${chapter}章）$`),
    ),
  });

  const analysed = (ticketId: string, substanceId: unknown, gasName: string, by = 'analyst') =>
    plant.ok(by, 'POST', `${TICKET}/laboratory-analysis/save`, {
      ticketId,
      ...plant.gas('toxic', 0.5, { substanceId, gasName, unit: 'mgm3' }),
    });

  /** While the area of a ticket holds some media, which it does not afterwards. */
  async function holding(
    ticket: string,
    media: readonly unknown[],
    act: (holds: (media: readonly unknown[]) => Promise<void>) => Promise<void>,
  ): Promise<void> {
    const { areaId } = await plant.whole(ticket);
    const holds = (held: readonly unknown[]) => writeStored(plant, 'riskArea', { id: String(areaId) }, { media: held });
    await holds(media);
    await act(holds).finally(() => holds([]));
  }

  async function substance(name: string): Promise<string> {
    const path = `${TICKET}/gas-limit/select?for=ticketGas.substanceId&keyword=${encodeURIComponent(name)}`;
    const found: unknown = await plant.ok('analyst', 'GET', path);
    const rows = found as readonly { readonly id: string; readonly label?: string }[];
    return String((rows.find(({ label }) => label === name) ?? rows[0])?.id);
  }
});

// GB 30871-2022 5.3: not more than thirty minutes lie between the sample and the work.
describe('a sample', () => {
  it('that is too old starts no work, nor does one that fails; the refusal names ticket, place and clause', async () => {
    const id = await standing('hot', 'approved');
    await stored(id, { gasTime: storedMoment(plant, -31) });
    const refused = async () => (await starting(id)).msg;
    expect(await refused()).toMatch(/^作业票DH\d+（.+）距最近一次取样已超过30分钟，请重新分析（GB 30871-2022 第5章）$/);
    await stored(id, { gasTime: storedMoment(plant) });
    await writeStored(plant, 'ticketGas', { where: 'ticketId', id }, { qualified: '0' });
    expect(await refused()).toMatch(/^作业票DH\d+（.+）气体分析不合格，不能作业（GB 30871-2022 第5章）$/);
    expect((await plant.whole(id)).status).toBe('approved');
  });
});

// The validity of a ticket ends the work (GB 30871-2022 chapter 4); a record of gas that is late only suspends it.
describe('the deadline of a step', () => {
  it('is the end of the plan, not a check that may suspend the work before', async () => {
    const id = await standing('confined', 'approved');
    expect((await starting(id)).status).toBe(200);
    await plant.vote('guardian', id);
    const { status, planEndTime } = await plant.whole(id);
    expect(status).toBe('working');
    const course = await plant.ok('charger', 'GET', `system/flow/course?entity=workTicket&id=${id}`);
    expect((course as unknown as RecordCourse).awaited).toEqual([
      expect.objectContaining({ transition: 'finish', until: planEndTime, after: '到期后转为“已过期”' }),
    ]);
    const { records } = (await plant.ok(
      'charger',
      'GET',
      'system/flow/todo?size=200',
    )) as unknown as WirePage<TaskEntry>;
    expect(records.find(({ recordId }) => recordId === id)).toMatchObject({
      deadline: planEndTime,
      after: '到期后转为“已过期”',
    });
  });
});

// GB 30871-2022 appendix A: each row of the ticket says whether it applies, and whoever confirmed it on site signs it.
describe('measures of a ticket', () => {
  it('are signed whether they apply or not, several by one signature in one call', async () => {
    const [id, rows] = await confirming((seq) => ({ involved: seq <= 3 ? '1' : '0' }));
    const [first, ...others] = rows;
    await plant.ok('charger', 'POST', SIGNING, { ids: idsOf(others), sign: SIGN });
    expect((await plant.whole(id)).status).toBe('confirming');
    await plant.ok('charger', 'POST', SIGNING, { ids: first?.id, sign: SIGN });
    const { status, children } = await plant.whole(id);
    expect(status).toBe('clarifying');
    const signed = children.ticketMeasure ?? [];
    expect(signed.every((row) => row.status === 'signed' && row.confirmUserId === plant.id('charger'))).toBe(true);
    expect(signed.filter(({ involved }) => involved === '0')).toHaveLength(rows.length - 3);
  });

  it('are all signed together or none of them', async () => {
    const [id, rows] = await confirming((seq) => (seq === 2 ? { confirmUserId: plant.id('worker') } : {}));
    const answer = await plant.call('charger', 'POST', SIGNING, { ids: idsOf(rows.slice(0, 3)), sign: SIGN });
    // The row of another that was ticked among them is named.
    expect([answer.status, answer.msg]).toEqual([
      403,
      expect.stringMatching(new RegExp(`^“${rows[1]?.content}”：您没有`)),
    ]);
    const { children } = await plant.whole(id);
    expect(children.ticketMeasure?.filter(({ status }) => status === 'signed')).toEqual([]);
  });

  it('named 其他 are not signed without their text where they apply', async () => {
    const [, rows] = await confirming(() => ({}));
    const other = rows.at(-1);
    // It was not said to apply; one that does without its text comes from before.
    await writeStored(plant, 'ticketMeasure', { id: String(other?.id) }, { involved: '1' });
    const words = /^作业票GC\d+（二层R-101釜）第15项“其他安全措施”涉及，须先填写内容才能签字（GB 30871-2022 附录A）$/;
    await plant.refused('charger', SIGNING, { id: other?.id, sign: SIGN }, 400, words);
    await plant.refused(
      'charger',
      SIGNING,
      { id: other?.id, sign: SIGN, fillValue: '  ' },
      400,
      /填空值不能只有空白字符/,
    );
    await plant.ok('charger', 'POST', SIGNING, { id: other?.id, sign: SIGN, fillValue: '下方设专人看守' });
  });

  it('that are assigned to somebody are signed by nobody else, in a later round either', async () => {
    const [id, rows] = await confirming((seq) => (seq === 1 ? { confirmUserId: plant.id('worker') } : {}));
    const [assigned, free] = rows;
    await plant.refused('charger', SIGNING, { id: assigned?.id, sign: SIGN }, 403, /没有/);
    await plant.ok('worker', 'POST', SIGNING, { id: assigned?.id, sign: SIGN });
    await plant.ok('charger', 'POST', SIGNING, { id: free?.id, sign: SIGN });
    await plant.ok('applicant', 'POST', `${TICKET}/revoke`, { id, stepReason: '改期' });
    await plant.ok('applicant', 'POST', `${TICKET}/submit`, { id, version: (await plant.whole(id)).version });
    await plant.refused('charger', SIGNING, { id: assigned?.id, sign: SIGN }, 403, /没有/);
    await plant.ok('worker', 'POST', SIGNING, { id: assigned?.id, sign: SIGN });
    await plant.ok('guardian', 'POST', SIGNING, { id: free?.id, sign: SIGN });
  });

  const SIGNING = `${TICKET}/measure/sign`;
  const idsOf = (rows: readonly WireRecord[]) => rows.map((row) => row.id).join(',');

  /** A ticket whose measures wait to be confirmed, in their order, each with a change made in the draft. */
  async function confirming(change: (seq: number) => Body): Promise<readonly [string, readonly WireRecord[]]> {
    const id = await plant.draft('high');
    const { children, version } = await plant.whole(id);
    const rows = [...(children.ticketMeasure ?? [])].sort((one, other) => Number(one.seq) - Number(other.seq));
    for (const row of rows) {
      const changed = change(Number(row.seq));
      if (Object.keys(changed).length === 0) continue;
      await plant.ok('applicant', 'POST', `${TICKET}/measure/save`, { id: row.id, version: row.version, ...changed });
    }
    await plant.ok('applicant', 'POST', `${TICKET}/submit`, { id, version });
    return [id, rows];
  }
});

// GB 30871-2022 chapter 4: works beside each other are coordinated; appendix B: who approves a work may end it.
describe('a ticket under way', () => {
  const ended = (id: string, person: string) => toldAbout(plant, id, person, '关联的作业票已结束');

  it('tells the people of those linked with it, in either direction, that it has ended', async () => {
    const other = await standing('road', 'working');
    const behind = await standing('high', 'suspended');
    const id = await standing('high', 'terminated');
    await stored(id, { hasOther: '1', relatedIds: [other], actualStartTime: storedMoment(plant, -20) });
    await stored(behind, { hasOther: '1', relatedIds: [id] });
    const row = { acceptOpinion: '现场已清理', acceptSign: SIGN };
    await plant.ok('charger', 'POST', `${TICKET}/close-out`, { id, row });
    expect((await plant.vote('boss', id)).status).toBe(200);
    plant.pass(1);
    await plant.due();
    for (const ticket of [other, behind]) {
      for (const person of ['charger', 'guardian', 'applicant']) {
        expect([person, await ended(ticket, person)]).toEqual([person, ['关联的作业票已结束，请核对作业条件']]);
      }
    }
    expect((await plant.whole(other)).status).toBe('working');
    await plant.ok('guardian', 'POST', `${TICKET}/suspend`, { id: other, row: { reason: '复核作业条件' } });
    plant.pass(1);
    await plant.due();
    for (const ticket of [other, behind]) expect(await ended(ticket, 'charger')).toHaveLength(1);
  });

  it.each(['boss', 'charger', 'director'])('is terminated by %s, who approves such work', async (who) => {
    const id = await standing('high', 'working');
    await plant.ok(who, 'POST', `${TICKET}/terminate`, { id, stepReason: '附近泄漏' });
    expect((await plant.whole(id)).status).toBe('terminated');
  });

  it('is not terminated by whoever has no part in its approval', async () => {
    const id = await standing('high', 'working');
    await plant.refused('worker', `${TICKET}/terminate`, { id, stepReason: '附近泄漏' }, 403, /没有/);
  });

  it('changes its person in charge while the approval runs', async () => {
    const id = await standing('road', 'approving');
    const row = { newChargerId: plant.id('charger2'), reason: '倒班', oldSign: SIGN };
    await plant.ok('charger', 'POST', `${TICKET}/change-charger`, { id, row });
    expect((await plant.vote('charger2', id)).status).toBe(200);
    expect(await plant.whole(id)).toMatchObject({ status: 'approving', chargerId: plant.id('charger2') });
  });
});

/** A passing test of the air, taken now. */
async function writeGas(id: string): Promise<void> {
  await plant.ok('analyst', 'POST', `${TICKET}/laboratory-analysis/save`, {
    ticketId: id,
    ...plant.gas('combustible', 0.1),
  });
}
