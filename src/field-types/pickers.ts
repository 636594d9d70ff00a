import dayjsConfig from '@rc-component/picker/generate/dayjs';
import { DatePicker as AntdDatePicker } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { plantMoment } from '../api/plant-clock.ts';
import { checkTime } from './time/definition.ts';

/** antd's picker of dates, whose today and now are those of the plant and not of this machine. */
export const DatePicker = AntdDatePicker.generatePicker<Dayjs>({ ...dayjsConfig, getNow: plantMoment });

/** The same for times of the day. */
export const TimePicker = DatePicker.TimePicker;

/** A wire text of a date as the picker wants it; null for none or nonsense. */
export function pickerDate(value: unknown): Dayjs | null {
  if (typeof value !== 'string' || value === '') return null;
  const parsed = dayjs(value);
  return parsed.isValid() ? parsed : null;
}

/** A wire text of a time as the picker wants it; null for none or nonsense. Any day will do: only the hours are read. */
export function pickerTime(value: unknown): Dayjs | null {
  return typeof value === 'string' && checkTime(value) === undefined ? dayjs(`2000-01-01 ${value}`) : null;
}
