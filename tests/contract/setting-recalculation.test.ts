import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { WirePage, WireRecord } from '../../src/core/wire/contract.ts';
import { patient } from '../fixtures/patience.ts';
import { startTicketPlant, type TicketPlant } from '../fixtures/ticket-story.ts';

const SETTINGS = 'system/tenant-setting';
let plant: TicketPlant;

beforeAll(async () => {
  plant = await startTicketPlant();
}, patient(120_000));
afterAll(() => plant?.stop());

async function change(key: string, numberValue: number): Promise<void> {
  const found = await plant.ok('administrator', 'GET', `${SETTINGS}/page?settingKey=${key}`);
  const [row] = (found as unknown as WirePage<WireRecord>).records;
  const body = { id: row?.id, version: row?.version, numberValue, changeReason: '按集团要求收紧' };
  await plant.ok('administrator', 'POST', `${SETTINGS}/change`, body);
}

async function lookUntilDone(): Promise<WireRecord> {
  for (;;) {
    const now = await plant.ok('administrator', 'GET', `${SETTINGS}/recalculation`);
    if (now.state === 'done') return now;
    await sleep(50);
  }
}

it('counts the stored results that a changed setting would change, and recalculates them when asked', async () => {
  const plan = { planStartTime: plant.wall(20), planEndTime: plant.wall(20 + 300) };
  const hot = await plant.draft('hot', plan);
  const road = await plant.draft('road', plan);
  expect(await plant.ok('administrator', 'GET', `${SETTINGS}/recalculation`)).toMatchObject({
    affected: 0,
    state: 'none',
  });
  await plant.refused('administrator', `${SETTINGS}/recalculate`, {}, 400, /没有需要重新计算的记录/);

  await change('ticket.valid.hot1', 6);
  // Nothing changes by itself; a setting that no record's result reads changes nothing at all.
  expect((await plant.whole(hot)).validHours).toBe(8);
  await change('ticket.approve.metres', 60);
  expect(await plant.ok('administrator', 'GET', `${SETTINGS}/recalculation`)).toMatchObject({ affected: 1 });

  expect(await plant.ok('administrator', 'POST', `${SETTINGS}/recalculate`, {})).toMatchObject({
    state: 'waiting',
    total: 1,
  });
  expect(await lookUntilDone()).toMatchObject({ affected: 0, changed: 1, failed: 0 });
  expect((await plant.whole(hot)).validHours).toBe(6);
  expect((await plant.whole(road)).validHours).toBe(168);
  const history = await plant.ok('applicant', 'GET', `workticket/ticket/history?id=${hot}`);
  expect((history as unknown as WirePage<WireRecord>).records[0]).toMatchObject({
    cause: '因法定值与企业参数改变而重新计算',
  });
});

it('is counted and asked for by those alone who may change a setting', async () => {
  await change('ticket.valid.hot1', 5);
  expect(await plant.ok('administrator', 'GET', `${SETTINGS}/recalculation`)).toMatchObject({ affected: 1 });
  // The safety officer sees the settings and changes none.
  expect(await plant.ok('safetyOfficer', 'GET', `${SETTINGS}/recalculation`)).toMatchObject({ affected: 0 });
  await plant.refused('safetyOfficer', `${SETTINGS}/recalculate`, {}, 403, /没有/);
  expect((await plant.call('worker', 'GET', `${SETTINGS}/recalculation`)).status).toBe(403);
});
