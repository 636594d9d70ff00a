import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PageAwaiting, TaskCounts, TaskEntry } from '../../src/core/wire/approval.ts';
import type { WirePage, WireRecord } from '../../src/core/wire/contract.ts';
import { patient } from '../fixtures/patience.ts';
import { SIGN, startTicketPlant, type TicketPlant } from '../fixtures/ticket-story.ts';

const TICKET = 'workticket/ticket';
const TENANT = '645967';
let plant: TicketPlant;

beforeAll(async () => {
  plant = await startTicketPlant();
}, patient(120_000));
afterAll(() => plant?.stop());
beforeEach(() => plant.nextMonday());

/** What waits for somebody about a record. */
async function waiting(who: string, record: unknown): Promise<readonly TaskEntry[]> {
  const page = await plant.ok(who, 'GET', 'system/flow/todo?size=200');
  return (page as unknown as WirePage<TaskEntry>).records.filter(({ recordId }) => recordId === record);
}

/** What is to be done about a record, by transition; each as often as it stands there. */
async function steps(who: string, record: unknown): Promise<readonly string[]> {
  return (await waiting(who, record)).flatMap((entry) => entry.steps.map(({ transition }) => transition));
}

/** Notices of somebody about a record, newest first. */
async function told(who: string, record: unknown): Promise<readonly string[]> {
  const page = await plant.ok(who, 'GET', 'system/notice/page?size=200');
  return (page as unknown as WirePage<WireRecord>).records
    .filter(({ recordId }) => recordId === record)
    .map(({ title }) => String(title));
}

const execute = (sql: string, values: readonly unknown[]) =>
  plant.server.database.transaction(TENANT, (connection) => connection.execute(sql, [...values]));

/** A hot ticket that was submitted, so that it waits for its analysis. */
async function submitted(): Promise<string> {
  const id = await plant.draft('hot');
  const { version } = await plant.whole(id);
  await plant.ok('applicant', 'POST', `${TICKET}/submit`, { id, version });
  expect((await plant.whole(id)).status).toBe('analysing');
  return id;
}

async function analysed(id: string): Promise<void> {
  for (const [kind, value] of [
    ['combustible', 0.1],
    ['oxygen', 20.9],
  ] as const) {
    const row = { ticketId: id, ...plant.gas(kind, value) };
    await plant.ok('analyst', 'POST', `${TICKET}/laboratory-analysis/save`, row);
  }
  await plant.ok('analyst', 'POST', `${TICKET}/submit-analysis`, { id });
}

/** A danger that was registered by the safety officer; gives it and who is to mend it. */
async function registered(level: '0' | '1'): Promise<readonly [id: string, dutyUser: 'charger']> {
  const { areaId } = await plant.application('high');
  const record = await plant.ok('safetyOfficer', 'POST', 'safety/peril/submit', {
    perilName: '法兰渗漏',
    source: '1',
    type: '7',
    level,
    category: '0',
    reformType: '1',
    deptId: plant.id('team'),
    areaId,
    location: '二层平台',
    perilDesc: '进料泵出口法兰渗漏',
    causeClass: '2',
    photos: [await plant.upload('safetyOfficer')],
    finderId: plant.id('safetyOfficer'),
    findingTime: plant.wall(-60),
  });
  return [String(record.id), 'charger'];
}

