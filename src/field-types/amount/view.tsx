import { InputNumber } from 'antd';
import { useState } from 'react';
import { amountCapitals } from '../../core/amount/amount-capitals.ts';
import type { EditProps, FieldView, ReadProps, ViewField } from '../field-view.ts';
import { amountBox } from '../number/number-box.ts';
import { useRefusedText } from '../number/refused-text.ts';
import { view as number } from '../number/view.tsx';
import { fieldText } from '../text.ts';
import { TextRead } from '../text-field.tsx';
import { withScale } from './definition.ts';

function Capitals({ value, field }: { value: unknown; field: ViewField }) {
  const text = typeof value === 'number' ? amountCapitals(value, field.property.unit) : '';
  return text === '' ? null : <span className="anlan-capitals">{text}</span>;
}

// As with numbers: no min and max on the element, the validator says what is allowed.
function Edit({ id, value, onChange, onBlur, field, disabled, invalid, describedBy }: EditProps) {
  const { property } = field;
  const [box] = useState(amountBox);
  return (
    <span className="anlan-amount">
      <InputNumber
        id={id}
        className="anlan-wide"
        onChange={(next) => onChange(next)}
        disabled={disabled}
        precision={property.type === 'integer' ? 0 : (withScale(property).scale ?? 0)}
        formatter={box.formatter}
        parser={box.parser}
        {...useRefusedText(value, box, onChange, onBlur)}
        placeholder={property.placeholder ?? (disabled ? '' : fieldText('enter'))}
        suffix={property.unit}
        status={invalid ? 'error' : ''}
        controls={false}
        inputMode="decimal"
        aria-invalid={invalid}
        aria-describedby={describedBy}
      />
      <Capitals value={value} field={field} />
    </span>
  );
}

function Read(props: ReadProps) {
  return (
    <span className="anlan-amount">
      <TextRead {...props} />
      <Capitals value={props.value} field={props.field} />
    </span>
  );
}

export const view: FieldView = { Edit, Read, Cell: number.Cell, Filter: number.Filter };
