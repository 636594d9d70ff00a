import type { FieldPanel } from '../field-panel.ts';

export const panel: FieldPanel = [
  { keyword: 'compute', title: '计算公式', editor: 'expression', result: 'value', hint: '支持 + - × ÷ 和括号' },
  { keyword: 'cases', title: '分支取值', editor: 'cases' },
  { keyword: 'dict', title: '字典', editor: 'dictionary' },
  { keyword: 'scale', title: '小数位数', editor: 'number', min: 0, max: 8 },
  { keyword: 'fixedDecimals', title: '小数补零', editor: 'switch' },
  { keyword: 'unit', title: '单位', editor: 'text' },
];
