import type { FieldTypeFixtures } from '../fixtures.ts';

export const fixtures: FieldTypeFixtures = {
  property: {
    title: '密码',
    field: 'password',
    type: 'string',
    minLength: 8,
    maxLength: 32,
    check: 'password',
    writeOnly: true,
  },
  valid: [{ value: 'Anlan@2026', text: '' }],
  invalid: [
    { value: 'Aa1@', message: '至少8个字' },
    { value: 'anlan@2026', message: '密码复杂度太低,必须包含大小写字母、数字和特殊字符' },
    { value: 'Anlan2026', message: '密码复杂度太低,必须包含大小写字母、数字和特殊字符' },
  ],
  parse: [{ text: 'Anlan@2026', value: 'Anlan@2026' }],
};
