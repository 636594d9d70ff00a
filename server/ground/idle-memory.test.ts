import { expect, it } from 'vitest';
import { createIdleCollector, thisProcess } from './idle-memory.ts';

const MB = 1024 * 1024;

function collectorOver() {
  const state = { utilization: 0, used: 100 * MB, resident: 200 * MB, collected: 0 };
  const look = createIdleCollector({
    utilization: () => state.utilization,
    heapUsed: () => state.used,
    resident: () => state.resident,
    collect() {
      state.collected += 1;
      state.used = 60 * MB;
      state.resident = 160 * MB;
    },
  });
  return { state, look };
}

it('collects while nothing is to be done, and never in a busy time', () => {
  const { state, look } = collectorOver();
  state.utilization = 0.3;
  expect(look()).toBe(false);
  state.utilization = 0.01;
  expect(look()).toBe(true);
  expect(state.collected).toBe(1);
});

it('collects much beside a little work, and little not', () => {
  const { state, look } = collectorOver();
  look();
  state.utilization = 0.2;
  state.used += 20 * MB;
  expect(look()).toBe(false);
  state.used += 50 * MB;
  expect(look()).toBe(true);
  state.utilization = 0.3;
  state.used += 100 * MB;
  expect(look()).toBe(false);
  expect(state.collected).toBe(2);
});

it('collects again only once there is something to gain', () => {
  const { state, look } = collectorOver();
  look();
  for (let turn = 0; turn < 100; turn += 1) expect(look()).toBe(false);
  state.used += 20 * MB;
  expect(look()).toBe(true);
  expect(state.collected).toBe(2);
});

it('collects too where only the system counts what is held: rooms that were emptied in a busy time', () => {
  const { state, look } = collectorOver();
  look();
  state.resident += 15 * MB;
  expect(look()).toBe(false);
  state.resident += 150 * MB;
  expect(look()).toBe(true);
  expect(state.resident).toBe(160 * MB);
  expect(look()).toBe(false);
});

it('gives back what this process no longer holds', () => {
  const process = thisProcess();
  process.collect();
  const before = process.heapUsed();
  let held: unknown[] | undefined = Array.from({ length: 400_000 }, (_, index) => ({ index, next: [index] }));
  const full = process.heapUsed();
  expect(held.length).toBe(400_000);
  held = undefined;
  process.collect();
  expect(full - before).toBeGreaterThan(24 * MB);
  expect(process.heapUsed() - before).toBeLessThan(8 * MB);
});
