import { Decimal } from '../decimal.ts';
import { collated } from '../sql-comparison.ts';
import { joinSql, sql } from '../sql-fragment.ts';
import { asNumber, closed, constant, type Operand, unify } from '../sql-operand.ts';
import { argumentAt, type CompileFunction, shapeOf } from './arguments.ts';

function ofNumber(name: string, shape: (value: Operand) => Partial<Operand>): CompileFunction {
  return (context, values) => {
    const value = asNumber(context, argumentAt(context, values, 0));
    return closed(sql`${name}(${value.sql})`, 'numeric', { nullable: value.nullable, ...shape(value) });
  };
}

const whole = (value: Operand) => ({ digits: value.digits + 1, decimals: 0 });

function extreme(name: string): CompileFunction {
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

/** The SQL of `functions/numbers.ts`. */
export const NUMBER_SQL = {
  abs: ofNumber('abs', (value) => ({ digits: value.digits, decimals: value.decimals })),
  round: (context, values) => {
    const value = asNumber(context, argumentAt(context, values, 0));
    const places = values[1]?.constant instanceof Decimal ? values[1].constant.toNumber() : 0;
    return closed(sql`round(${value.sql}, ${String(places)})`, 'numeric', {
      nullable: value.nullable,
      digits: value.digits + 1,
      decimals: Math.max(0, places),
    });
  },
  floor: ofNumber('floor', whole),
  ceil: ofNumber('ceil', whole),
  min: extreme('least'),
  max: extreme('greatest'),
} satisfies Record<string, CompileFunction>;
