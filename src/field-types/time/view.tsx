import type { Dayjs } from 'dayjs';
import type { FieldView, FilterProps } from '../field-view.ts';
import { pickerTime, TimePicker } from '../pickers.ts';
import { fieldText } from '../text.ts';
import { TextCell, TextRead } from '../text-field.tsx';
import { TIME_FORMAT } from './definition.ts';

/** Between two times of the day, either may stay open. */
function Filter({ id, value, onChange, field }: FilterProps) {
  const [from = '', to = ''] = Array.isArray(value) ? value : [];
  const report = (ends: readonly [string, string]) =>
    onChange(ends[0] === '' && ends[1] === '' ? undefined : [ends[0], ends[1]]);
  const text = (time: Dayjs | null): string => time?.format(TIME_FORMAT) ?? '';
  return (
    <span className="anlan-range">
      <TimePicker
        id={id}
        className="anlan-wide"
        format={TIME_FORMAT}
        needConfirm={false}
        placeholder={fieldText('start')}
        aria-label={fieldText('timeFrom', { title: field.title })}
        value={pickerTime(from)}
        onChange={(time) => report([text(time), to])}
      />
      <span aria-hidden="true">~</span>
      <TimePicker
        className="anlan-wide"
        format={TIME_FORMAT}
        needConfirm={false}
        placeholder={fieldText('end')}
        aria-label={fieldText('timeTo', { title: field.title })}
        value={pickerTime(to)}
        onChange={(time) => report([from, text(time)])}
      />
    </span>
  );
}

export const view: FieldView = { Read: TextRead, Cell: TextCell, Filter };
