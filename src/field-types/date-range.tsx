import { DatePicker } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { useMemo } from 'react';
import type { FilterProps } from './field-view.ts';
import { RangeEndLabel, rangeIds } from './range-end.tsx';
import { fieldText } from './text.ts';

/** Wire form of a date with its time, in the tenant's zone. */
export const DATE_TIME_FORMAT = 'YYYY-MM-DD HH:mm:ss';
export const DATE_FORMAT = 'YYYY-MM-DD';

/** A wire text as the picker wants it; null for none or nonsense. */
export function pickerDate(value: unknown): Dayjs | null {
  if (typeof value !== 'string' || value === '') return null;
  const parsed = dayjs(value);
  return parsed.isValid() ? parsed : null;
}

const presets = (): { label: string; value: [Dayjs, Dayjs] }[] => [
  { label: fieldText('today'), value: [dayjs().startOf('day'), dayjs().endOf('day')] },
  { label: fieldText('lastWeek'), value: [dayjs().subtract(6, 'day').startOf('day'), dayjs().endOf('day')] },
  { label: fieldText('thisMonth'), value: [dayjs().startOf('month'), dayjs().endOf('month')] },
  { label: fieldText('thisYear'), value: [dayjs().startOf('year'), dayjs().endOf('year')] },
];

/** Filter between two days; of a date-time the last day counts to its end. */
export function DateRangeFilter({ id, value, onChange, field }: FilterProps) {
  const [from, to]: readonly unknown[] = Array.isArray(value) ? value : [];
  // The picker forgets a date that is half typed when it is given other objects, as by rows that arrive meanwhile.
  const days = useMemo<[Dayjs | null, Dayjs | null]>(() => [pickerDate(from), pickerDate(to)], [from, to]);
  const withTime = field.property.format === 'date-time';
  const text = (day: Dayjs | null | undefined, end: boolean) => {
    if (!day) return '';
    if (!withTime) return day.format(DATE_FORMAT);
    return (end ? day.endOf('day') : day.startOf('day')).format(DATE_TIME_FORMAT);
  };
  return (
    <>
      <RangeEndLabel id={id} field={field} />
      <DatePicker.RangePicker
        id={rangeIds(id)}
        className="anlan-wide"
        presets={presets()}
        allowEmpty={[true, true]}
        placeholder={[fieldText('start'), fieldText('end')]}
        value={days}
        onChange={(chosen) => {
          const next = [text(chosen?.[0], false), text(chosen?.[1], true)];
          onChange(next[0] === '' && next[1] === '' ? undefined : next);
        }}
      />
    </>
  );
}
