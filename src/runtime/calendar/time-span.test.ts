import { expect, test } from 'vitest';
import { dayReached, isLong, listedOnce, shiftedBy, spanAround, spanLater } from './time-span.ts';

test('a month fills its weeks from Monday to Sunday, its agenda has only its own days', () => {
  expect(spanAround('2026-11-20', 'month')).toEqual({ from: '2026-10-26', to: '2026-12-06' });
  expect(spanAround('2026-02-14', 'month')).toEqual({ from: '2026-01-26', to: '2026-03-01' });
  expect(spanAround('2028-02-29', 'agenda')).toEqual({ from: '2028-02-01', to: '2028-02-29' });
});

test('a week begins on Monday, over the end of a year too', () => {
  expect(spanAround('2026-11-22', 'week')).toEqual({ from: '2026-11-16', to: '2026-11-22' });
  expect(spanAround('2027-01-01', 'week')).toEqual({ from: '2026-12-28', to: '2027-01-03' });
});

test('steps go to the next month and week, and back', () => {
  expect(spanLater('2026-12-31', 'month', 1)).toBe('2027-01-01');
  expect(spanLater('2026-01-31', 'month', -1)).toBe('2025-12-01');
  expect(spanLater('2026-11-20', 'week', -1)).toBe('2026-11-13');
});

test('what is moved keeps the form of its time', () => {
  expect(shiftedBy('2026-12-31', { days: 1, seconds: 0 })).toBe('2027-01-01');
  expect(shiftedBy('2026-11-20 23:30:00', { days: 0, seconds: 3600 })).toBe('2026-11-21 00:30:00');
  expect(shiftedBy('2026-11-20 09:00', { days: -1, seconds: 0 })).toBe('2026-11-19 09:00');
});

test('half a day is long, and what ends at midnight does not reach into the day that begins', () => {
  expect(isLong('2026-11-23 00:00:00', '2026-11-24 00:00:00')).toBe(true);
  expect(isLong('2026-11-23 08:00:00', '2026-11-23 20:00:00')).toBe(true);
  expect(isLong('2026-11-23 08:00:00', '2026-11-23 19:59:00')).toBe(false);
  expect(isLong('2026-11-23 08:00:00', undefined)).toBe(false);
  expect([dayReached('2026-11-24 00:00:00'), dayReached('2026-11-24 08:00:00'), dayReached('2026-11-24')]).toEqual([
    '2026-11-23',
    '2026-11-24',
    '2026-11-24',
  ]);
});

test('in a list of days what lasts several of them stands once, on the first that is shown', () => {
  const november = '2026-11-01';
  expect(listedOnce('2026-10-20 08:00:00', '2026-11-17 18:00:00', november)).toEqual({
    day: '2026-11-01',
    words: '10-20 – 11-17',
  });
  expect(listedOnce('2026-11-09', '2027-01-04', november)).toEqual({
    day: '2026-11-09',
    words: '2026-11-09 – 2027-01-04',
  });
  expect(listedOnce('2026-11-09 08:00:00', '2026-11-10 00:00:00', november)).toBeUndefined();
  expect(listedOnce('2026-11-09', undefined, november)).toBeUndefined();
});
