import type { FieldPanel } from '../field-panel.ts';

export const panel: FieldPanel = [
  { keyword: 'minimum', title: '最小值', editor: 'number', hint: '默认0' },
  { keyword: 'maximum', title: '最大值', editor: 'number', hint: '默认100' },
  { keyword: 'scale', title: '小数位数', editor: 'number', min: 0, max: 8 },
  { keyword: 'unit', title: '单位', editor: 'text' },
];
