import { EARTH_RADIUS } from '../../geo/ground-metres.ts';
import { Decimal } from '../decimal.ts';
import { OutOfReachError } from '../errors.ts';
import { type SqlFragment, sql } from '../sql-fragment.ts';
import { closed, constant, type Operand, operand, wrap } from '../sql-operand.ts';
import { alwaysConstant, argumentAt, type CompileFunction, test, textAt } from './arguments.ts';

/** The arctangent form that the evaluator uses. A coordinate is read out of its JSON; what is none gives null. */
const groundDistance: CompileFunction = (context, values) => {
  const from = argumentAt(context, values, 0);
  const to = argumentAt(context, values, 1);
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

const rank: CompileFunction = (context, values) => {
  const code = values[0]?.constant;
  const { env } = context;
  if (env.ranks === undefined) throw new OutOfReachError('rank');
  const entries = typeof code === 'string' ? (env.ranks(code) ?? []) : [];
  const keys = { value: entries.map((entry) => entry.key), type: 'text[]' } as const;
  const ranks = { value: entries.map((entry) => String(entry.rank)), type: 'numeric[]' } as const;
  return closed(sql`(${ranks})[array_position(${keys}, ${textAt(context, values, 1).sql})]`, 'numeric', {
    digits: 10,
    decimals: 6,
  });
};

/** A key's title is found as its rank is; of a list those that are found, in its order. */
const labelOf: CompileFunction = (context, values) => {
  const value = argumentAt(context, values, 0);
  const named = values[1]?.constant;
  const choices = typeof named === 'string' ? context.env.titles?.(named) : undefined;
  if (choices === undefined) throw new OutOfReachError('labelOf');
  const keys = { value: choices.map(({ key }) => key), type: 'text[]' } as const;
  const titles = { value: choices.map(({ title }) => title), type: 'text[]' } as const;
  const titleOf = (key: SqlFragment) => sql`(${titles})[array_position(${keys}, ${key})]`;
  if (!value.type.endsWith('[]')) return closed(titleOf(textAt(context, values, 0).sql), 'text');
  const item = context.alias('i');
  return closed(
    sql`(select string_agg(${titleOf(sql`${item}.v`)}, '、' order by ${item}.o) from unnest(${value.sql}) with ordinality as ${item}(v, o))`,
    'text',
  );
};

/** The SQL of `functions/surroundings.ts`. */
export const SURROUNDING_SQL = {
  rank,
  labelOf,
  setting: alwaysConstant,
  hasRole: (context, values, position) => {
    const role = textAt(context, values, 0);
    const roles = { value: context.env.me.roles, type: 'text[]' } as const;
    return test(sql`${wrap(role)} = any(${roles})`, role.nullable, position);
  },
  awaiting: (context, values) => {
    const approval = values[1]?.constant;
    const found = typeof approval === 'string' ? context.env.awaiting?.(approval) : undefined;
    if (found === undefined) throw new OutOfReachError('awaiting');
    return operand(found, 'boolean', { nullable: false });
  },
  rate: (context, values) => {
    const minutes = values[1]?.constant;
    if (context.env.rate === undefined) throw new OutOfReachError('rate');
    if (!(minutes instanceof Decimal)) return constant(context, null, 'numeric');
    return closed(context.env.rate(minutes.toNumber()), 'numeric', { digits: 20, decimals: 6 });
  },
  held: (context, values) => argumentAt(context, values, 0),
  distance: groundDistance,
} satisfies Record<string, CompileFunction>;