describe('a danger', () => {
  it('calls those who assess it once registered, and who mends it again after a refused acceptance', async () => {
    const [id, dutyUser] = await registered('0');
    expect(await steps('director', id)).toEqual(['assess']);
    // Only of a major one may the principal be asked, so nothing is said of him here.
    expect((await waiting('director', id))[0]?.follows).toBe('办理后：转为“待制定方案”或“整改中”');
    expect((await told('director', id))[0]).toMatch(/^评估：法兰渗漏 YH\d+ 二层平台 一般隐患$/);
    await plant.ok('safetyOfficer', 'POST', 'safety/peril/assess', {
      id,
      row: { level: '0', reformType: '1', evaluationTime: plant.wall(), opinion: '限期整改' },
      dutyUserId: plant.id(dutyUser),
      abarbeitungDeadline: plant.wall(5 * 1440),
      measures: '更换垫片',
      acceptUserId: plant.id('safetyOfficer'),
    });
    expect(await steps('director', id)).toEqual([]);
    const row = { rectifyDesc: '已更换', finishTime: plant.wall(), photosAfter: [await plant.upload(dutyUser)] };
    await plant.ok(dutyUser, 'POST', 'safety/peril/rectify', { id, row });
    expect(await steps(dutyUser, id)).toEqual([]);
    expect(await steps('safetyOfficer', id)).toEqual(['accept']);
    const before = (await told(dutyUser, id)).length;
    await plant.ok('safetyOfficer', 'POST', 'safety/peril/accept', {
      id,
      row: { acceptResult: '0', acceptOpinion: '仍有渗漏', acceptTime: plant.wall() },
    });
    const [entry] = await waiting(dutyUser, id);
    expect(entry).toMatchObject({ steps: [{ transition: 'rectify' }], openedByName: expect.any(String) });
    expect(entry?.deadline).not.toBeNull();
    expect(await told(dutyUser, id)).toHaveLength(before + 1);
  });
});

describe('a reminder after a workday', () => {
  it('of what was registered on a Friday comes on Monday', async () => {
    plant.pass(4 * 1440);
    const [id] = await registered('0');
    const armed = await plant.server.database.withTenant(TENANT, (connection) =>
      connection.query<{ time: string }>(
        `select "armedTime"::text as time from platform.timer where "recordId" = $1 and key = 'remind'`,
        [id],
      ),
    );
    const days = (Date.parse(armed[0]?.time ?? '') - plant.server.now().getTime()) / 86_400_000;
    expect(days).toBeGreaterThan(2.9);
    expect(days).toBeLessThan(3.1);
  });
});

