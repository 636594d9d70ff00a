import { FIXTURE_CHOICES, type FieldTypeFixtures } from '../fixtures.ts';

export const fixtures: FieldTypeFixtures = {
  property: {
    title: '风险等级',
    field: 'checkbox',
    type: 'array',
    items: { type: 'string' },
    dict: 'fixture-level',
    maxItems: 2,
  },
  choices: FIXTURE_CHOICES,
  valid: [{ value: ['1', '3'], text: '低风险、重大风险' }],
  invalid: [
    { value: '1', message: '须为列表' },
    { value: ['1', '2', '3'], message: '最多选择2项' },
    { value: ['1', '1'], message: '含有重复的项' },
    { value: ['1', '9'], message: '不是可选的值：9' },
  ],
  parse: [
    { text: '低风险，重大风险', value: ['1', '3'] },
    { text: '低风险、无', message: '没有“无”这个选项' },
  ],
};
