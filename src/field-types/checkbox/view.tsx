import { Checkbox } from 'antd';
import { ChoiceFilter, ChoiceText, selectableOptions } from '../choice-view.tsx';
import type { EditProps, FieldView } from '../field-view.ts';
import { keysOf } from '../text-field.tsx';

function Edit({ id, value, onChange, onBlur, field, disabled, describedBy }: EditProps) {
  return (
    <fieldset id={id} tabIndex={-1} onBlur={onBlur} className="anlan-options" aria-label={field.title}>
      <Checkbox.Group
        value={[...keysOf(value)]}
        options={selectableOptions(field, value)}
        disabled={disabled}
        onChange={(keys) => onChange(keys.length === 0 ? null : keys.map(String))}
        aria-describedby={describedBy}
      />
    </fieldset>
  );
}

export const view: FieldView = { Edit, Read: ChoiceText, Cell: ChoiceText, Filter: ChoiceFilter };
