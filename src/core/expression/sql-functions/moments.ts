import { Decimal } from '../decimal.ts';
import { ExpressionTypeError } from '../errors.ts';
import { MAX_WORKDAY_SPAN } from '../functions/moments.ts';
import { quotient } from '../sql-arithmetic.ts';
import { sql } from '../sql-fragment.ts';
import { asDate, asTemporal, asWall, closed, computeOnce, constant, operand, unify, wrap } from '../sql-operand.ts';
import { alwaysConstant, argumentAt, type CompileFunction, extract, freeDay, test } from './arguments.ts';

function between(perUnit: number): CompileFunction {
  return (context, values) => {
    const from = asWall(context, argumentAt(context, values, 0));
    const to = asWall(context, argumentAt(context, values, 1));
    const seconds = closed(sql`extract(epoch from ${wrap(to)} - ${wrap(from)})`, 'numeric', { digits: 12 });
    return quotient(seconds, constant(context, new Decimal(perUnit)));
  };
}

const workdaysBetween: CompileFunction = (context, values) => {
  const from = asDate(context, argumentAt(context, values, 0));
  const to = asDate(context, argumentAt(context, values, 1));
  const alias = context.alias('d');
  const count = sql`select count(*) from generate_series(${wrap(from)}::timestamp, ${wrap(to)}::timestamp, interval '1 day') as ${alias}(day) where not (${freeDay(context, sql`${alias}.day::date`, 'workdays')})`;
  return closed(
    sql`case when ${wrap(to)} - ${wrap(from)} <= ${String(MAX_WORKDAY_SPAN)} then (${count}) end`,
    'bigint',
    { digits: 10 },
  );
};

const overlap: CompileFunction = (context, values, position) => {
  const common = unify(
    context,
    values.map((value) => asTemporal(context, value)),
  );
  const [a1, a2, b1, b2] = common.values.map(wrap);
  if (a1 === undefined || a2 === undefined || b1 === undefined || b2 === undefined) {
    throw new ExpressionTypeError('overlaps(…) 要四个日期');
  }
  const before = common.type === 'date' ? '<=' : '<';
  const nullable = common.values.some((value) => value.nullable);
  // Where one side is false the other's null does not matter, so no value has to be tested by itself.
  return test(sql`${a1} ${before} ${b2} and ${b1} ${before} ${a2}`, nullable, position);
};

/** The SQL of `functions/moments.ts`. */
export const MOMENT_SQL = {
  now: alwaysConstant,
  today: alwaysConstant,
  days: alwaysConstant,
  hours: alwaysConstant,
  minutes: alwaysConstant,
  months: alwaysConstant,
  year: extract('year'),
  month: extract('month'),
  day: extract('day'),
  weekday: extract('isodow'),
  daysBetween: (context, values) => {
    const from = asDate(context, argumentAt(context, values, 0));
    const to = asDate(context, argumentAt(context, values, 1));
    const nullable = from.nullable || to.nullable;
    return operand(sql`${wrap(to)} - ${wrap(from)}`, 'integer', { nullable, digits: 7 });
  },
  hoursBetween: between(3600),
  minutesBetween: between(60),
  dateOf: (context, values) => asDate(context, argumentAt(context, values, 0)),
  isHoliday: (context, values, position) => {
    const date = asDate(context, argumentAt(context, values, 0));
    return computeOnce(context, date, (bound) =>
      test(freeDay(context, wrap(bound), 'isHoliday'), true, bound === date ? position : 'value'),
    );
  },
  workdays: workdaysBetween,
  overlaps: overlap,
} satisfies Record<string, CompileFunction>;
