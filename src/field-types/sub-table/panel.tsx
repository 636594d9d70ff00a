import type { FieldPanel } from '../field-panel.ts';

export const panel: FieldPanel = [
  { keyword: 'items', title: '列', editor: 'columns', hint: '每列是一个字段，可填公式；parent.x 是本记录的字段' },
  { keyword: 'minItems', title: '最少行数', editor: 'number', min: 0 },
  { keyword: 'maxItems', title: '最多行数', editor: 'number', min: 1, hint: '默认200' },
];
