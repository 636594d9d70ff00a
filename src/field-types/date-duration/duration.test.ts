import { expect, test } from 'vitest';
import { durationText } from './view.tsx';

test('a duration counts both days, or days, hours and minutes', () => {
  expect(durationText('2026-11-20', '2026-11-22', false)).toBe('共3天');
  expect(durationText('2026-11-20 08:00:00', '2026-11-21 09:30:00', true)).toBe('共1天1小时30分钟');
  expect(durationText('2026-11-20 08:00:00', '2026-11-20 08:00:00', true)).toBe('共0分钟');
});

test('a missing end, or one before the start, has none', () => {
  expect(durationText('2026-11-20', null, false)).toBe('');
  expect(durationText('2026-11-22', '2026-11-20', false)).toBe('');
});

// Shanghai had summer time from 1986 to 1991, New York has it: neither the browser's nor the tenant's shifts count.
test.each(['Asia/Shanghai', 'America/New_York', 'UTC'])(
  'a duration is of the wall clock in a browser in %s',
  (zone) => {
    const before = process.env.TZ;
    process.env.TZ = zone;
    try {
      expect(durationText('1986-05-03', '1986-05-05', false)).toBe('共3天');
      expect(durationText('1986-05-03 12:00:00', '1986-05-05 12:00:00', true)).toBe('共2天');
      expect(durationText('1986-05-04 01:00:00', '1986-05-04 04:00:00', true)).toBe('共3小时');
      expect(durationText('1991-09-14 12:00:00', '1991-09-15 12:00:00', true)).toBe('共1天');
      expect(durationText('2026-03-08 00:00:00', '2026-03-08 03:30:00', true)).toBe('共3小时30分钟');
      expect(durationText('2026-12-31 23:59:59', '2027-01-01 00:00:00', true)).toBe('共0分钟');
      expect(durationText('2024-02-28', '2024-03-01', false)).toBe('共3天');
    } finally {
      if (before === undefined) delete process.env.TZ;
      else process.env.TZ = before;
    }
  },
);
