import type { FieldTypeFixtures } from '../fixtures.ts';

export const fixtures: FieldTypeFixtures = {
  property: { title: '培训评价', field: 'rate', type: 'integer' },
  valid: [
    { value: 1, text: '1分' },
    { value: 5, text: '5分' },
  ],
  invalid: [
    { value: 0, message: '不能小于1' },
    { value: 6, message: '不能大于5' },
    { value: 2.5, message: '须为整数' },
    { value: '3', message: '须为数字' },
  ],
  parse: [
    { text: '4分', value: 4 },
    { text: '', value: null },
    { text: '好', message: '须为数字' },
  ],
};
