import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, expect, it } from 'vitest';
import { clusterRoles, socketUrl } from '../../server/ground/database/supervisor-cluster.ts';
import { patient } from '../fixtures/patience.ts';
import { type CrashProduct, crashProduct } from './crash-product.ts';

let product: CrashProduct | undefined;
afterAll(() => product?.remove());

/** Rows of a table in all companies; with a field, those that leave it empty. */
async function count(dataDir: string, table: string, empty?: string): Promise<number> {
  const folder = join(dataDir, 'postgres');
  const { superuser } = JSON.parse(readFileSync(join(folder, 'secrets.json'), 'utf8')) as { superuser: string };
  const client = new pg.Client({
    connectionString: socketUrl(join(folder, 'socket'), clusterRoles.superuser, superuser, clusterRoles.database),
  });
  await client.connect();
  try {
    const { rows } = await client.query<{ count: string }>(
      `select count(*) from data."${table}"${empty === undefined ? '' : ` where "${empty}" is null`}`,
    );
    return Number(rows[0]?.count);
  } finally {
    await client.end();
  }
}

async function until(printed: string, patience = 300_000): Promise<void> {
  const begun = Date.now();
  while (product?.output().includes(printed) !== true) {
    if (Date.now() - begun > patience) throw new Error(`没有等到“${printed}”：\n${product?.output()}`);
    await sleep(20);
  }
}

it('a demo plant whose writing was killed three times is there in full, once', {
  timeout: patient(900_000),
}, async () => {
  product = await crashProduct({ ANLAN_DEMO_DANGERS: '200' }, 'unwritten');
  const { dataDir } = product;
  for (const line of ['写入风险事件', '在后台写入作业票', '在后台写入隐患和排查计划']) {
    const starting = product.start().catch(() => {});
    await until(line);
    await sleep(400);
    await product.kill({ first: 'node', gap: 0 });
    await starting;
  }
  await product.start();
  await until('隐患和排查计划写入完毕');
  // Inspection tasks of the plant found others.
  expect(await count(dataDir, 'peril', 'troubleTaskId')).toBe(200 + 12);
  expect(await count(dataDir, 'perilPlan')).toBe(12);
  expect(await count(dataDir, 'workTicket')).toBe(60);
  expect(await count(dataDir, 'tenant')).toBe(3);
  await product.end();
});
