import type { FieldPanel } from '../field-panel.ts';

export const panel: FieldPanel = [
  {
    keyword: 'format',
    title: '格式',
    editor: 'choice',
    choices: [
      { value: 'date', title: '年-月-日' },
      { value: 'date-time', title: '年-月-日 时:分' },
    ],
  },
  { keyword: 'compute', title: '计算公式', editor: 'expression', result: 'value' },
];
