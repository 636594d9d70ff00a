import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { WirePage, WireRecord } from '../../src/core/wire/contract.ts';
import type { AccountInfo } from '../../src/core/wire/people.ts';
import { type ProductClient, signIn } from '../fixtures/product-client.ts';

const TASK = '{p}-safety/peril/task';
const CHECK = '{p}-safety/peril/check';

let executor: ProductClient;
let rows: readonly WireRecord[] = [];

beforeAll(async () => {
  const safety = await signIn('safety');
  executor = await signIn('employee');
  const me = (await executor.call<AccountInfo>('GET', '{p}-system/info')).body.data;
  const lists = await safety.call<WirePage<WireRecord>>('GET', '{p}-safety/investigation/list', { query: { size: 1 } });
  const made = await safety.call<WireRecord>('POST', `${TASK}/save`, {
    json: {
      taskName: `离线巡查${randomUUID().slice(0, 8)}`,
      deptId: me.deptId,
      executorIds: [me.userId],
      checklistId: lists.body.data.records[0]?.id,
      taskStart: '2026-01-01',
      taskEnd: '2027-12-31',
    },
  });
  expect(made.body.msg).toBe('操作成功');
  const { id } = made.body.data;
  await executor.call('POST', `${TASK}/start`, { json: { id } });
  const whole = await executor.call<WireRecord>('GET', `${TASK}/detail`, { query: { id, with: 'children' } });
  rows = (whole.body.data.children as Record<string, WireRecord[]>).perilCheck ?? [];
  expect(rows.length).toBeGreaterThan(2);
});

const answer = (row: WireRecord | undefined, headers: Readonly<Record<string, string>>, note = '已复紧') =>
  executor.call<WireRecord>('POST', `${CHECK}/save`, {
    json: { id: row?.id, version: row?.version, result: '0', note },
    headers,
  });

describe('an answer that a device has kept', () => {
  it('is taken once however often it is sent, and each time answered as at first', async () => {
    const headers = { 'idempotency-key': `kept.${randomUUID()}`, 'anlan-device-time': '2026-11-20T00:30:00Z' };
    const answers = await Promise.all(Array.from({ length: 5 }, () => answer(rows[0], headers)));
    expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(200));
    expect(new Set(answers.map(({ body }) => body.data?.version)).size).toBe(1);
    const history = await executor.call<
      WirePage<{ action: string; changes: readonly { title: string; to: string }[] }>
    >('GET', `${CHECK}/history`, { query: { id: rows[0]?.id } });
    const updates = history.body.data.records.filter(({ action }) => action === 'update');
    // Who checked and when is set behind the answer, once.
    expect(updates.filter(({ changes }) => changes.some(({ title }) => title === '检查结果'))).toHaveLength(1);
    // The device's time stands beside the server's, by the plant's clock.
    expect(updates.at(-1)?.changes).toContainEqual(
      expect.objectContaining({ title: '设备时间', to: '2026-11-20 08:30:00' }),
    );
  });

  it('over a row that moved on meanwhile is refused with the other answer', async () => {
    const first = await answer(rows[1], { 'idempotency-key': `kept.${randomUUID()}` }, '先到的');
    expect(first.status).toBe(200);
    const later = await answer(rows[1], { 'idempotency-key': `kept.${randomUUID()}` }, '后到的');
    expect(later.status).toBe(409);
    expect(later.body.data).toMatchObject({ current: { note: '先到的', version: first.body.data.version } });
  });

  it('says in words what is wrong with the time of a device', async () => {
    for (const time of ['yesterday', '2026-11-20 08:00:00', '2026-13-40T08:00:00Z']) {
      const refused = await answer(rows[2], { 'anlan-device-time': time });
      expect([refused.status, refused.body.msg]).toEqual([
        400,
        'Anlan-Device-Time须为ISO格式的时刻，如2026-11-20T08:00:00Z',
      ]);
    }
  });
});
