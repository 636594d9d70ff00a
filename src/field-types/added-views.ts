import type { FieldPanel } from './field-panel.ts';
import type { FieldView } from './field-view.ts';

const views = new Map<string, FieldView>();
const panels = new Map<string, FieldPanel>();

/** Gives a field type from outside its view and, where it has keywords to edit, its designer panel. */
export function registerFieldView(type: string, view: FieldView, panel: FieldPanel = []): void {
  views.set(type, view);
  panels.set(type, panel);
}

/** View of a field type from outside. */
export function addedView(type: string): FieldView | undefined {
  return views.get(type);
}

/** Designer panel of a field type from outside. */
export function addedPanel(type: string): FieldPanel | undefined {
  return panels.get(type);
}
