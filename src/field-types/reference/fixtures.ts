import type { FieldTypeFixtures } from '../fixtures.ts';

export const fixtures: FieldTypeFixtures = {
  property: { title: '所属区域', field: 'reference', type: 'string', ref: { entity: 'dept' } },
  valid: [{ value: '6459670001', text: '6459670001' }],
  invalid: [
    { value: ['1'], message: '不是有效的编号' },
    { value: ' ', message: '不是有效的编号' },
  ],
  parse: [{ text: '罐区', message: '须按名称在系统中查找，不能直接从文本读取' }],
};
