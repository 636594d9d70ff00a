import type { ReactNode } from 'react';
import type { EditProps } from '../field-view.ts';
import { fieldText } from '../text.ts';
import { inputText } from '../text-field.tsx';

/** What a serial number shows: before the first save it says when the number comes. */
export function serialProps({ value }: EditProps): { readonly value: string } {
  return { value: inputText(value) || fieldText('serial.waiting') };
}

/** What nobody types into. */
export function SerialFrame({ id, value, describedBy, children }: EditProps & { readonly children: ReactNode }) {
  return (
    <output
      id={id}
      className={inputText(value) === '' ? 'anlan-output anlan-empty' : 'anlan-output'}
      aria-describedby={describedBy}
    >
      {children}
    </output>
  );
}
