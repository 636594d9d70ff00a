import type { FieldTypeFixtures } from '../fixtures.ts';

export const fixtures: FieldTypeFixtures = {
  property: { title: '日期', field: 'date', type: 'string', format: 'date' },
  valid: [
    { value: '2024-02-29', text: '2024-02-29' },
    { value: '1988-04-17', text: '1988-04-17' },
  ],
  invalid: [
    { value: '2023-02-29', message: '不是有效的日期，格式YYYY-MM-DD' },
    { value: '2024-2-29', message: '不是有效的日期，格式YYYY-MM-DD' },
    { value: '2024-02-29 10:00:00', message: '不是有效的日期，格式YYYY-MM-DD' },
    { value: '1899-12-31', message: '不能早于1900-01-01' },
    { value: 20240229, message: '须为日期，格式YYYY-MM-DD' },
  ],
  parse: [
    { text: '2024/02/29', value: '2024-02-29' },
    { text: '明天', message: '不是有效的日期，格式YYYY-MM-DD' },
  ],
};
