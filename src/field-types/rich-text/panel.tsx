import type { FieldPanel } from '../field-panel.ts';

export const panel: FieldPanel = [
  { keyword: 'placeholder', title: '占位文字', editor: 'text' },
  { keyword: 'rows', title: '行数', editor: 'number', min: 1, max: 30 },
  { keyword: 'maxTextLength', title: '最多字数', editor: 'number', min: 1, max: 100000 },
  { keyword: 'maxLength', title: '连同格式最多字符', editor: 'number', min: 1, max: 200000 },
  { keyword: 'quickSearch', title: '参与快速搜索', editor: 'switch' },
];
