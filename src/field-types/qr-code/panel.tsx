import type { FieldPanel } from '../field-panel.ts';

export const panel: FieldPanel = [
  {
    keyword: 'compute',
    title: '内容公式',
    editor: 'expression',
    result: 'value',
    hint: '不填则为本记录的网页地址',
  },
];
