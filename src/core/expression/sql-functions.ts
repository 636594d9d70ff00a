import { FOLDED, NUMBER_PATTERN } from '../amount/number-grammar.ts';
import { Decimal } from './decimal.ts';
import { ExpressionTypeError, OutOfReachError } from './errors.ts';
import { EARTH_RADIUS, MAX_WORKDAY_SPAN, type ScalarFunctionName } from './evaluate-functions.ts';
import { quotient } from './sql-arithmetic.ts';
import { collated, compileMembership } from './sql-comparison.ts';
import type { SqlOptions } from './sql-environment.ts';
import { joinSql, type SqlFragment, sql } from './sql-fragment.ts';
import {
  asDate,
  asNumber,
  asTemporal,
  asTruth,
  asWall,
  closed,
  computeOnce,
  constant,
  convert,
  isMomentType,
  isNumberType,
  type Operand,
  operand,
  type SqlContext,
  unify,
  wrap,
} from './sql-operand.ts';

type Position = NonNullable<SqlOptions['position']>;
/** A text with the signs of a number as ASCII has them, as `foldNumber` gives it. */
function folded(value: Operand): Operand {
  return { ...value, sql: sql`translate(${value.sql}, '${FOLDED.from}', '${FOLDED.to}')`, atom: true };
}

type Compile = (context: SqlContext, values: readonly Operand[], position: Position) => Operand;

function argument(context: SqlContext, values: readonly Operand[], index: number): Operand {
  return values[index] ?? constant(context, null);
}

function text(context: SqlContext, values: readonly Operand[], index: number): Operand {
  return convert(context, argument(context, values, index), 'text');
}

/** A date as it is, a moment as wall time. */
function local(context: SqlContext, value: Operand): Operand {
  const moment = asTemporal(context, value);
  return moment.type === 'date' ? moment : asWall(context, moment);
}

function extract(part: string): Compile {
  return (context, values) => {
    const moment = local(context, argument(context, values, 0));
    return closed(sql`extract(${part} from ${moment.sql})`, 'numeric', { nullable: moment.nullable, digits: 4 });
  };
}

function between(perUnit: number): Compile {
  return (context, values) => {
    const from = asWall(context, argument(context, values, 0));
    const to = asWall(context, argument(context, values, 1));
    const seconds = closed(sql`extract(epoch from ${wrap(to)} - ${wrap(from)})`, 'numeric', { digits: 12 });
    return quotient(seconds, constant(context, new Decimal(perUnit)));
  };
}

function ofNumber(name: string, shape: (value: Operand) => Partial<Operand>): Compile {
  return (context, values) => {
    const value = asNumber(context, argument(context, values, 0));
    return closed(sql`${name}(${value.sql})`, 'numeric', { nullable: value.nullable, ...shape(value) });
  };
}

const whole = (value: Operand) => ({ digits: value.digits + 1, decimals: 0 });

function extreme(name: string): Compile {
  return (context, values) => {
    if (values.every((value) => value.constant === null)) return constant(context, null);
    const common = unify(context, values);
    const list = joinSql(
      common.values.map((value) => collated(context, value)),
      ', ',
    );
    return closed(sql`${name}(${list})`, common.type, shapeOf(common.values));
  };
}

function shapeOf(values: readonly Operand[]): Partial<Operand> {
  return {
    nullable: values.every((value) => value.nullable),
    digits: Math.max(...values.map((value) => value.digits)),
    decimals: Math.max(...values.map((value) => value.decimals)),
  };
}

function letters(name: string): Compile {
  return (context, values) => {
    const value = text(context, values, 0);
    // The C locale changes ASCII letters only, as the evaluator does.
    return closed(sql`${name}(${wrap(value)} collate "C")`, 'text', { nullable: value.nullable });
  };
}

/** A boolean test, never null unless a condition may be. */
function test(fragment: SqlFragment, nullable: boolean, position: Position): Operand {
  const bare = operand(fragment, 'boolean', { nullable });
  return position === 'condition' ? bare : asTruth(bare);
}

function escapeLike(value: string): string {
  return value.replace(/[\\%_]/g, (char) => `\\${char}`);
}

function textTest(
  pattern: (part: string) => string,
  bare: (text: SqlFragment, part: SqlFragment) => SqlFragment,
): Compile {
  return (context, values, position) => {
    const whole = text(context, values, 0);
    const part = text(context, values, 1);
    if (position === 'condition' && typeof part.constant === 'string') {
      const like = { value: pattern(escapeLike(part.constant)), type: 'text' } as const;
      return operand(sql`${wrap(whole)} like ${like}`, 'boolean', { nullable: whole.nullable });
    }
    return test(bare(whole.sql, part.sql), whole.nullable || part.nullable, position);
  };
}

