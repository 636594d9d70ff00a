import { addMonths, dateOfDay, dayNumber, daysInMonth, isoWeekday } from './civil-date.ts';

/** Periods of the civil calendar; a week begins on Monday, as ISO 8601 has it. */
export type PeriodUnit = 'day' | 'week' | 'month' | 'quarter' | 'year';

/** Months of the periods that consist of whole ones. */
const MONTHS: Partial<Record<PeriodUnit, number>> = { month: 1, quarter: 3, year: 12 };

export const PERIOD_UNITS: readonly PeriodUnit[] = ['day', 'week', 'month', 'quarter', 'year'];

function monthOf(date: string): number {
  return Number(date.slice(5, 7));
}

export function quarterOf(date: string): number {
  return Math.ceil(monthOf(date) / 3);
}

/** First day of the period that a date is in. */
export function firstDay(date: string, unit: PeriodUnit): string | null {
  const day = dayNumber(date) ?? 0;
  if (unit === 'week') return dateOfDay(day - isoWeekday(day) + 1);
  const months = MONTHS[unit];
  return months === undefined ? date : addMonths(`${date.slice(0, 8)}01`, -((monthOf(date) - 1) % months));
}

/** Last day of the period that a date is in; null where that is behind the year 9999. */
export function lastDay(date: string, unit: PeriodUnit): string | null {
  const day = dayNumber(date) ?? 0;
  if (unit === 'week') return dateOfDay(day - isoWeekday(day) + 7);
  const months = MONTHS[unit];
  if (months === undefined) return date;
  const lastMonth = addMonths(`${date.slice(0, 8)}01`, months - 1 - ((monthOf(date) - 1) % months));
  if (lastMonth === null) return null;
  return `${lastMonth.slice(0, 8)}${daysInMonth(Number(lastMonth.slice(0, 4)), monthOf(lastMonth))}`;
}

/** Year and number of the ISO week: the year that its Thursday is in. */
export function isoWeek(date: string): readonly [year: string, week: number] {
  const day = dayNumber(date) ?? 0;
  const thursday = day - isoWeekday(day) + 4;
  const year = (dateOfDay(thursday) ?? '').slice(0, 4);
  return [year, Math.floor((thursday - (dayNumber(`${year}-01-01`) ?? 0)) / 7) + 1];
}

const NAMES: Record<PeriodUnit, (date: string) => string> = {
  day: (date) => date,
  week(date) {
    const [year, week] = isoWeek(date);
    return `${year}-W${String(week).padStart(2, '0')}`;
  },
  month: (date) => date.slice(0, 7),
  quarter: (date) => `${date.slice(0, 4)}-Q${quarterOf(date)}`,
  year: (date) => date.slice(0, 4),
};

/** The name of the period that a date is in, as `period` gives it: `2026-W18`, `2026-Q2`. */
export function periodName(date: string, unit: PeriodUnit): string {
  return NAMES[unit](date);
}

const WEEK = /^(\d{4})-W(\d{2})$/;
const QUARTER = /^(\d{4})-Q([1-4])$/;
const MONTH = /^\d{4}-\d{2}$/;
const YEAR = /^\d{4}$/;

/** A date in the period of a name, and which kind of period it is; null where the name is none. */
function insideOf(name: string): readonly [date: string | null, unit: PeriodUnit] {
  const [, weekYear, week] = WEEK.exec(name) ?? [];
  if (weekYear !== undefined) {
    // The fourth of January is always in the first week.
    return [dateOfDay((dayNumber(`${weekYear}-01-04`) ?? 0) + 7 * (Number(week) - 1)), 'week'];
  }
  const [, year, quarter] = QUARTER.exec(name) ?? [];
  if (year !== undefined) return [`${year}-${String(Number(quarter) * 3).padStart(2, '0')}-01`, 'quarter'];
  if (MONTH.test(name)) return [`${name}-01`, 'month'];
  return YEAR.test(name) ? [`${name}-01-01`, 'year'] : [name, 'day'];
}

/** A period by its name: its first and last day, and the first day behind it, which the year 9999 lacks. */
interface Period {
  readonly unit: PeriodUnit;
  readonly first: string;
  readonly last: string;
  readonly next: string | null;
}

/** The period of a name that `period` gives; undefined for any other text. */
export function parsePeriod(name: string): Period | undefined {
  const [date, unit] = insideOf(name);
  if (date === null || dayNumber(date) === null || periodName(date, unit) !== name) return undefined;
  const [first, last] = [firstDay(date, unit), lastDay(date, unit)];
  if (first === null || last === null) return undefined;
  return { unit, first, last, next: dateOfDay((dayNumber(last) ?? 0) + 1) };
}

/**
 * The period before one, or the same one a year before, by their names; undefined where there is none. The 53rd week of a
 * year has no counterpart in one of 52, and the 29th of February none in most.
 */
export function earlierPeriod(name: string, which: 'period' | 'year'): string | undefined {
  const period = parsePeriod(name);
  if (period === undefined) return undefined;
  if (which === 'period') {
    const before = dateOfDay((dayNumber(period.first) ?? 0) - 1);
    return before === null ? undefined : periodName(before, period.unit);
  }
  const earlier = `${String(Number(name.slice(0, 4)) - 1).padStart(4, '0')}${name.slice(4)}`;
  return parsePeriod(earlier) === undefined ? undefined : earlier;
}
