import { FIXTURE_CHOICES, type FieldTypeFixtures } from '../fixtures.ts';

export const fixtures: FieldTypeFixtures = {
  property: { title: '风险等级', field: 'radio', type: 'string', dict: 'fixture-level' },
  choices: FIXTURE_CHOICES,
  valid: [{ value: '1', text: '低风险' }],
  invalid: [
    { value: '', message: '不是可选的值：' },
    { value: true, message: '须为选项值' },
  ],
  parse: [
    { text: '低风险', value: '1' },
    { text: '无', message: '没有“无”这个选项' },
  ],
};
