import { Decimal, MAX_EXPONENT, RESULT_DECIMALS } from '../decimal.ts';
import { ExpressionTypeError } from '../errors.ts';
import { LONGEST_TEXT } from '../functions/arguments.ts';
import { compileMembership } from '../sql-comparison.ts';
import { sql } from '../sql-fragment.ts';
import {
  asNumber,
  closed,
  computeOnce,
  constant,
  type Operand,
  operand,
  type SqlContext,
  unify,
  wrap,
} from '../sql-operand.ts';
import type { SqlType } from '../sql-type.ts';
import type { Value } from '../value.ts';
import { alwaysConstant, argumentAt, type CompileFunction, test, textAt, written } from './arguments.ts';

/** A list whose items compare with others': numbers as numeric, moments as wall time; no list is one of texts. */
function plainList(context: SqlContext, list: Operand): Operand {
  if (list.constant === null || list.type === 'null') return constant(context, [], 'text[]');
  const { nullable } = list;
  if (list.constant !== undefined) return list;
  if (list.type === 'integer[]' || list.type === 'bigint[]')
    return closed(sql`${wrap(list)}::numeric[]`, 'numeric[]', { nullable });
  if (list.type !== 'timestamptz[]') return list;
  const alias = context.alias('l');
  const wall = sql`array(select ${alias}.v at time zone ${context.zone} from unnest(${list.sql}) as ${alias}(v))`;
  return closed(sql`case when ${wrap(list)} is not null then ${wall} end`, 'timestamp[]', { nullable });
}

/** Two lists of one type. */
function pair(context: SqlContext, values: readonly Operand[]): readonly [Operand, Operand] {
  const lists = [0, 1].map((index) => plainList(context, argumentAt(context, values, index)));
  const [left = constant(context, []), right = constant(context, [])] = unify(context, lists).values;
  return [left, right];
}

/** A list as one that is there and holds no null. */
function sound(list: Operand): Operand {
  const items = list.nullable ? sql`coalesce(${list.sql}, '{}')` : list.sql;
  return closed(sql`array_remove(${items}, null)`, list.type === 'null' ? 'text[]' : list.type, { nullable: false });
}

/** What a list that is known holds; undefined for one of the record. */
function knownItems(list: Operand): readonly Value[] | undefined {
  return Array.isArray(list.constant) ? list.constant.filter((item: Value) => item !== null) : undefined;
}

function both(left: Operand, right: Operand): Operand {
  return operand(sql`${sound(left).sql} @> ${sound(right).sql}`, 'boolean', { nullable: false });
}

const hasAll: CompileFunction = (context, values, position) => {
  const [left, right] = pair(context, values);
  const wanted = knownItems(right);
  if (wanted === undefined) return both(left, right);
  if (wanted.length === 0) return operand(sql`true`, 'boolean', { nullable: false, atom: true });
  // The bare column beside what is wanted: the shape that a GIN index over the list serves.
  const others = constant(context, wanted, right.type);
  return test(sql`${wrap(left)} @> ${others.sql}`, left.nullable, position);
};

const same: CompileFunction = (context, values) => {
  const [left, right] = pair(context, values).map(sound);
  if (left === undefined || right === undefined) throw new ExpressionTypeError('same(…) 要两个列表');
  return computeOnce(context, left, (one) =>
    computeOnce(context, right, (other) =>
      operand(sql`${one.sql} @> ${other.sql} and ${other.sql} @> ${one.sql}`, 'boolean', { nullable: false }),
    ),
  );
};

const union: CompileFunction = (context, values) => {
  const [left, right] = pair(context, values).map(sound);
  if (left === undefined || right === undefined) throw new ExpressionTypeError('union(…) 要两个列表');
  const [all, one] = [context.alias('u'), context.alias('v')];
  const items = sql`select ${one}.v, min(${one}.o) as o from unnest(${left.sql} || ${right.sql}) with ordinality as ${one}(v, o) group by ${one}.v`;
  const type = left.type === 'null' ? 'text[]' : left.type;
  return closed(sql`array(select ${all}.v from (${items}) as ${all} order by ${all}.o)`, type, { nullable: false });
};

const item: CompileFunction = (context, values) => {
  const list = argumentAt(context, values, 0);
  const asked = argumentAt(context, values, 1);
  if (list.type === 'null' || list.constant === null || asked.constant === null) return constant(context, null);
  const type = list.type.slice(0, -2) as SqlType;
  const place = asNumber(context, asked);
  const index = computeOnce(context, closed(sql`trunc(${place.sql})`, 'numeric'), (whole) =>
    closed(sql`case when abs(${whole.sql}) < 1e9 then ${whole.sql}::integer end`, 'integer'),
  );
  return computeOnce(context, list, (bound) =>
    computeOnce(context, index, (at) =>
      closed(
        sql`(${bound.sql})[case when ${wrap(at)} < 0 then cardinality(${bound.sql}) + 1 + ${wrap(at)} else ${wrap(at)} end]`,
        type,
        { digits: MAX_EXPONENT, decimals: RESULT_DECIMALS },
      ),
    ),
  );
};

const join: CompileFunction = (context, values) => {
  const list = argumentAt(context, values, 0);
  if (list.type === 'null' || list.constant === null) return constant(context, '');
  const separator = values.length > 1 ? textAt(context, values, 1) : constant(context, '、');
  const [items, all] = [context.alias('i'), context.alias('j')];
  const type = list.type.slice(0, -2) as SqlType;
  const texts = sql`select ${written(context, closed(sql`${items}.v`, type)).sql} as v, ${items}.o, coalesce(${separator.sql}, '') as s from unnest(${list.sql}) with ordinality as ${items}(v, o)`;
  const length = `sum(length(${all}.v)) + (count(${all}.v) - 1) * max(length(${all}.s))`;
  const made = `case when count(${all}.v) = 0 then '' when ${length} <= ${LONGEST_TEXT} then string_agg(${all}.v, ${all}.s order by ${all}.o) end`;
  return closed(sql`(select ${made} from (${texts} offset 0) as ${all} where ${all}.v is not null)`, 'text');
};

/** The SQL of `functions/lists.ts`. */
export const LIST_SQL = {
  size: (context, values) => {
    const list = argumentAt(context, values, 0);
    if (list.type === 'null') return constant(context, new Decimal(0));
    return closed(sql`coalesce(cardinality(${list.sql}), 0)`, 'integer', { nullable: false, digits: 10 });
  },
  includes: (context, values, position) =>
    compileMembership(context, argumentAt(context, values, 1), argumentAt(context, values, 0), position),
  hasAll,
  union,
  meets: (context, values, position) => {
    const [left, right] = pair(context, values);
    return test(sql`${wrap(left)} && ${wrap(right)}`, left.nullable || right.nullable, position);
  },
  same,
  item,
  join,
  keys: alwaysConstant,
} satisfies Record<string, CompileFunction>;
