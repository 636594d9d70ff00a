import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { TileContent } from '../../../src/core/wire/joint.ts';
import { cachedTile } from './tile-cache.ts';

const content = (value: number): TileContent => ({ kind: 'number', value, unit: '', scale: 0 });
const numberOf = (kept: { readonly content: TileContent } | undefined): number | null | undefined =>
  kept?.content.kind === 'number' ? kept.content.value : undefined;

let number = 0;
let key = '';

beforeEach(() => {
  vi.useFakeTimers();
  number += 1;
  key = `tile ${number}`;
});
afterEach(() => vi.useRealTimers());

const now = (): number => Date.now();
const ask = (read: () => Promise<TileContent>) => cachedTile(key, 60, now, read);
const after = (milliseconds: number, value: number) => () =>
  new Promise<TileContent>((resolve) => setTimeout(() => resolve(content(value)), milliseconds));

test('a value is taken again until it is old, and by all who ask meanwhile', async () => {
  const read = vi.fn(after(100, 1));
  const both = Promise.all([ask(read), ask(read)]);
  await vi.advanceTimersByTimeAsync(100);
  expect((await both).map(({ kept }) => numberOf(kept))).toEqual([1, 1]);
  expect(read).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(59_000);
  expect(numberOf((await ask(read)).kept)).toBe(1);
  expect(read).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(2_000);
  const again = ask(after(0, 2));
  await vi.advanceTimersByTimeAsync(0);
  expect(numberOf((await again).kept)).toBe(2);
});

test('what takes longer than two seconds shows the last value, and goes on for the next who asks', async () => {
  const slow = ask(after(5_000, 1));
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await slow).toEqual({ kept: undefined, late: 'slow' });
  await vi.advanceTimersByTimeAsync(3_000);
  const never = vi.fn(after(0, 9));
  expect(numberOf((await ask(never)).kept)).toBe(1);
  expect(never).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(61_000);
  const late = ask(after(5_000, 2));
  await vi.advanceTimersByTimeAsync(2_000);
  const answer = await late;
  expect([numberOf(answer.kept), answer.late]).toEqual([1, 'slow']);
});

test('what fails shows the last value and says so, and is read again by the next who asks', async () => {
  const fails = () => Promise.reject(new Error('the statement was ended'));
  expect(await ask(fails)).toEqual({ kept: undefined, late: 'failed' });
  const good = ask(after(0, 3));
  await vi.advanceTimersByTimeAsync(0);
  expect(numberOf((await good).kept)).toBe(3);
  await vi.advanceTimersByTimeAsync(61_000);
  const answer = await ask(fails);
  expect([numberOf(answer.kept), answer.late]).toEqual([3, 'failed']);
});
