import type { FieldTypeFixtures } from '../fixtures.ts';

export const fixtures: FieldTypeFixtures = {
  property: { title: '风险值', field: 'calculate', type: 'number', scale: 1, compute: '1 + 1' },
  valid: [
    { value: 2, text: '2' },
    { value: null, text: '' },
  ],
  invalid: [],
  parse: [{ text: '3', message: '由系统计算，不能填写' }],
};
