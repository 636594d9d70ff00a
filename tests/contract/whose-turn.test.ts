import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TaskCounts, TaskEntry } from '../../src/core/wire/approval.ts';
import type { WirePage, WireRecord } from '../../src/core/wire/contract.ts';
import { startTicketPlant, type TicketPlant } from '../fixtures/ticket-story.ts';

const TICKET = 'workticket/ticket';
const GAS = ['combustible', 'oxygen'] as const;
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

/** Notices of somebody about a record, newest first. */
async function told(who: string, record: unknown): Promise<readonly string[]> {
  const page = await plant.ok(who, 'GET', 'system/notice/page?size=200');
  return (page as unknown as WirePage<WireRecord>).records
    .filter(({ recordId }) => recordId === record)
    .map(({ title }) => String(title));
}

/** A hot ticket that was submitted, so that it waits for its analysis. */
async function submitted(): Promise<string> {
  const id = await plant.draft('hot');
  const { version } = await plant.whole(id);
  await plant.ok('applicant', 'POST', `${TICKET}/submit`, { id, version });
  expect((await plant.whole(id)).status).toBe('analysing');
  return id;
}

describe('a ticket that was submitted', () => {
  it('waits for the analyst: one entry that says what, one notice, a number more; gone when it is done', async () => {
    const before = (await plant.ok('analyst', 'GET', 'system/flow/counts')) as unknown as TaskCounts;
    const id = await submitted();
    const { ticketNo } = await plant.whole(id);
    const [entry, ...more] = await waiting('analyst', id);
    expect(more).toEqual([]);
    expect(entry).toMatchObject({ kind: 'step', entity: 'workTicket', openedByName: '申庚一', taskId: null });
    expect(entry?.title).toMatch(new RegExp(`：${String(ticketNo)} `));
    expect(entry?.steps.map(({ transition }) => transition)).toContain('analyse');
    expect(await told('analyst', id)).toEqual([entry?.title]);
    const after = (await plant.ok('analyst', 'GET', 'system/flow/counts')) as unknown as TaskCounts;
    expect(after.todo).toBe(before.todo + 1);
    expect(await waiting('applicant', id)).toEqual([]);
    for (const kind of GAS) {
      await plant.ok('analyst', 'POST', `${TICKET}/laboratory-analysis/save`, {
        ticketId: id,
        ...plant.gas(kind, kind === 'oxygen' ? 20.9 : 0.1),
      });
    }
    await plant.ok('analyst', 'POST', `${TICKET}/submit-analysis`, { id });
    expect(await waiting('analyst', id)).toEqual([]);
  });
});
