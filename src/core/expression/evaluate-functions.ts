import { plainNumberText } from '../amount/number-grammar.ts';
import { dateOfDay, datePart, dayNumber, isoWeekday, wallSeconds } from './civil-date.ts';
import { Decimal, roundHalfAway, settle, toDecimal } from './decimal.ts';
import { OutOfReachError } from './errors.ts';
import type { RowsFunctionName } from './evaluate-rows.ts';
import { fromPlain, isRecord } from './evaluation-frame.ts';
import type { FunctionName } from './functions.ts';
import {
  compareValues,
  type EvaluationEnvironment,
  type ExpressionCalendar,
  isMember,
  textOf,
  type Value,
} from './value.ts';

/** Functions whose arguments are plain values. */
export type ScalarFunctionName = Exclude<FunctionName, RowsFunctionName>;

type Run = (values: readonly Value[], env: EvaluationEnvironment) => Value;

/** Longest stretch of days that `workdays` counts; beyond it the result is null. */
export const MAX_WORKDAY_SPAN = 36_600;

/** Mean radius of the earth in metres. */
export const EARTH_RADIUS = 6_371_008.8;

function at(values: readonly Value[], index: number): Value {
  return values[index] ?? null;
}

function ofNumber(run: (value: Decimal) => Decimal | null): Run {
  return (values) => {
    const value = at(values, 0);
    return value instanceof Decimal ? run(value) : null;
  };
}

function ofText(run: (value: string) => Value): Run {
  return (values) => {
    const value = at(values, 0);
    return typeof value === 'string' ? run(value) : null;
  };
}

function ofDate(run: (date: string, moment: string) => Value): Run {
  return ofText((moment) => {
    const date = datePart(moment);
    return date === null ? null : run(date, moment);
  });
}

function count(value: number): Decimal {
  return new Decimal(value);
}

function seconds(values: readonly Value[]): number | null {
  const from = at(values, 0);
  const to = at(values, 1);
  if (typeof from !== 'string' || typeof to !== 'string') return null;
  const start = wallSeconds(from);
  const end = wallSeconds(to);
  return start === null || end === null ? null : end - start;
}

