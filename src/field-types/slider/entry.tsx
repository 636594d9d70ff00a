import { InputNumber, type SliderSingleProps } from 'antd';
import type { ReactNode } from 'react';
import type { EditProps } from '../field-view.ts';
import { numberBox } from '../number/number-box.ts';
import { fieldText } from '../text.ts';
import { withBounds } from './definition.ts';

const LEFT_TO_BOX = { id: undefined, onBlur: undefined, 'aria-invalid': undefined, 'aria-describedby': undefined };

/** What the bar is given of its field; it says when it was let go. */
export function sliderProps({ value, field, onChange, onBlur }: EditProps): SliderSingleProps {
  return {
    ...LEFT_TO_BOX,
    value: typeof value === 'number' ? value : (withBounds(field.property).minimum ?? 0),
    onChange: (next) => onChange(next),
    onChangeComplete: onBlur,
    ariaLabelForHandle: field.title,
  };
}

/** The bar and, beside it, the exact number: a finger cannot hit 37 on a phone. */
export function SliderFrame({
  id,
  value,
  onChange,
  onBlur,
  field,
  disabled,
  invalid,
  describedBy,
  children,
}: EditProps & { readonly children: ReactNode }) {
  const { scale = 0, unit } = field.property;
  return (
    <span className="anlan-slider">
      {children}
      <InputNumber
        id={id}
        className="anlan-wide"
        value={typeof value === 'number' ? value : null}
        onChange={(next) => onChange(next)}
        onBlur={onBlur}
        disabled={disabled}
        precision={scale}
        suffix={unit}
        status={invalid ? 'error' : ''}
        {...numberBox()}
        controls={false}
        inputMode="decimal"
        placeholder={disabled ? '' : fieldText('enter')}
        aria-invalid={invalid}
        aria-describedby={describedBy}
      />
    </span>
  );
}
