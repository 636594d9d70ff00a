import type { FieldTypeFixtures } from '../fixtures.ts';

export const fixtures: FieldTypeFixtures = {
  property: { title: '班前会时间', field: 'time', type: 'string', format: 'time' },
  valid: [
    { value: '00:00', text: '00:00' },
    { value: '23:59', text: '23:59' },
  ],
  invalid: [
    { value: '24:00', message: '不是有效的时间，格式HH:mm' },
    { value: '8:00', message: '不是有效的时间，格式HH:mm' },
    { value: '08:00:00', message: '不是有效的时间，格式HH:mm' },
    { value: 800, message: '须为时间，格式HH:mm' },
  ],
  parse: [
    { text: '8：05', value: '08:05' },
    { text: '08:05:00', value: '08:05' },
    { text: '', value: null },
    { text: '早上', message: '不是有效的时间，格式HH:mm' },
  ],
};
