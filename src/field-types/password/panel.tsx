import type { FieldPanel } from '../field-panel.ts';

export const panel: FieldPanel = [
  { keyword: 'minLength', title: '最少字数', editor: 'number', min: 8, max: 32 },
  { keyword: 'maxLength', title: '最多字数', editor: 'number', min: 8, max: 32 },
  { keyword: 'sealed', title: '封存', editor: 'switch' },
];
