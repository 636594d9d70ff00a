import type { FieldPanel } from '../field-panel.ts';

/** Rows and columns come from the menu; there is nothing to set. */
export const panel: FieldPanel = [];
