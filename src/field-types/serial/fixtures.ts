import type { FieldTypeFixtures } from '../fixtures.ts';

export const fixtures: FieldTypeFixtures = {
  property: {
    title: '隐患编号',
    field: 'serial',
    type: 'string',
    serial: { prefix: 'YH', date: 'yyyyMMdd', digits: 3 },
  },
  valid: [{ value: 'YH20261120001', text: 'YH20261120001' }],
  invalid: [{ value: 1, message: '须为文本' }],
  parse: [{ text: 'YH1', message: '由系统编号，不能填写' }],
};
