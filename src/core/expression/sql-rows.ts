import { QUOTIENT_DECIMALS } from './decimal.ts';
import { ExpressionTypeError, OutOfReachError } from './errors.ts';
import { type RowsFunctionName, rowsCondition } from './evaluate-rows.ts';
import { entityRead } from './functions.ts';
import type { CallNode, ExpressionNode } from './node.ts';
import { quotient } from './sql-arithmetic.ts';
import { collated } from './sql-comparison.ts';
import type { SqlOptions, SqlRows } from './sql-environment.ts';
import { joinSql, type SqlFragment, sql } from './sql-fragment.ts';
import {
  asNumber,
  asTruth,
  closed,
  constant,
  convert,
  limited,
  type Operand,
  operand,
  type SqlContext,
  unify,
  wrap,
} from './sql-operand.ts';
import type { SqlType } from './sql-type.ts';

/** Compiles a node in a context; the expressions over rows are compiled as those over the record are. */
type Compile = (node: ExpressionNode, context: SqlContext, position?: SqlOptions['position']) => Operand;

/** Rows ready to be read: what stands after `from`, what restricts them, and the names inside. */
interface Source {
  readonly from: SqlFragment;
  readonly where: readonly SqlFragment[];
  readonly order: SqlFragment;
  readonly inner: SqlContext;
  readonly rows: SqlRows;
  readonly compile: Compile;
}

/** Digits that adding up at most ten thousand million rows can gain. */
const SUM_DIGITS = 10;

/** Compiles a call of one of the functions over rows into a subquery. */
export function compileRowsFunction(
  name: RowsFunctionName,
  node: CallNode,
  context: SqlContext,
  compile: Compile,
): Operand {
  const [, first, second, third] = node.arguments;
  if (name === 'within') return compileWithin(node, context, compile);
  const whole = sourceOf(node, name, context, compile);
  const holds = rowsCondition(node);
  const source = holds === undefined ? whole : and(whole, condition(whole, holds));
  switch (name) {
    case 'sum':
      return sumOf(source, first, context);
    case 'total':
      return sumOf(and(source, condition(source, second)), first, context);
    case 'avg': {
      const of = asNumber(context, inside(source, first));
      const average = aggregate(source, of.sql, (v) => {
        const sum = closed(sql`sum(${v})`, 'numeric', of);
        return quotient(sum, closed(sql`count(${v})`, 'numeric')).sql;
      });
      return limited(context, closed(average, 'numeric', { digits: of.digits, decimals: QUOTIENT_DECIMALS }));
    }
    case 'count':
      return closed(select(source, sql`count(*)`), 'bigint', { nullable: false, digits: SUM_DIGITS });
    case 'minOf':
    case 'maxOf': {
      const of = inside(source, first);
      const pick = name === 'minOf' ? 'min' : 'max';
      if (of.constant === null || of.type === 'null') return constant(context, null);
      const { type, digits, decimals } = of;
      return closed(
        aggregate(source, collated(context, of), (v) => sql`${pick}(${v})`),
        type,
        { digits, decimals },
      );
    }
    case 'any':
      return exists(source, '');
    case 'exists':
      return exists(and(source, condition(source, first)), '');
    case 'all': {
      const kept = asTruth(inside(source, first));
      return exists(and(source, sql`not (${kept.sql})`), 'not ');
    }
    case 'lookup':
    case 'first': {
      const found = and(source, condition(source, second));
      return oneOf(found, first, found.order, context);
    }
    case 'newest': {
      const by = inside(source, second);
      // PostgreSQL takes no constant to order by.
      const order = by.constant === undefined ? sql`${collated(context, by)} desc nulls last, ` : sql``;
      return oneOf(source, first, sql`${order}${source.order} desc`, context);
    }
    case 'overlapping':
      return compileOverlapping(source, first, second, context);
    case 'valuesOf': {
      const of = inside(source, first);
      const type = `${of.type === 'null' ? 'text' : of.type}[]` as SqlType;
      const found = and(source, sql`${wrap(of)} is not null`);
      const alias = context.alias('v');
      const values = query(found, sql`${of.sql} as v, min(${found.order}) as o`);
      return closed(sql`array(select ${alias}.v from (${values} group by 1) as ${alias} order by ${alias}.o)`, type, {
        nullable: false,
      });
    }
    case 'latest': {
      if (third === undefined) throw new ExpressionTypeError('latest(…) 只能用在其他子表函数里');
      const newest = newestOf(source, first, second, context);
      const of = inside(newest, third);
      const type = `${of.type === 'null' ? 'text' : of.type}[]` as SqlType;
      return closed(sql`array(${query(newest, of.sql)} order by ${newest.order})`, type, { nullable: false });
    }
  }
}

