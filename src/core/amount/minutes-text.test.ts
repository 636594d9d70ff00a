import { expect, test } from 'vitest';
import { minutesText } from './minutes-text.ts';

test('minutes are read as days, hours and minutes without what is none of', () => {
  expect([0, 1, 59, 60, 1439, 1440, 1801, 2880.9].map(minutesText)).toEqual([
    '0分钟',
    '1分钟',
    '59分钟',
    '1小时',
    '23小时59分钟',
    '1天',
    '1天6小时1分钟',
    '2天',
  ]);
  expect([-90, -0.5].map(minutesText)).toEqual(['-1小时30分钟', '0分钟']);
});
