import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createTestDatabase } from '../../tests/fixtures/test-database.ts';
import { createDatabase, type Database } from './database.ts';

let made: Awaited<ReturnType<typeof createTestDatabase>>;
let database: Database;

beforeAll(async () => {
  made = await createTestDatabase();
  database = createDatabase({ ...made, connections: 2 });
});
afterAll(async () => {
  await database?.close();
  await made?.drop();
});

async function cut(pid: number): Promise<void> {
  const client = new pg.Client({ connectionString: inject('postgres').superUrl });
  await client.connect();
  await client.query('select pg_terminate_backend($1)', [pid]);
  await client.end();
  await sleep(100);
}

const pidOf = 'select pg_backend_pid() as pid';

describe('a connection that is lost while nothing runs on it', () => {
  // An error that nobody hears would end the whole process.
  it('fails the work that holds it, and nothing else', async () => {
    const work = database.transaction('645967', async (connection) => {
      const [row] = await connection.query<{ pid: number }>(pidOf);
      await cut(row?.pid ?? 0);
      return connection.query('select 1');
    });
    await expect(work).rejects.toThrow();
    expect(await database.withTenant('645967', (connection) => connection.query('select 1 as one'))).toEqual([
      { one: 1 },
    ]);
  });

  it('fails planned DDL, and nothing else', async () => {
    const work = database.withOwner(async (owner) => {
      const { rows } = await owner.query<{ pid: number }>(pidOf);
      await cut(rows[0]?.pid ?? 0);
      return owner.query('select 1');
    });
    await expect(work).rejects.toThrow();
    expect((await database.withOwner((owner) => owner.query('select 1 as one'))).rows).toEqual([{ one: 1 }]);
  });
});

describe('a second connection', () => {
  const spare = (): Promise<unknown> | undefined =>
    database.withSpare('645967', (connection) => connection.query('select 1 as one'));

  it('is had where one is free', async () => {
    // Two connections exist once two pieces of work ran at the same time.
    await Promise.all([1, 2].map(() => database.withTenant('645967', (one) => one.query('select pg_sleep(0.05)'))));
    const found = await database.withTenant('645967', async () => spare());
    expect(found).toEqual([{ one: 1 }]);
  });

  it('is not waited for where none is', async () => {
    const found = await database.withTenant('645967', () =>
      database.withTenant('645967', async () => spare() ?? 'none'),
    );
    expect(found).toBe('none');
  });

  it('lets nobody wait for ever who holds one', async () => {
    const all = Array.from({ length: 20 }, () =>
      database.withTenant('645967', async (connection) => {
        await connection.query('select 1');
        return (await spare()) ?? 'none';
      }),
    );
    expect(await Promise.all(all)).toHaveLength(20);
  });
});
