import type { FieldPanel } from '../field-panel.ts';

/** Bounds and decimals are those of the earth. */
export const panel: FieldPanel = [
  {
    keyword: 'shape',
    title: '形状',
    editor: 'choice',
    choices: [
      { value: 'point', title: '一个点' },
      { value: 'polygon', title: '一片区域' },
    ],
  },
];
