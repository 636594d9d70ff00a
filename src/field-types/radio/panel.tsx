import type { FieldPanel } from '../field-panel.ts';

export const panel: FieldPanel = [
  { keyword: 'dict', title: '字典', editor: 'dictionary' },
  { keyword: 'options', title: '选项', editor: 'options', hint: '没有共用字典时使用' },
];
