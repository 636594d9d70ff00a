import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { patient } from '../fixtures/patience.ts';
import { standingTicket, storedMoment, toldAbout, writeStored } from '../fixtures/standing-ticket.ts';
import { SIGN, SIGNATURE, startTicketPlant, type TicketPlant } from '../fixtures/ticket-story.ts';

type Body = Readonly<Record<string, unknown>>;

const TENANT = '645967';
const TICKET = 'workticket/ticket';
/** What a ticket of temporary power asks for besides. */
const POWER = { powerPoint: '3#配电箱', voltage: 380, permitPower: 10, inHazardArea: '0' };
let plant: TicketPlant;

beforeAll(async () => {
  plant = await startTicketPlant();
}, patient(120_000));
afterAll(() => plant?.stop());
// Whoever guarded in the case before is free again. The clock stands for all cases: nobody signs in anew each time.
beforeEach(() =>
  plant.server.database.transaction(TENANT, (connection) =>
    connection.execute(
      `update data."workTicket" set status = 'closed' where status in ('working', 'suspended', 'approved')`,
    ),
  ),
);

const stored = (entity: string, where: string, id: string, values: Body) =>
  writeStored(plant, entity, { where, id }, values);
const standing = (type: string, status: string, change?: Body, people?: readonly Body[]) =>
  standingTicket(plant, type, status, change, people);
const moment = (minutes = 0) => storedMoment(plant, minutes);
/** An admitted contractor without its papers, which nothing here asks for. */
async function admitted(id: string): Promise<string> {
  await plant.server.database.transaction(TENANT, (connection) =>
    connection.execute(
      `insert into data.contractor (id, "tenantId", name, status, version, "isDeleted", "createUser", "createTime", "accessDate", "docTo")
       values ($1, $2, '检修公司' || $1, '2', 1, 0, $3, now(), $4, '2999-01-01')`,
      [id, TENANT, plant.id('safetyOfficer'), plant.wall().slice(0, 10)],
    ),
  );
  return id;
}

const stateOf = async (id: string) => (await plant.whole(id)).status;
const numberOf = async (id: string) => String((await plant.whole(id)).ticketNo);
const starting = (id: string) => plant.call('charger', 'POST', `${TICKET}/start`, { id, startSign: SIGN });
const resuming = (id: string) =>
  plant.call('charger', 'POST', `${TICKET}/resume`, { id, row: { measuresOk: '1', resumeSign: SIGN } });
const suspending = (id: string, reason = '氧含量18%') =>
  plant.call('guardian', 'POST', `${TICKET}/suspend`, { id, row: { reason } });

