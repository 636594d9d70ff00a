import { joinSql, sql } from '../sql-fragment.ts';
import { closed, constant, operand, unify, wrap } from '../sql-operand.ts';
import { argumentAt, type CompileFunction, shapeOf } from './arguments.ts';

/** The SQL of `functions/values.ts`. */
export const VALUE_SQL = {
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
    const value = argumentAt(context, values, 0);
    return operand(sql`${wrap(value)} is null`, 'boolean', { nullable: false });
  },
  isEmpty: (context, values) => {
    const value = argumentAt(context, values, 0);
    const fragment = value.type.endsWith('[]')
      ? sql`coalesce(cardinality(${value.sql}), 0) = 0`
      : value.type === 'text'
        ? sql`coalesce(${value.sql}, '') = ''`
        : sql`${wrap(value)} is null`;
    return operand(fragment, 'boolean', { nullable: false });
  },
} satisfies Record<string, CompileFunction>;
