import { expect, it } from 'vitest';
import { dateFilter, numberFilter } from './display-filters.ts';

it.each([
  [null, '0'],
  [undefined, '0'],
  ['', '0'],
  [0, '0'],
  [-0, '0'],
  [Number.NaN, '0'],
  ['abc', '0'],
  [true, '0'],
  [999, '999'],
  [1000, '1,000'],
  [-1000, '-1,000'],
  [-999, '-999'],
  [1234567.891, '1,234,567.891'],
  ['1234567.10', '1,234,567.1'],
  [0.00001, '0.00001'],
  [123456789012345, '123,456,789,012,345'],
  [1e21, '1,000,000,000,000,000,000,000'],
])('the number filter shows %s as %s', (value, text) => {
  expect(numberFilter(value)).toBe(text);
});

it.each([
  ['2026-11-20 08:05:09', undefined, '2026-11-20 08:05:09'],
  ['2026-11-20', undefined, '2026-11-20 00:00:00'],
  ['2026-11-20 08:05:09', 'YYYY年MM月DD日', '2026年11月20日'],
  ['2026-11-20 08:05:09', 'MM-DD HH:mm', '11-20 08:05'],
  ['1986-05-04 02:30:00', undefined, '1986-05-04 02:30:00'],
  ['2024-02-29', 'YYYY-MM-DD', '2024-02-29'],
  ['2023-02-29', undefined, '2023-02-29'],
  [null, undefined, ''],
  ['', undefined, ''],
  [5, undefined, ''],
])('the date filter shows %s in the form %s as %s', (value, form, text) => {
  expect(dateFilter(value, form)).toBe(text);
});
