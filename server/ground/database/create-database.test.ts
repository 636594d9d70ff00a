import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createTestDatabase } from '../../../tests/fixtures/test-database.ts';
import { createDatabase } from './create-database.ts';
import type { Connection, Database } from './database.ts';
import { databaseFault, overdueStatement } from './faults.ts';
import { patiently } from './patience.ts';

let made: Awaited<ReturnType<typeof createTestDatabase>>;
let database: Database;

beforeAll(async () => {
  made = await createTestDatabase();
  database = createDatabase({ ...made, guards: [], connections: 2 });
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

describe('a statement that takes too long', () => {
  const slow = (seconds: number) => (connection: Connection) => connection.query('select pg_sleep($1)', [seconds]);

  it('is ended after the time of a call, or of the work that says so', async () => {
    const quick = createDatabase({ ...made, guards: [], connections: 1, statementTimeout: 200 });
    try {
      const fault = await quick.withTenant('645967', slow(5)).catch((error: unknown) => error);
      expect(databaseFault(fault)).toBe('databaseBusy');
      expect(overdueStatement(fault)).toBe('select pg_sleep($1)');
      await patiently(10_000, () => quick.withTenant('645967', slow(1)));
      await patiently(10_000, () => quick.transaction('645967', slow(1)));
      // The same connection, with the time of a call again.
      expect(databaseFault(await quick.transaction('645967', slow(5)).catch((error: unknown) => error))).toBe(
        'databaseBusy',
      );
    } finally {
      await quick.close();
    }
  });

  it('is given up with its connection where the database does not end it', async () => {
    const quick = createDatabase({ ...made, guards: [], connections: 1, statementTimeout: 200 });
    try {
      const pidOfQuick = async () =>
        (await quick.withTenant('645967', (one) => one.query<{ pid: number }>(pidOf)))[0]?.pid;
      const before = await pidOfQuick();
      let pid = 0;
      const fault = await quick
        .withTenant('645967', async (connection) => {
          const [row] = await connection.query<{ pid: number }>(pidOf);
          pid = row?.pid ?? 0;
          process.kill(pid, 'SIGSTOP');
          await connection.query('select 1');
        })
        .catch((error: unknown) => error);
      expect(databaseFault(fault)).toBe('databaseAway');
      expect(overdueStatement(fault)).toBe('select 1');
      expect(await pidOfQuick()).not.toBe(before);
      process.kill(pid, 'SIGCONT');
    } finally {
      await quick.close();
    }
  });
});

describe('a statement that waits for what another transaction holds', () => {
  const take = (connection: Connection) => connection.query('select pg_advisory_xact_lock(645967)');
  /** What becomes of one that wants what another holds for so many milliseconds, where a statement may take 500. */
  async function waitingFor(milliseconds: number, work: (quick: Database) => Promise<unknown>): Promise<unknown> {
    const quick = createDatabase({ ...made, guards: [], connections: 3, statementTimeout: 500 });
    try {
      const held = Promise.withResolvers<void>();
      const holder = quick.transaction('645967', async (connection) => {
        await take(connection);
        held.resolve();
        await sleep(milliseconds);
      });
      await held.promise;
      const result = await work(quick).then(
        () => 'done',
        (fault: unknown) => fault,
      );
      await holder;
      return result;
    } finally {
      await quick.close();
    }
  }

  it('is slow by no fault of its own', async () => {
    expect(await waitingFor(1_200, (quick) => quick.transaction('645967', take))).toBe('done');
  });

  it('has its own turn to wait for where several do', async () => {
    const both = (quick: Database) =>
      Promise.all(
        [1, 2].map(() =>
          quick.transaction('645967', async (connection) => {
            await take(connection);
            await sleep(400);
          }),
        ),
      );
    expect(await waitingFor(700, both)).toBe('done');
  });

  it('does not wait for ever, and is named', async () => {
    const fault = await waitingFor(4_000, (quick) => quick.transaction('645967', take));
    expect(databaseFault(fault)).toBe('databaseBusy');
    expect(overdueStatement(fault)).toBe('select pg_advisory_xact_lock(645967)');
  });

  it('computes no longer than others once it has what it waited for', async () => {
    const fault = await waitingFor(800, (quick) =>
      quick.transaction('645967', async (connection) => {
        await take(connection);
        await connection.query('select pg_sleep(3)');
      }),
    );
    expect(databaseFault(fault)).toBe('databaseBusy');
    expect(overdueStatement(fault)).toBe('select pg_sleep(3)');
  });
});

it('reads what has come before it gives a statement up, where the process itself had no turn', async () => {
  const quick = createDatabase({ ...made, guards: [], connections: 1, statementTimeout: 300 });
  try {
    const rows = await quick.withTenant('645967', async (connection) => {
      await connection.query('select 1');
      const asked = connection.query<{ one: number }>('select 1 as one from pg_sleep(0.2)');
      await sleep(50);
      const busyUntil = performance.now() + 2_500;
      while (performance.now() < busyUntil);
      return asked;
    });
    expect(rows).toEqual([{ one: 1 }]);
  } finally {
    await quick.close();
  }
});

it('tells faults of the database from faults of what was asked', () => {
  const said = (message: string, more: object = {}) => Object.assign(new Error(message), more);
  const answered = (code: string) => Object.assign(new pg.DatabaseError('x', 1, 'error'), { code });
  const away = [
    said('Connection terminated unexpectedly'),
    said('timeout exceeded when trying to connect'),
    said('Query read timeout'),
    said('connect ECONNREFUSED', { code: 'ECONNREFUSED' }),
    said('connect ENOENT', { code: 'ENOENT', syscall: 'connect' }),
    said('read ECONNRESET', { code: 'ECONNRESET', syscall: 'read' }),
    ...['57P01', '57P02', '57P03', '08006', '08003', '25P03'].map(answered),
  ];
  expect(away.map(databaseFault)).toEqual(away.map(() => 'databaseAway'));
  expect(['53300', '57014', '55P03', '40P01'].map((code) => databaseFault(answered(code)))).toEqual(
    Array.from({ length: 4 }, () => 'databaseBusy'),
  );
  const own = [
    said('open ENOENT', { code: 'ENOENT', syscall: 'open' }),
    said('aborted', { code: 'ECONNRESET' }),
    said('the connection between two fields is wrong'),
    answered('23505'),
  ];
  expect(own.map(databaseFault)).toEqual([undefined, undefined, undefined, undefined]);
});

describe('what a session keeps prepared', () => {
  const keptBy = (options: { prepares?: number }) => {
    const keeping = createDatabase({ ...made, guards: [], connections: 1, ...options });
    return keeping
      .withTenant('645967', async (connection) => {
        for (const text of ['select $1::text as one', 'select $1::text as two', 'select $1::text as three'])
          for (const value of ['a', 'b'])
            expect(Object.values((await connection.query<object>(text, [value]))[0] ?? {})).toEqual([value]);
        await connection.query('select $1::text as named', ['c'], 'by-name');
        const kept = await connection.query<{ statement: string }>('select statement from pg_prepared_statements');
        return kept.map(({ statement }) => statement.split(' ').at(-1)).sort();
      })
      .finally(() => keeping.close());
  };

  it('is what has a name, and as many others as it was told', async () => {
    expect(await keptBy({})).toEqual(['named']);
    expect(await keptBy({ prepares: 2 })).toEqual(['named', 'one', 'two']);
  });
});

describe('a table that changes under sessions that have prepared for it', () => {
  const sessions = 8;
  const asked = 'select * from probe.changing';

  it('fails no transaction, however many of them it meets', async () => {
    const wide = createDatabase({ ...made, guards: [], connections: sessions });
    try {
      await database.withOwner((owner) =>
        owner.query(`create schema probe; create table probe.changing (one int);
          grant usage on schema probe to "${wide.appRole}"; grant select on probe.changing to "${wide.appRole}"`),
      );
      // Each waits for the others, so that each has a session of its own.
      let ready = 0;
      await Promise.all(
        Array.from({ length: sessions }, () =>
          wide.transaction('645967', async (connection) => {
            await connection.query(asked, [], 'changing');
            ready += 1;
            while (ready < sessions) await sleep(5);
          }),
        ),
      );
      await database.withOwner((owner) => owner.query('alter table probe.changing add column two int'));
      let tries = 0;
      const read = wide.transaction('645967', (connection) => {
        tries += 1;
        return connection.query(asked, [], 'changing');
      });
      await expect(read).resolves.toEqual([]);
      expect(tries).toBe(sessions + 1);
      // Whoever asks beside it meets none of the old ones any more.
      await expect(wide.withTenant('645967', (connection) => connection.query(asked, [], 'changing'))).resolves.toEqual(
        [],
      );
    } finally {
      await wide.close();
    }
  });
});
