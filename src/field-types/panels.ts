import { addedPanel } from './added-views.ts';
import type { FieldTypeName } from './definitions.ts';
import type { FieldPanel } from './field-panel.ts';
import { fieldPanels } from './panels.generated.ts';

/** Property panel of a field type by name, shipped or from outside; none where the type has no keywords to edit. */
export function fieldPanelOf(type: string): FieldPanel {
  return Object.hasOwn(fieldPanels, type) ? fieldPanels[type as FieldTypeName] : (addedPanel(type) ?? []);
}
