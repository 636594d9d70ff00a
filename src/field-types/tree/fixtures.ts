import type { FieldTypeFixtures } from '../fixtures.ts';

export const fixtures: FieldTypeFixtures = {
  property: { title: '上级部门', field: 'tree', type: 'string', ref: { entity: 'dept' } },
  valid: [{ value: '6459670001', text: '6459670001' }],
  invalid: [
    { value: 1, message: '不是有效的编号' },
    { value: '../1', message: '不是有效的编号' },
  ],
  parse: [
    { text: '', value: null },
    { text: '总部', message: '须按名称在系统中查找，不能直接从文本读取' },
  ],
};
