import type { ReactNode } from 'react';
import type { EditProps } from './field-view.ts';

/** What has several inputs as one thing that has a name, is found by its id and is left as a whole. */
export function GroupFrame({ id, field, onBlur, children }: EditProps & { readonly children: ReactNode }) {
  return (
    <fieldset id={id} tabIndex={-1} onBlur={onBlur} className="anlan-options" aria-label={field.title}>
      {children}
    </fieldset>
  );
}
