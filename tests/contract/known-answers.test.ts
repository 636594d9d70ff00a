import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPlatformDatabase } from '../../server/assembly/platform-database.ts';
import { createPlatformTables } from '../../server/assembly/platform-tables.ts';
import type { Database } from '../../server/ground/database/database.ts';
import { runOnce, sweepIdempotency } from '../../server/ground/idempotency.ts';
import { KEPT_KEY } from '../../src/core/wire/kept-answer.ts';
import type { TestDatabase } from '../fixtures/postgres.ts';
import { createTestDatabase } from '../fixtures/test-database.ts';

const START = new Date('2026-11-20T08:00:00Z');
const days = (count: number) => new Date(START.getTime() + count * 24 * 3_600_000);

let own: TestDatabase;
let database: Database;
let done: string[] = [];

beforeAll(async () => {
  own = await createTestDatabase();
  database = createPlatformDatabase({ appUrl: own.appUrl, ownerUrl: own.ownerUrl });
  await database.withOwner((client) => createPlatformTables(client, database.appRole));
});

afterAll(async () => {
  await database?.close();
  await own?.drop();
});

const once = (key: string, userId = 'ann') =>
  database.transaction('645967', (connection) =>
    runOnce(
      { tenantId: '645967', clock: { now: () => START }, caller: { userId }, idempotencyKey: key },
      connection,
      'hash',
      async () => {
        done.push(key);
        return { number: done.length };
      },
    ),
  );

it('the answer of a page is known for a day, of what a device has kept for thirty', async () => {
  done = [];
  const [page, kept] = ['a-page', `${KEPT_KEY}a-device`];
  for (const key of [page, kept, page, kept]) await once(key);
  expect(done).toEqual([page, kept]);
  await sweepIdempotency(database, days(2));
  for (const key of [page, kept]) await once(key);
  expect(done).toEqual([page, kept, page]);
  await sweepIdempotency(database, days(31));
  await once(kept);
  expect(done).toEqual([page, kept, page, kept]);
});

it('two that send the same at the same time do it once, and one answer serves both', async () => {
  done = [];
  const answers = await Promise.all(Array.from({ length: 8 }, () => once(`${KEPT_KEY}together`)));
  expect(done).toEqual([`${KEPT_KEY}together`]);
  expect(answers.map(({ answer }) => answer.number)).toEqual(Array(8).fill(1));
  expect(answers.filter(({ repeated }) => !repeated)).toHaveLength(1);
});

it('the key of one person says nothing of another', async () => {
  done = [];
  await once('shared', 'ann');
  await once('shared', 'bob');
  expect(done).toEqual(['shared', 'shared']);
});
