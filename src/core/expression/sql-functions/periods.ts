import { MAX_ADDED_WORKDAYS } from '../functions/periods.ts';
import { type SqlFragment, sql } from '../sql-fragment.ts';
import {
  asNumber,
  asTemporal,
  closed,
  computeOnce,
  constant,
  type Operand,
  type SqlContext,
  wrap,
} from '../sql-operand.ts';
import { argumentAt, type CompileFunction, extract, freeDay, local } from './arguments.ts';

/** Each period as PostgreSQL's interval, and its name as `to_char` writes it. */
const UNITS: Readonly<Record<string, { readonly length: string; readonly name: string }>> = {
  day: { length: '1 day', name: 'YYYY-MM-DD' },
  week: { length: '7 days', name: 'IYYY-"W"IW' },
  month: { length: '1 month', name: 'YYYY-MM' },
  quarter: { length: '3 months', name: 'YYYY-"Q"Q' },
  year: { length: '1 year', name: 'YYYY' },
};

function unitOf(values: readonly Operand[]): { readonly unit: string; readonly length: string; readonly name: string } {
  const unit = String(values[1]?.constant);
  return { unit, ...(UNITS[unit] ?? { length: '1 day', name: 'YYYY-MM-DD' }) };
}

/** A date or wall time whose years end with 9999. */
function within9999(context: SqlContext, value: SqlFragment, type: 'date' | 'timestamp'): Operand {
  return computeOnce(context, closed(value, type), (bound) =>
    closed(sql`case when ${wrap(bound)} < date '10000-01-01' then ${bound.sql} end`, type),
  );
}

const startOf: CompileFunction = (context, values) => {
  const moment = local(context, argumentAt(context, values, 0));
  const start = sql`date_trunc('${unitOf(values).unit}', ${wrap(moment)}::timestamp)`;
  return moment.type === 'date' ? closed(sql`(${start})::date`, 'date') : closed(start, 'timestamp');
};

const endOf: CompileFunction = (context, values) => {
  const moment = local(context, argumentAt(context, values, 0));
  const { unit, length } = unitOf(values);
  const next = sql`date_trunc('${unit}', ${wrap(moment)}::timestamp) + interval '${length}'`;
  if (moment.type === 'date') return within9999(context, sql`((${next})::date - 1)`, 'date');
  return within9999(context, sql`(${next} - interval '1 second')`, 'timestamp');
};

/** The days behind (or before) are made one by one, and no more of them than it takes: a series in `from` would be made whole. */
const addWorkdays: CompileFunction = (context, values) => {
  const moment = local(context, asTemporal(context, argumentAt(context, values, 0)));
  const type = moment.type === 'date' ? 'date' : 'timestamp';
  const asked = values[1] ?? constant(context, null);
  if (moment.constant === null || asked.constant === null) return constant(context, null, type);
  const amount = asNumber(context, asked);
  const whole = closed(
    sql`case when abs(trunc(${amount.sql})) <= ${String(MAX_ADDED_WORKDAYS)} then trunc(${amount.sql})::integer end`,
    'integer',
  );
  const [from, series, day] = [context.alias('w'), context.alias('w'), context.alias('w')];
  const furthest = `case when ${from}.n < 0 then ${from}.m::date - date '0001-01-01' else date '9999-12-31' - ${from}.m::date end`;
  const days = sql`select ${from}.m::date + sign(${from}.n)::integer * ${series}.g as day from (select generate_series(1, ${furthest}) as g) as ${series}`;
  const found = sql`(select ${day}.day from (${days}) as ${day} where not (${freeDay(context, sql`${day}.day`, 'addWorkdays')}) offset abs(${from}.n) - 1 limit 1)`;
  const moved = sql`case when ${from}.n = 0 then ${from}.m::date when ${from}.n is not null and ${from}.m is not null then ${found} end`;
  const result = type === 'date' ? moved : sql`(${moved}) + ${from}.m::time`;
  return closed(sql`(select ${result} from (select ${moment.sql} as m, ${whole.sql} as n offset 0) as ${from})`, type);
};

/** The SQL of `functions/periods.ts`. */
export const PERIOD_SQL = {
  startOf,
  endOf,
  quarter: extract('quarter'),
  week: extract('week'),
  period: (context, values) => {
    const moment = local(context, argumentAt(context, values, 0));
    return closed(sql`to_char(${wrap(moment)}::timestamp, '${unitOf(values).name}')`, 'text', {
      nullable: moment.nullable,
    });
  },
  addWorkdays,
} satisfies Record<string, CompileFunction>;
