import type { Evaluator, Frame } from './evaluation-frame.ts';
import { compareValues, type Value } from './value.ts';

/** What holds the values from `from` on, up to `to`; a null bound is none. */
interface Range {
  readonly from: Value;
  readonly to: Value;
}

/**
 * Whether two of the rows' ranges share a value. A range holds its begin and not its end, one of dates both; without one
 * of them it goes on for ever, without both it is none, and one whose end comes first holds nothing. Times of day go round
 * the clock instead: a range whose end is not after its begin ends on the next day, and one without either is none.
 */
export function areOverlapping(rows: readonly Frame[], from: Evaluator, to: Evaluator): boolean {
  const ranges = rows.flatMap((row) => partsOf(from(row), to(row))).sort((a, b) => order(a.from, b.from));
  let reach: Value | undefined;
  for (const range of ranges) {
    if (reach !== undefined && (reach === null || range.from === null || comesBefore(range.from, reach))) return true;
    reach = reach === undefined || range.to === null || order(range.to, reach) > 0 ? range.to : reach;
  }
  return false;
}

/** What a row's range is on a line: a time of day that goes over midnight is two parts of the day. */
function partsOf(from: Value, to: Value): readonly Range[] {
  if (from === null && to === null) return [];
  if (isText(from) || isText(to)) {
    if (!isTimeOfDay(from) || !isTimeOfDay(to)) return [];
    if (comesBefore(from, to)) return [{ from, to }];
    const morning = { from: null, to };
    return isMidnight(to) ? [{ from, to: null }] : [{ from, to: null }, morning];
  }
  return from === null || to === null || comesBefore(from, to) ? [{ from, to }] : [];
}

/** Whether a range that begins at `from` and one that ends at `to` may share a value; a day is one that both may hold. */
function comesBefore(from: Value, to: Value): boolean {
  return order(from, to) < (isDay(from) ? 1 : 0);
}

/** Null is smallest. */
function order(a: Value, b: Value): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? -1 : 1;
  return compareValues(a, b) ?? 0;
}

function isDay(value: Value): boolean {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value);
}

/** Whether a value is a text, and no date or moment. */
function isText(value: Value): boolean {
  return typeof value === 'string' && !/^\d{4,}-\d\d-\d\d/.test(value);
}

function isTimeOfDay(value: Value): boolean {
  return typeof value === 'string' && /^\d\d:\d\d(:\d\d)?$/.test(value);
}

function isMidnight(value: Value): boolean {
  return typeof value === 'string' && /^00:00(:00)?$/.test(value);
}
