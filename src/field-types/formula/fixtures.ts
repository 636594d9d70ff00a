import type { FieldTypeFixtures } from '../fixtures.ts';

export const fixtures: FieldTypeFixtures = {
  property: { title: '公式', field: 'formula', type: 'string', maxLength: 20 },
  valid: [{ value: 'open / total', text: 'open / total' }],
  invalid: [
    { value: 'open + open + open + open', message: '最多20个字，现有25个字' },
    { value: 5, message: '须为文本' },
  ],
  parse: [{ text: 'open / total', value: 'open / total' }],
};
