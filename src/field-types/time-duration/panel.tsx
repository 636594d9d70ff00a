import type { FieldPanel } from '../field-panel.ts';

/** The other end is set with the field that it belongs to; there is nothing else to set. */
export const panel: FieldPanel = [];
