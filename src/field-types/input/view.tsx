import { Input } from 'antd';
import type { EditProps, FieldView } from '../field-view.ts';
import { fieldText } from '../text.ts';
import { inputText, TextCell, TextRead, typedText } from '../text-field.tsx';
import { TextFilter } from '../text-filter.tsx';

// No maxLength on the element: it would cut what is pasted without a word. The validator says how long it may be.
function Edit({ id, value, onChange, onBlur, field, disabled, invalid, describedBy }: EditProps) {
  return (
    <Input
      id={id}
      value={inputText(value)}
      onChange={(event) => onChange(typedText(event.target.value))}
      onBlur={onBlur}
      disabled={disabled}
      placeholder={field.property.placeholder ?? (disabled ? '' : fieldText('enter'))}
      suffix={field.property.unit}
      status={invalid ? 'error' : ''}
      aria-invalid={invalid}
      aria-describedby={describedBy}
      autoComplete="off"
    />
  );
}

export const view: FieldView = { Edit, Read: TextRead, Cell: TextCell, Filter: TextFilter };
