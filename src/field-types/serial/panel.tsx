import type { FieldPanel } from '../field-panel.ts';

export const panel: FieldPanel = [
  { keyword: 'serial', title: '编号规则', editor: 'serial', hint: '前缀、日期和流水位数；日期变化后从1重新编号' },
  { keyword: 'quickSearch', title: '快速搜索', editor: 'switch' },
];
