import type { Dayjs } from 'dayjs';
import { useMemo } from 'react';
import { plantMoment } from '../api/plant-clock.ts';
import type { FilterProps } from './field-view.ts';
import { DatePicker, pickerDate } from './pickers.ts';
import { RangeEndLabel, rangeIds } from './range-end.tsx';
import { fieldText } from './text.ts';

/** Wire form of a date with its time, in the tenant's zone. */
export const DATE_TIME_FORMAT = 'YYYY-MM-DD HH:mm:ss';
export const DATE_FORMAT = 'YYYY-MM-DD';

const presets = (): { label: string; value: [Dayjs, Dayjs] }[] => {
  const now = plantMoment();
  return [
    { label: fieldText('today'), value: [now.startOf('day'), now.endOf('day')] },
    { label: fieldText('lastWeek'), value: [now.subtract(6, 'day').startOf('day'), now.endOf('day')] },
    { label: fieldText('thisMonth'), value: [now.startOf('month'), now.endOf('month')] },
    { label: fieldText('thisYear'), value: [now.startOf('year'), now.endOf('year')] },
  ];
};

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
