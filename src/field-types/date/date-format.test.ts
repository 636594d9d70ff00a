import { expect, test } from 'vitest';
import type { Property } from '../../core/dialect/entity.generated.ts';
import { type DateFormat, definition, shownDate } from './definition.ts';

const fieldOf = (dateFormat: DateFormat | undefined, format: 'date' | 'date-time' = 'date') => {
  const property: Property = {
    title: '日期',
    field: 'date',
    type: 'string',
    format,
    ...(dateFormat ? { dateFormat } : {}),
  };
  return { key: 'day', title: '日期', property };
};

test.each([
  ['YYYY', '2026-01-01', '2026'],
  ['YYYY-MM', '2026-03-01', '2026-03'],
  ['YYYY-MM-DD', '2026-03-05', '2026-03-05'],
  [undefined, '2026-03-05', '2026-03-05'],
] as const)('a date of format %s', (format, value, text) => {
  const field = fieldOf(format);
  expect([definition.check(value, field), definition.format(value, field)]).toEqual([undefined, text]);
  expect(definition.parse(text, field)).toEqual({ value });
});

test('a year or a month is its first day', () => {
  expect(definition.check('2026-03-01', fieldOf('YYYY'))).toBe('须为当年1月1日');
  expect(definition.check('2026-03-05', fieldOf('YYYY-MM'))).toBe('须为当月1日');
  expect(definition.parse('2026年', fieldOf('YYYY'))).toEqual({ value: '2026-01-01' });
  expect(definition.parse('2026年3月', fieldOf('YYYY-MM'))).toEqual({ value: '2026-03-01' });
  expect(definition.parse('1899', fieldOf('YYYY'))).toEqual({ message: '不能早于1900-01-01' });
});

test('a moment is shown to the minute, or to the second where that is asked for; what is stored keeps both', () => {
  const moment = '2026-03-05 08:30:15';
  expect(shownDate(moment, fieldOf(undefined, 'date-time').property)).toBe('2026-03-05 08:30');
  expect(shownDate(moment, fieldOf('YYYY-MM-DD HH:mm:ss', 'date-time').property)).toBe(moment);
  expect(definition.format(moment, fieldOf('YYYY-MM-DD HH:mm', 'date-time'))).toBe(moment);
});
