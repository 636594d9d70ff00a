import { dateOfDay, dayNumber } from '../civil-date.ts';
import { Decimal } from '../decimal.ts';
import { firstDay, isoWeek, lastDay, PERIOD_UNITS, type PeriodUnit, periodName, quarterOf } from '../period.ts';
import type { EvaluationEnvironment, ExpressionCalendar, Value } from '../value.ts';
import { count, ofDate } from './arguments.ts';
import { ANY_DATE, type Evaluate, type PlainFunction, taking } from './definition.ts';
import { calendarOf, isFree } from './work-days.ts';

/** Most workdays that `addWorkdays` goes, some 40 years; beyond it the result is null. */
export const MAX_ADDED_WORKDAYS = 10_000;

function isUnit(value: Value | undefined): value is PeriodUnit {
  return PERIOD_UNITS.some((unit) => unit === value);
}

/** A function of a date and a period; a date-time gets the time of day that the bound has. */
function bound(of: (date: string, unit: PeriodUnit) => string | null, time: string): Evaluate {
  return (values, env) => {
    const [, unit] = values;
    if (!isUnit(unit)) return null;
    return ofDate((date, moment) => {
      const found = of(date, unit);
      return found === null || moment.length === 10 ? found : `${found} ${time}`;
    })(values, env);
  };
}

/** The day that is so many workdays behind (or before) another; null where the calendar's years end first. */
function workdayBehind(calendar: ExpressionCalendar, from: number, workdays: number): string | null {
  const step = Math.sign(workdays);
  let day = from;
  for (let left = Math.abs(workdays); left > 0; ) {
    day += step;
    const date = dateOfDay(day);
    if (date === null) return null;
    if (!isFree(calendar, day, date)) left -= 1;
  }
  return dateOfDay(day);
}

function addWorkdays(values: readonly Value[], env: EvaluationEnvironment): Value {
  const calendar = calendarOf(env, 'addWorkdays');
  const [, amount] = values;
  if (!(amount instanceof Decimal)) return null;
  const whole = amount.round(0, 0);
  if (whole.abs().gt(MAX_ADDED_WORKDAYS)) return null;
  return ofDate((date, moment) => {
    const found = workdayBehind(calendar, dayNumber(date) ?? 0, whole.toNumber());
    return found === null ? null : found + moment.slice(10);
  })(values, env);
}

const DATE = taking('日期', ANY_DATE);
const UNIT = taking('周期', 'literalText', { oneOf: PERIOD_UNITS });

/** Weeks, months, quarters and years, and days of work. */
export const PERIOD_FUNCTIONS = {
  startOf: {
    signature: "startOf(日期, 'day'|'week'|'month'|'quarter'|'year')",
    doc: '所在的日、周（星期一起）、月、季度或年的第一天；日期时间为那天的 00:00:00。',
    example: "issueDate >= startOf(today(), 'quarter')",
    parameters: [DATE, UNIT],
    result: 'moment',
    evaluate: bound(firstDay, '00:00:00'),
  },
  endOf: {
    signature: "endOf(日期, 'day'|'week'|'month'|'quarter'|'year')",
    doc: '所在的日、周（星期日止）、月、季度或年的最后一天；日期时间为那天的 23:59:59。',
    example: "daysBetween(today(), endOf(today(), 'month')) < 3",
    parameters: [DATE, UNIT],
    result: 'moment',
    evaluate: bound(lastDay, '23:59:59'),
  },
  quarter: {
    signature: 'quarter(日期)',
    doc: '第几季度，1 至 4。',
    example: 'quarter(issueDate) == 4',
    parameters: [DATE],
    result: 'number',
    evaluate: ofDate((date) => count(quarterOf(date))),
  },
  week: {
    signature: 'week(日期)',
    doc: '一年里的第几周，按 ISO 8601：一周从星期一起，有 1 月 4 日的一周为 1。年初的几天可能属于上一年的最后一周，要连年份请用 period。',
    example: 'week(issueDate) == 53',
    parameters: [DATE],
    result: 'number',
    evaluate: ofDate((date) => count(isoWeek(date)[1])),
  },
  period: {
    signature: "period(日期, 'day'|'week'|'month'|'quarter'|'year')",
    doc: '所在周期的名称，可比先后：2026-05-01、2026-W18、2026-05、2026-Q2、2026。',
    example: "period(issueDate, 'quarter') == '2026-Q2'",
    parameters: [DATE, UNIT],
    result: 'text',
    evaluate: (values, env) => {
      const [, unit] = values;
      return isUnit(unit) ? ofDate((date) => periodName(date, unit))(values, env) : null;
    },
  },
  addWorkdays: {
    signature: 'addWorkdays(日期, 天数)',
    doc: '若干个工作日以后（负数为以前）的日期，按企业日历，起算的当天不计；天数的小数部分舍去，0 为原日期，超过 10000 个工作日为空。日期时间保留时刻。',
    example: 'addWorkdays(issueDate, 5)',
    parameters: [DATE, taking('天数', ['number'])],
    result: 'moment',
    calendar: true,
    evaluate: addWorkdays,
  },
} satisfies Record<string, PlainFunction>;
