import type { FieldPanel } from '../field-panel.ts';

export const panel: FieldPanel = [{ keyword: 'placeholder', title: '占位文字', editor: 'text' }];
