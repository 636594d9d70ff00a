import type { FieldPanel } from '../field-panel.ts';

export const panel: FieldPanel = [
  { keyword: 'ref', title: '引用对象', editor: 'entity', hint: '只列出树形的对象' },
  { keyword: 'dict', title: '字典', editor: 'dictionary', hint: '选项须写明上级；与引用对象二选一' },
  { keyword: 'options', title: '选项', editor: 'options' },
  { keyword: 'placeholder', title: '占位文字', editor: 'text' },
];
