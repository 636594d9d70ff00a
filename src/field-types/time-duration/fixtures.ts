import type { FieldTypeFixtures } from '../fixtures.ts';

export const fixtures: FieldTypeFixtures = {
  property: { title: '作业时段', field: 'timeDuration', type: 'string', format: 'time', end: 'workEnd' },
  valid: [{ value: '08:30', text: '08:30' }],
  invalid: [{ value: '8点', message: '不是有效的时间，格式HH:mm' }],
  parse: [{ text: '8:30', value: '08:30' }],
};
