import { TimePicker } from 'antd';
import type { EditProps, FieldView } from '../field-view.ts';
import { fieldText } from '../text.ts';
import { TextCell, TextRead } from '../text-field.tsx';
import { pickerTime, TIME_FORMAT } from '../time/view.tsx';
import { spanMinutes } from './definition.ts';

/** How long a span is, in words; over midnight it says so. '' while an end is missing. Example: 共8小时30分钟. */
export function spanText(start: unknown, end: unknown): string {
  const minutes = spanMinutes(start, end);
  if (minutes === undefined) return '';
  const hours = Math.floor(minutes / 60);
  const parts = [hours > 0 ? `${hours}小时` : '', minutes % 60 > 0 ? `${minutes % 60}分钟` : ''].join('');
  return `共${parts || '0分钟'}${String(end) < String(start) ? '（次日）' : ''}`;
}

/** The value is the pair of the two keys, `[start, end]`; the form writes each end under its own key. */
function Edit({ id, value, onChange, onBlur, disabled, invalid, describedBy }: EditProps) {
  const [start, end] = Array.isArray(value) ? value : [];
  return (
    <div className="anlan-duration">
      <TimePicker.RangePicker
        id={{ start: id }}
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