// GB 30871-2022 chapter 4: several kinds of special work at once each have their ticket and keep to all rules; chapter 6:
// work inside a space goes on only while the space may be entered.
describe('a hot work bound to a confined space', () => {
  it('starts only while the space is being worked in, and says which space is not', async () => {
    const space = await standing('confined', 'approved');
    const hot = await standing('hot', 'approved', { relatedIds: [space] });
    const words = new RegExp(
      `^关联的受限空间作业票${await numberOf(space)}（二层R-101釜）.+，不能作业（GB 30871-2022 第4、6章）$`,
    );
    for (const status of ['approved', 'suspended', 'accepting', 'closed', 'terminated', 'expired', 'cancelled']) {
      await stored('workTicket', 'id', space, { status });
      const answer = await starting(hot);
      expect([status, answer.status, answer.msg]).toEqual([status, 400, expect.stringMatching(words)]);
    }
    await stored('workTicket', 'id', space, { status: 'working', actualStartTime: moment(-10) });
    expect(await starting(hot)).toMatchObject({ status: 200 });
    await plant.vote('shift', hot);
    await stored('workTicket', 'id', space, { status: 'suspended' });
    expect((await plant.vote('guardian', hot)).msg).toMatch(/已暂停，不能作业/);
    await stored('workTicket', 'id', space, { status: 'working' });
    expect((await plant.vote('guardian', hot)).status).toBe(200);
    expect(await stateOf(hot)).toBe('working');
  });

  it('does not start where the two do not overlap in time, whichever way they got linked', async () => {
    const space = await standing('confined', 'closed');
    await stored('workTicket', 'id', space, { planStartTime: moment(-43_200), planEndTime: moment(-42_000) });
    const hot = await standing('hot', 'approved', { relatedIds: [space] });
    expect((await starting(hot)).msg).toMatch(/作业票SX\d+（二层R-101釜）已结束或失效，不能作业/);
    await stored('workTicket', 'id', space, { status: 'working' });
    expect((await starting(hot)).msg).toMatch(/的计划时间与本票不重叠，不能作业/);
  });

  it.each([
    ['suspension', (id: string) => suspending(id)],
    [
      'a gas alarm that its source fires',
      (id: string) => plant.call('analyst', 'POST', `${TICKET}/gas-alarm`, { id, stepReason: '硫化氢25mg/m³' }),
    ],
    [
      'termination',
      (id: string) => plant.call('safetyOfficer', 'POST', `${TICKET}/terminate`, { id, stepReason: '附近泄漏' }),
    ],
    ['the end', (id: string) => plant.call('charger', 'POST', `${TICKET}/finish`, { id })],
  ])('is suspended by %s of the space, and the people of both are told', async (_, act) => {
    const space = await standing('confined', 'working', { chargerId: plant.id('charger') });
    const hot = await standing('hot', 'working', { relatedIds: [space] });
    expect(await act(space)).toMatchObject({ status: 200 });
    const stopped = await plant.whole(hot);
    expect(stopped).toMatchObject({ status: 'suspended', stoppedById: space, suspendedAt: expect.any(String) });
    expect(stopped.stepReason).toMatch(/^关联的受限空间作业票SX\d+（二层R-101釜）已.+，系统暂停作业（GB 30871-2022/);
    for (const person of ['charger', 'guardian', 'applicant']) {
      expect([person, await toldAbout(plant, hot, person)]).toEqual([person, ['作业已暂停，恢复前不得作业']]);
    }
    expect((await resuming(hot)).msg).toMatch(/作业票SX\d+（二层R-101釜）.+，不能作业/);
  });

  it('tells the people of the space too, who are others', async () => {
    const guardian2 = await plant.certificate('guardian2', 'guardian', plant.wall(90 * 1_440).slice(0, 10));
    const others = [
      { personType: 'guardian', personId: plant.id('guardian2'), certId: guardian2 },
      { personType: 'worker', personId: plant.id('worker2') },
    ];
    const space = await standing('confined', 'working', { chargerId: plant.id('charger2') }, others);
    const hot = await standing('hot', 'working', { relatedIds: [space] });
    await plant.ok('safetyOfficer', 'POST', `${TICKET}/terminate`, { id: space, stepReason: '附近泄漏' });
    for (const person of ['charger', 'guardian', 'charger2', 'guardian2']) {
      expect([person, await toldAbout(plant, hot, person)]).toEqual([person, ['作业已暂停，恢复前不得作业']]);
    }
  });

  it('goes on only when the space does, and both that were suspended do not wait for each other', async () => {
    const space = await standing('confined', 'working');
    const hot = await standing('hot', 'working', { relatedIds: [space] });
    await stored('workTicket', 'id', space, { relatedIds: [hot], hasOther: '1' });
    await suspending(space);
    expect(await stateOf(hot)).toBe('suspended');
    expect((await resuming(hot)).status).toBe(400);
    await plant.ok('charger', 'POST', `${TICKET}/resume`, { id: space, row: { measuresOk: '1', resumeSign: SIGN } });
    await plant.vote('guardian', space);
    expect(await stateOf(space)).toBe('working');
    expect(await stateOf(hot)).toBe('suspended');
    expect(await resuming(hot)).toMatchObject({ status: 200 });
    await plant.vote('guardian', hot);
    expect(await plant.whole(hot)).toMatchObject({ status: 'working', stoppedById: null });
  });

  it('is bound by a link in either direction', async () => {
    const hot = await standing('hot', 'working');
    const space = await standing('confined', 'working', { relatedIds: [hot] });
    await suspending(space);
    expect(await stateOf(hot)).toBe('suspended');
    expect((await resuming(hot)).msg).toMatch(/已暂停，不能作业/);
  });

  it('is stopped while another person takes the space over, and when its contractor is stopped', async () => {
    const space = await standing('confined', 'working');
    const hot = await standing('hot', 'working', { relatedIds: [space] });
    const row = { newChargerId: plant.id('charger2'), reason: '倒班', oldSign: SIGN };
    await plant.ok('charger', 'POST', `${TICKET}/change-charger`, { id: space, row });
    expect([await stateOf(space), await stateOf(hot)]).toEqual(['suspended', 'suspended']);

    const contractorId = await admitted('stopped-contractor');
    const outside = { workUnitType: '2', workDeptId: null, contractorId };
    const hired = await plant.hired(contractorId);
    const theirs = await standing('confined', 'working', outside, hired);
    const ours = await standing('hot', 'working', { relatedIds: [theirs] });
    const stop = { id: contractorId, suspendReason: '现场管理混乱' };
    await plant.ok('safetyOfficer', 'POST', 'safety/contractor/suspend', stop);
    expect([await stateOf(theirs), await stateOf(ours)]).toEqual(['suspended', 'suspended']);
    expect((await plant.whole(ours)).stoppedById).toBe(theirs);
  });
});

