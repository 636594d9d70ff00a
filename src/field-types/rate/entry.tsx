import type { RateProps } from 'antd';
import type { ReactNode } from 'react';
import type { EditProps } from '../field-view.ts';

const LEFT_TO_FRAME = { 'aria-invalid': undefined, 'aria-describedby': undefined };

/** What a row of stars is given of its field. */
export function rateProps({ value, onChange }: EditProps): RateProps {
  return {
    ...LEFT_TO_FRAME,
    value: typeof value === 'number' ? value : 0,
    onChange: (stars) => onChange(stars === 0 ? null : stars),
  };
}

/** Gives the stars what is said of them, which they do not take themselves. */
export function RateFrame({ describedBy, children }: EditProps & { readonly children: ReactNode }) {
  return (
    <span className="anlan-rate" aria-describedby={describedBy}>
      {children}
    </span>
  );
}
