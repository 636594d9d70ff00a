import type { FieldTypeFixtures } from '../fixtures.ts';

export const fixtures: FieldTypeFixtures = {
  property: { title: '完成进度', field: 'slider', type: 'number', unit: '%' },
  valid: [
    { value: 0, text: '0 %' },
    { value: 100, text: '100 %' },
  ],
  invalid: [
    { value: -1, message: '不能小于0' },
    { value: 101, message: '不能大于100' },
    { value: 0.5, message: '须为整数' },
    { value: '40', message: '须为数字' },
  ],
  parse: [
    { text: '40', value: 40 },
    { text: '一半', message: '须为数字' },
  ],
};