// GB 30871-2022 chapters 6 and 7: pipes of a space are blinded before anybody enters and opened after everybody left; the
// power for its light and ventilation is there before, too.
describe('plates and power of a confined space', () => {
  const electrical = async () => {
    const until = plant.wall(90 * 1_440).slice(0, 10);
    const electricianCert = await plant.certificate('worker', 'special_operation', until, 'A1-01');
    return { ...POWER, electricianCert };
  };

  it('begin before the space does, as other work in it does not', async () => {
    const space = await standing('confined', 'approved');
    const own = { relatedIds: [space] };
    const waiting = await standing('high', 'approved', own);
    expect((await starting(waiting)).msg).toMatch(/^关联的受限空间作业票SX\d+（.+）还没有开始作业，不能作业/);
    expect(await starting(await standing('blind', 'approved', own))).toMatchObject({ status: 200 });
    expect(await starting(await standing('electrical', 'approved', { ...own, ...(await electrical()) }))).toMatchObject(
      {
        status: 200,
      },
    );
  });

  it('go on when the space is stopped or finished, while other work in it does not', async () => {
    for (const act of [suspending, (id: string) => plant.call('charger', 'POST', `${TICKET}/finish`, { id })]) {
      const space = await standing('confined', 'working');
      const own = { relatedIds: [space] };
      const inside = await standing('high', 'working', own);
      const plates = await standing('blind', 'working', own);
      const light = await standing('electrical', 'working', { ...own, ...(await electrical()) });
      expect(await act(space)).toMatchObject({ status: 200 });
      const states = await Promise.all([inside, plates, light].map(stateOf));
      expect(states).toEqual(['suspended', 'working', 'working']);
    }
  });

  it.each(['accepting', 'closed'])(
    'are in when their ticket is %s: the space and the hot work begin',
    async (status) => {
      const plates = await standing('blind', status);
      for (const type of ['confined', 'hot']) {
        const id = await standing(type, 'approved', { relatedIds: [plates] });
        expect([type, (await starting(id)).msg]).toEqual([type, expect.not.stringContaining('不能作业')]);
        await stored('workTicket', 'id', id, { status: 'closed' });
      }
      const removed = await standing('blind', status, { blindType: '2' });
      const late = await standing('hot', 'approved', { relatedIds: [removed] });
      expect((await starting(late)).msg).toMatch(/^关联的作业票MB\d+（.+）已结束或失效，不能作业/);
    },
  );

  it('are taken out under a link with what is over', async () => {
    for (const type of ['confined', 'hot']) {
      const over = await standing(type, 'closed');
      const removal = await standing('blind', 'approved', { relatedIds: [over], blindType: '2' });
      expect(await starting(removal)).toMatchObject({ status: 200 });
    }
  });

  it('that are in let hot work go on; stopped or terminated before, they stop it', async () => {
    const pair = async () => {
      const plates = await standing('blind', 'working');
      return [plates, await standing('hot', 'working', { relatedIds: [plates] })] as const;
    };
    const [finished, going] = await pair();
    await plant.ok('charger', 'POST', `${TICKET}/finish`, { id: finished });
    expect(await stateOf(going)).toBe('working');
    await suspending(going);
    expect(await resuming(going)).toMatchObject({ status: 200 });
    const [suspended, first] = await pair();
    await suspending(suspended, '法兰泄漏');
    const [terminated, second] = await pair();
    await plant.ok('safetyOfficer', 'POST', `${TICKET}/terminate`, { id: terminated, stepReason: '附近泄漏' });
    expect([await stateOf(first), await stateOf(second)]).toEqual(['suspended', 'suspended']);
    expect((await resuming(second)).msg).toMatch(/已结束或失效，不能作业/);
  });

  it('are in before the space is entered or hot work begins, and stay in as long as either goes on', async () => {
    for (const type of ['confined', 'hot']) {
      const plates = await standing('blind', 'approved');
      const id = await standing(type, 'approved', { relatedIds: [plates] });
      expect((await starting(id)).msg).toMatch(/^关联的作业票MB\d+（.+）还没有开始作业，不能作业/);
      await stored('workTicket', 'id', plates, { status: 'working', actualStartTime: moment(-10) });
      expect((await starting(id)).msg).toMatch(/^关联的作业票MB\d+（.+）还没有完工，不能作业/);
      await stored('workTicket', 'id', plates, { status: 'closed' });
      await stored('workTicket', 'id', id, { status: 'working', actualStartTime: moment(-5) });
      const removal = await standing('blind', 'approved', { relatedIds: [id], blindType: '2' });
      expect((await starting(removal)).msg).toMatch(/^关联的.+作业票.+还没有结束，不能作业/);
      await stored('workTicket', 'id', id, { status: 'closed' });
      expect(await starting(removal)).toMatchObject({ status: 200 });
      await stored('workTicket', 'id', removal, { status: 'closed' });
    }
  });

  it('that are in may be linked by tickets that are written later', async () => {
    const plates = await standing('blind', 'closed');
    const own = await plant.draft('hot');
    const { version } = await plant.whole(own);
    await plant.ok('applicant', 'POST', `${TICKET}/save`, { id: own, version, hasOther: '1', relatedIds: [plates] });
    expect((await plant.whole(own)).relatedIds).toEqual([plates]);
  });
});

describe('links of several tickets', () => {
  it('carry a stop along a chain, and not back to where it came from', async () => {
    const space = await standing('confined', 'working');
    const power = await standing('high', 'working', { relatedIds: [space] });
    const hot = await standing('hot', 'working', { relatedIds: [power] });
    const other = await standing('hot', 'working', { relatedIds: [hot] });
    await suspending(hot);
    expect([await stateOf(other), await stateOf(power), await stateOf(space)]).toEqual([
      'suspended',
      'working',
      'working',
    ]);
    await stored('workTicket', 'id', hot, { status: 'working', stoppedById: null });
    await suspending(space);
    expect([await stateOf(power), await stateOf(hot)]).toEqual(['suspended', 'suspended']);
  });

  it('let two be suspended at once, and a start meet a suspension, without one waiting for the other', async () => {
    const first = await standing('hot', 'working');
    const second = await standing('hot', 'working', { relatedIds: [first] });
    await stored('workTicket', 'id', first, { relatedIds: [second], hasOther: '1' });
    const both = await Promise.all([suspending(first), suspending(second)]);
    // Whichever came first took the other with it.
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect([await stateOf(first), await stateOf(second)]).toEqual(['suspended', 'suspended']);

    for (const id of [first, second]) await stored('workTicket', 'id', id, { status: 'closed' });
    for (let round = 0; round < 3; round += 1) {
      const space = await standing('confined', 'working');
      const hot = await standing('hot', 'approved', { relatedIds: [space] });
      expect(await starting(hot)).toMatchObject({ status: 200 });
      await plant.vote('shift', hot);
      const confirm = { id: hot, result: 'pass', signature: SIGNATURE };
      const [stop] = await Promise.all([
        suspending(space),
        plant.call('guardian', 'POST', `${TICKET}/confirm-start`, confirm),
      ]);
      expect(stop.status).toBe(200);
      expect([await stateOf(space), await stateOf(hot)]).not.toEqual(['suspended', 'working']);
      for (const id of [space, hot]) await stored('workTicket', 'id', id, { status: 'closed' });
    }
  });
});

