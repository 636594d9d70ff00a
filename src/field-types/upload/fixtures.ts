import type { FieldTypeFixtures } from '../fixtures.ts';

export const fixtures: FieldTypeFixtures = {
  property: { title: '附件', field: 'upload', type: 'array', items: { type: 'string' }, maxItems: 2 },
  valid: [
    { value: [{ attachId: '1', name: 'a', originalName: '方案.pdf', link: '/a' }], text: '方案.pdf' },
    { value: ['1', '2'], text: '1、2' },
  ],
  invalid: [
    { value: '1', message: '须为附件列表' },
    { value: ['1', '2', '3'], message: '已超出上传文件数量限制, 最多可上传2个文件' },
    { value: ['1', '1'], message: '含有重复的项' },
    { value: [{ id: '1' }], message: '不是有效的附件' },
  ],
  parse: [
    { text: '', value: null },
    { text: 'a.pdf', message: '附件不能从文本读取' },
  ],
};
