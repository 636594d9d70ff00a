import { expect, test } from 'vitest';
import { toMinutes } from './to-minutes.ts';

test.each([
  ['2026-04-30 08:05:09', '2026-04-30 08:05'],
  ['2026-04-30 08:05:09 至 2026-05-01 00:00:00', '2026-04-30 08:05 至 2026-05-01 00:00'],
  ['2026-04-30', '2026-04-30'],
  ['比例 08:05:09', '比例 08:05:09'],
])('%s reads %s', (text, read) => expect(toMinutes(text)).toBe(read));
