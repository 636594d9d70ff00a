import { datePart } from '../civil-date.ts';
import { Decimal } from '../decimal.ts';
import type { Value } from '../value.ts';
import type { Evaluate } from './definition.ts';

export function at(values: readonly Value[], index: number): Value {
  return values[index] ?? null;
}

export function ofText(run: (value: string) => Value): Evaluate {
  return (values) => {
    const value = at(values, 0);
    return typeof value === 'string' ? run(value) : null;
  };
}

export function count(value: number): Decimal {
  return new Decimal(value);
}

/** A function of one date or date-time; `run` gets the date in it and the whole. */
export function ofDate(run: (date: string, moment: string) => Value): Evaluate {
  return ofText((moment) => {
    const date = datePart(moment);
    return date === null ? null : run(date, moment);
  });
}

/** Longest text that a function makes of others, in code points; what would be longer is null. */
export const LONGEST_TEXT = 100_000;

/** Length of a text as `length` has it. */
export function codePoints(text: string): number {
  let length = text.length;
  for (let index = 0; index + 1 < text.length; index += 1) {
    if (text.charCodeAt(index) >= 0xd800 && text.charCodeAt(index) <= 0xdbff) length -= 1;
  }
  return length;
}
