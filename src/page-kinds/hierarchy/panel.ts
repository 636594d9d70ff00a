import { LIST_PAGE_PANEL, type PagePanel } from '../page-panel.ts';

export const panel: PagePanel = LIST_PAGE_PANEL;