/** `text(x)`: the same text in every session, whatever its date style. */
function textOf(context: SqlContext, value: Operand): Operand {
  const made = (fragment: SqlFragment) => closed(fragment, 'text', { nullable: value.nullable });
  if (value.type === 'text' || value.type === 'null') return convert(context, value, 'text');
  if (value.type === 'boolean') {
    return computeOnce(context, value, (bound) =>
      made(sql`case when ${bound.sql} then '是' when not ${wrap(bound)} then '否' end`),
    );
  }
  if (value.type === 'numeric') return made(sql`trim_scale(${value.sql})::text`);
  if (isNumberType(value.type)) return made(sql`${wrap(value)}::text`);
  if (value.type === 'date') return made(sql`to_char(${wrap(asWall(context, value))}, 'YYYY-MM-DD')`);
  if (isMomentType(value.type)) return made(sql`to_char(${asWall(context, value).sql}, 'YYYY-MM-DD HH24:MI:SS')`);
  if (value.type === 'time') return made(sql`to_char(${wrap(value)}::interval, 'HH24:MI:SS')`);
  throw new ExpressionTypeError(`类型 ${value.type} 不能写成文本`);
}

function holiday(context: SqlContext, date: SqlFragment, name: ScalarFunctionName): SqlFragment {
  const { calendar } = context.env;
  if (calendar === undefined) throw new OutOfReachError(name);
  const holidays = { value: [...calendar.holidays], type: 'date[]' } as const;
  const workdays = { value: [...calendar.workdays], type: 'date[]' } as const;
  return sql`${date} = any(${holidays}) or (extract(isodow from ${date}) >= 6 and not ${date} = any(${workdays}))`;
}

const workdaysBetween: Compile = (context, values) => {
  const from = asDate(context, argument(context, values, 0));
  const to = asDate(context, argument(context, values, 1));
  const alias = context.alias('d');
  const count = sql`select count(*) from generate_series(${wrap(from)}::timestamp, ${wrap(to)}::timestamp, interval '1 day') as ${alias}(day) where not (${holiday(context, sql`${alias}.day::date`, 'workdays')})`;
  return closed(
    sql`case when ${wrap(to)} - ${wrap(from)} <= ${String(MAX_WORKDAY_SPAN)} then (${count}) end`,
    'bigint',
    { digits: 10 },
  );
};

