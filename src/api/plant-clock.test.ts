import { expect, it, vi } from 'vitest';
import { noteServerTime, serverNow } from './plant-clock.ts';

it('follows the clock of the server, not of this machine', () => {
  expect(serverNow(1000)).toBe(1000);
  noteServerTime('61000', 1000);
  expect(serverNow(2000)).toBe(62_000);
  noteServerTime('61900', 2000);
  expect(serverNow(2000)).toBe(62_000);
  noteServerTime('62050', 2000);
  expect(serverNow(2000)).toBe(62_050);
  noteServerTime('5000', 2000);
  expect(serverNow(2000)).toBe(5000);
  for (const nothing of [undefined, '', 'x', '0']) noteServerTime(nothing, 2000);
  expect(serverNow(2000)).toBe(5000);
});

it('is the same where the clock of this machine is set', () => {
  noteServerTime(String(1_800_000_000_000));
  const before = serverNow();
  vi.spyOn(Date, 'now').mockReturnValue(0);
  const after = serverNow();
  vi.restoreAllMocks();
  expect(after).toBeGreaterThanOrEqual(before);
  expect(after - before).toBeLessThan(60_000);
});
