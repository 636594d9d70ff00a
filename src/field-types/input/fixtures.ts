import type { FieldTypeFixtures } from '../fixtures.ts';

export const fixtures: FieldTypeFixtures = {
  property: {
    title: '名称',
    field: 'input',
    type: 'string',
    minLength: 2,
    maxLength: 5,
    patterns: [{ pattern: '^[^#]*$', message: '名称不能含有#' }],
  },
  valid: [
    { value: '氯气站', text: '氯气站' },
    { value: '𠮷𠮷𠮷𠮷𠮷', text: '𠮷𠮷𠮷𠮷𠮷' },
  ],
  invalid: [
    { value: 5, message: '须为文本' },
    { value: '一', message: '至少2个字' },
    { value: '一二三四五六', message: '最多5个字，现有6个字' },
    { value: '一\n二', message: '不能换行' },
    { value: '一\u0000二', message: '含有无效字符' },
    { value: '一\ud800', message: '含有无效字符' },
    { value: '一#二', message: '名称不能含有#' },
  ],
  parse: [
    { text: '罐区', value: '罐区' },
    { text: ' ', value: null },
  ],
};
