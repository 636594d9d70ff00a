import { FOLDED, NUMBER_PATTERN } from '../../amount/number-grammar.ts';
import { Decimal } from '../decimal.ts';
import { LONGEST_TEXT } from '../functions/arguments.ts';
import { joinSql, type SqlFragment, sql } from '../sql-fragment.ts';
import { closed, computeOnce, constant, convert, type Operand, operand, wrap } from '../sql-operand.ts';
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

/** Marks a place in a template that is being filled. What is between is free of it, since it is escaped first. */
const MARK = '\u0001';

function escaped(text: SqlFragment): SqlFragment {
  return sql`replace(${text}, ${{ value: MARK, type: 'text' }}, ${{ value: `${MARK}e`, type: 'text' }})`;
}

function replaced(text: SqlFragment, from: string, to: SqlFragment): SqlFragment {
  return sql`replace(${text}, ${{ value: from, type: 'text' }}, ${to})`;
}

/**
 * All places are marked before any is filled, so that what is put in is not looked through. A first measure of the
 * length keeps a hostile template from being filled at all; the marks make it at most twice too long.
 */
const fill: CompileFunction = (context, values) => {
  const [template = constant(context, null), ...pairs] = values;
  if (template.constant === null) return constant(context, null, 'text');
  const given = new Map<string, Operand>();
  for (let index = 0; index + 1 < pairs.length; index += 2) {
    const name = String(pairs[index]?.constant ?? '');
    if (!given.has(name)) given.set(name, written(context, argumentAt(context, pairs, index + 1)));
  }
  const names = [...given.keys()];
  const [row, marked] = [context.alias('f'), context.alias('m')];
  const mark = (index: number) => `${MARK}${index};`;
  const columns = [...given.values()].map((value, index) => sql`, coalesce(${value.sql}, '') as v${String(index)}`);
  const read = sql`select ${convert(context, template, 'text').sql} as t${joinSql(columns, '')} offset 0`;
  const marks = names.reduce(
    (text, name, index) =>
      [`{{${name}}}`, `{${name}}`].reduce(
        (before, place) => replaced(before, place, sql`${{ value: mark(index), type: 'text' }}`),
        text,
      ),
    escaped(sql`${row}.t`),
  );
  const made = names.reduce(
    (text, _, index) => replaced(text, mark(index), escaped(sql`${row}.v${String(index)}`)),
    sql`${marked}.s`,
  );
  const lengths = names.map((_, index) => {
    const without = replaced(sql`${marked}.s`, mark(index), sql`''`);
    return sql` + (length(${marked}.s) - length(${without})) / ${String(mark(index).length)} * length(${row}.v${String(index)})::bigint`;
  });
  const result = replaced(made, `${MARK}e`, sql`${{ value: MARK, type: 'text' }}`);
  const short = sql`length(${marked}.s)${joinSql(lengths, '')} <= ${String(4 * LONGEST_TEXT)}`;
  const checked = computeOnce(context, closed(result, 'text'), (text) =>
    closed(sql`case when length(${text.sql}) <= ${String(LONGEST_TEXT)} then ${text.sql} end`, 'text'),
  );
  return closed(
    sql`(select case when ${short} then ${checked.sql} end from (${read}) as ${row}, lateral (select ${marks} as s offset 0) as ${marked})`,
    'text',
  );
};

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
  fill,
} satisfies Record<string, CompileFunction>;
