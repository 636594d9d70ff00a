import { dateOfDay, datePart, dayNumber, isoWeekday, wallSeconds } from '../civil-date.ts';
import type { Decimal } from '../decimal.ts';
import type { ExpressionCalendar, Value } from '../value.ts';
import { at, count, ofDate } from './arguments.ts';
import { ANY_DATE, type Evaluate, type PlainFunction, taking } from './definition.ts';
import { calendarOf, isFree } from './work-days.ts';

/** Longest stretch of days that `workdays` counts; beyond it the result is null. */
export const MAX_WORKDAY_SPAN = 36_600;

function seconds(values: readonly Value[]): number | null {
  const from = at(values, 0);
  const to = at(values, 1);
  if (typeof from !== 'string' || typeof to !== 'string') return null;
  const start = wallSeconds(from);
  const end = wallSeconds(to);
  return start === null || end === null ? null : end - start;
}

function between(perUnit: number): Evaluate {
  return (values) => {
    const difference = seconds(values);
    return difference === null ? null : count(difference).div(perUnit);
  };
}

function days(values: readonly Value[]): readonly [number, number] | null {
  const [from, to] = [at(values, 0), at(values, 1)].map((value) =>
    typeof value === 'string' ? dayNumber(datePart(value) ?? '') : null,
  );
  return typeof from === 'number' && typeof to === 'number' ? [from, to] : null;
}

function countWorkdays(calendar: ExpressionCalendar, from: number, to: number): Decimal | null {
  if (to - from > MAX_WORKDAY_SPAN) return null;
  let total = 0;
  for (let day = from; day <= to; day += 1) {
    const date = dateOfDay(day);
    if (date !== null && !isFree(calendar, day, date)) total += 1;
  }
  return count(total);
}

function overlap(values: readonly Value[]): boolean {
  const [a1, a2, b1, b2] = values;
  if (typeof a1 !== 'string' || typeof a2 !== 'string' || typeof b1 !== 'string' || typeof b2 !== 'string')
    return false;
  // Dates include their last day; moments only touch at their ends.
  return a1.length === 10 ? a1 <= b2 && b1 <= a2 : a1 < b2 && b1 < a2;
}

/** A duration has no value of its own: it is read where it is added to a date. */
const durationAlone: Evaluate = () => null;