describe('linking a ticket', () => {
  const offered = async (record: Body) => {
    const query = new URLSearchParams({ for: 'workTicket.relatedIds', record: JSON.stringify(record), size: '50' });
    const { data } = await plant.call('applicant', 'GET', `${TICKET}/select?${query}`);
    return data as unknown as readonly { id: string; detail?: string; misfit?: string }[];
  };

  it('offers live tickets of the same time only, the newest first, with type, place, state and time', async () => {
    const early = await standing('confined', 'working');
    const late = await standing('road', 'approved', { planStartTime: plant.wall(-5), location: '三号路' });
    const over = await standing('confined', 'closed');
    const later = await standing('confined', 'approved');
    await stored('workTicket', 'id', later, { planStartTime: moment(5_000), planEndTime: moment(5_400) });
    const plan = { planStartTime: plant.wall(-10), planEndTime: plant.wall(300), applyUserId: plant.id('applicant') };
    const found = await offered(plan);
    const ids = found.map(({ id }) => id);
    expect([ids.includes(over), ids.includes(later)]).toEqual([false, false]);
    expect(ids.indexOf(late)).toBeGreaterThanOrEqual(0);
    expect(ids.indexOf(late)).toBeLessThan(ids.indexOf(early));
    const [detail] = found.filter(({ id }) => id === late).map((choice) => choice.detail);
    for (const part of ['断路作业', '三号路', '待作业', plant.wall(-5).slice(0, 10)]) expect(detail).toContain(part);
  });

  it('refuses oneself, what does not overlap, and what another person applied for', async () => {
    const own = await plant.draft('hot');
    const { version } = await plant.whole(own);
    const past = await standing('confined', 'closed');
    const others = await standing('confined', 'approved');
    await stored('workTicket', 'id', others, { applyUserId: plant.id('applicant2') });
    const link = (id: string) =>
      plant.call('applicant', 'POST', `${TICKET}/save`, { id: own, version, hasOther: '1', relatedIds: [id] });
    for (const id of [own, past]) expect([id, (await link(id)).status]).toEqual([id, 400]);
    const refused = await link(others);
    expect([refused.status, refused.errors[0]?.msg]).toEqual([
      400,
      expect.stringContaining('由对方的作业负责人或监护人签字确认'),
    ]);
  });

  it('with a ticket of another applicant is asked until the start, and happens when its charger or guardian signs', async () => {
    const space = await standing('confined', 'working', { chargerId: plant.id('charger2') });
    await stored('workTicket', 'id', space, {
      applyUserId: plant.id('applicant2'),
      createUser: plant.id('applicant2'),
    });
    const hot = await standing('hot', 'approved');
    const certId = await plant.certificate('guardian2', 'guardian', plant.wall(90 * 1_440).slice(0, 10));
    const theirs = [
      { personType: 'guardian', personId: plant.id('guardian2'), certId },
      { personType: 'worker', personId: plant.id('worker2') },
    ];
    const far = await standing('confined', 'working', { chargerId: plant.id('charger2') }, theirs);
    await stored('workTicket', 'id', far, { applyUserId: plant.id('applicant2'), createUser: plant.id('applicant2') });
    const row = { otherId: space, reason: '动火在该釜内', sign: SIGN };
    const link = (change: Body = {}) =>
      plant.call('applicant', 'POST', `${TICKET}/link`, { id: hot, row: { ...row, ...change } });
    expect((await link({ otherId: hot })).status).toBe(400);
    expect((await link({ sign: null })).status).toBe(400);
    expect(await link()).toMatchObject({ status: 200 });
    expect((await plant.whole(hot)).relatedIds ?? []).toEqual([]);
    const stranger = { id: hot, result: 'pass', signature: SIGNATURE };
    expect((await plant.call('worker2', 'POST', `${TICKET}/confirm-link`, stranger)).status).not.toBe(200);
    expect((await plant.vote('charger2', hot)).status).toBe(200);
    expect(await plant.whole(hot)).toMatchObject({ relatedIds: [space], hasOther: '1', status: 'approved' });
    const second = await standing('hot', 'approved');
    await plant.ok('applicant', 'POST', `${TICKET}/link`, { id: second, row: { ...row, otherId: far } });
    expect((await plant.vote('guardian2', second)).status).toBe(200);
    expect(await plant.whole(second)).toMatchObject({ relatedIds: [far], hasOther: '1' });
    const begun = await standing('hot', 'working');
    const late = await plant.call('applicant', 'POST', `${TICKET}/link`, { id: begun, row });
    expect([late.status, late.msg]).toEqual([400, expect.stringContaining('“作业中”')]);
  });

  it('goes on being asked while the ticket takes its other steps', async () => {
    const space = await standing('confined', 'working', { chargerId: plant.id('charger2') });
    const hot = await plant.draft('high', { planStartTime: plant.wall(20) });
    await plant.ok('applicant', 'POST', `${TICKET}/submit`, { id: hot, version: (await plant.whole(hot)).version });
    const row = { otherId: space, reason: '在该釜内登高', sign: SIGN };
    await plant.ok('applicant', 'POST', `${TICKET}/link`, { id: hot, row });
    await plant.prepare(hot, []);
    expect(await stateOf(hot)).toBe('approving');
    const confirm = { id: hot, result: 'pass', signature: SIGNATURE };
    await plant.ok('charger2', 'POST', `${TICKET}/confirm-link`, confirm);
    expect(await plant.whole(hot)).toMatchObject({ relatedIds: [space], status: 'approving' });
  });
});

