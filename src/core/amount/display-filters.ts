import { wallSeconds } from '../expression/civil-date.ts';
import { decimalText, toDecimal } from '../expression/index.ts';
import { groupedText } from './number-text.ts';

/** Form in which `dateFilter` shows a moment where none is named. */
const DEFAULT_DATE_FORM = 'YYYY-MM-DD HH:mm:ss';

/**
 * A number as the platform's number filter shows it: thousands separated, all its decimals kept; 0 for an empty value
 * and for what is no number. Example: `numberFilter(1234567.5)` is `1,234,567.5`.
 */
export function numberFilter(value: unknown): string {
  const decimal = typeof value === 'number' || typeof value === 'string' ? toDecimal(value) : null;
  if (decimal === null) return '0';
  return groupedText(decimalText(decimal));
}

/**
 * A date or date-time of the tenant's wall clock in another form: `YYYY`, `MM`, `DD`, `HH`, `mm` and `ss` stand for their
 * parts. A date alone is its midnight; '' for an empty value, and text that is no date as it is.
 */
export function dateFilter(value: unknown, form: string = DEFAULT_DATE_FORM): string {
  if (typeof value !== 'string' || value === '') return '';
  if (wallSeconds(value) === null) return value;
  const [date = '', time = '00:00:00'] = value.split(' ');
  const [year = '', month = '', day = ''] = date.split('-');
  const [hour = '', minute = '', second = ''] = time.split(':');
  const parts: Readonly<Record<string, string>> = { YYYY: year, MM: month, DD: day, HH: hour, mm: minute, ss: second };
  return form.replace(/YYYY|MM|DD|HH|mm|ss/g, (part) => parts[part] ?? part);
}
