import { ExpressionTypeError, OutOfReachError } from '../errors.ts';
import type { SqlOptions } from '../sql-environment.ts';
import { type SqlFragment, sql } from '../sql-fragment.ts';
import {
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
  wrap,
} from '../sql-operand.ts';

type Position = NonNullable<SqlOptions['position']>;

/** Gives the SQL of a call from that of its arguments. */
export type CompileFunction = (context: SqlContext, values: readonly Operand[], position: Position) => Operand;

export function argumentAt(context: SqlContext, values: readonly Operand[], index: number): Operand {
  return values[index] ?? constant(context, null);
}

export function textAt(context: SqlContext, values: readonly Operand[], index: number): Operand {
  return convert(context, argumentAt(context, values, index), 'text');
}

/** A boolean test, never null unless a condition may be. */
export function test(fragment: SqlFragment, nullable: boolean, position: Position): Operand {
  const bare = operand(fragment, 'boolean', { nullable });
  return position === 'condition' ? bare : asTruth(bare);
}

/** `text(x)`: the same text in every session, whatever its date style. */
export function written(context: SqlContext, value: Operand): Operand {
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

/** What several values have in common that stand for one. */
export function shapeOf(values: readonly Operand[]): Partial<Operand> {
  return {
    nullable: values.every((value) => value.nullable),
    digits: Math.max(...values.map((value) => value.digits)),
    decimals: Math.max(...values.map((value) => value.decimals)),
  };
}

/** Functions without arguments, or of the user only, are computed before any SQL is made. */
export const alwaysConstant: CompileFunction = () => {
  throw new ExpressionTypeError('这个函数的参数要直接写出');
};

/** A date as it is, a moment as wall time. */
export function local(context: SqlContext, value: Operand): Operand {
  const moment = asTemporal(context, value);
  return moment.type === 'date' ? moment : asWall(context, moment);
}

/** A part of a date or moment: `extract(quarter from …)`. */
export function extract(part: string): CompileFunction {
  return (context, values) => {
    const moment = local(context, argumentAt(context, values, 0));
    return closed(sql`extract(${part} from ${moment.sql})`, 'numeric', { nullable: moment.nullable, digits: 4 });
  };
}

/** Whether nobody works on a day, by the plant's calendar. Throws `OutOfReachError` where there is none at hand. */
export function freeDay(context: SqlContext, date: SqlFragment, name: string): SqlFragment {
  const { calendar } = context.env;
  if (calendar === undefined) throw new OutOfReachError(name);
  const holidays = { value: [...calendar.holidays], type: 'date[]' } as const;
  const workdays = { value: [...calendar.workdays], type: 'date[]' } as const;
  return sql`${date} = any(${holidays}) or (extract(isodow from ${date}) >= 6 and not ${date} = any(${workdays}))`;
}
