/** Calendar arithmetic on `YYYY-MM-DD` and `YYYY-MM-DD HH:mm:ss`: no zones, no clock, years 1 to 9999. */

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const DATE_TIME = /^(\d{4}-\d{2}-\d{2}) (\d{2}):(\d{2}):(\d{2})$/;
const TIME = /^([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/;

const SECONDS_PER_DAY = 86_400;

/** Days since 1970-01-01 (proleptic Gregorian); null for what is no date. */
export function dayNumber(date: string): number | null {
  const match = DATE.exec(date);
  if (match === null) return null;
  const year = Number(match[1]);
  const month = Number(match[2]);
  const day = Number(match[3]);
  if (year < 1 || month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return null;
  return dayNumberOf(year, month, day);
}

function dayNumberOf(year: number, month: number, day: number): number {
  // Years counted from March, so that a leap day is the last of its year.
  const shifted = month > 2 ? year : year - 1;
  const era = Math.floor(shifted / 400);
  const yearOfEra = shifted - era * 400;
  const dayOfYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468;
}

export function daysInMonth(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

function pad(value: number, width: number): string {
  return String(value).padStart(width, '0');
}

/** The date of a day number; null outside the years 1 to 9999. */
export function dateOfDay(days: number): string | null {
  const z = days + 719_468;
  const era = Math.floor(z / 146_097);
  const dayOfEra = z - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const shifted = Math.floor((5 * dayOfYear + 2) / 153);
  const month = shifted < 10 ? shifted + 3 : shifted - 9;
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
  if (year < 1 || year > 9999) return null;
  const day = dayOfYear - Math.floor((153 * shifted + 2) / 5) + 1;
  return `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`;
}

/** Seconds since 1970-01-01 00:00:00 wall time of a date (midnight) or date-time; null for what is neither. */
export function wallSeconds(moment: string): number | null {
  if (moment.length === 10) {
    const days = dayNumber(moment);
    return days === null ? null : days * SECONDS_PER_DAY;
  }
  const match = DATE_TIME.exec(moment);
  if (match === null) return null;
  const days = dayNumber(match[1] ?? '');
  const [hour, minute, second] = [Number(match[2]), Number(match[3]), Number(match[4])];
  if (days === null || hour > 23 || minute > 59 || second > 59) return null;
  return days * SECONDS_PER_DAY + hour * 3600 + minute * 60 + second;
}

/** The date-time of wall seconds; null outside the years 1 to 9999. */
export function dateTimeOfSeconds(seconds: number): string | null {
  const days = Math.floor(seconds / SECONDS_PER_DAY);
  const date = dateOfDay(days);
  if (date === null) return null;
  const rest = seconds - days * SECONDS_PER_DAY;
  return `${date} ${pad(Math.floor(rest / 3600), 2)}:${pad(Math.floor(rest / 60) % 60, 2)}:${pad(rest % 60, 2)}`;
}

/** A date moved by months; a day that the month does not have becomes its last, as PostgreSQL's interval does. */
export function addMonths(date: string, months: number): string | null {
  const match = DATE.exec(date);
  if (match === null || dayNumber(date) === null) return null;
  const index = Number(match[1]) * 12 + Number(match[2]) - 1 + months;
  const year = Math.floor(index / 12);
  const month = index - year * 12 + 1;
  if (year < 1 || year > 9999) return null;
  return `${pad(year, 4)}-${pad(month, 2)}-${pad(Math.min(Number(match[3]), daysInMonth(year, month)), 2)}`;
}

/** 1 for Monday to 7 for Sunday. */
export function isoWeekday(days: number): number {
  return ((((days + 3) % 7) + 7) % 7) + 1;
}

/** The date part of a date or date-time; null for what is neither. */
export function datePart(moment: string): string | null {
  return wallSeconds(moment) === null ? null : moment.slice(0, 10);
}

/** Whether text is a valid value of a temporal type, as evaluation and the wire carry it. */
export function isTemporalText(type: 'date' | 'dateTime' | 'time', text: string): boolean {
  if (type === 'time') return TIME.test(text);
  return text.length === (type === 'date' ? 10 : 19) && wallSeconds(text) !== null;
}