/** Dates, times and the plant's calendar. */
export const MOMENT_FUNCTIONS = {
  now: {
    signature: 'now()',
    doc: '服务器当前的日期时间。',
    example: 'now() < deadline',
    parameters: [],
    result: 'dateTime',
    live: true,
    evaluate: (_, env) => env.now,
  },
  today: {
    signature: 'today()',
    doc: '服务器当前的日期。',
    example: 'abolishDate <= today()',
    parameters: [],
    result: 'date',
    live: true,
    evaluate: (_, env) => env.now.slice(0, 10),
  },
  days: {
    signature: 'days(天数)',
    doc: '若干天，用来加减日期；小数部分舍去。',
    example: 'deadline - days(1)',
    parameters: [taking('天数', ['number'])],
    result: 'duration',
    evaluate: durationAlone,
  },
  hours: {
    signature: 'hours(小时数)',
    doc: '若干小时，用来加减日期时间，精确到秒。',
    example: 'deadline + hours(8)',
    parameters: [taking('小时数', ['number'])],
    result: 'duration',
    evaluate: durationAlone,
  },
  minutes: {
    signature: 'minutes(分钟数)',
    doc: '若干分钟，用来加减日期时间，精确到秒。',
    example: 'now() - minutes(30)',
    parameters: [taking('分钟数', ['number'])],
    result: 'duration',
    evaluate: durationAlone,
  },
  months: {
    signature: 'months(月数)',
    doc: '若干个月，用来加减日期；目标月没有这一天时取月末，小数部分舍去。',
    example: 'issueDate + months(36)',
    parameters: [taking('月数', ['number'])],
    result: 'duration',
    evaluate: durationAlone,
  },
  year: {
    signature: 'year(日期)',
    doc: '年份。',
    example: 'year(issueDate) == 2026',
    parameters: [taking('日期', ANY_DATE)],
    result: 'number',
    evaluate: ofDate((date) => count(Number(date.slice(0, 4)))),
  },
  month: {
    signature: 'month(日期)',
    doc: '月份，1 至 12。',
    example: 'month(issueDate) == 12',
    parameters: [taking('日期', ANY_DATE)],
    result: 'number',
    evaluate: ofDate((date) => count(Number(date.slice(5, 7)))),
  },
  day: {
    signature: 'day(日期)',
    doc: '几号，1 至 31。',
    example: 'day(issueDate) == 1',
    parameters: [taking('日期', ANY_DATE)],
    result: 'number',
    evaluate: ofDate((date) => count(Number(date.slice(8, 10)))),
  },
  weekday: {
    signature: 'weekday(日期)',
    doc: '星期几，星期一为 1，星期日为 7。',
    example: 'weekday(issueDate) >= 6',
    parameters: [taking('日期', ANY_DATE)],
    result: 'number',
    evaluate: ofDate((date) => count(isoWeekday(dayNumber(date) ?? 0))),
  },
  daysBetween: {
    signature: 'daysBetween(从, 到)',
    doc: '两个日期相差的日历天数，后者较早时为负。',
    example: 'daysBetween(issueDate, today()) > 30',
    parameters: [taking('从', ANY_DATE), taking('到', ANY_DATE)],
    result: 'number',
    evaluate: (values) => {
      const range = days(values);
      return range === null ? null : count(range[1] - range[0]);
    },
  },
  hoursBetween: {
    signature: 'hoursBetween(从, 到)',
    doc: '相差的小时数，可带小数；日期按零点算。',
    example: 'hoursBetween(startTime, deadline) <= 8',
    parameters: [taking('从', ANY_DATE), taking('到', ANY_DATE)],
    result: 'number',
    evaluate: between(3600),
  },
  minutesBetween: {
    signature: 'minutesBetween(从, 到)',
    doc: '相差的分钟数，可带小数；日期按零点算。',
    example: 'minutesBetween(startTime, now()) <= 30',
    parameters: [taking('从', ANY_DATE), taking('到', ANY_DATE)],
    result: 'number',
    evaluate: between(60),
  },
  dateOf: {
    signature: 'dateOf(日期时间)',
    doc: '日期时间里的日期。',
    example: 'dateOf(startTime) == today()',
    parameters: [taking('日期时间', ANY_DATE)],
    result: 'date',
    evaluate: ofDate((date) => date),
  },
  isHoliday: {
    signature: 'isHoliday(日期)',
    doc: '是否休息日：按企业日历，日历没有写明的周六、周日休息。',
    example: 'isHoliday(today())',
    parameters: [taking('日期', ANY_DATE)],
    result: 'boolean',
    calendar: true,
    evaluate: (values, env) => {
      const calendar = calendarOf(env, 'isHoliday');
      const date = typeof values[0] === 'string' ? datePart(values[0]) : null;
      return date !== null && isFree(calendar, dayNumber(date) ?? 0, date);
    },
  },
  workdays: {
    signature: 'workdays(从, 到)',
    doc: '两个日期之间（含首尾）的工作日数；后者较早时为 0。',
    example: 'workdays(issueDate, today()) > 5',
    parameters: [taking('从', ANY_DATE), taking('到', ANY_DATE)],
    result: 'number',
    calendar: true,
    evaluate: (values, env) => {
      const calendar = calendarOf(env, 'workdays');
      const range = days(values);
      return range === null ? null : countWorkdays(calendar, ...range);
    },
  },
  overlaps: {
    signature: 'overlaps(起甲, 止甲, 起乙, 止乙)',
    doc: '两段时间是否重叠：日期含首尾，日期时间首尾相接不算；有空值时为否。',
    example: 'overlaps(startTime, deadline, now(), now() + hours(8))',
    parameters: [
      taking('起甲', ANY_DATE),
      taking('止甲', ANY_DATE),
      taking('起乙', ANY_DATE),
      taking('止乙', ANY_DATE),
    ],
    result: 'boolean',
    alike: true,
    serverOnly: true,
    evaluate: overlap,
  },
} satisfies Record<string, PlainFunction>;
