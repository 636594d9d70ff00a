import { Radio } from 'antd';
import { ChoiceFilter, ChoiceText, selectableOptions } from '../choice-view.tsx';
import type { EditProps, FieldView } from '../field-view.ts';
import { keysOf } from '../text-field.tsx';

function Edit({ id, value, onChange, onBlur, field, disabled, invalid, describedBy }: EditProps) {
  return (
    <Radio.Group
      id={id}
      value={keysOf(value)[0]}
      options={selectableOptions(field, value)}
      disabled={disabled}
      onChange={(event) => onChange(event.target.value as string)}
      onBlur={onBlur}
      aria-label={field.title}
      aria-invalid={invalid}
      aria-describedby={describedBy}
    />
  );
}

export const view: FieldView = { Edit, Read: ChoiceText, Cell: ChoiceText, Filter: ChoiceFilter };
