import { joined, say } from '../../core/text/say.ts';
import type { EditProps, FieldView } from '../field-view.ts';
import { DatePicker, pickerTime } from '../pickers.ts';
import { RangeEndLabel, rangeIds } from '../range-end.tsx';
import { fieldText } from '../text.ts';
import { TextCell, TextRead } from '../text-field.tsx';
import { TIME_FORMAT } from '../time/view.tsx';
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

/** The value is the pair of the two keys, `[start, end]`; the form writes each end under its own key. */
function Edit({ id, value, onChange, onBlur, field, disabled, invalid, describedBy }: EditProps) {
  const [start, end] = Array.isArray(value) ? value : [];
  return (
    <div className="anlan-duration">
      <RangeEndLabel id={id} field={field} />
      <DatePicker.RangePicker
        id={rangeIds(id)}
        picker="time"
        className="anlan-wide"
        format={TIME_FORMAT}
        value={[pickerTime(start), pickerTime(end)]}
        // Sorting would turn a night shift around.
        order={false}
        allowEmpty={[true, true]}
        needConfirm={false}
        onChange={(times) =>
          onChange([times?.[0]?.format(TIME_FORMAT) ?? null, times?.[1]?.format(TIME_FORMAT) ?? null])
        }
        onBlur={onBlur}
        disabled={disabled}
        placeholder={disabled ? ['', ''] : [fieldText('start'), fieldText('end')]}
        status={invalid ? 'error' : ''}
        aria-invalid={invalid}
        aria-describedby={describedBy}
      />
      <span className="anlan-count">{spanText(start, end)}</span>
    </div>
  );
}

export const view: FieldView = { Edit, Read: TextRead, Cell: TextCell, Filter: undefined };
