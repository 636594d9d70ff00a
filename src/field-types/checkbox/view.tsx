import { Checkbox, Select } from 'antd';
import { ChoiceFilter, ChoiceText, selectableOptions } from '../choice-view.tsx';
import type { EditProps, FieldView, FilterProps, ReadProps } from '../field-view.ts';
import { fieldText } from '../text.ts';
import { keysOf, TextCell, TextRead } from '../text-field.tsx';

function isSwitch(field: EditProps['field']): boolean {
  return field.property.type === 'boolean';
}

function Edit({ id, value, onChange, onBlur, field, disabled, invalid, describedBy }: EditProps) {
  if (isSwitch(field)) {
    return (
      <Checkbox
        id={id}
        checked={value === true}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
        onBlur={onBlur}
        aria-invalid={invalid}
        aria-describedby={describedBy}
      >
        {field.property.placeholder ?? fieldText('yes')}
      </Checkbox>
    );
  }
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

function Read(props: ReadProps) {
  return isSwitch(props.field) ? <TextRead {...props} /> : <ChoiceText {...props} />;
}

function Cell(props: ReadProps) {
  return isSwitch(props.field) ? <TextCell {...props} /> : <ChoiceText {...props} />;
}

function Filter(props: FilterProps) {
  if (!isSwitch(props.field)) return <ChoiceFilter {...props} />;
  return (
    <Select
      id={props.id}
      allowClear
      placeholder={fieldText('choose')}
      value={typeof props.value === 'string' ? props.value : null}
      options={[
        { value: 'true', label: fieldText('yes') },
        { value: 'false', label: fieldText('no') },
      ]}
      onChange={(key: string | null | undefined) => props.onChange(key ?? undefined)}
    />
  );
}

export const view: FieldView = { Edit, Read, Cell, Filter };
