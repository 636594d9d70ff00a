import { expect, it } from 'vitest';
import { isSkippedMoment } from './skipped-moment.ts';

it.each<[string, string, boolean]>([
  ['Asia/Shanghai', '1988-04-17 02:30:00', true],
  ['Asia/Shanghai', '1988-04-17 01:59:59', false],
  ['Asia/Shanghai', '1988-04-17 03:00:00', false],
  ['Asia/Shanghai', '1991-09-15 01:30:00', false],
  ['Asia/Shanghai', '2026-01-01 00:00:00', false],
  ['Asia/Shanghai', '9999-12-31 23:59:59', false],
  ['Asia/Shanghai', '1900-01-01 00:00:00', false],
  ['America/New_York', '2026-03-08 02:30:00', true],
  ['America/New_York', '2026-03-08 03:00:00', false],
  ['UTC', '1988-04-17 02:30:00', false],
])('%s %s: %s', (zone, moment, skipped) => {
  expect(isSkippedMoment(moment, zone)).toBe(skipped);
});
