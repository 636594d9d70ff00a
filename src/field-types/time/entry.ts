import type { Dayjs } from 'dayjs';
import { boxProps } from '../box-props.ts';
import type { EditProps } from '../field-view.ts';
import { pickerTime } from '../pickers.ts';
import { TIME_FORMAT } from './definition.ts';

/** What a picker of one time is given of its field. */
export function timeProps(edit: EditProps) {
  const { value, onChange } = edit;
  return {
    ...boxProps(edit),
    value: pickerTime(value),
    onChange: (time: Dayjs | null) => onChange(time ? time.format(TIME_FORMAT) : null),
  };
}
