import { expect, test } from 'vitest';
import { scrollPlace } from './scroll-place.ts';

const sizes = (height: number, width = 100) => ({ outer: { width: 512, height: 100 }, inner: { width, height } });
const up = (since: number, height: number) => scrollPlace('auto', since, sizes(height)).y;

test('a text that fits stands still, a longer one moves up by 20 pixels every two seconds', () => {
  expect([0, 10, 1000].map((since) => up(since, 100))).toEqual([0, 0, 0]);
  expect([0, 1.9, 2, 4].map((since) => up(since, 200))).toEqual([0, 0, -20, -40]);
});

test('its end is seen, and never more than its end, before it begins anew', () => {
  expect([10, 12].map((since) => up(since, 205))).toEqual([-100, -105]);
  expect(up(14, 205)).toBe(0);
  for (let since = 0; since < 100; since += 0.5) expect(up(since, 205)).toBeGreaterThanOrEqual(-105);
});

test('a line runs in from the right until it has left at the left', () => {
  const at = (since: number) => scrollPlace('left', since, sizes(40, 88)).x;
  expect(at(0)).toBe(512);
  expect(at(1)).toBe(452);
  expect(at(9.9)).toBeCloseTo(-82);
  expect(at(10)).toBe(512);
});

test('what has no size, or stands, has its place', () => {
  const nothing = { outer: { width: 0, height: 0 }, inner: { width: 0, height: 0 } };
  expect(scrollPlace('left', 5, nothing)).toEqual({ x: 0, y: 0 });
  expect(scrollPlace('none', 50, sizes(4000))).toEqual({ x: 0, y: 0 });
});
