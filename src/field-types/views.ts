import './field-types.css';
import './installed.ts';
import { addedView } from './added-views.ts';
import type { FieldTypeName } from './definitions.ts';
import type { EnteredView, FieldView } from './field-view.ts';
import { mappedEntry } from './mapped-entry.tsx';
import { fieldViews } from './views.generated.ts';

const { input } = fieldViews;
/** What is known of a type without a view: its text. */
const text: FieldView = { Read: input.Read, Cell: input.Cell, Filter: input.Filter };

/** Views that have no entry of their own, by type, with that of the form around. */
const mapped = new Map<string, { readonly of: FieldView; readonly view: EnteredView }>();

const isEntered = (view: FieldView): view is EnteredView => view.Edit !== undefined;

/** View of a field type by name, shipped or from outside; a type that has none is shown as text. */
export function fieldViewOf(type: string): EnteredView {
  const view = Object.hasOwn(fieldViews, type) ? fieldViews[type as FieldTypeName] : (addedView(type) ?? text);
  if (isEntered(view)) return view;
  const known = mapped.get(type);
  if (known?.of === view) return known.view;
  const made = { ...view, Edit: mappedEntry(type) };
  mapped.set(type, { of: view, view: made });
  return made;
}
