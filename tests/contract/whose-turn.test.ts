import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TaskCounts, TaskEntry } from '../../src/core/wire/approval.ts';
import type { WirePage, WireRecord } from '../../src/core/wire/contract.ts';
import { SIGN, startTicketPlant, type TicketPlant } from '../fixtures/ticket-story.ts';

const TICKET = 'workticket/ticket';
const TENANT = '645967';
let plant: TicketPlant;

beforeAll(async () => {
  plant = await startTicketPlant();
}, 120_000);
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
    expect(await told('analyst', id)).toEqual([entry?.title]);
    expect((await counts()).todo).toBe(before.todo + 1);
    // Who brought it there is not called, nor who has nothing to do with it.
    for (const other of ['applicant', 'charger', 'equipment']) expect(await waiting(other, id)).toEqual([]);
    await analysed(id);
    expect(await waiting('analyst', id)).toEqual([]);
    expect((await counts()).todo).toBe(before.todo);
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
    const open = (await plant.whole(id)).children.ticketMeasure?.filter(({ involved }) => involved === '1') ?? [];
    expect(more).toEqual([]);
    expect(measures).toMatchObject({ count: open.length, entity: 'workTicket', recordId: id });
    expect(measures?.title).toMatch(/（\d+项/);
    const [row] = open;
    const fill = row?.hasFill === '1' ? { fillValue: '2' } : {};
    await plant.ok('charger', 'POST', `${TICKET}/measure/sign`, { id: row?.id, sign: SIGN, ...fill });
    const [left] = (await waiting('guardian', id)).filter(({ rows }) => rows === 'ticketMeasure');
    expect(left?.count).toBe(open.length - 1);
    expect((await told('guardian', id)).filter((title) => title.startsWith('确认签字'))).toHaveLength(1);
  });

  it('goes when the ticket does', async () => {
    const id = await submitted();
    await plant.ok('applicant', 'POST', `${TICKET}/revoke`, { id });
    expect(await waiting('analyst', id)).toEqual([]);
    await plant.ok('applicant', 'POST', `${TICKET}/remove?ids=${id}`, {});
    const rows = await plant.server.database.withTenant(TENANT, (connection) =>
      connection.query('select 1 from platform."stepTask" where "recordId" = $1', [id]),
    );
    expect(rows).toEqual([]);
  });
});

describe('who holds a step', () => {
  it('is found when it is asked: a new head at once, the one before him no more; nobody whose account is disabled', async () => {
    const id = await plant.draft('high', { brieferId: plant.id('shift') });
    const { version } = await plant.whole(id);
    await plant.ok('applicant', 'POST', `${TICKET}/submit`, { id, version });
    for (const row of (await plant.whole(id)).children.ticketMeasure ?? []) {
      if (row.involved !== '1') continue;
      const fill = row.hasFill === '1' ? { fillValue: '2' } : {};
      await plant.ok('charger', 'POST', `${TICKET}/measure/sign`, { id: row.id, sign: SIGN, ...fill });
    }
    expect((await plant.whole(id)).status).toBe('clarifying');
    // Named as heads, and without seeing the record: they could not do it.
    expect(await steps('boss', id)).toEqual([]);
    await execute(
      `update data.role set "dataScope" = '1' where "roleCode" in ('designer', 'workshopDirector') and "tenantId" = $1`,
      [TENANT],
    );
    await plant.server.metadata.invalidate(TENANT);
    expect(await steps('boss', id)).toContain('clarify');
    expect(await steps('shift', id)).toContain('clarify');
    const leader = (who: string) =>
      execute('update data.dept set leader = $1 where id = $2', [plant.id(who), plant.id('shop')]);
    await leader('designer');
    try {
      expect(await steps('designer', id)).toContain('clarify');
      expect(await steps('boss', id)).not.toContain('clarify');
    } finally {
      await leader('boss');
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