// GB 30871-2022 chapter 4: who approves and accepts is neither who leads nor who applied; a guardian does nothing else and
// does not leave his place; whoever explains the dangers is not one of those to whom they are explained.
describe('the people of a ticket', () => {
  const told = async (id: string, change: Body) => {
    const { version } = await plant.whole(id);
    const { status, errors, msg } = await plant.call('applicant', 'POST', `${TICKET}/submit`, {
      id,
      version,
      ...change,
    });
    return [status, errors.length > 0 ? errors.map((fault) => fault.msg) : [msg]];
  };

  it('are led by nobody who approves and accepts for the territory, nor applied for by him', async () => {
    const id = await plant.draft('road');
    const [status, words] = await told(id, { chargerId: plant.id('boss'), brieferId: plant.id('shift') });
    expect([status, words]).toEqual([
      400,
      [expect.stringMatching(/^任丁八既是作业负责人又是所在单位负责人，.*GB 30871-2022/)],
    ]);
    await stored('dept', 'id', plant.id('shop'), { leader: plant.id('applicant') });
    try {
      const own = await told(id, { brieferId: plant.id('shift') });
      expect(own).toEqual([400, [expect.stringMatching(/^申庚一既是申请人又是所在单位负责人.*GB 30871-2022/)]]);
    } finally {
      await stored('dept', 'id', plant.id('shop'), { leader: plant.id('boss') });
    }
  });

  it('are approved by nobody who leads or applied, whatever he heads, and he is named', async () => {
    const id = await standing('road', 'approving');
    await stored('ticketMeasure', 'ticketId', id, { signedRound: 1 });
    await stored('workTicket', 'id', id, { chargerId: plant.id('boss') });
    const review = await plant.call('boss', 'POST', `${TICKET}/start-approval`, { id });
    expect([review.status, review.msg]).toEqual([
      400,
      expect.stringMatching(/^“.+”只有任丁八（作业负责人）.*，不能审批自己参与的特殊作业票，不能审批$/),
    ]);
    await stored('workTicket', 'id', id, { chargerId: plant.id('charger') });
    // The line of whoever leads the work is his own signature.
    await plant.ok('charger', 'POST', `${TICKET}/start-approval`, { id });
    expect((await plant.vote('charger', id)).status).toBe(200);
  });

  it('have their work accepted by nobody who leads it or applied for it', async () => {
    const row = { acceptOpinion: '现场已清理', acceptSign: SIGN };
    for (const part of ['chargerId', 'applyUserId']) {
      const id = await standing('road', 'accepting');
      await stored('workTicket', 'id', id, { [part]: plant.id('boss') });
      const who = part === 'chargerId' ? 'boss' : 'charger';
      const refused = await plant.call(who, 'POST', `${TICKET}/accept`, { id, row });
      expect([part, refused.status, refused.msg]).toEqual([part, 400, expect.stringContaining('任丁八')]);
      expect(await stateOf(id)).toBe('accepting');
    }
  });

  it('are guarded by somebody who does nothing else on the job', async () => {
    const id = await plant.draft('hot', { planStartTime: plant.wall(20) });
    expect(await told(id, { shiftLeaderId: plant.id('guardian') })).toEqual([
      400,
      expect.arrayContaining([expect.stringMatching(/^监壬三既是当班班长又是监护人，.*GB 30871-2022/)]),
    ]);
    expect(await told(id, { brieferId: plant.id('worker') })).toEqual([
      400,
      expect.arrayContaining([expect.stringMatching(/^作甲五既是安全交底人又是接受交底的作业人员，.*GB 30871-2022/)]),
    ]);
  });

  it('are guarded by somebody who guards nothing else; works linked at one place are one', async () => {
    const elsewhere = await standing('road', 'working', { location: '三号路' });
    const id = await standing('high', 'approved');
    const refused = await starting(id);
    expect([refused.status, refused.msg]).toEqual([
      400,
      `监护人监壬三正在监护作业票${await numberOf(elsewhere)}（三号路），一名监护人同时只能监护一处作业（GB 30871-2022 第4章）`,
    ]);
    await stored('workTicket', 'id', id, { relatedIds: [elsewhere], hasOther: '1' });
    expect(await starting(id)).toMatchObject({ status: 200 });
    await stored('workTicket', 'id', id, { relatedIds: [] });
    const late = await plant.vote('guardian', id);
    expect([late.status, late.msg]).toEqual([400, expect.stringContaining('正在监护作业票')]);
    await stored('workTicket', 'id', elsewhere, { status: 'suspended' });
    expect((await plant.vote('guardian', id)).status).toBe(200);
  });

  it('are guarded by somebody else only when both have signed', async () => {
    const id = await standing('high', 'working');
    const certId = await plant.certificate('guardian2', 'guardian', plant.wall(90 * 1_440).slice(0, 10));
    const { children } = await plant.whole(id);
    const old = children.ticketPerson?.find((row) => row.personId === plant.id('guardian'));
    const add = { ticketId: id, personType: 'guardian', personId: plant.id('guardian2'), certId };
    const added = await plant.ok('charger', 'POST', `${TICKET}/person/add-person`, add);
    await plant.refused(
      'charger',
      `${TICKET}/person/delete-person`,
      { ids: old?.id },
      400,
      /须办理监护交接，由双方签字/,
    );
    await stored('ticketPerson', 'id', String(added.id), { status: 'left' });
    await stored('workTicket', 'id', id, { guardianIds: [plant.id('guardian')] });
    const row = { newGuardianId: plant.id('guardian2'), certId, reason: '交接班', content: '气体合格', oldSign: SIGN };
    const hand = (change: Body, who = 'guardian') =>
      plant.call(who, 'POST', `${TICKET}/hand-over`, { id, row: { ...row, ...change } });
    expect((await hand({}, 'charger')).status).toBe(403);
    const workers = await plant.certificate('worker', 'guardian', plant.wall(90 * 1_440).slice(0, 10));
    const busy = await hand({ newGuardianId: plant.id('worker'), certId: workers });
    expect([busy.status, busy.errors?.map(({ pointer }) => pointer), busy.msg]).toEqual([
      400,
      ['/row/newGuardianId'],
      '作甲五既是作业人员又是接替监护人，监护人在同一作业中不能兼做其他工作（GB 30871-2022 第4章）',
    ]);
    expect((await hand({ oldSign: null })).status).toBe(400);
    expect(await hand({})).toMatchObject({ status: 200 });
    expect((await plant.whole(id)).guardianIds).toEqual([plant.id('guardian')]);
    expect((await plant.vote('guardian2', id)).status).toBe(200);
    const after = await plant.whole(id);
    expect(after).toMatchObject({ status: 'working', guardianIds: [plant.id('guardian2')] });
    const people = after.children.ticketPerson?.map((person) => [person.personId, person.status]);
    expect(people).toContainEqual([plant.id('guardian'), 'left']);
    expect(people).toContainEqual([plant.id('guardian2'), 'signed']);
  });

  it('are explained the dangers by nobody of themselves', async () => {
    const id = await standing('road', 'clarifying', { brieferId: plant.id('boss') });
    await stored('workTicket', 'id', id, { brieferId: plant.id('worker') });
    const brief = { id, row: { content: '危害和措施', briefSign: SIGN } };
    await plant.refused(
      'worker',
      `${TICKET}/safety-clarification`,
      brief,
      400,
      /^作甲五既是交底人又是接受交底的人，须由不同的人担任（GB 30871-2022 第4章）$/,
    );
  });
});

