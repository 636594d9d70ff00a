import type { FieldTypeFixtures } from '../fixtures.ts';

export const fixtures: FieldTypeFixtures = {
  property: { title: '浓度', field: 'number', type: 'number', minimum: 0, maximum: 100, scale: 2, unit: '%vol' },
  valid: [
    { value: 0.07, text: '0.07 %vol' },
    { value: 100, text: '100 %vol' },
    { value: 0, text: '0 %vol' },
  ],
  invalid: [
    { value: '5', message: '须为数字' },
    { value: 0.075, message: '最多2位小数' },
    { value: 1e-7, message: '最多2位小数' },
    { value: -0.01, message: '不能小于0' },
    { value: 100.01, message: '不能大于100' },
    { value: 12345678901234, message: '整数部分最多13位' },
  ],
  parse: [
    { text: '1,234.5', value: 1234.5 },
    { text: '', value: null },
    { text: '3..2', message: '须为数字' },
  ],
};
