import { type EndForm, momentSheet, printMoment, sheetTime, timeOfSheet } from '../../core/field-forms.ts';
import { say } from '../../core/text/say.ts';
import { defineFieldType, TEXT_COLUMN } from '../define.ts';

/** Wire form of a time of day. */
export const TIME_FORMAT = 'HH:mm';

/** Checks a time of day `HH:mm`, 00:00 to 23:59. */
export function checkTime(value: unknown): string | undefined {
  if (typeof value !== 'string') return say('须为时间，格式HH:mm');
  return /^([01]\d|2[0-3]):[0-5]\d$/.test(value) ? undefined : say('不是有效的时间，格式HH:mm');
}

const TIME_END: EndForm = {
  format: 'hh:mm',
  width: 10,
  cell: sheetTime,
  read: (text, field) => definition.parse(timeOfSheet(text.trim()) ?? text, field),
};

/** A time of day without a date, `HH:mm`; as text, so that it sorts and compares as it reads. */
export const definition = defineFieldType({
  type: 'time',
  title: '时间',
  group: 'time',
  jsonTypes: ['string'],
  keywords: ['format', 'placeholder'],
  column: () => TEXT_COLUMN,
  expressionType: () => 'text',
  filter: () => 'range',
  sortable: true,
  span: 'one',
  component: 'TimePicker',
  componentProps: () => ({ format: TIME_FORMAT, needConfirm: false }),
  check: checkTime,
  format: (value) => (typeof value === 'string' ? value : ''),
  parse(text) {
    const trimmed = text.trim().replaceAll('：', ':');
    if (trimmed === '') return { value: null };
    const [, hour, minute] = /^(\d{1,2}):(\d{2})(?::00)?$/.exec(trimmed) ?? [];
    const value = hour === undefined ? trimmed : `${hour.padStart(2, '0')}:${minute}`;
    const fault = checkTime(value);
    return fault === undefined ? { value } : { message: fault };
  },
  sheet: (field) => momentSheet(TIME_END, field),
  print: printMoment,
});
