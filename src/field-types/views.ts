import './field-types.css';
import './installed.ts';
import { addedView } from './added-views.ts';
import type { FieldTypeName } from './definitions.ts';
import type { FieldView } from './field-view.ts';
import { fieldViews } from './views.generated.ts';

/** View of a field type by name, shipped or from outside; a type that has none is shown and entered as text. */
export function fieldViewOf(type: string): FieldView {
  return Object.hasOwn(fieldViews, type) ? fieldViews[type as FieldTypeName] : (addedView(type) ?? fieldViews.input);
}
