import type { FieldPanel } from '../field-panel.ts';

/** Structured data is the platform's own; there is nothing to set. */
export const panel: FieldPanel = [];
