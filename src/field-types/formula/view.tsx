import { Input } from 'antd';
import type { EditProps, FieldView } from '../field-view.ts';
import { fieldText } from '../text.ts';
import { inputText, TextCell, TextRead, typedText } from '../text-field.tsx';
import { TextFilter } from '../text-filter.tsx';

/** A line for the formula; the figures that it may name are in its hint. */
function Edit({ id, value, onChange, onBlur, field, disabled, invalid, describedBy }: EditProps) {
  return (
    <Input
      id={id}
      value={inputText(value)}
      onChange={(event) => onChange(typedText(event.target.value))}
      onBlur={onBlur}
      disabled={disabled}
      spellCheck={false}
      placeholder={field.property.placeholder ?? (disabled ? '' : fieldText('enter'))}
      status={invalid ? 'error' : ''}
      aria-invalid={invalid}
      aria-describedby={describedBy}
    />
  );
}

export const view: FieldView = { Edit, Read: TextRead, Cell: TextCell, Filter: TextFilter };
