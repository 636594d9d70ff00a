import { wallClock } from '../../../src/core/clock/wall-clock.ts';
import { addMonths } from '../../../src/core/expression/civil-date.ts';
import {
  compileEvaluator,
  type EvaluationEnvironment,
  type ExpressionNode,
  toDecimal,
} from '../../../src/core/expression/index.ts';
import { instantOfWallClock } from '../../ground/database/wall-clock.ts';

/** A length of time as expressions write it: `days(3)`. Days and months are the calendar's, hours and minutes elapse. */
export interface Duration {
  readonly unit: 'minutes' | 'hours' | 'days' | 'months';
  /** Whole and positive. */
  readonly amount: number;
}

/** Shortest interval of anything that repeats, in milliseconds. */
const SHORTEST = 60_000;

const MILLISECONDS = { minutes: 60_000, hours: 3_600_000, days: 86_400_000, months: 28 * 86_400_000 } as const;

/** The unit of a call that is a duration (`days(3)`); undefined for all else. */
export function durationUnit(node: ExpressionNode): Duration['unit'] | undefined {
  const name = node.kind === 'call' ? node.name : undefined;
  return name === 'minutes' || name === 'hours' || name === 'days' || name === 'months' ? name : undefined;
}

/**
 * The duration an expression gives, `days(cycle)`, also chosen by a condition; undefined where its amount is null or
 * not above 0.
 */
export function evaluateDuration(node: ExpressionNode, environment: EvaluationEnvironment): Duration | undefined {
  if (node.kind === 'conditional') {
    const holds = compileEvaluator(node.test)(environment) === true;
    return evaluateDuration(holds ? node.whenTrue : node.whenFalse, environment);
  }
  const unit = durationUnit(node);
  if (node.kind !== 'call' || unit === undefined) return undefined;
  const [argument] = node.arguments;
  const value = argument === undefined ? null : toDecimal(compileEvaluator(argument)(environment));
  const amount = value === null ? 0 : Math.trunc(Number(value.toString()));
  return amount > 0 ? { unit, amount } : undefined;
}

/**
 * Instant `count` durations after a moment of the tenant's wall clock (`YYYY-MM-DD HH:mm:ss`). Reckoned from the start
 * each time, so that the 31st comes back after February, and days keep their hour when summer time begins.
 */
export function momentAfter(start: string, every: Duration, count: number, zone: string): Date | undefined {
  const whole = start.length === 10 ? `${start} 00:00:00` : start;
  const steps = every.amount * count;
  if (every.unit === 'minutes' || every.unit === 'hours') {
    const first = instantOfWallClock(whole, zone);
    return first === undefined ? undefined : new Date(first.getTime() + steps * MILLISECONDS[every.unit]);
  }
  const date = every.unit === 'months' ? addMonths(whole.slice(0, 10), steps) : addDays(whole.slice(0, 10), steps);
  return date === null ? undefined : instantOfWallClock(date + whole.slice(10), zone);
}

function addDays(date: string, days: number): string | null {
  const time = Date.parse(`${date}T00:00:00Z`) + days * MILLISECONDS.days;
  return Number.isNaN(time) ? null : new Date(time).toISOString().slice(0, 10);
}

/** Number and instant of the first occurrence after a moment; the start itself is number 0. */
export function occurrenceAfter(
  start: string,
  every: Duration,
  after: Date,
  zone: string,
): { readonly index: number; readonly at: Date } | undefined {
  const first = momentAfter(start, every, 0, zone);
  if (first === undefined) return undefined;
  // Months are at least 28 days long: the guess is never late by more than the loop makes up for.
  const length = Math.max(SHORTEST, MILLISECONDS[every.unit] * every.amount);
  const longest = every.unit === 'months' ? (length / 28) * 31 : length;
  let index = Math.max(0, Math.floor((after.getTime() - first.getTime()) / longest) - 2);
  for (;;) {
    const at = momentAfter(start, every, index, zone);
    if (at === undefined) return undefined;
    if (at.getTime() > after.getTime()) return { index, at };
    index += 1;
  }
}

/** Wall-clock text of an instant in the zone; the moment that expressions and records carry. */
export function momentText(instant: Date, zone: string): string {
  return wallClock(instant, zone);
}
