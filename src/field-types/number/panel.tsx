import type { FieldPanel } from '../field-panel.ts';

export const panel: FieldPanel = [
  { keyword: 'placeholder', title: '占位文字', editor: 'text' },
  { keyword: 'unit', title: '单位', editor: 'text' },
  { keyword: 'minimum', title: '最小值', editor: 'number' },
  { keyword: 'maximum', title: '最大值', editor: 'number' },
  { keyword: 'scale', title: '小数位数', editor: 'number', min: 0, max: 8 },
  { keyword: 'fixedDecimals', title: '小数补零', editor: 'switch' },
  { keyword: 'precision', title: '总位数', editor: 'number', min: 1, max: 15 },
  { keyword: 'compute', title: '计算公式', editor: 'expression', result: 'value' },
];
