import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { patient } from '../fixtures/patience.ts';
import { crashClient } from './crash-client.ts';
import { type CrashProduct, crashProduct } from './crash-product.ts';
import { hasPreviousRelease, PREVIOUS_RELEASE, unpackPreviousRelease } from './previous-release.ts';
import { type StoredRows, storedRows } from './stored-rows.ts';

let product: CrashProduct | undefined;
let previous: ReturnType<typeof unpackPreviousRelease> | undefined;
afterAll(async () => {
  await product?.remove();
  previous?.remove();
});

const present = hasPreviousRelease();
if (!present) console.warn(`升级测试跳过：本仓库的历史中没有上一版本 ${PREVIOUS_RELEASE}`);

async function until(printed: string): Promise<void> {
  const begun = Date.now();
  while (product?.output().includes(printed) !== true) {
    if (Date.now() - begun > 400_000) throw new Error(`没有等到“${printed}”：\n${product?.output()}`);
    await sleep(50);
  }
}

const LAWS = 'safety/securitysystem/lawsregulations';

/** What a safety officer sees first of each of his businesses. */
async function totals(url: string): Promise<Record<string, number>> {
  const officer = await crashClient(url, 'safety');
  const total = async (path: string): Promise<number> => {
    const answer = await officer.call<{ total: number }>('GET', path, { query: { exact: 'true', size: '1' } });
    if (answer?.status !== 200) throw new Error(`${path}：${answer?.body.msg ?? '没有应答'}`);
    return answer.body.data.total;
  };
  const paths = [`${LAWS}/list-conditions`, 'safety/risk/event/page', 'safety/peril/page', 'workticket/ticket/page'];
  return Object.fromEntries(await Promise.all(paths.map(async (path) => [path, await total(path)] as const)));
}

/**
 * What an upgrade may not do: rows of before that are gone, columns too, and rows that read otherwise without a row of the
 * log that tells why. What the platform itself ships to all companies comes anew with each version.
 */
function losses(before: StoredRows, after: StoredRows): string[] {
  const told = new Set([...after.logged].filter(([id]) => !before.logged.has(id)).map(([, record]) => record));
  const lost: string[] = [];
  for (const [table, { rows, columns }] of before.tables) {
    const now = after.tables.get(table);
    const missing = columns.filter((column) => now?.columns.includes(column) !== true);
    lost.push(...missing.map((column) => `列 ${table}.${column} 没有了`));
    for (const [id, print] of rows) {
      const other = now?.rows.get(id);
      if (other === undefined) lost.push(`${table} ${id} 没有了`);
      else if (other !== print && !told.has(id) && !id.startsWith('000000 ')) lost.push(`${table} ${id} 变了`);
    }
  }
  return lost;
}

it.skipIf(!present)(
  'a data folder of the previous release starts under this one and keeps its records and totals',
  { timeout: patient(900_000) },
  async () => {
    previous = unpackPreviousRelease();
    product = await crashProduct({ ANLAN_DEMO_DANGERS: '60' }, 'unwritten');
    await product.start(previous.folder);
    await until('隐患和排查计划写入完毕');
    const seen = await totals(product.url);
    for (const total of Object.values(seen)) expect(total).toBeGreaterThan(0);
    const written = await crashClient(product.url, 'safety');
    const law = await written.call<{ id: string }>('POST', `${LAWS}/submit`, {
      json: {
        name: '升级前登记的示例规定',
        docNo: '示例令第1号',
        fileType: '4',
        issueDept: '示例机关',
        issueDate: '2025-01-01',
        effectiveDate: '2025-03-01',
      },
    });
    expect(law?.status).toBe(200);
    await product.end();
    const before = await storedRows(product.dataDir);

    await product.start();
    expect(product.output()).not.toContain('元数据有误');
    const lawPath = `${LAWS}/list-conditions`;
    expect(await totals(product.url)).toEqual({ ...seen, [lawPath]: (seen[lawPath] ?? 0) + 1 });
    const reader = await crashClient(product.url, 'safety');
    const id = law?.body.data.id ?? '';
    const detail = await reader.call<{ name: string; version: number }>('GET', `${LAWS}/detail`, {
      query: { id },
    });
    expect(detail?.body.data.name).toBe('升级前登记的示例规定');
    const edited = await reader.call('POST', `${LAWS}/submit`, {
      json: { id, version: detail?.body.data.version, name: '升级后修改的示例规定' },
    });
    expect(edited?.status).toBe(200);
    await product.end();
    const after = await storedRows(product.dataDir, before.tables);
    expect(before.logged.size).toBeGreaterThan(1_000);
    expect(losses(before, after)).toEqual([]);

    // A second start has nothing to do.
    await product.start();
    expect(await totals(product.url)).toEqual({ ...seen, [lawPath]: (seen[lawPath] ?? 0) + 1 });
    await product.end();
  },
);
