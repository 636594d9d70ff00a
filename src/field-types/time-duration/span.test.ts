import { expect, test } from 'vitest';
import { spanMinutes } from './definition.ts';
import { spanText } from './entry.tsx';

test.each([
  ['08:00', '16:30', '共8小时30分钟'],
  ['08:00', '08:45', '共45分钟'],
  ['22:00', '06:00', '共8小时（次日）'],
  ['23:59', '00:00', '共1分钟（次日）'],
  ['00:00', '23:59', '共23小时59分钟'],
  ['08:00', '08:00', '共0分钟'],
  ['08:00', null, ''],
  ['8:00', '09:00', ''],
])('from %s to %s is %s', (start, end, text) => {
  expect(spanText(start, end)).toBe(text);
});

test('minutes over midnight count to the next day', () => {
  expect([spanMinutes('22:00', '06:00'), spanMinutes('06:00', '22:00'), spanMinutes('', '06:00')]).toEqual([
    480,
    960,
    undefined,
  ]);
});
