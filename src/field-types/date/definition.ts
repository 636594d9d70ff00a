import type { Property } from '../../core/dialect/entity.generated.ts';
import { dateOfSheet, type EndForm, momentSheet, printMoment, sheetDate } from '../../core/field-forms.ts';
import { say } from '../../core/text/say.ts';
import { isCalendarDate } from '../../core/validation/text-checks.ts';
import { defineFieldType } from '../define.ts';

/** Whether the field is a date with a time of day. */
const hasTime = (property: Property) => property.format === 'date-time';

/** Form in which a date is entered and shown. */
export type DateFormat = NonNullable<Property['dateFormat']>;

/** How a date is entered and shown: as `dateFormat` says, else by the day, a date-time to the minute. */
export function dateFormatOf(property: Property): DateFormat {
  const { dateFormat } = property;
  if (hasTime(property)) return dateFormat === 'YYYY-MM-DD HH:mm:ss' ? dateFormat : 'YYYY-MM-DD HH:mm';
  return dateFormat === 'YYYY' || dateFormat === 'YYYY-MM' ? dateFormat : 'YYYY-MM-DD';
}

/** A stored date as people read it; text that is no date stays. */
export function shownDate(value: string, property: Property): string {
  return value.slice(0, dateFormatOf(property).length);
}

/** Checks `YYYY-MM-DD`, or `YYYY-MM-DD HH:mm:ss` with a time, of years 1900 to 9999. */
export function checkDate(value: unknown, property: Property): string | undefined {
  const form = hasTime(property) ? 'YYYY-MM-DD HH:mm:ss' : 'YYYY-MM-DD';
  if (typeof value !== 'string') return say('须为日期，格式{form}', { form });
  const [day = '', time, ...rest] = value.split(' ');
  const timeFits = hasTime(property)
    ? rest.length === 0 && time !== undefined && /^([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/.test(time)
    : time === undefined;
  if (!timeFits || !isCalendarDate(day)) return say('不是有效的日期，格式{form}', { form });
  if (day < '1900-01-01') return say('不能早于1900-01-01');
  const format = dateFormatOf(property);
  if (format === 'YYYY-MM' && !day.endsWith('-01')) return say('须为当月1日');
  return format === 'YYYY' && !day.endsWith('-01-01') ? say('须为当年1月1日') : undefined;
}

/** A year or a month as its first day: 2026, 2026年, 2026-03, 2026年3月. */
function wholeDay(text: string, format: DateFormat): string {
  if (format === 'YYYY') return text.replace(/^(\d{4})年?$/, '$1-01-01');
  if (format !== 'YYYY-MM') return text;
  const [, year, month] = /^(\d{4})[-年](\d{1,2})月?$/.exec(text) ?? [];
  return year === undefined || month === undefined ? text : `${year}-${month.padStart(2, '0')}-01`;
}

const endForm = (property: Property): EndForm => ({
  format: hasTime(property) ? 'yyyy-mm-dd hh:mm:ss' : 'yyyy-mm-dd',
  width: hasTime(property) ? 20 : 13,
  cell: sheetDate,
  read: (text, field) => definition.parse(dateOfSheet(text.trim(), hasTime(property)) ?? text, field),
});

/** A date without a zone, or with `format: date-time` a moment on the tenant's wall clock. */
export const definition = defineFieldType({
  type: 'date',
  title: '日期',
  group: 'time',
  jsonTypes: ['string'],
  keywords: ['format', 'dateFormat', 'placeholder'],
  column: (property) =>
    hasTime(property) ? { kind: 'timestamptz', ddl: 'timestamptz(0)' } : { kind: 'date', ddl: 'date' },
  expressionType: (property) => (hasTime(property) ? 'dateTime' : 'date'),
  filter: () => 'range',
  sortable: true,
  span: 'one',
  component: 'DatePicker',
  check: (value, field) => checkDate(value, field.property),
  format(value, { property }) {
    if (typeof value !== 'string') return '';
    // Exports and histories keep the seconds, which paper leaves out; only a year or a month is shorter than what is stored.
    return hasTime(property) ? value : shownDate(value, property);
  },
  parse(text, field) {
    const trimmed = wholeDay(text.trim().replaceAll('/', '-').replace('T', ' '), dateFormatOf(field.property));
    if (trimmed === '') return { value: null };
    const full = hasTime(field.property) && /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}$/.test(trimmed) ? `${trimmed}:00` : trimmed;
    const fault = checkDate(full, field.property);
    return fault ? { message: fault } : { value: full };
  },
  sheet: (field) => momentSheet(endForm(field.property), field),
  print: (value, { property }) => {
    const shown = (end: unknown) => (typeof end === 'string' ? shownDate(end, property) : end);
    if (Array.isArray(value)) return printMoment(value.map(shown));
    return typeof value === 'string' ? { kind: 'text', text: shownDate(value, property) } : undefined;
  },
});
