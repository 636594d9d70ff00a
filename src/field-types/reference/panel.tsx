import type { FieldPanel } from '../field-panel.ts';

export const panel: FieldPanel = [
  { keyword: 'ref', title: '引用对象', editor: 'entity' },
  { keyword: 'multiple', title: '可多选', editor: 'switch' },
  { keyword: 'maxItems', title: '最多选择', editor: 'number', min: 1, max: 999 },
];
