import type { RadioGroupProps } from 'antd';
import { selectableOptions } from '../choice-view.tsx';
import type { EditProps } from '../field-view.ts';
import { keysOf } from '../text-field.tsx';

/** What a group of radio buttons is given of its field. */
export function radioProps({ value, field, onChange }: EditProps): RadioGroupProps {
  return {
    value: keysOf(value)[0],
    options: selectableOptions(field, value),
    onChange: (event) => onChange(event.target.value as string),
    'aria-label': field.title,
  };
}