function between(perUnit: number): Run {
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

function floor(value: Decimal): Decimal {
  const whole = value.round(0, 0);
  return whole.gt(value) ? whole.minus(1) : whole;
}

function extreme(sign: 1 | -1): Run {
  return (values) =>
    values.reduce<Value>((best, value) => {
      if (value === null || best === null) return best ?? value;
      const order = compareValues(value, best);
      return order !== null && order * sign > 0 ? value : best;
    }, null);
}

function calendarOf(env: EvaluationEnvironment, name: FunctionName): ExpressionCalendar {
  if (env.calendar === undefined) throw new OutOfReachError(name);
  return env.calendar;
}

function isFree(calendar: ExpressionCalendar, day: number, date: string): boolean {
  return calendar.holidays.has(date) || (isoWeekday(day) >= 6 && !calendar.workdays.has(date));
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

/** Longitude and latitude of a place in radians; null where the value is no point. */
function radiansOf(value: Value): readonly [lng: number, lat: number] | null {
  if (!isRecord(value)) return null;
  const { lng, lat } = value;
  return typeof lng === 'number' && typeof lat === 'number' ? [(lng * Math.PI) / 180, (lat * Math.PI) / 180] : null;
}

/**
 * Great-circle distance in metres on the mean sphere, by the arctangent form of Vincenty: as exact for a few metres as
 * for the other side of the earth.
 */
function groundDistance(values: readonly Value[]): Decimal | null {
  const from = radiansOf(at(values, 0));
  const to = radiansOf(at(values, 1));
  if (from === null || to === null) return null;
  const [lng1, lat1] = from;
  const [lng2, lat2] = to;
  const turn = lng2 - lng1;
  const east = Math.cos(lat2) * Math.sin(turn);
  const north = Math.cos(lat1) * Math.sin(lat2) - Math.sin(lat1) * Math.cos(lat2) * Math.cos(turn);
  const along = Math.sin(lat1) * Math.sin(lat2) + Math.cos(lat1) * Math.cos(lat2) * Math.cos(turn);
  const distance = toDecimal(EARTH_RADIUS * Math.atan2(Math.sqrt(east * east + north * north), along));
  return distance === null ? null : roundHalfAway(distance, 1);
}

/** A duration has no value of its own: it is read where it is added to a date. */
const durationAlone: Run = () => null;

/** The evaluating half of every function that takes plain values; the mapped type names any that is missing. */
export const SCALAR_FUNCTIONS: Record<ScalarFunctionName, Run> = {
  now: (_, env) => env.now,
  today: (_, env) => env.now.slice(0, 10),
  days: durationAlone,
  hours: durationAlone,
  minutes: durationAlone,
  months: durationAlone,
  year: ofDate((date) => count(Number(date.slice(0, 4)))),
  month: ofDate((date) => count(Number(date.slice(5, 7)))),
  day: ofDate((date) => count(Number(date.slice(8, 10)))),
  weekday: ofDate((date) => count(isoWeekday(dayNumber(date) ?? 0))),
  daysBetween: (values) => {
    const range = days(values);
    return range === null ? null : count(range[1] - range[0]);
  },
  hoursBetween: between(3600),
  minutesBetween: between(60),
  dateOf: ofDate((date) => date),
  isHoliday: (values, env) => {
    const calendar = calendarOf(env, 'isHoliday');
    const date = typeof values[0] === 'string' ? datePart(values[0]) : null;
    return date !== null && isFree(calendar, dayNumber(date) ?? 0, date);
  },
  workdays: (values, env) => {
    const calendar = calendarOf(env, 'workdays');
    const range = days(values);
    return range === null ? null : countWorkdays(calendar, ...range);
  },
  abs: ofNumber((value) => value.abs()),
  round: (values) => {
    const value = at(values, 0);
    const scale = values.length > 1 ? at(values, 1) : count(0);
    if (!(value instanceof Decimal) || !(scale instanceof Decimal)) return null;
    const places = Math.min(20, Math.max(-10, Math.trunc(scale.toNumber())));
    return settle(roundHalfAway(value, places));
  },
  floor: ofNumber((value) => settle(floor(value))),
  ceil: ofNumber((value) => settle(floor(value.times(-1)).times(-1))),
  min: extreme(-1),
  max: extreme(1),
  coalesce: (values) => values.find((value) => value !== null) ?? null,
  isNull: (values) => at(values, 0) === null,
  isEmpty: (values) => {
    const value = at(values, 0);
    return value === null || value === '' || (Array.isArray(value) && value.length === 0);
  },
  length: (values) => {
    const value = at(values, 0);
    return typeof value === 'string' ? count([...value].length) : count(0);
  },
  contains: ([text, part]) => typeof text === 'string' && typeof part === 'string' && text.includes(part),
  startsWith: ([text, start]) => typeof text === 'string' && typeof start === 'string' && text.startsWith(start),
  substring: ([text, start, length]) =>
    typeof text === 'string' && start instanceof Decimal && length instanceof Decimal
      ? [...text].slice(start.toNumber() - 1, start.toNumber() - 1 + length.toNumber()).join('')
      : null,
  // ASCII only, so that every database locale agrees with every browser.
  upper: ofText((text) => text.replace(/[a-z]/g, (letter) => letter.toUpperCase())),
  lower: ofText((text) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())),
  concat: (values) => values.map((value) => textOf(value) ?? '').join(''),
  text: (values) => textOf(at(values, 0)),
  number: ofText((text) => toDecimal(plainNumberText(text))),
  size: (values) => {
    const list = at(values, 0);
    return Array.isArray(list) ? count(list.length) : count(0);
  },
  includes: (values) => isMember(at(values, 1), at(values, 0)),
  rank: ([dictionary, key], env) => {
    if (env.rank === undefined) throw new OutOfReachError('rank');
    if (typeof dictionary !== 'string' || typeof key !== 'string') return null;
    return fromPlain(env.rank(dictionary, key));
  },
  setting: ([key], env) => {
    const { settings } = env;
    if (typeof key !== 'string' || settings === undefined || !Object.hasOwn(settings, key)) return null;
    return fromPlain(settings[key]);
  },
  hasRole: ([role], env) => typeof role === 'string' && env.me.roles.includes(role),
  awaiting: ([, approval], env) => {
    if (env.awaiting === undefined) throw new OutOfReachError('awaiting');
    return typeof approval === 'string' && env.awaiting(approval);
  },
  overlaps: overlap,
  distance: groundDistance,
};
