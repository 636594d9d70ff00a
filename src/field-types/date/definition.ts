import type { Property } from '../../core/dialect/entity.generated.ts';
import { dateOfSheet, type EndForm, momentSheet, printMoment, sheetDate } from '../../core/field-forms.ts';
import { isCalendarDate } from '../../core/validation/text-checks.ts';
import { defineFieldType } from '../define.ts';

/** Whether the field is a date with a time of day. */
const hasTime = (property: Property) => property.format === 'date-time';

/** Checks `YYYY-MM-DD`, or `YYYY-MM-DD HH:mm:ss` with a time, of years 1900 to 9999. */
export function checkDate(value: unknown, property: Property): string | undefined {
  const form = hasTime(property) ? 'YYYY-MM-DD HH:mm:ss' : 'YYYY-MM-DD';
  if (typeof value !== 'string') return `须为日期，格式${form}`;
  const [day = '', time, ...rest] = value.split(' ');
  const timeFits = hasTime(property)
    ? rest.length === 0 && time !== undefined && /^([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/.test(time)
    : time === undefined;
  if (!timeFits || !isCalendarDate(day)) return `不是有效的日期，格式${form}`;
  return day < '1900-01-01' ? '不能早于1900-01-01' : undefined;
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
  keywords: ['format', 'placeholder'],
  column: (property) =>
    hasTime(property) ? { kind: 'timestamptz', ddl: 'timestamptz(0)' } : { kind: 'date', ddl: 'date' },
  expressionType: (property) => (hasTime(property) ? 'dateTime' : 'date'),
  filter: () => 'range',
  sortable: true,
  span: 'one',
  check: (value, field) => checkDate(value, field.property),
  format: (value) => (typeof value === 'string' ? value : ''),
  parse(text, field) {
    const trimmed = text.trim().replaceAll('/', '-').replace('T', ' ');
    if (trimmed === '') return { value: null };
    const full = hasTime(field.property) && /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}$/.test(trimmed) ? `${trimmed}:00` : trimmed;
    const fault = checkDate(full, field.property);
    return fault ? { message: fault } : { value: full };
  },
  sheet: (field) => momentSheet(endForm(field.property), field),
  print: printMoment,
});