// GB 30871-2022 chapter 4 and appendix B: the unit of the place, firefighting, safety and those concerned take part.
describe('the units of a ticket', () => {
  it('that sign a dig with others are those whose function it touches', async () => {
    const { cosignDepts: _, ...body } = await plant.application('ground');
    await stored('dept', 'id', plant.id('shop'), { functions: ['water'] });
    await stored('dept', 'id', plant.id('company'), { functions: [] });
    const { id } = await plant.ok('applicant', 'POST', `${TICKET}/save`, body);
    expect((await plant.whole(id)).cosignDepts).toEqual([plant.id('shop')]);
  });

  it('follow from the area and from what departments are there for', async () => {
    const body = await plant.application('road');
    const { territoryDeptId: _, relatedDepts: __, ...rest } = body;
    for (const [name, functions] of [
      ['shop', ['safety']],
      ['company', ['fire']],
    ] as const) {
      await stored('dept', 'id', plant.id(name), { functions });
    }
    // The form shows it as soon as the area is chosen; of an area that nobody could choose nothing is told.
    const derived = (asked: Body) => plant.ok('applicant', 'POST', `${TICKET}/defaults`, asked);
    expect(await derived({ areaId: rest.areaId, location: '' })).toMatchObject({ territoryDeptId: plant.id('shop') });
    expect(await derived({ areaId: 'elsewhere' })).toMatchObject({ territoryDeptId: null });
    expect((await plant.call('analyst', 'POST', `${TICKET}/defaults`, { areaId: rest.areaId })).status).toBe(403);
    const { id } = await plant.ok('applicant', 'POST', `${TICKET}/save`, rest);
    const made = await plant.whole(id);
    expect(made.territoryDeptId).toBe(plant.id('shop'));
    expect([...(made.relatedDepts as string[])].sort()).toEqual([plant.id('company'), plant.id('shop')].sort());
    const elsewhere = { id, version: made.version, territoryDeptId: plant.id('team') };
    const refused = await plant.call('applicant', 'POST', `${TICKET}/submit`, elsewhere);
    expect(refused.errors.map(({ msg }) => msg)).toContainEqual(
      expect.stringMatching(/^所在单位须为作业区域的责任部门、其上级部门，或上级区域的责任部门（GB 30871-2022/),
    );
    const above = { id, version: made.version, territoryDeptId: plant.id('company'), brieferId: plant.id('shift') };
    const taken = await plant.call('applicant', 'POST', `${TICKET}/submit`, above);
    expect([taken.status, taken.errors]).toEqual([200, []]);
  });
});

