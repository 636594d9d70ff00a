import BigLibrary from 'big.js';
import { plainNumberText } from '../amount/number-grammar.ts';

/**
 * Exact decimals. Sums and products are exact; a quotient is cut (not rounded) after 30 decimals, so that rounding it
 * once at a field's scale equals rounding the true quotient; every result is cut after 40 decimals, which keeps hostile
 * products finite.
 */
export const Decimal = BigLibrary();
Decimal.DP = 30;
Decimal.RM = 0;
Decimal.strict = false;

export type Decimal = InstanceType<typeof BigLibrary>;

/** Decimals that a quotient keeps. */
export const QUOTIENT_DECIMALS = 30;
/** Decimals that any result keeps. */
export const RESULT_DECIMALS = 40;
/** Results beyond 10 to this power are null. */
export const MAX_EXPONENT = 100;

const HALF_AWAY_FROM_ZERO = 1;
const TOWARDS_ZERO = 0;
/** What programs write beyond what people do: an exponent, more digits. The library takes no plus in front of either. */
const PROGRAM_TEXT = /^-?(\d+\.?\d*|\.\d+)([eE][+-]?\d{1,3})?$/;

const LIMIT = new Decimal(`1e${MAX_EXPONENT}`);

/** A decimal from a number or decimal text; null from anything else (NaN, Infinity, text that is no number). */
export function toDecimal(value: unknown): Decimal | null {
  if (value instanceof Decimal) return value;
  if (typeof value === 'number') return Number.isFinite(value) ? settle(new Decimal(value)) : null;
  if (typeof value === 'bigint') return settle(new Decimal(value.toString()));
  if (typeof value !== 'string' || value.length > 200) return null;
  const text = plainNumberText(value) ?? (PROGRAM_TEXT.test(value) ? value : undefined);
  return text === undefined ? null : settle(new Decimal(text));
}

/** The result of an operation as the language keeps it: null beyond 1e100, cut after 40 decimals. */
export function settle(value: Decimal): Decimal | null {
  if (value.e >= MAX_EXPONENT && value.abs().gt(LIMIT)) return null;
  // c holds the significant digits and e the exponent of the first, so this counts decimals without formatting.
  return value.c.length - 1 - value.e > RESULT_DECIMALS ? value.round(RESULT_DECIMALS, TOWARDS_ZERO) : value;
}

/**
 * A value rounded half away from zero at `scale` decimals, as a plain number; null stays null and text that is no
 * number gives null. Example: `roundDecimal(1.005, 2)` is `1.01`, `roundDecimal(-2.5, 0)` is `-3`.
 */
export function roundDecimal(value: Decimal | number | string | null | undefined, scale: number): number | null {
  const decimal = toDecimal(value);
  return decimal === null ? null : plainNumber(decimal.round(scale, HALF_AWAY_FROM_ZERO));
}

/** `value` rounded half away from zero, kept exact. */
export function roundHalfAway(value: Decimal, scale: number): Decimal {
  return value.round(scale, HALF_AWAY_FROM_ZERO);
}

/** The nearest JavaScript number, never negative zero. */
export function plainNumber(value: Decimal): number {
  const number = value.toNumber();
  return number === 0 ? 0 : number;
}

/** Canonical text without exponent or trailing zeros: `1.5`, `-0.07`, `0`. */
export function decimalText(value: Decimal): string {
  return value.eq(0) ? '0' : value.toFixed();
}
