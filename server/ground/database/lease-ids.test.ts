import { fork } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sourceFiles } from '../../../scripts/source/source-files.ts';
import { patient } from '../../../tests/fixtures/patience.ts';
import { createTestDatabase } from '../../../tests/fixtures/test-database.ts';
import { createPlatformDatabase } from '../../assembly/platform-database.ts';
import { createPlatformTables } from '../../assembly/platform-tables.ts';
import type { Database } from './database.ts';
import { leaseIds } from './lease-ids.ts';

let made: Awaited<ReturnType<typeof createTestDatabase>>;
let database: Database;

beforeAll(async () => {
  made = await createTestDatabase();
  database = createPlatformDatabase({ ...made, connections: 4 });
  await database.withOwner((client) => createPlatformTables(client, database.appRole));
});
afterAll(async () => {
  await database?.close();
  await made?.drop();
});

const workers = () =>
  database.withTenant('000000', (connection) =>
    connection.query<{ worker: number }>(
      'select worker from platform."idWorker" where "leasedTo" > clock_timestamp() order by worker',
    ),
  );
const workerOf = (id = '0') => Number((BigInt(id) >> 12n) & 1023n);
const many = (ids: { next(): string }, count: number) => Array.from({ length: count }, () => ids.next());

describe('a generator', () => {
  it('gives ascending ids of 19 digits, also within one millisecond and when the clock is set back', async () => {
    let time = Date.UTC(2026, 3, 30);
    const ids = await leaseIds(database, { now: () => time });
    const given = many(ids, 10_000);
    time -= 60_000;
    given.push(...many(ids, 10_000));
    expect(given.every((id) => /^\d{19}$/.test(id))).toBe(true);
    expect([...given].sort()).toEqual(given);
    expect(new Set(given).size).toBe(given.length);
    await ids.close();
  });

  it('keeps 19 digits from 2018 to 2079', async () => {
    for (const year of [2018, 2079]) {
      const ids = await leaseIds(database, { now: () => Date.UTC(year, 0, 1) });
      expect(ids.next()).toHaveLength(19);
      await ids.close();
    }
  });

  it('is the one of its process', async () => {
    expect(await database.ids()).toBe(await database.ids());
    expect(await workers()).toHaveLength(1);
  });

  it('repeats nothing after a restart with the clock set back', async () => {
    const given = new Set<string>();
    for (const hours of [3, 2, 1, 0]) {
      const ids = await leaseIds(database, { now: () => Date.UTC(2027, 0, 1, hours) });
      for (const id of many(ids, 5_000)) given.add(id);
      // Two of them end as a killed process does: its number stays leased.
      if (hours % 2 === 0) await ids.close();
    }
    expect(given.size).toBe(20_000);
  });

  it('makes no ids once its time is over, and goes on when it has been prolonged', async () => {
    let time = Date.now();
    let away = false;
    const errors: unknown[] = [];
    const transaction: Database['transaction'] = (tenantId, work) =>
      away ? Promise.reject(new Error('Connection terminated')) : database.transaction(tenantId, work);
    const ids = await leaseIds({ transaction }, { now: () => time, onError: (error) => errors.push(error) });
    const before = ids.next();
    away = true;
    time += 61_000;
    expect(() => ids.next()).toThrow('数据库暂时不可用');
    await expect.poll(() => errors.length).toBeGreaterThan(0);
    away = false;
    await expect.poll(() => attempt(ids), { timeout: patient(10_000) }).toMatch(/^\d{19}$/);
    expect(ids.next() > before).toBe(true);
    await ids.close();
  });

  it('takes another number where its own was given to another process while it stood still', async () => {
    const ids = await leaseIds(database, { renewEvery: 50 });
    const before = many(ids, 3);
    const worker = workerOf(before[0]);
    await database.transaction('000000', (connection) =>
      connection.execute(`update platform."idWorker" set holder = 'another' where worker = $1`, [worker]),
    );
    await expect.poll(() => workerOf(ids.next()), { timeout: patient(10_000) }).not.toBe(worker);
    expect(ids.next() > (before[2] ?? '')).toBe(true);
    await ids.close();
  });

  it('is closed for good', async () => {
    const ids = await leaseIds(database);
    await ids.close();
    expect(() => ids.next()).toThrow('数据库暂时不可用');
  });
});

function attempt(ids: { next(): string }): string {
  try {
    return ids.next();
  } catch {
    return '';
  }
}

/** Counts ids that several processes with several writers each made at the same time, some of them killed half-way. */
async function collisions(processes: number, writers: number, count: number): Promise<{ ids: number; twice: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'anlan-ids-'));
  try {
    const program = join(import.meta.dirname, '..', '..', '..', 'tests', 'fixtures', 'make-ids.ts');
    await Promise.all(
      Array.from({ length: processes }, (_, index) => {
        // The clocks of some are behind.
        const options = { urls: made, file: join(folder, String(index)), writers, count, behind: (index % 3) * 1_500 };
        const child = fork(program, [JSON.stringify(options)], { execArgv: [], stdio: 'inherit' });
        return new Promise<void>((resolve, reject) => {
          child.once('exit', (code) =>
            code === 0 ? resolve() : reject(new Error(`process ${index} ended with ${code}`)),
          );
        });
      }),
    );
    const all = Array.from({ length: processes }, (_, index) => {
      const { buffer, byteOffset, byteLength } = readFileSync(join(folder, String(index)));
      return new BigUint64Array(buffer.slice(byteOffset, byteOffset + byteLength));
    });
    const ids = new BigUint64Array(all.reduce((sum, part) => sum + part.length, 0));
    let at = 0;
    for (const part of all) {
      ids.set(part, at);
      at += part.length;
    }
    ids.sort();
    let twice = 0;
    for (let index = 1; index < ids.length; index += 1) if (ids[index] === ids[index - 1]) twice += 1;
    return { ids: ids.length, twice };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

describe('several processes with several writers each', () => {
  const deep = process.env.ANLAN_DEEP === '1';
  const [processes, count] = deep ? [8, 100_000] : [4, 5_000];

  it('make no id twice', { timeout: deep ? 600_000 : 120_000 }, async () => {
    expect(await collisions(processes, 8, count)).toEqual({ ids: processes * 8 * count, twice: 0 });
  });
});

it('makes ids in no other place than the lease', () => {
  const root = join(import.meta.dirname, '..', '..', '..');
  const makers = sourceFiles(root).filter(
    (file) =>
      /\.tsx?$/.test(file) &&
      !/\.test\.tsx?$/.test(file) &&
      // What an id is made of; a maker of its own would have to shift a worker number.
      /<< 22n|\bleaseIds\(/.test(readFileSync(join(root, file), 'utf8')),
  );
  expect(makers.sort()).toEqual([
    'server/ground/database/create-database.ts',
    'server/ground/database/lease-ids.ts',
    'tests/fixtures/make-ids.ts',
  ]);
});
