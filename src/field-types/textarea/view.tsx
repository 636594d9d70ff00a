import { Input } from 'antd';
import type { EditProps, FieldView } from '../field-view.ts';
import { fieldText } from '../text.ts';
import { inputText, TextCell, TextRead, typedText } from '../text-field.tsx';
import { TextFilter } from '../text-filter.tsx';

function Edit({ id, value, onChange, onBlur, field, disabled, invalid, describedBy }: EditProps) {
  const limit = field.property.maxLength ?? 2000;
  const length = [...inputText(value)].length;
  return (
    <div className="anlan-textarea">
      <Input.TextArea
        id={id}
        value={inputText(value)}
        onChange={(event) => onChange(typedText(event.target.value))}
        onBlur={onBlur}
        disabled={disabled}
        rows={field.property.rows ?? 3}
        placeholder={field.property.placeholder ?? (disabled ? '' : fieldText('enter'))}
        status={invalid ? 'error' : ''}
        aria-invalid={invalid}
        aria-describedby={describedBy}
      />
      {length > limit * 0.8 && (
        <span className="anlan-count" aria-hidden="true">
          {length} / {limit}
        </span>
      )}
    </div>
  );
}

export const view: FieldView = { Edit, Read: TextRead, Cell: TextCell, Filter: TextFilter };
