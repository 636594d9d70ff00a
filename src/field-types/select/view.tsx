import { Select } from 'antd';
import { ChoiceFilter, ChoiceText, selectableOptions } from '../choice-view.tsx';
import type { EditProps, FieldView } from '../field-view.ts';
import { fieldText } from '../text.ts';
import { keysOf } from '../text-field.tsx';

function Edit({ id, value, onChange, onBlur, field, disabled, invalid, describedBy }: EditProps) {
  const shared = {
    id,
    className: 'anlan-wide',
    options: selectableOptions(field, value),
    showSearch: { optionFilterProp: 'label' },
    allowClear: true,
    placeholder: field.property.placeholder ?? (disabled ? '' : fieldText('choose')),
    disabled,
    onBlur,
    'aria-invalid': invalid,
    'aria-describedby': describedBy,
    ...(invalid ? { status: 'error' as const } : {}),
  };
  if (field.multiple) {
    return (
      <Select<string[]>
        {...shared}
        mode="multiple"
        maxTagCount="responsive"
        value={[...keysOf(value)]}
        onChange={(keys) => onChange(keys.length === 0 ? null : keys)}
      />
    );
  }
  return <Select<string> {...shared} value={keysOf(value)[0] ?? null} onChange={(key) => onChange(key ?? null)} />;
}

export const view: FieldView = { Edit, Read: ChoiceText, Cell: ChoiceText, Filter: ChoiceFilter };
