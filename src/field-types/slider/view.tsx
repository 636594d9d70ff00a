import { InputNumber, Slider } from 'antd';
import type { EditProps, FieldView } from '../field-view.ts';
import { numberBox } from '../number/number-box.ts';
import { view as number } from '../number/view.tsx';
import { fieldText } from '../text.ts';
import { TextRead } from '../text-field.tsx';
import { withBounds } from './definition.ts';

/** The bar and, beside it, the exact number: a finger cannot hit 37 on a phone. */
function Edit({ id, value, onChange, onBlur, field, disabled, invalid, describedBy }: EditProps) {
  const { minimum = 0, maximum = 100, scale = 0, unit } = withBounds(field.property);
  const held = typeof value === 'number' ? value : null;
  return (
    <span className="anlan-slider">
      <Slider
        min={minimum}
        max={maximum}
        step={1 / 10 ** scale}
        value={held ?? minimum}
        onChange={(next) => onChange(next)}
        onChangeComplete={onBlur}
        disabled={disabled}
        ariaLabelForHandle={field.title}
      />
      <InputNumber
        id={id}
        className="anlan-wide"
        value={held}
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

export const view: FieldView = { Edit, Read: TextRead, Cell: number.Cell, Filter: number.Filter };
