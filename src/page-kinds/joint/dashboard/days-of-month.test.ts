import { expect, test } from 'vitest';
import { daysOfMonth } from './days-of-month.ts';

test('a month stands in weeks from Monday, leap days included', () => {
  const february = daysOfMonth('2028-02-15');
  expect(february[0]).toEqual(['', '2028-02-01', '2028-02-02', '2028-02-03', '2028-02-04', '2028-02-05', '2028-02-06']);
  expect(february.at(-1)).toEqual(['2028-02-28', '2028-02-29', '', '', '', '', '']);
  const november = daysOfMonth('2026-11-28').flat();
  expect(november.filter((day) => day !== '')).toHaveLength(30);
  expect(november.length % 7).toBe(0);
});
