import type { FieldPanel } from '../field-panel.ts';

export const panel: FieldPanel = [
  { keyword: 'maximum', title: '满分', editor: 'number', min: 1, max: 10, hint: '默认5' },
];
