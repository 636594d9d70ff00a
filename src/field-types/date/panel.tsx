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
  {
    keyword: 'dateFormat',
    title: '显示格式',
    editor: 'choice',
    choices: [
      { value: 'YYYY', title: '年' },
      { value: 'YYYY-MM', title: '年-月' },
      { value: 'YYYY-MM-DD', title: '年-月-日' },
      { value: 'YYYY-MM-DD HH:mm', title: '年-月-日 时:分' },
      { value: 'YYYY-MM-DD HH:mm:ss', title: '年-月-日 时:分:秒' },
    ],
    hint: '按年、按月填写时保存当年、当月的第一天',
  },
  { keyword: 'compute', title: '计算公式', editor: 'expression', result: 'value' },
];
