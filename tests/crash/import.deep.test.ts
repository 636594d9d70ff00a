import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { WirePage, WireRecord } from '../../src/core/wire/contract.ts';
import { hasEnded, type LongJob, type StartedJob } from '../../src/core/wire/long-job.ts';
import { patient } from '../fixtures/patience.ts';
import { sheetBody, workbookOf } from '../fixtures/workbook.ts';
import { type CrashClient, crashClient } from './crash-client.ts';
import { type CrashProduct, crashProduct } from './crash-product.ts';

const ROWS = 3_000;
const LAWS = 'safety/securitysystem/lawsregulations';

let product: CrashProduct;
let safety: CrashClient;

beforeAll(async () => {
  product = await crashProduct({ ANLAN_DEMO_DANGERS: '0' });
  await product.start();
  safety = await crashClient(product.url, 'safety');
}, patient(240_000));
afterAll(() => product?.remove());

async function begin(name: string, mode: 'valid' | 'all'): Promise<string> {
  const file = await workbookOf([
    ['文件名称', '文号/标准号', '文件类型', '颁布机关', '颁布日期', '施行日期'],
    ...Array.from({ length: ROWS }, (_, index) => [
      `${name}${index}`,
      `${name}字${index}号`,
      '法律',
      '某部',
      '2024-01-02',
      // One row in a thousand cannot be taken where the others are; of a file that is taken whole each can.
      mode === 'valid' && index % 1_000 === 500 ? '某日' : '2024-03-01',
    ]),
  ]);
  const { payload, headers } = sheetBody(file, { mode, background: 'true' });
  const answer = await safety.send<StartedJob>(`${LAWS}/import?page=law`, payload, headers);
  const id = answer?.body.data?.job?.id;
  if (id === undefined) throw new Error(`导入没有开始：${JSON.stringify(answer)}`);
  return id;
}

async function jobOf(id: string): Promise<LongJob | undefined> {
  return (await safety.call<LongJob>('GET', 'system/long-job/detail', { query: { id } }))?.body.data;
}

async function until(id: string, holds: (job: LongJob) => boolean): Promise<LongJob> {
  for (let waited = 0; waited < 120_000; waited += 50) {
    const job = await jobOf(id);
    if (job !== undefined && holds(job)) return job;
    if (job !== undefined && hasEnded(job)) throw new Error(`已结束：${job.state} ${job.message}`);
    await sleep(50);
  }
  throw new Error('后台导入没有走到那一步');
}

/** Names of the stored rows; each of them once, or the import has stored one twice. */
async function storedNames(name: string): Promise<readonly string[]> {
  const names: string[] = [];
  for (let current = 1; ; current += 1) {
    const answer = await safety.call<WirePage<WireRecord>>('GET', `${LAWS}/list-conditions`, {
      query: { name, size: '200', current: String(current) },
    });
    const records = answer?.body.data.records ?? [];
    names.push(...records.map((record) => String(record.name)));
    if (records.length < 200) return names;
  }
}

const killedAndBack = async (first: 'node' | 'postgres') => {
  expect(await product.kill({ first, gap: 0 })).toBeGreaterThanOrEqual(2);
  await product.start();
};

it(
  'an import of valid rows that is killed twice goes on, and stores each row once',
  async () => {
    const id = await begin('断续', 'valid');
    await until(id, ({ done }) => done >= 300);
    await killedAndBack('node');
    const resumed = await until(id, ({ state, done }) => state === 'running' && done >= 1_200);
    expect(resumed.done).toBeLessThan(ROWS);
    await killedAndBack('postgres');
    const done = await until(id, hasEnded);
    expect(done).toMatchObject({ state: 'done', answer: { inserted: ROWS - 3, failed: 3 } });
    const names = await storedNames('断续');
    expect([names.length, new Set(names).size]).toEqual([ROWS - 3, ROWS - 3]);
  },
  patient(300_000),
);

it(
  'an import of all rows or none leaves nothing behind when it is killed, and is there as a whole in the end',
  async () => {
    const id = await begin('整体', 'all');
    await until(id, ({ done }) => done >= 500);
    expect(await product.kill({ first: 'node', gap: 0 })).toBeGreaterThanOrEqual(2);
    await product.start();
    // Nobody works on it until its last sign of life is old enough.
    expect(await storedNames('整体')).toEqual([]);
    const done = await until(id, hasEnded);
    expect(done).toMatchObject({ state: 'done', answer: { inserted: ROWS, failed: 0 } });
    const names = await storedNames('整体');
    expect([names.length, new Set(names).size]).toEqual([ROWS, ROWS]);
  },
  patient(300_000),
);
