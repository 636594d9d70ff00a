import type { FieldPanel } from '../field-panel.ts';

export const panel: FieldPanel = [
  { keyword: 'placeholder', title: '占位文字', editor: 'text' },
  { keyword: 'maxLength', title: '最多字数', editor: 'number', min: 1, max: 500 },
];
