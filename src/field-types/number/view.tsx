import { InputNumber } from 'antd';
import type { EditProps, FieldView, FilterProps, ReadProps } from '../field-view.ts';
import { fieldText } from '../text.ts';
import { TextCell, TextRead } from '../text-field.tsx';
import { numberBox, unpadded } from './number-box.ts';
import { useRefusedText } from './refused-text.ts';

// No min and max on the element: antd would change what was typed on leaving. The validator says what is allowed.
function Edit({ id, value, onChange, onBlur, field, disabled, invalid, describedBy }: EditProps) {
  const { property } = field;
  const box = numberBox();
  return (
    <InputNumber
      id={id}
      className="anlan-wide"
      {...(property.fixedDecimals === true ? {} : { formatter: unpadded })}
      {...useRefusedText(value, box, onChange, onBlur)}
      onChange={(next) => onChange(next)}
      disabled={disabled}
      precision={property.type === 'integer' ? 0 : (property.scale ?? 0)}
      placeholder={property.placeholder ?? (disabled ? '' : fieldText('enter'))}
      suffix={property.unit}
      status={invalid ? 'error' : ''}
      {...box}
      controls={false}
      inputMode="decimal"
      aria-invalid={invalid}
      aria-describedby={describedBy}
    />
  );
}

function Cell(props: ReadProps) {
  return (
    <span className="anlan-number">
      <TextCell {...props} />
    </span>
  );
}

function Filter({ id, value, onChange, field }: FilterProps) {
  const ends = Array.isArray(value) ? value : ['', ''];
  const report = (from: string, to: string) => onChange(from === '' && to === '' ? undefined : [from, to]);
  const read = (text: string | undefined) => (text === undefined || text === '' ? null : Number(text));
  return (
    <span className="anlan-range">
      <InputNumber
        id={id}
        className="anlan-wide"
        {...numberBox()}
        controls={false}
        placeholder={fieldText('minimum')}
        aria-label={fieldText('minimumOf', { title: field.title })}
        value={read(ends[0])}
        onChange={(next) => report(next === null ? '' : String(next), ends[1] ?? '')}
      />
      <span aria-hidden="true">~</span>
      <InputNumber
        className="anlan-wide"
        {...numberBox()}
        controls={false}
        placeholder={fieldText('maximum')}
        aria-label={fieldText('maximumOf', { title: field.title })}
        value={read(ends[1])}
        onChange={(next) => report(ends[0] ?? '', next === null ? '' : String(next))}
      />
    </span>
  );
}

export const view: FieldView = { Edit, Read: TextRead, Cell, Filter };
