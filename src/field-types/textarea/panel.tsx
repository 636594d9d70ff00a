import type { FieldPanel } from '../field-panel.ts';

export const panel: FieldPanel = [
  { keyword: 'placeholder', title: '占位文字', editor: 'text' },
  { keyword: 'rows', title: '行数', editor: 'number', min: 1, max: 20 },
  { keyword: 'minLength', title: '最少字数', editor: 'number', min: 0, max: 20000 },
  { keyword: 'maxLength', title: '最多字数', editor: 'number', min: 1, max: 20000 },
  { keyword: 'quickSearch', title: '参与快速搜索', editor: 'switch' },
];
