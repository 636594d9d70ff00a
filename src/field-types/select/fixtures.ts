import { FIXTURE_CHOICES, type FieldTypeFixtures } from '../fixtures.ts';

export const fixtures: FieldTypeFixtures = {
  property: { title: '风险等级', field: 'select', type: 'string', dict: 'fixture-level' },
  choices: FIXTURE_CHOICES,
  valid: [{ value: '2', text: '较大风险' }],
  invalid: [
    { value: '9', message: '不是可选的值：9' },
    { value: 2, message: '须为选项值' },
    { value: ['2'], message: '须为选项值' },
  ],
  parse: [
    { text: '重大风险', value: '3' },
    { text: '1', value: '1' },
    { text: '特大', message: '没有“特大”这个选项' },
    { text: '', value: null },
  ],
};
