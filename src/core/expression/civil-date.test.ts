import { expect, test } from 'vitest';
import {
  addMonths,
  dateOfDay,
  dateTimeOfSeconds,
  dayNumber,
  isoWeekday,
  isTemporalText,
  wallSeconds,
} from './civil-date.ts';

test('day numbers agree with the platform calendar and come back', () => {
  for (let day = -719_162; day <= 2_932_896; day += 997) {
    const date = dateOfDay(day) ?? '';
    expect(new Date(day * 86_400_000).toISOString().slice(0, 10)).toBe(date);
    expect(dayNumber(date)).toBe(day);
    expect(isoWeekday(day)).toBe(new Date(day * 86_400_000).getUTCDay() || 7);
  }
});

test.each([
  '2023-02-29',
  '2024-13-01',
  '2024-00-10',
  '2024-04-31',
  '0000-01-01',
  '2024-1-1',
  '2024-01-01T00:00:00',
  '',
])('%j is no date', (text) => {
  expect(dayNumber(text)).toBe(null);
});

test('the calendar ends with the years 1 and 9999', () => {
  expect(dateOfDay((dayNumber('9999-12-31') ?? 0) + 1)).toBe(null);
  expect(dateOfDay((dayNumber('0001-01-01') ?? 0) - 1)).toBe(null);
  expect(addMonths('9999-12-31', 1)).toBe(null);
  expect(addMonths('0001-01-01', -1)).toBe(null);
});

test('wall seconds come back, before 1970 too', () => {
  for (const moment of ['1969-12-31 23:59:59', '0001-01-01 00:00:00', '2024-02-29 12:34:56']) {
    expect(dateTimeOfSeconds(wallSeconds(moment) ?? 0)).toBe(moment);
  }
  expect(wallSeconds('2024-01-01 24:00:00')).toBe(null);
});

test('temporal text is judged by its type', () => {
  expect(isTemporalText('date', '2024-02-29')).toBe(true);
  expect(isTemporalText('date', '2024-02-29 00:00:00')).toBe(false);
  expect(isTemporalText('dateTime', '2024-02-29 23:59:59')).toBe(true);
  expect(isTemporalText('time', '23:59:59')).toBe(true);
  expect(isTemporalText('time', '24:00:00')).toBe(false);
});
