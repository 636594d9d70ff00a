import { expect, it } from 'vitest';
import { thinned } from './crowded-days.ts';

const NOVEMBER = { from: '2026-10-26', to: '2026-12-06' };
const on = (day: string, count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: `${day}/${index}`, start: day, end: undefined }));
const counts = (entries: Parameters<typeof thinned>[0]) => {
  const { shown, crowded } = thinned(entries, NOVEMBER);
  return [shown.length, [...crowded].map(([day, { entries: all, left }]) => [day, all.length, left])];
};

it('shows all of a day that has room for them, one in place of the line that would name it', () => {
  expect(counts([])).toEqual([0, []]);
  expect(counts(on('2026-11-03', 4))).toEqual([4, []]);
  expect(counts(on('2026-11-03', 5))).toEqual([5, []]);
});

it('shows the first ones of a crowded day and says how many there are', () => {
  const { shown } = thinned(on('2026-11-03', 9), NOVEMBER);
  expect(shown.map(({ id }) => id)).toEqual(['2026-11-03/0', '2026-11-03/1', '2026-11-03/2', '2026-11-03/3']);
  expect(counts([...on('2026-11-03', 9), ...on('2026-11-04', 2)])).toEqual([6, [['2026-11-03', 9, 5]]]);
});

it('shows what lasts several days only where each of them has room', () => {
  const long = { id: 'long', start: '2026-11-02', end: '2026-11-04 12:00:00' };
  expect(counts([long, ...on('2026-11-03', 6)])).toEqual([4, [['2026-11-03', 7, 3]]]);
  const { shown, crowded } = thinned([...on('2026-11-03', 6), long], NOVEMBER);
  expect(shown.map(({ id }) => id)).not.toContain('long');
  expect([...crowded].map(([day, { left }]) => [day, left])).toEqual([
    ['2026-11-03', 3],
    ['2026-11-02', 1],
    ['2026-11-04', 1],
  ]);
});

it('counts only days that are drawn, of what lasts for years too, and an end at midnight for the day before', () => {
  expect(counts([{ start: '2020-01-01', end: '2036-01-01' }])).toEqual([1, []]);
  expect(counts([{ start: '2020-01-01', end: '2020-01-02' }])).toEqual([0, []]);
  expect(counts([...on('2026-11-04', 5), { start: '2026-11-03', end: '2026-11-04 00:00:00' }])).toEqual([6, []]);
});

it('shows at most as many on a day as it has room for, whatever comes', () => {
  for (let round = 0; round < 50; round += 1) {
    const entries = Array.from({ length: 300 }, (_, index) => {
      const first = Date.UTC(2026, 10, 1 + ((index * 7 + round) % 30));
      const day = (time: number) => new Date(time).toISOString().slice(0, 10);
      return { start: day(first), end: day(first + ((index * round) % 4) * 86_400_000) };
    });
    const { shown, crowded } = thinned(entries, NOVEMBER);
    for (const [day, { entries: all, left }] of crowded) {
      const there = shown.filter(({ start, end }) => start <= day && end >= day).length;
      expect(there).toBeLessThanOrEqual(5);
      expect(there + left).toBe(all.length);
    }
  }
});