describe('a ticket', () => {
  it('waits for the analyst once submitted: an entry that says what, one notice, a number more; gone when done', async () => {
    const counts = async () => (await plant.ok('analyst', 'GET', 'system/flow/counts')) as unknown as TaskCounts;
    const before = await counts();
    const id = await submitted();
    const { ticketNo } = await plant.whole(id);
    const [entry, ...more] = await waiting('analyst', id);
    expect(more).toEqual([]);
    expect(entry).toMatchObject({
      kind: 'step',
      entity: 'workTicket',
      openedByName: '申庚一',
      taskId: null,
      rows: null,
    });
    expect(entry?.title).toBe(`分析：${String(ticketNo)} 二层R-101釜 动火作业 一级`);
    expect(entry?.steps).toEqual([{ transition: 'analyse', title: '分析' }]);
    expect(entry?.follows).toBe('办理后：转为“待措施确认”，由确认人或作业负责人或安全交底人办理“确认签字”');
    expect(await told('analyst', id)).toEqual([entry?.title]);
    expect((await counts()).todo).toBe(before.todo + 1);
    const ofKind = async (kind: string) => {
      const page = await plant.ok('analyst', 'GET', `system/flow/todo?size=200&kind=${kind}`);
      return (page as unknown as WirePage<TaskEntry>).records.filter(({ recordId }) => recordId === id).length;
    };
    expect([await ofKind('step'), await ofKind('vote')]).toEqual([1, 0]);
    await plant.call('analyst', 'GET', 'system/flow/todo?kind=x').then(({ status }) => expect(status).toBe(400));
    // Who brought it there is not called, nor who has nothing to do with it.
    for (const other of ['applicant', 'charger', 'equipment']) expect(await waiting(other, id)).toEqual([]);
    await analysed(id);
    expect(await waiting('analyst', id)).toEqual([]);
    expect((await counts()).todo).toBe(before.todo);
  });

  it('stands in front of the list of its working place, for the analyst and for whoever sees it, as the server decides', async () => {
    const id = await submitted();
    const { ticketNo } = await plant.whole(id);
    const ask = async (who: string, query = '') => {
      const answer = await plant.ok(who, 'GET', `system/flow/awaiting?page=ticketGas&size=200${query}`);
      const page = answer as unknown as PageAwaiting;
      return { ...page, entry: page.records.find(({ recordId }) => recordId === id) };
    };
    const own = await ask('analyst');
    expect(own).toMatchObject({ title: '分析', mine: expect.any(Number), all: own.mine });
    expect(own.entry).toMatchObject({
      mine: true,
      title: `分析：${String(ticketNo)} 二层R-101釜 动火作业 一级`,
      entity: 'workTicket',
      steps: [{ transition: 'analyse', title: '分析' }],
      people: ['析丙七'],
    });
    expect((await ask('analyst', `&keyword=${String(ticketNo)}`)).total).toBe(1);
    // Who sees the ticket sees that it waits, and for whom; it is no task of his.
    expect(await ask('charger')).toMatchObject({ mine: 0, total: 0, entry: undefined });
    const seen = await ask('charger', '&whose=all');
    expect(seen.entry).toMatchObject({ mine: false, steps: [], taskId: null, people: ['析丙七'] });
    expect(seen.all).toBeGreaterThan(0);
    for (const [query, status] of [
      ['page=ticketGas&whose=everybody', 400],
      ['page=ticketList', 404],
      ['page=none', 404],
      ['', 400],
    ] as const) {
      expect([query, (await plant.call('analyst', 'GET', `system/flow/awaiting?${query}`)).status]).toEqual([
        query,
        status,
      ]);
    }
    expect((await plant.call('equipment', 'GET', 'system/flow/awaiting?page=ticketGas')).status).toBe(403);
    await analysed(id);
    for (const query of ['', '&whose=all']) expect((await ask('analyst', query)).entry).toBeUndefined();
  });

  it('refuses a step that somebody else took a moment ago, and says who did what when', async () => {
    const id = await submitted();
    await analysed(id);
    await plant.refused(
      'analyst',
      `${TICKET}/submit-analysis`,
      { id },
      400,
      /“待措施确认”的特殊作业票不能提交分析，析丙七已于\d{4}-\d\d-\d\d \d\d:\d\d“提交分析”/,
    );
  });

  it('has its rows in one entry, for those whom they name, and follows the record above', async () => {
    const id = await submitted();
    expect(await steps('charger', id)).not.toContain('sign');
    await analysed(id);
    const [measures, ...more] = (await waiting('charger', id)).filter(({ rows }) => rows === 'ticketMeasure');
    const open = (await plant.whole(id)).children.ticketMeasure ?? [];
    expect(more).toEqual([]);
    expect(measures).toMatchObject({ count: open.length, entity: 'workTicket', recordId: id });
    expect(measures?.title).toMatch(/（\d+项/);
    expect(measures?.follows).toBe('全部办理后：转为“待安全交底”，由安全交底人或所在单位(属地)负责人办理“安全交底”');
    const [row] = open;
    const fill = row?.hasFill === '1' && row.involved === '1' ? { fillValue: '2' } : {};
    await plant.ok('charger', 'POST', `${TICKET}/measure/sign`, { id: row?.id, sign: SIGN, ...fill });
    const [left] = (await waiting('guardian', id)).filter(({ rows }) => rows === 'ticketMeasure');
    expect(left?.count).toBe(open.length - 1);
    expect((await told('guardian', id)).filter((title) => title.startsWith('确认签字'))).toHaveLength(1);
  });

  it('puts votes in the order of the deadlines that it says: a reminder that ends nothing is none', async () => {
    const starting: string[] = [];
    for (const end of [400, 300]) {
      const id = await plant.draft('hot', { planStartTime: plant.wall(1), planEndTime: plant.wall(end) });
      await plant.approved(id, ['charger', 'boss', 'safetyOfficer'], [plant.gas('combustible', 0.1)]);
      plant.pass(2);
      await plant.ok('charger', 'POST', `${TICKET}/start`, { id, startSign: SIGN });
      starting.push(id);
    }
    const page = (await plant.ok('shift', 'GET', 'system/flow/todo?size=200')) as unknown as WirePage<TaskEntry>;
    const votes = page.records.filter(({ kind, recordId }) => kind === 'vote' && starting.includes(recordId));
    const dues = votes.map(({ deadline }) => deadline ?? '');
    expect(dues).toEqual([...dues].sort());
    // The sample of the first one is older, its reminder comes before the other's.
    expect(votes.map(({ recordId }) => recordId)).toEqual([starting[1], starting[0]]);
    expect(votes[0]?.follows).toBe('同意后：进入“监护人确认”');
    await plant.vote('shift', starting[0]);
    const last = await waiting('guardian', starting[0]);
    expect(last.map(({ follows }) => follows)).toContain('同意后：转为“作业中”，由作业负责人办理“完工”');
  });

  it('goes when the ticket does', async () => {
    const id = await submitted();
    await plant.ok('applicant', 'POST', `${TICKET}/revoke`, { id, stepReason: '改期' });
    expect(await waiting('analyst', id)).toEqual([]);
    await plant.ok('applicant', 'POST', `${TICKET}/remove?ids=${id}`, {});
    const rows = await plant.server.database.withTenant(TENANT, (connection) =>
      connection.query('select 1 from platform."stepTask" where "recordId" = $1', [id]),
    );
    expect(rows).toEqual([]);
  });
});

