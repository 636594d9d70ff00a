import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SIGN, SIGNATURE, startTicketPlant, type TicketPlant } from '../fixtures/ticket-story.ts';

type Body = Readonly<Record<string, unknown>>;

const TENANT = '645967';
const TICKET = 'workticket/ticket';
let plant: TicketPlant;

beforeAll(async () => {
  plant = await startTicketPlant();
}, 120_000);
afterAll(() => plant?.stop());
beforeEach(() => plant.nextMonday());

/** Writes what many steps of many people would have made of a record. */
async function stored(entity: string, where: string, id: string, values: Body): Promise<void> {
  const columns = Object.keys(values).map((name, index) => `"${name}" = $${index + 2}`);
  await plant.server.database.transaction(TENANT, (connection) =>
    connection.execute(`update data."${entity}" set ${columns.join(', ')} where ${where} = $1`, [
      id,
      ...Object.values(values),
    ]),
  );
}

/** A ticket in its planned time that stands in a state, its people briefed, its air tested where it has to be. */
async function standing(type: string, status: string, change: Body = {}, people?: readonly Body[]): Promise<string> {
  const { relatedIds, ...draft } = change;
  const plan = { planStartTime: plant.wall(-30), planEndTime: plant.wall(390) };
  const id = await plant.draft(type, { ...plan, ...draft }, people);
  for (const sample of samples(type)) {
    await plant.server.database.transaction(TENANT, (connection) =>
      connection.execute(
        `insert into data."ticketGas" (id, "tenantId", "ticketId", "sampleTime", "samplePart", "gasKind", "gasName", value, qualified, version, "isDeleted", "createTime")
         values ($1, $2, $3, now(), '中部', $4, $4, 1, '1', 1, 0, now())`,
        [`${id}${sample}`, TENANT, id, sample],
      ),
    );
  }
  const { children } = await plant.whole(id);
  const guardians = (children.ticketPerson ?? []).filter(({ personType }) => personType === 'guardian');
  await stored('ticketPerson', '"ticketId"', id, { signedRound: 1, status: 'signed' });
  await stored('workTicket', 'id', id, {
    status,
    round: 1,
    briefRound: 1,
    applyTime: plant.wall(-60),
    gasTime: plant.wall(),
    guardianIds: guardians.map(({ personId }) => personId),
    actualStartTime: ['working', 'suspended', 'accepting', 'closed'].includes(status) ? plant.wall(-20) : null,
    suspendedAt: status === 'suspended' ? plant.wall(-5) : null,
    ...(relatedIds === undefined ? {} : { relatedIds, hasOther: '1' }),
  });
  return id;
}

function samples(type: string): readonly string[] {
  if (type === 'hot') return ['combustible'];
  return type === 'confined' ? ['combustible', 'oxygen', 'toxic'] : [];
}

const stateOf = async (id: string) => (await plant.whole(id)).status;
const numberOf = async (id: string) => String((await plant.whole(id)).ticketNo);
const starting = (id: string) => plant.call('charger', 'POST', `${TICKET}/start`, { id, startSign: SIGN });
const resuming = (id: string) =>
  plant.call('charger', 'POST', `${TICKET}/resume`, { id, row: { measuresOk: '1', resumeSign: SIGN } });
const suspending = (id: string, reason = '氧含量18%') =>
  plant.call('guardian', 'POST', `${TICKET}/suspend`, { id, row: { reason } });

/** Titles of what was told to a person about a ticket. */
async function toldAbout(id: string, person: string): Promise<readonly string[]> {
  const rows = await plant.server.database.withTenant(TENANT, (connection) =>
    connection.query<{ text: string }>(
      `select title as text from data.notice where "recordId" = $1 and "userId" = $2 and kind = 'reminder'`,
      [id, plant.id(person)],
    ),
  );
  return rows.map(({ text }) => text);
}

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
    await stored('workTicket', 'id', space, { status: 'working', actualStartTime: plant.wall(-10) });
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
    await stored('workTicket', 'id', space, { planStartTime: plant.wall(-43_200), planEndTime: plant.wall(-42_000) });
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
      expect([person, await toldAbout(hot, person)]).toEqual([person, ['作业已暂停，恢复前不得作业']]);
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
      expect([person, await toldAbout(hot, person)]).toEqual([person, ['作业已暂停，恢复前不得作业']]);
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
    await stored('workTicket', 'id', later, { planStartTime: plant.wall(5_000), planEndTime: plant.wall(5_400) });
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
