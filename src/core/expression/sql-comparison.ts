import { ExpressionTypeError } from './errors.ts';
import type { BinaryOperator } from './node.ts';
import type { SqlOptions } from './sql-environment.ts';
import { joinSql, type SqlFragment, sql } from './sql-fragment.ts';
import {
  asTruth,
  closed,
  constant,
  convert,
  type Operand,
  operand,
  type SqlContext,
  unify,
  wrap,
} from './sql-operand.ts';
import type { SqlType } from './sql-type.ts';

type Position = NonNullable<SqlOptions['position']>;

function truth(fragment: SqlFragment, nullable: boolean, position: Position): Operand {
  const bare = operand(fragment, 'boolean', { nullable });
  return position === 'condition' ? bare : asTruth(bare);
}

function isNull(value: Operand, negated: boolean): Operand {
  if (!value.nullable) return operand(sql`${String(negated)}`, 'boolean', { nullable: false, atom: true });
  return operand(sql`${wrap(value)} is ${negated ? 'not ' : ''}null`, 'boolean', { nullable: false });
}

/** `== != < <= > >=`: true or false, never null, but for a condition as bare as an index wants it. */
export function compileComparison(
  context: SqlContext,
  operator: BinaryOperator,
  a: Operand,
  b: Operand,
  position: Position,
): Operand {
  const equality = operator === '==' || operator === '!=';
  if (a.constant === null || b.constant === null) {
    if (!equality) return operand(sql`false`, 'boolean', { nullable: false, atom: true });
    return isNull(a.constant === null ? b : a, operator === '!=');
  }
  const [left, right] = unify(context, [a, b]).values;
  if (left === undefined || right === undefined) throw new ExpressionTypeError('比较缺少一边');
  // A constant that cannot be the other side's type (a setting that is no date) became null.
  if (left.constant === null || right.constant === null)
    return compileComparison(context, operator, left, right, position);
  if (equality) return compileEquality(operator === '!=', left, right, position);
  return truth(sql`${collated(context, left)} ${operator} ${wrap(right)}`, left.nullable || right.nullable, position);
}

function compileEquality(negated: boolean, left: Operand, right: Operand, position: Position): Operand {
  const sides = (sign: string) => sql`${wrap(left)} ${sign} ${wrap(right)}`;
  const nullable = left.nullable || right.nullable;
  if (negated) return operand(sides(nullable ? 'is distinct from' : '<>'), 'boolean', { nullable: false });
  if (left.nullable && right.nullable) return operand(sides('is not distinct from'), 'boolean', { nullable: false });
  return truth(sides('='), nullable, position);
}

/** Text is ordered by code point, whatever the database's locale. */
export function collated(context: SqlContext, value: Operand): SqlFragment {
  const needed = value.type === 'text' && context.env.codePointCollation !== true;
  return needed ? sql`${wrap(value)} collate "C"` : wrap(value);
}

/** `value in list`; null belongs to no list. */
export function compileMembership(
  context: SqlContext,
  value: Operand,
  list: Operand | readonly Operand[],
  position: Position,
): Operand {
  const never = operand(sql`false`, 'boolean', { nullable: false, atom: true });
  if (value.constant === null) return never;
  if (!('sql' in list)) return inItems(context, value, list, position);
  if (list.constant !== undefined) return inConstants(context, value, list, position);
  if (value.constant !== undefined && position === 'condition' && list.type === 'text[]') {
    // The shape that a GIN index over the list serves.
    return truth(sql`${wrap(list)} @> array[${value.sql}]`, list.nullable, position);
  }
  const item = convert(context, value, list.type === 'null' ? 'text' : (list.type.slice(0, -2) as SqlType));
  return truth(sql`${wrap(item)} = any(${asArray(list)})`, true, position);
}

/** A list as `any` takes it: a subquery by itself would stand there for rows, each of which is compared. */
function asArray(list: Operand): SqlFragment {
  const [first = ''] = list.sql.parts;
  return typeof first === 'string' && first.startsWith('(select') ? sql`${list.sql}::${list.type}` : list.sql;
}

function inConstants(context: SqlContext, value: Operand, list: Operand, position: Position): Operand {
  const items = Array.isArray(list.constant) ? list.constant.filter((item) => item !== null) : [];
  const operands = items.map((item) => constant(context, item));
  const common = unify(context, [value, ...operands]);
  const found = common.values.slice(1).flatMap((item) => (item.constant === undefined ? [] : [item.constant]));
  const kept = found.filter((item) => item !== null);
  if (kept.length === 0) return operand(sql`false`, 'boolean', { nullable: false, atom: true });
  const left = common.values[0] ?? value;
  // An instant is bound as wall time with its zone, which an array parameter cannot carry.
  if (common.type === 'timestamptz' || kept.length === 1) return inItems(context, value, operands, position);
  const array = constant(context, kept, `${common.type}[]` as SqlType);
  return truth(sql`${wrap(left)} = any(${array.sql})`, left.nullable, position);
}

function inItems(context: SqlContext, value: Operand, items: readonly Operand[], position: Position): Operand {
  const [left, ...others] = unify(context, [value, ...items]).values;
  const usable = others.filter((item) => item.constant !== null);
  if (left === undefined || usable.length === 0) return closed(sql`false`, 'boolean', { nullable: false });
  const nullable = [left, ...usable].some((item) => item.nullable);
  const equal = usable.map((item) => sql`${wrap(left)} = ${wrap(item)}`);
  return truth(joinSql(equal, ' or '), nullable, position);
}