const overlap: Compile = (context, values, position) => {
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

/** The arctangent form that the evaluator uses. A coordinate is read out of its JSON; what is none gives null. */
const groundDistance: Compile = (context, values) => {
  const from = argument(context, values, 0);
  const to = argument(context, values, 1);
  if (from.constant === null || to.constant === null) return constant(context, null, 'numeric');
  const axis = (place: Operand, key: string) => sql`radians((${wrap(place)}->>'${key}')::float8)`;
  const points = context.alias('g');
  const [lng1, lat1, lng2, lat2] = [`${points}.x1`, `${points}.y1`, `${points}.x2`, `${points}.y2`] as const;
  const east = `cos(${lat2}) * sin(${lng2} - ${lng1})`;
  const north = `cos(${lat1}) * sin(${lat2}) - sin(${lat1}) * cos(${lat2}) * cos(${lng2} - ${lng1})`;
  const along = `sin(${lat1}) * sin(${lat2}) + cos(${lat1}) * cos(${lat2}) * cos(${lng2} - ${lng1})`;
  const metres = `${EARTH_RADIUS} * atan2(sqrt(power(${east}, 2) + power(${north}, 2)), ${along})`;
  const read = sql`select ${axis(from, 'lng')} as x1, ${axis(from, 'lat')} as y1, ${axis(to, 'lng')} as x2, ${axis(to, 'lat')} as y2`;
  return closed(sql`(select round((${metres})::numeric, 1) from (${read} offset 0) as ${points})`, 'numeric', {
    digits: 9,
    decimals: 1,
  });
};

const rank: Compile = (context, values) => {
  const code = values[0]?.constant;
  const { env } = context;
  if (env.ranks === undefined) throw new OutOfReachError('rank');
  const entries = typeof code === 'string' ? (env.ranks(code) ?? []) : [];
  const keys = { value: entries.map((entry) => entry.key), type: 'text[]' } as const;
  const ranks = { value: entries.map((entry) => String(entry.rank)), type: 'numeric[]' } as const;
  return closed(sql`(${ranks})[array_position(${keys}, ${text(context, values, 1).sql})]`, 'numeric', {
    digits: 10,
    decimals: 6,
  });
};

/** Functions without arguments, or of the user only, are computed before any SQL is made. */
const alwaysConstant: Compile = () => {
  throw new ExpressionTypeError('这个函数的参数要直接写出');
};

/** The SQL half of every function that takes plain values; the mapped type names any that is missing. */
export const SQL_FUNCTIONS: Record<ScalarFunctionName, Compile> = {
  now: alwaysConstant,
  today: alwaysConstant,
  setting: alwaysConstant,
  days: alwaysConstant,
  hours: alwaysConstant,
  minutes: alwaysConstant,
  months: alwaysConstant,
  year: extract('year'),
  month: extract('month'),
  day: extract('day'),
  weekday: extract('isodow'),
  daysBetween: (context, values) => {
    const from = asDate(context, argument(context, values, 0));
    const to = asDate(context, argument(context, values, 1));
    const nullable = from.nullable || to.nullable;
    return operand(sql`${wrap(to)} - ${wrap(from)}`, 'integer', { nullable, digits: 7 });
  },
  hoursBetween: between(3600),
  minutesBetween: between(60),
  dateOf: (context, values) => asDate(context, argument(context, values, 0)),
  isHoliday: (context, values, position) => {
    const date = asDate(context, argument(context, values, 0));
    return computeOnce(context, date, (bound) =>
      test(holiday(context, wrap(bound), 'isHoliday'), true, bound === date ? position : 'value'),
    );
  },
  workdays: workdaysBetween,
  abs: ofNumber('abs', (value) => ({ digits: value.digits, decimals: value.decimals })),
  floor: ofNumber('floor', whole),
  ceil: ofNumber('ceil', whole),
  round: (context, values) => {
    const value = asNumber(context, argument(context, values, 0));
    const places = values[1]?.constant instanceof Decimal ? values[1].constant.toNumber() : 0;
    return closed(sql`round(${value.sql}, ${String(places)})`, 'numeric', {
      nullable: value.nullable,
      digits: value.digits + 1,
      decimals: Math.max(0, places),
    });
  },
  min: extreme('least'),
  max: extreme('greatest'),
  coalesce: (context, values) => {
    if (values.every((value) => value.constant === null)) return constant(context, null);
    const common = unify(context, values);
    const list = joinSql(
      common.values.map((value) => value.sql),
      ', ',
    );
    return closed(sql`coalesce(${list})`, common.type, shapeOf(common.values));
  },
  isNull: (context, values) => {
    const value = argument(context, values, 0);
    return operand(sql`${wrap(value)} is null`, 'boolean', { nullable: false });
  },
  isEmpty: (context, values) => {
    const value = argument(context, values, 0);
    const fragment = value.type.endsWith('[]')
      ? sql`coalesce(cardinality(${value.sql}), 0) = 0`
      : value.type === 'text'
        ? sql`coalesce(${value.sql}, '') = ''`
        : sql`${wrap(value)} is null`;
    return operand(fragment, 'boolean', { nullable: false });
  },
  length: (context, values) =>
    closed(sql`coalesce(length(${text(context, values, 0).sql}), 0)`, 'integer', { nullable: false, digits: 10 }),
  contains: textTest(
    (part) => `%${part}%`,
    (whole, part) => sql`strpos(${whole}, ${part}) > 0`,
  ),
  startsWith: textTest(
    (part) => `${part}%`,
    (whole, part) => sql`starts_with(${whole}, ${part})`,
  ),
  substring: (context, values) => {
    const whole = (index: number) => {
      const literal = values[index]?.constant;
      return literal instanceof Decimal ? String(literal.toNumber()) : '1';
    };
    const value = text(context, values, 0);
    return closed(sql`substr(${value.sql}, ${whole(1)}, ${whole(2)})`, 'text', { nullable: value.nullable });
  },
  upper: letters('upper'),
  lower: letters('lower'),
  concat: (context, values) => {
    const list = joinSql(
      values.map((value) => textOf(context, value).sql),
      ', ',
    );
    return closed(sql`concat(${list})`, 'text', { nullable: false });
  },
  text: (context, values) => textOf(context, argument(context, values, 0)),
  number: (context, values) =>
    computeOnce(context, folded(text(context, values, 0)), (value) =>
      closed(sql`case when ${value.sql} ~ '${NUMBER_PATTERN}' then ${value.sql}::numeric end`, 'numeric', {
        digits: 30,
        decimals: 20,
      }),
    ),
  size: (context, values) => {
    const list = argument(context, values, 0);
    if (list.type === 'null') return constant(context, new Decimal(0));
    return closed(sql`coalesce(cardinality(${list.sql}), 0)`, 'integer', { nullable: false, digits: 10 });
  },
  includes: (context, values, position) =>
    compileMembership(context, argument(context, values, 1), argument(context, values, 0), position),
  rank,
  hasRole: (context, values, position) => {
    const role = text(context, values, 0);
    const roles = { value: context.env.me.roles, type: 'text[]' } as const;
    return test(sql`${wrap(role)} = any(${roles})`, role.nullable, position);
  },
  awaiting: (context, values) => {
    const approval = values[1]?.constant;
    const found = typeof approval === 'string' ? context.env.awaiting?.(approval) : undefined;
    if (found === undefined) throw new OutOfReachError('awaiting');
    return operand(found, 'boolean', { nullable: false });
  },
  overlaps: overlap,
  distance: groundDistance,
};
