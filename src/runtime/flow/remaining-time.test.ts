import { expect, test } from 'vitest';
import { remainingTime } from './remaining-time.ts';

test.each([
  ['2026-05-03 10:00:00', 'days', 3],
  ['2026-05-01 09:59:59', 'hours', 23],
  ['2026-04-30 11:00:00', 'hours', 1],
  ['2026-04-30 10:59:00', 'minutes', 59],
  ['2026-04-30 10:00:01', 'minutes', 1],
  ['2026-04-30 10:00:00', 'past', 0],
  ['2026-04-29 10:00:00', 'past', 0],
])('until %s there are %s: %d', (deadline, unit, count) => {
  expect(remainingTime(deadline, '2026-04-30 10:00:00')).toEqual({ unit, count });
});
