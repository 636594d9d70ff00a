import type { FieldPanel } from '../field-panel.ts';

export const panel: FieldPanel = [{ keyword: 'ref', title: '引用对象', editor: 'entity', hint: '只列出树形的对象' }];
