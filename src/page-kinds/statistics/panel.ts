import type { PagePanel } from '../page-panel.ts';

// Which blocks stand on it is said with the blocks.
export const panel: PagePanel = [];
