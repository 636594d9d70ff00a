import type { Dayjs } from 'dayjs';
import { useMemo } from 'react';
import { plantMoment } from '../../api/plant-clock.ts';
import { minutesText } from '../../core/amount/minutes-text.ts';
import { wallSeconds } from '../../core/expression/civil-date.ts';
import { say } from '../../core/text/say.ts';
import { toMinutes } from '../../ui/to-minutes.ts';
import { DATE_FORMAT, DATE_TIME_FORMAT, DateRangeFilter } from '../date-range.tsx';
import type { EditProps, FieldView, ReadProps } from '../field-view.ts';
import { DatePicker, pickerDate } from '../pickers.ts';
import { RangeEndLabel, rangeIds } from '../range-end.tsx';
import { fieldText } from '../text.ts';
import { TextCell, TextRead } from '../text-field.tsx';

/**
 * How long a duration is, in words: days with both ends counted for dates, else days, hours and minutes of the tenant's
 * wall clock, as `minutesBetween` counts them whatever the browser's zone and its summer time. '' while an end is missing
 * or before the start. Example: 2026-11-20 to 2026-11-22 is 共3天.
 */
export function durationText(start: unknown, end: unknown, withTime: boolean): string {
  const from = typeof start === 'string' ? wallSeconds(start) : null;
  const to = typeof end === 'string' ? wallSeconds(end) : null;
  if (from === null || to === null || to < from) return '';
  if (!withTime) return fieldText('days', { count: Math.floor(to / 86_400) - Math.floor(from / 86_400) + 1 });
  return say('共{duration}', { duration: minutesText(Math.floor((to - from) / 60)) });
}

/** The value is the pair of the two keys, `[start, end]`; the form writes each end under its own key. */
function Edit({ id, value, onChange, onBlur, field, disabled, invalid, describedBy }: EditProps) {
  const withTime = field.property.format === 'date-time';
  const format = withTime ? DATE_TIME_FORMAT : DATE_FORMAT;
  const [start, end]: readonly unknown[] = Array.isArray(value) ? value : [];
  // The picker forgets an end that is half typed when it is given other objects, as by a message that comes or goes.
  const ends = useMemo<[Dayjs | null, Dayjs | null]>(() => [pickerDate(start), pickerDate(end)], [start, end]);
  return (
    <div className="anlan-duration">
      <RangeEndLabel id={id} field={field} />
      <DatePicker.RangePicker
        id={rangeIds(id)}
        className="anlan-wide"
        value={ends}
        showTime={
          withTime
            ? {
                format: 'HH:mm',
                defaultValue: [plantMoment().hour(8).startOf('hour'), plantMoment().hour(17).startOf('hour')],
              }
            : false
        }
        format={withTime ? 'YYYY-MM-DD HH:mm' : DATE_FORMAT}
        allowEmpty={[true, true]}
        onChange={(days) => onChange([days?.[0]?.format(format) ?? null, days?.[1]?.format(format) ?? null])}
        onBlur={onBlur}
        disabled={disabled}
        placeholder={disabled ? ['', ''] : [fieldText('start'), fieldText('end')]}
        status={invalid ? 'error' : ''}
        aria-invalid={invalid}
        aria-describedby={describedBy}
      />
      <span className="anlan-count">{durationText(start, end, withTime)}</span>
    </div>
  );
}

function Read(props: ReadProps) {
  return <TextRead {...props} text={toMinutes(props.text)} />;
}

function Cell(props: ReadProps) {
  return <TextCell {...props} text={toMinutes(props.text)} />;
}

export const view: FieldView = { Edit, Read, Cell, Filter: DateRangeFilter };
