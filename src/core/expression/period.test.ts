import { expect, test } from 'vitest';
import { dateOfDay, dayNumber } from './civil-date.ts';
import { PERIOD_UNITS, parsePeriod, periodName } from './period.ts';

/** Every day of 28 years, after which the days of the week fall alike. */
const DAYS = Array.from({ length: 28 * 366 }, (_, index) => dateOfDay((dayNumber('2000-01-01') ?? 0) + index) ?? '');

test.each(PERIOD_UNITS)('the name of a %s leads back to the days that bear it, without gap or overlap', (unit) => {
  const wrong = DAYS.filter((date) => {
    const period = parsePeriod(periodName(date, unit));
    if (period === undefined || period.next === null) return true;
    const ends = [period.first, period.last].every((day) => periodName(day, unit) === periodName(date, unit));
    const isNext = periodName(period.next, unit) > periodName(date, unit);
    return !(ends && isNext && period.unit === unit && period.first <= date && date <= period.last);
  });
  expect(wrong.slice(0, 5)).toEqual([]);
});

test.each(['2026-W54', '2025-W53', '2026-W00', '2026-Q5', '2026-13', '2026-02-30', '0000', 'x', '', '2026-1'])(
  '%s is the name of no period',
  (name) => {
    expect(parsePeriod(name)).toBeUndefined();
  },
);

test('the last year has nothing behind it', () => {
  expect(parsePeriod('9999')).toEqual({ unit: 'year', first: '9999-01-01', last: '9999-12-31', next: null });
});
