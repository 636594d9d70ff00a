import type { FieldPanel } from '../field-panel.ts';

/** Signer and time are the server's; there is nothing to set. */
export const panel: FieldPanel = [];
