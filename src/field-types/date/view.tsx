import type { Dayjs } from 'dayjs';
import { DATE_FORMAT, DATE_TIME_FORMAT, DateRangeFilter } from '../date-range.tsx';
import type { EditProps, FieldView, ReadProps } from '../field-view.ts';
import { DatePicker, pickerDate } from '../pickers.ts';
import { fieldText } from '../text.ts';
import { TextCell, TextRead } from '../text-field.tsx';
import { type DateFormat, dateFormatOf, shownDate } from './definition.ts';

const PICKERS: Partial<Record<DateFormat, 'year' | 'month'>> = { YYYY: 'year', 'YYYY-MM': 'month' };

function Edit({ id, value, onChange, onBlur, field, disabled, invalid, describedBy }: EditProps) {
  const withTime = field.property.format === 'date-time';
  const shown = dateFormatOf(field.property);
  const picker = PICKERS[shown] ?? 'date';
  const stored = (day: Dayjs): string => {
    if (withTime) return day.format(DATE_TIME_FORMAT);
    return (picker === 'date' ? day : day.startOf(picker)).format(DATE_FORMAT);
  };
  return (
    <DatePicker
      id={id}
      className="anlan-wide"
      value={pickerDate(value)}
      picker={picker}
      showTime={withTime ? { format: shown.slice(11) } : false}
      format={shown}
      onChange={(day) => onChange(day ? stored(day) : null)}
      onBlur={onBlur}
      disabled={disabled}
      placeholder={field.property.placeholder ?? (disabled ? '' : fieldText('choose'))}
      status={invalid ? 'error' : ''}
      aria-invalid={invalid}
      aria-describedby={describedBy}
    />
  );
}

// Where nothing else is said people read and enter minutes; the seconds stay in what is stored and exported.
function Read(props: ReadProps) {
  return <TextRead {...props} text={shownDate(props.text, props.field.property)} />;
}

function Cell(props: ReadProps) {
  return <TextCell {...props} text={shownDate(props.text, props.field.property)} />;
}

export const view = { Edit, Read, Cell, Filter: DateRangeFilter } satisfies FieldView;
