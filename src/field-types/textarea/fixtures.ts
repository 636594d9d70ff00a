import type { FieldTypeFixtures } from '../fixtures.ts';

export const fixtures: FieldTypeFixtures = {
  property: { title: '说明', field: 'textarea', type: 'string', maxLength: 8 },
  valid: [{ value: '第一行\n第二行', text: '第一行\n第二行' }],
  invalid: [
    { value: '一二三四五六七八九', message: '最多8个字，现有9个字' },
    { value: ['一'], message: '须为文本' },
  ],
  parse: [{ text: '一\n二', value: '一\n二' }],
};
