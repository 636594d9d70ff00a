import type { FieldTypeFixtures } from '../fixtures.ts';

export const fixtures: FieldTypeFixtures = {
  property: { title: '字段变化', field: 'json', type: 'array', items: { type: 'object' } },
  valid: [{ value: [{ key: 'name' }], text: '[{"key":"name"}]' }],
  invalid: [{ value: '[]', message: '须为结构数据' }],
  parse: [{ text: '[]', message: '结构数据不能从文本读取' }],
};
