import { stat } from 'node:fs/promises';
import { setImmediate as turn } from 'node:timers/promises';
import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { type HealthSource, registerHealth } from './health.ts';

/** The call alone, with a database of which only the time of its answer matters. */
function health(withTenant: () => Promise<unknown>, intake: [string, boolean][] = []) {
  const app = Fastify();
  const source = {
    database: { withTenant },
    metadata: { snapshot: async () => ({ revision: 'r' }) },
    config: { defaultTenant: '000000' },
    intake: new Map(intake),
    started: performance.now(),
  };
  registerHealth(app, source as unknown as HealthSource);
  return app.inject('/health');
}

it('does not take its own being busy for a silence of the database', async () => {
  const answered = health(async () => {
    await turn();
    // The answer lies there for the second that the process is busy.
    const first = stat('.');
    const until = performance.now() + 1_000;
    while (performance.now() < until);
    await first;
    await stat('.');
  });
  expect((await answered).json()).toMatchObject({ status: 'ok', metadata: { revision: 'r' } });
});

it('calls a database silent that does not answer within a second', async () => {
  const started = performance.now();
  const answer = await health(() => new Promise(() => {}));
  expect([answer.statusCode, answer.json().problem]).toEqual([503, 'silent']);
  expect(performance.now() - started).toBeGreaterThan(690);
});

it('tells of a broker that is away, and is well all the same', async () => {
  const answer = await health(
    async () => [],
    [
      ['nats', true],
      ['mqtt', false],
    ],
  );
  expect([answer.statusCode, answer.json().status]).toEqual([200, 'ok']);
  expect(answer.json().intake).toEqual({ nats: 'ok', mqtt: 'away' });
});
