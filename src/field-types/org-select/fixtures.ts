import type { FieldTypeFixtures } from '../fixtures.ts';

export const fixtures: FieldTypeFixtures = {
  property: {
    title: '适用部门',
    field: 'orgSelect',
    type: 'array',
    items: { type: 'string' },
    org: 'dept',
    multiple: true,
    maxItems: 2,
    minItems: 1,
  },
  valid: [{ value: ['6459670001', '6459670020'], text: '6459670001、6459670020' }],
  invalid: [
    { value: '6459670001', message: '须为列表' },
    { value: ['1', '2', '3'], message: '最多选择2项' },
    { value: ["1'; drop"], message: '不是有效的编号' },
    { value: [1], message: '不是有效的编号' },
  ],
  parse: [
    { text: '', value: null },
    { text: '安全部', message: '组织和人员须按编号或姓名在系统中查找，不能直接从文本读取' },
  ],
};
