import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { WirePage, WireRecord } from '../../src/core/wire/contract.ts';
import { patient } from '../fixtures/patience.ts';
import { SIGN, startTicketPlant, type TicketPlant } from '../fixtures/ticket-story.ts';

const TICKET = 'workticket/ticket';
const TEAM = ['charger', 'guardian', 'applicant', 'boss'] as const;
let plant: TicketPlant;

beforeAll(async () => {
  plant = await startTicketPlant();
}, patient(120_000));
afterAll(() => plant?.stop());
beforeEach(() => plant.nextMonday());

/** What somebody was told about a ticket besides his tasks, newest first. */
async function told(who: string, ticket: string): Promise<readonly (readonly unknown[])[]> {
  const page = await plant.ok(who, 'GET', 'system/notice/page?size=100&kind=reminder');
  return (page as unknown as WirePage<WireRecord>).records
    .filter(({ recordId }) => recordId === ticket)
    .map(({ title, text }) => [title, text]);
}

async function working(): Promise<string> {
  const id = await plant.draft('high');
  await plant.approved(id, ['charger', 'boss', 'equipment']);
  plant.pass(21);
  await plant.ok('charger', 'POST', `${TICKET}/start`, { id, startSign: SIGN });
  await plant.vote('guardian', id);
  return id;
}

describe('the people of a ticket', () => {
  it('are told at once that it was approved, stopped and terminated, with the reason; whoever did it is not', async () => {
    const id = await working();
    const { ticketNo } = await plant.whole(id);
    const name = `特殊作业票“${ticketNo}”`;
    const approved = ['作业票已批准，须在计划作业时间内开始', `${name}，待作业`];
    expect(await told('charger', id)).toEqual([approved]);
    await plant.ok('boss', 'POST', `${TICKET}/suspend`, { id, row: { reason: '脚手架松动' } });
    expect((await plant.whole(id)).stepReason).toBe('脚手架松动');
    const stopped = ['作业已暂停，恢复前不得作业', `${name}，已暂停，脚手架松动`];
    for (const who of ['charger', 'guardian', 'applicant']) expect(await told(who, id)).toEqual([stopped, approved]);
    expect(await told('boss', id)).toEqual([]);
    await plant.ok('safetyOfficer', 'POST', `${TICKET}/terminate`, { id, stepReason: '装置泄漏' });
    const ended = ['作业已终止，须立即停止作业并撤离', `${name}，已终止，装置泄漏`];
    for (const who of TEAM) expect((await told(who, id))[0]).toEqual(ended);
    expect(await told('safetyOfficer', id)).toEqual([]);
  });

  it('are told that work stops until the new charger has signed', async () => {
    const id = await working();
    const row = { newChargerId: plant.id('worker2'), reason: '倒班', oldSign: SIGN };
    await plant.ok('charger', 'POST', `${TICKET}/change-charger`, { id, row });
    expect((await told('guardian', id))[0]).toEqual([
      '作业已暂停，恢复前不得作业',
      expect.stringContaining('变更负责人，双方签字前暂停作业'),
    ]);
  });

  it('are told of a ticket that is void only where they knew of it', async () => {
    const draft = await plant.draft('high');
    await plant.ok('applicant', 'POST', `${TICKET}/cancel`, { id: draft, stepReason: '重复' });
    expect(await told('charger', draft)).toEqual([]);
    const id = await plant.draft('high');
    await plant.approved(id, ['charger', 'boss', 'equipment']);
    await plant.ok('applicant', 'POST', `${TICKET}/cancel`, { id, stepReason: '计划取消' });
    expect((await told('guardian', id))[0]?.[0]).toBe('作业票已作废，不得作业');
    expect((await told('applicant', id)).map(([title]) => title)).not.toContain('作业票已作废，不得作业');
  });
});
