import type { FieldPanel } from '../field-panel.ts';

export const panel: FieldPanel = [
  { keyword: 'dict', title: '字典', editor: 'dictionary' },
  { keyword: 'options', title: '选项', editor: 'options', hint: '没有共用字典时使用' },
  { keyword: 'minItems', title: '最少选择', editor: 'number', min: 0, max: 999 },
  { keyword: 'maxItems', title: '最多选择', editor: 'number', min: 1, max: 999 },
];
