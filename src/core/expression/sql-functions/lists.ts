import { Decimal } from '../decimal.ts';
import { compileMembership } from '../sql-comparison.ts';
import { sql } from '../sql-fragment.ts';
import { closed, constant } from '../sql-operand.ts';
import { argumentAt, type CompileFunction } from './arguments.ts';

/** The SQL of `functions/lists.ts`. */
export const LIST_SQL = {
  size: (context, values) => {
    const list = argumentAt(context, values, 0);
    if (list.type === 'null') return constant(context, new Decimal(0));
    return closed(sql`coalesce(cardinality(${list.sql}), 0)`, 'integer', { nullable: false, digits: 10 });
  },
  includes: (context, values, position) =>
    compileMembership(context, argumentAt(context, values, 1), argumentAt(context, values, 0), position),
} satisfies Record<string, CompileFunction>;
