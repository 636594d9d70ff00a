import type { FieldPanel } from '../field-panel.ts';

/** Bounds and decimals are those of the earth; there is nothing to set. */
export const panel: FieldPanel = [];
