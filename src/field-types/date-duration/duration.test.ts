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
