import type { FieldTypeFixtures } from '../fixtures.ts';

export const fixtures: FieldTypeFixtures = {
  property: { title: '整改资金', field: 'amount', type: 'number', minimum: 0, unit: '万元' },
  valid: [
    { value: 0, text: '0.00 万元' },
    { value: 12.5, text: '12.50 万元' },
    { value: 1234567.89, text: '1,234,567.89 万元' },
  ],
  invalid: [
    { value: '5', message: '须为数字' },
    { value: 0.005, message: '最多2位小数' },
    { value: -0.01, message: '不能小于0' },
    { value: 12345678901234, message: '整数部分最多13位' },
  ],
  parse: [
    { text: '￥1,234.5', value: 1234.5 },
    { text: '12.5 万元', value: 12.5 },
    { text: '', value: null },
    { text: '十万', message: '须为数字' },
  ],
};
