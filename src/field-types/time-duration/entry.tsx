import type { Dayjs } from 'dayjs';
import type { ReactNode } from 'react';
import { joined, say } from '../../core/text/say.ts';
import { boxProps } from '../box-props.ts';
import type { EditProps } from '../field-view.ts';
import { pickerTime } from '../pickers.ts';
import { RangeEndLabel, rangeIds } from '../range-end.tsx';
import { fieldText } from '../text.ts';
import { TIME_FORMAT } from '../time/definition.ts';
import { spanMinutes } from './definition.ts';

/** How long a span is, in words; over midnight it says so. '' while an end is missing. Example: 共8小时30分钟. */
export function spanText(start: unknown, end: unknown): string {
  const minutes = spanMinutes(start, end);
  if (minutes === undefined) return '';
  const hours = Math.floor(minutes / 60);
  const parts = [
    hours > 0 ? say('{hours}小时', { hours }) : '',
    minutes % 60 > 0 ? say('{minutes}分钟', { minutes: minutes % 60 }) : '',
  ].filter(Boolean);
  const duration = parts.length === 0 ? say('{minutes}分钟', { minutes: 0 }) : parts.reduce(joined);
  return String(end) < String(start) ? say('共{duration}（次日）', { duration }) : say('共{duration}', { duration });
}

const ends = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** What a picker of two times is given of its field: the pair of the two keys, which the form writes each by itself. */
export function spanProps(edit: EditProps) {
  const { id, value, onChange, disabled } = edit;
  const [start, end] = ends(value);
  return {
    ...boxProps(edit),
    id: rangeIds(id),
    picker: 'time',
    value: [pickerTime(start), pickerTime(end)],
    onChange: (times: readonly (Dayjs | null)[] | null) =>
      onChange([times?.[0]?.format(TIME_FORMAT) ?? null, times?.[1]?.format(TIME_FORMAT) ?? null]),
    placeholder: disabled ? ['', ''] : [fieldText('start'), fieldText('end')],
  };
}

/** Names the second box, and says how long the span is. */
export function SpanFrame({ id, value, field, children }: EditProps & { readonly children: ReactNode }) {
  const [start, end] = ends(value);
  return (
    <div className="anlan-duration">
      <RangeEndLabel id={id} field={field} />
      {children}
      <span className="anlan-count">{spanText(start, end)}</span>
    </div>
  );
}
