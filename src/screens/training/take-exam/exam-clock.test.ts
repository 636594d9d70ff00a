import { expect, it } from 'vitest';
import { clockText, leftUntil, timeUrgency, toldBetween } from './exam-clock.ts';

const nine = Date.UTC(2026, 4, 10, 1, 0, 0);

it('counts what is left of the plant’s clock, whatever the machine’s zone', () => {
  expect(leftUntil('2026-05-10 10:00:00', nine)).toBe(3_600_000);
  expect(leftUntil('2026-05-10 10:00:00', nine + 250)).toBe(3_599_750);
  expect(leftUntil('2026-05-10 09:00:00', nine + 1)).toBe(-1);
});

it('shows nought at the end alone', () => {
  expect([3_909_000, 309_000, 1, 0, -5000].map(clockText)).toEqual(['1:05:09', '05:09', '00:01', '00:00', '00:00']);
});

it('is coloured by what is left, and told once at 15, 5 and 1 minutes', () => {
  expect([900_001, 900_000, 300_000, 0].map(timeUrgency)).toEqual(['calm', 'soon', 'last', 'over']);
  expect(toldBetween(900_500, 899_500)).toBe(15);
  expect(toldBetween(899_500, 898_500)).toBeUndefined();
  expect(toldBetween(400_000, 200_000)).toBe(5);
  expect(toldBetween(50_000, -1)).toBeUndefined();
});
