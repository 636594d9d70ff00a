import { expect, test } from 'vitest';
import { Decimal, decimalText, roundDecimal, toDecimal } from './index.ts';

test.each([
  [1.005, 2, 1.01],
  [-1.005, 2, -1.01],
  [2.5, 0, 3],
  [-2.5, 0, -3],
  [0.07, 2, 0.07],
  [-0.001, 2, 0],
  ['1234567890123.675', 2, 1234567890123.68],
  [1250, -2, 1300],
  [null, 2, null],
  ['abc', 2, null],
  [Number.NaN, 2, null],
  [Number.POSITIVE_INFINITY, 2, null],
])('roundDecimal(%j, %i) is %j', (value, scale, expected) => {
  expect(Object.is(roundDecimal(value, scale), expected)).toBe(true);
});

test('decimal text has neither exponent nor trailing zeros nor a negative zero', () => {
  expect(['1.50', '-0', '1e21', '0.0000001'].map((text) => decimalText(new Decimal(text)))).toEqual([
    '1.5',
    '0',
    '1000000000000000000000',
    '0.0000001',
  ]);
});

test('what is beyond 1e100 or no number is null, and decimals are cut after the fortieth', () => {
  expect(toDecimal('1e101')).toBe(null);
  expect(toDecimal(1e308)).toBe(null);
  expect(toDecimal({})).toBe(null);
  expect(toDecimal(`0.${'9'.repeat(50)}`)?.toFixed()).toBe(`0.${'9'.repeat(40)}`);
});
