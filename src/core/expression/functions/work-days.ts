import { isoWeekday } from '../civil-date.ts';
import { OutOfReachError } from '../errors.ts';
import type { EvaluationEnvironment, ExpressionCalendar } from '../value.ts';

/** The plant's calendar for a function that asks it. Throws `OutOfReachError` where there is none at hand. */
export function calendarOf(env: EvaluationEnvironment, name: string): ExpressionCalendar {
  if (env.calendar === undefined) throw new OutOfReachError(name);
  return typeof env.calendar === 'function' ? env.calendar() : env.calendar;
}

/** Whether nobody works on a day: a holiday, or a weekend that is not worked. */
export function isFree(calendar: ExpressionCalendar, day: number, date: string): boolean {
  return calendar.holidays.has(date) || (isoWeekday(day) >= 6 && !calendar.workdays.has(date));
}
