import { DatePicker } from 'antd';
import { DATE_FORMAT, DATE_TIME_FORMAT, DateRangeFilter, pickerDate } from '../date-range.tsx';
import type { EditProps, FieldView } from '../field-view.ts';
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

export const view: FieldView = { Edit, Read: TextRead, Cell: TextCell, Filter: DateRangeFilter };
