import type { FieldPanel } from '../field-panel.ts';

export const panel: FieldPanel = [
  { keyword: 'dict', title: '字典', editor: 'dictionary' },
  { keyword: 'options', title: '选项', editor: 'options', hint: '没有共用字典时使用' },
  { keyword: 'multiple', title: '可多选', editor: 'switch' },
  { keyword: 'maxItems', title: '最多选择', editor: 'number', min: 1, max: 999 },
  { keyword: 'placeholder', title: '占位文字', editor: 'text' },
];
