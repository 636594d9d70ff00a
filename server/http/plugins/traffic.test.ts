import fastify from 'fastify';
import { beforeEach, describe, expect, it } from 'vitest';
import { createTraffic } from './traffic.ts';

describe('work that gives way to people', () => {
  let now = 0;
  const app = fastify();
  const traffic = createTraffic({ moment: 20, limit: 100, now: () => now });
  traffic.watch(app);
  app.get('/api/rows', () => 'rows');
  app.get('/health', () => 'well');

  beforeEach(() => {
    now += 1_000;
  });

  /** How long it waited by a clock that only waiting moves. */
  async function waited(each: () => Promise<unknown> | undefined = () => undefined): Promise<number> {
    const began = now;
    let over = false;
    const waiting = traffic.quiet().then(() => {
      over = true;
    });
    for (let turn = 0; turn < 500 && !over; turn += 1) {
      await each();
      now += 1;
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    await waiting;
    return now - began;
  }

  it('goes on at once where nobody asks, and a monitor is nobody', async () => {
    await app.inject('/health');
    expect(await waited()).toBeLessThan(3);
  });

  it('waits a moment after a call', async () => {
    await app.inject('/api/rows');
    const time = await waited();
    expect(time).toBeGreaterThanOrEqual(20);
    expect(time).toBeLessThan(90);
  });

  it('goes on after its limit where people never stop asking', async () => {
    await app.inject('/api/rows');
    const time = await waited(() => app.inject('/api/rows'));
    expect(time).toBeGreaterThanOrEqual(100);
    expect(time).toBeLessThan(300);
  });
});
