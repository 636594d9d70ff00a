import type { FieldTypeFixtures } from '../fixtures.ts';

export const fixtures: FieldTypeFixtures = {
  property: { title: '计划期', field: 'dateDuration', type: 'string', format: 'date-time', end: 'planEnd' },
  valid: [{ value: '2026-05-01 08:00:00', text: '2026-05-01 08:00:00' }],
  invalid: [
    { value: '2026-05-01', message: '不是有效的日期，格式YYYY-MM-DD HH:mm:ss' },
    { value: '2026-05-01 24:00:00', message: '不是有效的日期，格式YYYY-MM-DD HH:mm:ss' },
  ],
  parse: [{ text: '2026-05-01 08:00', value: '2026-05-01 08:00:00' }],
};
