import type { PagePanel } from '../page-panel.ts';

export const panel: PagePanel = [{ keyword: 'actions', title: '按钮', editor: 'actions' }];