describe('who holds a step', () => {
  it('is found when it is asked: a new head at once, the one before him no more', async () => {
    const id = await plant.draft('high', { brieferId: plant.id('shift') });
    const { version } = await plant.whole(id);
    await plant.ok('applicant', 'POST', `${TICKET}/submit`, { id, version });
    for (const row of (await plant.whole(id)).children.ticketMeasure ?? []) {
      const fill = row.hasFill === '1' && row.involved === '1' ? { fillValue: '2' } : {};
      await plant.ok('charger', 'POST', `${TICKET}/measure/sign`, { id: row.id, sign: SIGN, ...fill });
    }
    expect((await plant.whole(id)).status).toBe('clarifying');
    // Named as heads, and without seeing the record: they could not do it.
    expect(await steps('boss', id)).toEqual([]);
    await execute(
      `update data.role set "dataScope" = '1' where "roleCode" in ('safetyDirector', 'workshopDirector') and "tenantId" = $1`,
      [TENANT],
    );
    await plant.server.metadata.invalidate(TENANT);
    expect(await steps('boss', id)).toContain('clarify');
    expect(await steps('shift', id)).toContain('clarify');
    const leader = (who: string) =>
      execute('update data.dept set leader = $1 where id = $2', [plant.id(who), plant.id('shop')]);
    await leader('director');
    try {
      expect(await steps('director', id)).toContain('clarify');
      expect(await steps('boss', id)).not.toContain('clarify');
    } finally {
      await leader('boss');
    }
  });

  it('is the group where nobody whom the record names has an account in use, and nobody then of the group', async () => {
    const [peril, dutyUser] = await registered('0');
    await plant.ok('safetyOfficer', 'POST', 'safety/peril/assess', {
      id: peril,
      row: { level: '0', reformType: '1', evaluationTime: plant.wall(), opinion: '限期整改' },
      dutyUserId: plant.id(dutyUser),
      abarbeitungDeadline: plant.wall(5 * 1440),
      measures: '更换垫片',
      acceptUserId: plant.id('director'),
    });
    expect(await steps(dutyUser, peril)).toEqual(['rectify']);
    expect((await told(dutyUser, peril))[0]).toMatch(/^提交整改：法兰渗漏 YH/);
    await execute(
      `insert into platform."stepTask" ("tenantId", "entityId", "recordId", transition, holder, behind, since)
       values ($1, 'peril', $2, 'rectify', $3, true, now())`,
      [TENANT, peril, `user:${plant.id('equipment')}`],
    );
    await execute(`update data.role set "dataScope" = '1' where "roleCode" = 'equipmentManager' and "tenantId" = $1`, [
      TENANT,
    ]);
    await plant.server.metadata.invalidate(TENANT);
    expect(await steps('equipment', peril)).toEqual([]);
    await execute(`update data."user" set status = '0' where id = $1`, [plant.id(dutyUser)]);
    try {
      expect(await steps('equipment', peril)).toEqual(['rectify']);
    } finally {
      await execute(`update data."user" set status = '1' where id = $1`, [plant.id(dutyUser)]);
    }
  });

  it('is nobody of another company', async () => {
    const id = await submitted();
    const seen = (tenant: string) =>
      plant.server.database.withTenant(tenant, (connection) =>
        connection.query('select 1 from platform."stepTask" where "recordId" = $1', [id]),
      );
    expect((await seen(TENANT)).length).toBeGreaterThan(0);
    expect(await seen('000000')).toEqual([]);
  });
});
