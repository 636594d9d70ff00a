import { DatePicker } from 'antd';
import { toMinutes } from '../../ui/to-minutes.ts';
import { DATE_FORMAT, DATE_TIME_FORMAT, DateRangeFilter, pickerDate } from '../date-range.tsx';
import type { EditProps, FieldView, ReadProps } from '../field-view.ts';
import { fieldText } from '../text.ts';
import { TextCell, TextRead } from '../text-field.tsx';

function Edit({ id, value, onChange, onBlur, field, disabled, invalid, describedBy }: EditProps) {
  const withTime = field.property.format === 'date-time';
  const format = withTime ? DATE_TIME_FORMAT : DATE_FORMAT;
  return (
    <DatePicker
      id={id}
      className="anlan-wide"
      value={pickerDate(value)}
      showTime={withTime ? { format: 'HH:mm' } : false}
      format={withTime ? 'YYYY-MM-DD HH:mm' : DATE_FORMAT}
      onChange={(day) => onChange(day ? day.format(format) : null)}
      onBlur={onBlur}
      disabled={disabled}
      placeholder={field.property.placeholder ?? (disabled ? '' : fieldText('choose'))}
      status={invalid ? 'error' : ''}
      aria-invalid={invalid}
      aria-describedby={describedBy}
    />
  );
}

// People read and enter minutes; the seconds stay in what is stored and exported.
function Read(props: ReadProps) {
  return <TextRead {...props} text={toMinutes(props.text)} />;
}

function Cell(props: ReadProps) {
  return <TextCell {...props} text={toMinutes(props.text)} />;
}

export const view: FieldView = { Edit, Read, Cell, Filter: DateRangeFilter };
