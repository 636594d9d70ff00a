import { Decimal, QUOTIENT_DECIMALS, RESULT_DECIMALS } from './decimal.ts';
import { SHIFT_LIMITS } from './evaluate.ts';
import { type SqlFragment, sql } from './sql-fragment.ts';
import {
  asNumber,
  asTemporal,
  asWall,
  closed,
  computeOnce,
  constant,
  limited,
  type Operand,
  operand,
  type SqlContext,
  wrap,
} from './sql-operand.ts';

/** `+ - * / %` on numbers, in the evaluator's exact decimals. */
export function compileArithmetic(context: SqlContext, operator: string, a: Operand, b: Operand): Operand {
  if (a.constant === null || b.constant === null) return constant(context, null, 'numeric');
  const left = asNumber(context, a);
  const right = asNumber(context, b);
  const nullable = left.nullable || right.nullable;
  const decimals = Math.max(left.decimals, right.decimals);
  if (operator === '+' || operator === '-') {
    const digits = sumDigits(left.digits, right.digits);
    return limited(
      context,
      operand(sql`${wrap(left)} ${operator} ${wrap(right)}`, 'numeric', { nullable, digits, decimals }),
    );
  }
  if (operator === '*') return limited(context, cut(product(left, right, nullable)));
  if (right.constant instanceof Decimal && right.constant.eq(0)) return constant(context, null, 'numeric');
  if (operator === '/') return limited(context, quotient(left, right));
  return closed(sql`mod(${left.sql}, ${divisor(right)})`, 'numeric', { digits: left.digits, decimals });
}

/** A long sum grows by the logarithm of its length, not by a digit a term. */
function sumDigits(a: number, b: number): number {
  const larger = Math.max(a, b);
  return larger + Math.log10(1 + 10 ** (Math.min(a, b) - larger));
}

function product(left: Operand, right: Operand, nullable: boolean): Operand {
  return operand(sql`${wrap(left)} * ${wrap(right)}`, 'numeric', {
    nullable,
    digits: left.digits + right.digits,
    decimals: left.decimals + right.decimals,
  });
}

function cut(value: Operand): Operand {
  if (value.decimals <= RESULT_DECIMALS) return value;
  return { ...value, sql: sql`trunc(${value.sql}, ${String(RESULT_DECIMALS)})`, atom: true, decimals: RESULT_DECIMALS };
}

/**
 * PostgreSQL's own `/` keeps a number of digits that depends on its operands; `div` is exact, so the quotient is taken
 * as a whole number of units of the last decimal kept.
 */
export function quotient(left: Operand, right: Operand): Operand {
  const power = String(QUOTIENT_DECIMALS);
  return operand(sql`div(${wrap(left)} * 1e${power}, ${divisor(right)}) * 1e-${power}`, 'numeric', {
    nullable: left.nullable || right.nullable || right.constant === undefined,
    digits: left.digits + right.decimals,
    decimals: QUOTIENT_DECIMALS,
  });
}

function divisor(value: Operand): SqlFragment {
  return value.constant === undefined ? sql`nullif(${value.sql}, 0)` : value.sql;
}

export function negative(context: SqlContext, value: Operand): Operand {
  if (value.constant === null) return constant(context, null, 'numeric');
  const number = asNumber(context, value);
  return { ...number, sql: sql`- ${wrap(number)}`, atom: false };
}

type ShiftUnit = 'days' | 'months' | 'hours' | 'minutes';

const INTERVALS: Record<ShiftUnit, { part: string; perUnit: number; type: string; limit: number }> = {
  days: { part: 'days', perUnit: 1, type: 'integer', limit: SHIFT_LIMITS.days },
  months: { part: 'months', perUnit: 1, type: 'integer', limit: SHIFT_LIMITS.months },
  hours: { part: 'secs', perUnit: 3600, type: 'double precision', limit: SHIFT_LIMITS.seconds },
  minutes: { part: 'secs', perUnit: 60, type: 'double precision', limit: SHIFT_LIMITS.seconds },
};

const FIRST = "'0001-01-01 00:00:00'";
const LAST = "'9999-12-31 23:59:59.999999'";

export function isShiftUnit(name: string): name is ShiftUnit {
  return Object.hasOwn(INTERVALS, name);
}

/** A date or moment moved by a duration; null outside the years 1 to 9999. */
export function compileShift(
  context: SqlContext,
  moment: Operand,
  sign: string,
  unit: ShiftUnit,
  amount: Operand,
): Operand {
  const start = asTemporal(context, moment);
  const type = start.type === 'date' ? 'date' : 'timestamp';
  if (start.constant === null || amount.constant === null) return constant(context, null, type);
  const wall = type === 'date' ? start : asWall(context, start);
  const { part, perUnit, type: cast, limit } = INTERVALS[unit];
  const scaled = perUnit === 1 ? asNumber(context, amount) : times(asNumber(context, amount), perUnit);
  const length = computeOnce(context, { ...scaled, sql: sql`trunc(${scaled.sql})`, atom: true }, (bound) =>
    closed(
      sql`case when abs(${bound.sql}) <= ${String(limit)} then make_interval(${part} => ${wrap(bound)}::${cast}) end`,
      'text',
    ),
  );
  const moved = sql`${wrap(wall)} ${sign} (${length.sql})`;
  const result = operand(type === 'date' ? sql`(${moved})::date` : moved, type, { atom: type === 'date' });
  return computeOnce(context, result, (bound) =>
    closed(sql`case when ${wrap(bound)} between ${type} ${FIRST} and ${type} ${LAST} then ${bound.sql} end`, type),
  );
}

function times(value: Operand, factor: number): Operand {
  return operand(sql`${wrap(value)} * ${String(factor)}`, 'numeric');
}
