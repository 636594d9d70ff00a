import type { CheckboxGroupProps } from 'antd/es/checkbox';
import { selectableOptions } from '../choice-view.tsx';
import type { EditProps } from '../field-view.ts';
import { keysOf } from '../text-field.tsx';

const LEFT_TO_FRAME = { id: undefined, onBlur: undefined, 'aria-invalid': undefined };

/** What a group of checkboxes is given of its field. */
export function checkboxProps({ value, field, onChange }: EditProps): CheckboxGroupProps {
  return {
    ...LEFT_TO_FRAME,
    value: [...keysOf(value)],
    options: selectableOptions(field, value),
    onChange: (keys) => onChange(keys.length === 0 ? null : keys.map(String)),
  };
}
