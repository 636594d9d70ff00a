import { TimePicker } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import type { EditProps, FieldView } from '../field-view.ts';
import { fieldText } from '../text.ts';
import { TextCell, TextRead } from '../text-field.tsx';
import { checkTime } from './definition.ts';

/** Wire form of a time of day. */
export const TIME_FORMAT = 'HH:mm';

/** A wire text as the picker wants it; null for none or nonsense. Any day will do: only the hours are read. */
export function pickerTime(value: unknown): Dayjs | null {
  return typeof value === 'string' && checkTime(value) === undefined ? dayjs(`2000-01-01 ${value}`) : null;
}

function Edit({ id, value, onChange, onBlur, field, disabled, invalid, describedBy }: EditProps) {
  return (
    <TimePicker
      id={id}
      className="anlan-wide"
      format={TIME_FORMAT}
      value={pickerTime(value)}
      onChange={(time) => onChange(time ? time.format(TIME_FORMAT) : null)}
      onBlur={onBlur}
      needConfirm={false}
      disabled={disabled}
      placeholder={field.property.placeholder ?? (disabled ? '' : fieldText('choose'))}
      status={invalid ? 'error' : ''}
      aria-invalid={invalid}
      aria-describedby={describedBy}
    />
  );
}

export const view: FieldView = { Edit, Read: TextRead, Cell: TextCell, Filter: undefined };