function sumOf(source: Source, value: ExpressionNode | undefined, context: SqlContext): Operand {
  const of = asNumber(context, inside(source, value));
  const total = aggregate(source, of.sql, (v) => sql`sum(${v})`);
  const shape = { nullable: false, digits: of.digits + SUM_DIGITS, decimals: of.decimals };
  return limited(context, closed(sql`coalesce(${total}, 0)`, 'numeric', shape));
}

/** A value of the first row in an order; null where there is no row. */
function oneOf(source: Source, value: ExpressionNode | undefined, order: SqlFragment, context: SqlContext): Operand {
  const of = inside(source, value);
  if (of.constant === null || of.type === 'null') return constant(context, null);
  const { type, digits, decimals } = of;
  return closed(sql`(${query(source, of.sql)} order by ${order} limit 1)`, type, { digits, decimals });
}

/** A text that is a time of day, ordered as such; null where it is none. */
function timeOfDay(text: Operand): SqlFragment {
  return sql`(case when ${wrap(text)} ~ '^\\d\\d:\\d\\d(:\\d\\d)?$' then ${text.sql} end) collate "C"`;
}

/** Whether two of the rows' ranges share a value, as `areOverlapping` has it: each is held against the farthest end before it. */
function compileOverlapping(
  source: Source,
  from: ExpressionNode | undefined,
  to: ExpressionNode | undefined,
  context: SqlContext,
): Operand {
  const { type, values } = unify(context, [inside(source, from), inside(source, to)]);
  const [begin, end] = values.map((bound) => (type === 'text' ? timeOfDay(bound) : bound.sql));
  // A day is one that both its ranges hold.
  const before = sql`${type === 'date' ? '<=' : '<'}`;
  const [range, part, seen] = [context.alias('v'), context.alias('p'), context.alias('s')];
  const ranges = query(source, sql`${begin ?? sql`null`} as f, ${end ?? sql`null`} as t`);
  const parts =
    type === 'time' || type === 'text'
      ? sql`select ${part}.f, ${part}.t from (${ranges}) as ${range}, lateral (select ${range}.f, ${range}.t where ${range}.f < ${range}.t union all select ${range}.f, null where ${range}.f >= ${range}.t union all select null, ${range}.t where ${range}.f >= ${range}.t and ${range}.t::text not in ('00:00', '00:00:00')) as ${part}(f, t)`
      : sql`select ${range}.f, ${range}.t from (${ranges}) as ${range} where (${range}.f is null) <> (${range}.t is null) or ${range}.f ${before} ${range}.t`;
  const earlier = sql`over (order by ${part}.f nulls first rows between unbounded preceding and 1 preceding)`;
  const met = sql`select ${part}.f, count(*) ${earlier} as n, bool_or(${part}.t is null) ${earlier} as open, max(${part}.t) ${earlier} as reach from (${parts}) as ${part}`;
  return operand(
    sql`exists (select 1 from (${met}) as ${seen} where ${seen}.n > 0 and (${seen}.open or ${seen}.f is null or ${seen}.f ${before} ${seen}.reach))`,
    'boolean',
    { nullable: false, atom: true },
  );
}

function entityRows(entity: string, name: string, context: SqlContext): SqlRows {
  const rows = context.env.entity?.(entity);
  if (rows === undefined) throw new OutOfReachError(name);
  return rows;
}

/** Walks up from the record to the roots; a ring, which nothing should make, ends the walk. */
function compileWithin(node: CallNode, context: SqlContext, compile: Compile): Operand {
  const [, record, above] = node.arguments;
  const rows = entityRows(entityRead(node) ?? '', 'within', context);
  const start = convert(context, compile(required(record), context), 'text').sql;
  const wanted = convert(context, compile(required(above), context), 'text').sql;
  const [up, low, next] = [context.alias('up'), context.alias('r'), context.alias('r')];
  const step = (alias: string): SqlFragment => {
    const id = rows.column(alias, 'id');
    const parent = rows.above?.(alias);
    if (id === undefined || parent === undefined) throw new ExpressionTypeError('within(…) 要树形实体');
    return sql`select ${id.sql}, ${parent} from ${rows.from(alias)}`;
  };
  const tied = (alias: string) => sql`${rows.where?.(alias) ?? 'true'}`;
  const walk = sql`${step(low)} where (${tied(low)}) and ${low}.id = ${start} union ${step(next)} join ${up} on ${next}.id = ${up}.above where ${tied(next)}`;
  return operand(
    sql`exists (with recursive ${up}(id, above) as (${walk}) select 1 from ${up} where ${up}.id = ${wanted})`,
    'boolean',
    { nullable: false, atom: true },
  );
}

