import type { ViewField } from './field-view.ts';
import { fieldText } from './text.ts';

/** Ids of the two boxes of a range; the first is the one that the label of the field belongs to. */
export function rangeIds(id: string): { readonly start: string; readonly end: string } {
  return { start: id, end: `${id}-end` };
}

/** Names the second box of a range, which the label of the field does not. */
export function RangeEndLabel({ id, field }: { id: string; field: ViewField }) {
  return (
    <label className="anlan-unseen" htmlFor={rangeIds(id).end}>
      {`${field.property.title ?? ''} ${fieldText('end')}`}
    </label>
  );
}
