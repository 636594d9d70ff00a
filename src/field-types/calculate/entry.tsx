import type { ReactNode } from 'react';
import { ChoiceText } from '../choice-view.tsx';
import type { EditProps } from '../field-view.ts';
import { NoValue } from '../text-field.tsx';
import { definition } from './definition.ts';

/** What a computed value shows: as it will be read, with all decimals of its scale, and its unit. */
export function calculateProps({ value, field }: EditProps): { readonly value: ReactNode } {
  const text = definition.format(value, field);
  if (text === '') return { value: <NoValue /> };
  return { value: field.choices === undefined ? text : <ChoiceText value={value} field={field} text={text} /> };
}

/** What the inputs give and nobody types into; it says so to a screen reader when it changes. */
export function CalculateFrame({ id, describedBy, children }: EditProps & { readonly children: ReactNode }) {
  return (
    <output id={id} className="anlan-output" aria-live="polite" aria-describedby={describedBy}>
      {children}
    </output>
  );
}