function required(node: ExpressionNode | undefined): ExpressionNode {
  if (node === undefined) throw new ExpressionTypeError('子表函数缺少参数');
  return node;
}

function inside(source: Source, node: ExpressionNode | undefined): Operand {
  return source.compile(required(node), source.inner);
}

function condition(source: Source, node: ExpressionNode | undefined): SqlFragment {
  return source.compile(required(node), source.inner, 'condition').sql;
}

function and(source: Source, fragment: SqlFragment): Source {
  return { ...source, where: [...source.where, sql`(${fragment})`] };
}

function query(source: Source, columns: SqlFragment): SqlFragment {
  const where = source.where.length === 0 ? sql`` : sql` where ${joinSql(source.where, ' and ')}`;
  return sql`select ${columns} from ${source.from}${where}`;
}

function select(source: Source, columns: SqlFragment): SqlFragment {
  return sql`(${query(source, columns)})`;
}

/**
 * An aggregate over a value of each row. The value is named first: PostgreSQL would take an aggregate of the record's
 * columns alone for one of the outer query.
 */
function aggregate(source: Source, value: SqlFragment, of: (value: SqlFragment) => SqlFragment): SqlFragment {
  const alias = source.inner.alias('a');
  return sql`(select ${of(sql`${alias}.v`)} from (${query(source, sql`${value} as v`)}) as ${alias})`;
}

function exists(source: Source, negation: string): Operand {
  return operand(sql`${negation}exists ${select(source, sql`1`)}`, 'boolean', {
    nullable: false,
    atom: negation === '',
  });
}

function sourceOf(node: CallNode, name: RowsFunctionName, context: SqlContext, compile: Compile): Source {
  const first = required(node.arguments[0]);
  const entity = entityRead(node);
  if (entity !== undefined) return openSource(entityRows(entity, name, context), context, compile);
  if (first.kind === 'call' && first.name === 'latest') {
    const [, time, kind] = first.arguments;
    return newestOf(sourceOf(first, 'latest', context, compile), time, kind, context);
  }
  const rows = first.kind === 'name' ? context.rows(first.name) : undefined;
  if (rows === undefined) throw new ExpressionTypeError(`${name}(…) 的第一个参数要子表`);
  return openSource(rows, context, compile);
}

function openSource(rows: SqlRows, outer: SqlContext, compile: Compile): Source {
  const alias = outer.alias('r');
  const tie = rows.where?.(alias);
  return {
    from: sql`${rows.from(alias)}`,
    where: tie === undefined ? [] : [sql`(${tie})`],
    order: sql`${rows.orderBy(alias)}`,
    inner: innerContext(rows, alias, outer),
    rows,
    compile,
  };
}

function innerContext(rows: SqlRows, alias: string, outer: SqlContext): SqlContext {
  return {
    ...outer,
    outer,
    column(path) {
      const [first = '', ...rest] = path;
      if (first === 'parent' && rest.length > 0) return outer.column(rest);
      if (first === 'outer' && rest.length > 0) return outer.outermost(rest);
      const found = rest.length === 0 ? rows.column(alias, first) : rows.member?.(alias, path);
      if (found !== undefined) return found;
      // `old`, `row` and whatever else its place calls a record are seen from inside rows too.
      if (rest.length > 0 && rows.column(alias, first) === undefined) return outer.column(path);
      throw new ExpressionTypeError(`没有名为“${path.join('.')}”的列`);
    },
    rows: (name) => rows.rows?.(alias, name),
  };
}

/** The newest row of each kind; ties go to the later row, a row without a time is the oldest. */
function newestOf(
  source: Source,
  time: ExpressionNode | undefined,
  kind: ExpressionNode | undefined,
  context: SqlContext,
): Source {
  const at = collated(context, inside(source, time));
  const by = inside(source, kind).sql;
  const alias = context.alias('n');
  const newest = context.alias('newest');
  const ranked = query(
    source,
    sql`*, row_number() over (partition by ${by} order by ${at} desc nulls last, ${source.order} desc) as ${newest}`,
  );
  const outer = source.inner.outer ?? context;
  return {
    from: sql`(${ranked}) as ${alias}`,
    where: [sql`${alias}.${newest} = 1`],
    order: sql`${source.rows.orderBy(alias)}`,
    inner: innerContext(source.rows, alias, outer),
    rows: source.rows,
    compile: source.compile,
  };
}
