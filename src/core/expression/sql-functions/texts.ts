import { FOLDED, NUMBER_PATTERN } from '../../amount/number-grammar.ts';
import { Decimal } from '../decimal.ts';
import { joinSql, type SqlFragment, sql } from '../sql-fragment.ts';
import { closed, computeOnce, type Operand, operand, wrap } from '../sql-operand.ts';
import { argumentAt, type CompileFunction, test, textAt, written } from './arguments.ts';

/** A text with the signs of a number as ASCII has them, as `foldNumber` gives it. */
function folded(value: Operand): Operand {
  return { ...value, sql: sql`translate(${value.sql}, '${FOLDED.from}', '${FOLDED.to}')`, atom: true };
}

function letters(name: string): CompileFunction {
  return (context, values) => {
    const value = textAt(context, values, 0);
    // The C locale changes ASCII letters only, as the evaluator does.
    return closed(sql`${name}(${wrap(value)} collate "C")`, 'text', { nullable: value.nullable });
  };
}

function escapeLike(value: string): string {
  return value.replace(/[\\%_]/g, (char) => `\\${char}`);
}

function textTest(
  pattern: (part: string) => string,
  bare: (text: SqlFragment, part: SqlFragment) => SqlFragment,
): CompileFunction {
  return (context, values, position) => {
    const whole = textAt(context, values, 0);
    const part = textAt(context, values, 1);
    if (position === 'condition' && typeof part.constant === 'string') {
      const like = { value: pattern(escapeLike(part.constant)), type: 'text' } as const;
      return operand(sql`${wrap(whole)} like ${like}`, 'boolean', { nullable: whole.nullable });
    }
    return test(bare(whole.sql, part.sql), whole.nullable || part.nullable, position);
  };
}

/** The SQL of `functions/texts.ts`. */
export const TEXT_SQL = {
  length: (context, values) =>
    closed(sql`coalesce(length(${textAt(context, values, 0).sql}), 0)`, 'integer', { nullable: false, digits: 10 }),
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
    const value = textAt(context, values, 0);
    return closed(sql`substr(${value.sql}, ${whole(1)}, ${whole(2)})`, 'text', { nullable: value.nullable });
  },
  upper: letters('upper'),
  lower: letters('lower'),
  concat: (context, values) => {
    const list = joinSql(
      values.map((value) => written(context, value).sql),
      ', ',
    );
    return closed(sql`concat(${list})`, 'text', { nullable: false });
  },
  text: (context, values) => written(context, argumentAt(context, values, 0)),
  number: (context, values) =>
    computeOnce(context, folded(textAt(context, values, 0)), (value) =>
      closed(sql`case when ${value.sql} ~ '${NUMBER_PATTERN}' then ${value.sql}::numeric end`, 'numeric', {
        digits: 30,
        decimals: 20,
      }),
    ),
} satisfies Record<string, CompileFunction>;