// GB 30871-2022 chapter 4: special operations are done by holders of the certificate for just that; which one a type of work
// and a role ask for stands in rows (ticketTrade) with their clause.
describe('the certificates of a ticket', () => {
  const until = () => plant.wall(90 * 1_440).slice(0, 10);
  const adding = async (ticketId: string, personType: string, personId: string, certId: string | null) => {
    const { status, errors } = await plant.call('applicant', 'POST', `${TICKET}/person/add-person`, {
      ...{ ticketId, personType, personId: plant.id(personId) },
      ...(certId === null ? {} : { certId }),
    });
    return [status, errors.map(({ msg }) => msg)];
  };

  it.each([
    ['hot', 'worker', 'special_operation', 'A1-01', 'A2-01'],
    ['high', 'worker', 'special_operation', 'A2-01', 'A3-02'],
    ['electrical', 'worker', 'special_operation', 'A2-01', 'A1-02'],
    ['hoisting', 'commander', 'special_equipment', 'S-N1', 'S-Q1'],
    ['road', 'guardian', 'special_operation', 'A1-01', null],
  ])('of %s are asked for by trade: a %s with %s %s is refused, with %s taken', async (...row) => {
    const [type, role, certType, wrong, right] = row;
    const id = await standing(type, 'confirming');
    const other = await plant.certificate('charger2', certType, until(), wrong);
    expect(await adding(id, role, 'charger2', other)).toEqual([400, [expect.stringContaining('证书不是')]]);
    expect(await adding(id, role, 'charger2', null)).toEqual([400, [expect.stringContaining('证书')]]);
    const held =
      right === null
        ? await plant.certificate('charger2', 'guardian', until())
        : await plant.certificate('charger2', certType, until(), right);
    expect(await adding(id, role, 'charger2', held)).toEqual([200, []]);
  });

  it('are judged again at the start and when work goes on, and whose is not good is named', async () => {
    const certId = await plant.certificate('worker', 'special_operation', until(), 'A3-01');
    const people = [
      {
        personType: 'guardian',
        personId: plant.id('guardian'),
        certId: await plant.certificate('guardian', 'guardian', until()),
      },
      { personType: 'worker', personId: plant.id('worker'), certId },
    ];
    const id = await standing('high', 'approved', {}, people);
    await stored('workCert', 'id', certId, { usableTo: plant.wall(-1_440).slice(0, 10) });
    expect((await starting(id)).msg).toMatch(/^作甲五的证书.+已过期、注销或类别不符，请更换人员（GB 30871-2022/);
    await stored('workCert', 'id', certId, { usableTo: until(), workCategory: 'A2-01' });
    expect((await starting(id)).msg).toMatch(/^作甲五的证书.+类别不符/);
    await stored('workTicket', 'id', id, {
      status: 'suspended',
      suspendedAt: moment(-1),
      actualStartTime: moment(-9),
    });
    expect((await resuming(id)).msg).toMatch(/^作甲五的证书.+类别不符/);
    await stored('workCert', 'id', certId, { workCategory: 'A3-02' });
    expect(await resuming(id)).toMatchObject({ status: 200 });
  });

  it('of slingers and of whoever works at temporary power are judged again, too', async () => {
    await plant.certificate('shift', 'special_equipment', until(), 'S-Q1');
    const sling = await plant.certificate('worker2', 'special_equipment', until(), 'S-Q2');
    const wire = await plant.certificate('worker', 'special_operation', until(), 'A1-02');
    const lifting = { isOutdoor: '0', commanderId: plant.id('shift'), slingerIds: [plant.id('worker2')] };
    const power = { ...POWER, electricianCert: wire };
    for (const [type, draft, certId, wrong, words] of [
      [
        'hoisting',
        lifting,
        sling,
        'S-N1',
        new RegExp(`^司索人业乙六的证书${sling}已过期或注销，请更换人员（GB 30871-2022 第4、9章）$`),
      ],
      [
        'electrical',
        power,
        wire,
        'A2-01',
        new RegExp(`^作业人作甲五的电工证${wire}已过期、注销或类别不符，请更换人员（GB 30871-2022 第4、10章）$`),
      ],
    ] as const) {
      const held = { workCategory: type === 'hoisting' ? 'S-Q2' : 'A1-02', usableTo: until(), status: 'valid' };
      for (const status of ['approved', 'suspended']) {
        const id = await standing(type, status, draft);
        const going = () => (status === 'approved' ? starting(id) : resuming(id));
        await stored('workCert', 'id', certId, { usableTo: plant.wall(-1_440).slice(0, 10) });
        expect((await going()).msg).toMatch(words);
        await stored('workCert', 'id', certId, { usableTo: until(), status: 'revoked' });
        expect((await going()).msg).toMatch(words);
        await stored('workCert', 'id', certId, { ...held, workCategory: wrong });
        expect((await going()).msg).toMatch(/^司索人业乙六没有起重作业的证书，|的电工证.+类别不符，/);
        await stored('workCert', 'id', certId, held);
        expect(await going()).toMatchObject({ status: 200 });
        await stored('workTicket', 'id', id, { status: 'closed' });
      }
    }
    const without = await standing('electrical', 'approved', POWER);
    expect((await starting(without)).msg).toBe('没有填写作业人的电工证，不能作业（GB 30871-2022 第4、10章）');
  });

  it('of the charger of a temporary power ticket are an electrician’s, and come from the register', async () => {
    const electricianCert = await plant.certificate('worker', 'special_operation', until(), 'A1-01');
    const id = await plant.draft('electrical', {
      ...{ ...POWER, electricianCert, userPersonId: plant.id('worker'), supplyUnitId: plant.id('shop') },
      devices: [{ name: '角磨机', ratedPower: 2.2, count: 2 }],
    });
    expect((await plant.whole(id)).chargerCertNo).toEqual(expect.any(String));
    const { version } = await plant.whole(id);
    const answer = await plant.call('applicant', 'POST', `${TICKET}/submit`, {
      id,
      version,
      chargerId: plant.id('shift'),
    });
    expect(answer.errors.map(({ msg }) => msg)).toContainEqual(
      expect.stringContaining('作业负责人没有电工作业的特种作业操作证'),
    );
  });

  it('of another person are none, and neither are those that end before the plan does or were revoked', async () => {
    const id = await standing('road', 'confirming');
    const others = await plant.certificate('shift', 'guardian', until());
    const own = await plant.certificate('guardian2', 'guardian', until());
    const refused = async (certId: string) => (await adding(id, 'guardian', 'guardian2', certId)) as [number, string[]];
    expect(await refused(others)).toEqual([
      400,
      expect.arrayContaining([expect.stringMatching(/^证书不是护癸四的（GB 30871-2022 第4章）$/)]),
    ]);
    for (const [values, words] of [
      [
        { usableTo: plant.wall(-1_440).slice(0, 10) },
        /^护癸四的证书在计划作业时间内已过期，请更换人员或证书（GB 30871/,
      ],
      [{ usableTo: until(), status: 'revoked' }, /^护癸四的证书已注销，请更换人员或证书（GB 30871-2022 第4章）$/],
    ] as const) {
      await stored('workCert', 'id', own, values);
      expect(await refused(own)).toEqual([400, expect.arrayContaining([expect.stringMatching(words)])]);
    }
    await stored('workCert', 'id', own, { status: 'valid' });
    expect(await refused(own)).toEqual([200, []]);
  });

  it('of a contractor’s people who left or were listed since the approval start nothing, and are named', async () => {
    const contractorId = await admitted('law-left');
    const outside = { workUnitType: '2', workDeptId: null, contractorId };
    const hired = await plant.hired(contractorId);
    for (const status of ['approved', 'suspended']) {
      const id = await standing('high', status, outside, hired);
      const going = () => (status === 'approved' ? starting(id) : resuming(id));
      for (const away of ['4', '5', '6']) {
        await stored('contractorPerson', 'id', `${contractorId}-person`, { status: away });
        expect((await going()).msg).toBe('承包商人员外甲没有入厂、已暂停或列入黑名单，不能作业（GB 30871-2022 第4章）');
        expect(await stateOf(id)).toBe(status);
      }
      await stored('contractorPerson', 'id', `${contractorId}-person`, { status: '3' });
      expect(await going()).toMatchObject({ status: 200 });
      await stored('workTicket', 'id', id, { status: 'closed' });
    }
  });

  it('of a contractor’s people stand beside their admission: trained, with a pass, on no blacklist', async () => {
    const contractorId = await admitted('law-contractor');
    await plant.server.database.transaction(TENANT, (connection) =>
      connection.execute(
        `insert into data."contractorPerson" (id, "tenantId", contractor, name, status, "accountId", "passDate", version, "isDeleted", "createTime") values ('law-person', $1, $2, '外甲', '3', $3, $4, 1, 0, now())`,
        [TENANT, contractorId, plant.id('worker2'), plant.wall().slice(0, 10)],
      ),
    );
    const outside = { workUnitType: '2', workDeptId: null, contractorId };
    const id = await standing('road', 'confirming', outside);
    const add = (change: Body) =>
      plant.call('applicant', 'POST', `${TICKET}/person/add-person`, { ticketId: id, personType: 'worker', ...change });
    const person = (status: string) => stored('contractorPerson', 'id', 'law-person', { status });
    expect((await add({ personId: plant.id('shift') })).status).toBe(400);
    const rows = async () => ((await plant.whole(id)).children.ticketPerson ?? []).length;
    const before = await rows();
    for (const status of ['2', '4', '6']) {
      await person(status);
      const refused = await add({ contractorPersonId: 'law-person', personId: plant.id('worker2') });
      expect([status, refused.status, refused.errors.map(({ msg }) => msg)]).toEqual([
        status,
        400,
        expect.arrayContaining([
          '业乙六是承包商人员，没有入厂、已暂停或列入黑名单，不能参加作业（GB 30871-2022 第4章）',
        ]),
      ]);
    }
    expect(await rows()).toBe(before);
    await person('3');
    await stored('contractorPerson', 'id', 'law-person', { passDate: '2020-01-01' });
    const expired = await add({ contractorPersonId: 'law-person', personId: plant.id('worker2') });
    expect([expired.status, expired.errors.map(({ msg }) => msg)]).toEqual([
      400,
      expect.arrayContaining([expect.stringContaining('入厂证有效至')]),
    ]);
    await stored('contractorPerson', 'id', 'law-person', { passDate: plant.wall().slice(0, 10) });
    const others = await add({ contractorPersonId: 'law-person', personId: plant.id('shift') });
    expect([others.status, others.errors.map(({ msg }) => msg)]).toEqual([
      400,
      [expect.stringMatching(/^.{3}不是该承包商人员本人的平台账号（GB 30871-2022 第4章）$/)],
    ]);
    expect(await add({ contractorPersonId: 'law-person' })).toMatchObject({
      status: 200,
      data: { personId: plant.id('worker2') },
    });
  });
});
