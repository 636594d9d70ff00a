import { ExpressionTypeError } from './errors.ts';
import { compileEvaluator } from './evaluate.ts';
import { isRowsFunction } from './evaluate-rows.ts';
import { FUNCTIONS, isFunctionName } from './functions.ts';
import type { BinaryNode, CallNode, ExpressionNode } from './node.ts';
import { memberPath } from './node.ts';
import { compileArithmetic, compileShift, isShiftUnit, negative } from './sql-arithmetic.ts';
import { compileComparison, compileMembership } from './sql-comparison.ts';
import type { SqlColumn, SqlEnvironment, SqlOptions } from './sql-environment.ts';
import { type SqlFragment, sql } from './sql-fragment.ts';
import { SQL_FUNCTIONS } from './sql-functions.ts';
import {
  asTruth,
  closed,
  columnOperand,
  constant,
  convert,
  type Operand,
  operand,
  type SqlContext,
  unify,
  wrap,
} from './sql-operand.ts';
import { compileRowsFunction } from './sql-rows.ts';
import type { SqlType } from './sql-type.ts';
import type { EvaluationEnvironment } from './value.ts';

type Position = NonNullable<SqlOptions['position']>;

/** SQL with the type of its value. */
export interface CompiledSql extends SqlFragment {
  readonly type: SqlType;
  readonly nullable: boolean;
}

const ZONE = /^[A-Za-z0-9_+/-]{1,64}$/;

/**
 * Compiles an expression that `checkExpression` accepted to PostgreSQL. Parts without columns are computed now and bound
 * as parameters. Throws `ExpressionTypeError` for names the environment does not know and types the checker refuses,
 * `OutOfReachError` for a function whose data the environment lacks.
 *
 * Example: `level == '1'` in a condition gives `t."level" = $1::text`.
 */
export function compileExpressionSql(node: ExpressionNode, env: SqlEnvironment, options: SqlOptions = {}): CompiledSql {
  const context = createContext(env);
  const compiled = compile(node, context, options.position ?? 'value');
  const result = options.as === undefined ? compiled : convert(context, compiled, options.as);
  return { parts: result.sql.parts, type: result.type === 'null' ? 'text' : result.type, nullable: result.nullable };
}

function createContext(env: SqlEnvironment): SqlContext {
  const zone = env.zone ?? 'Asia/Shanghai';
  if (!ZONE.test(zone)) throw new ExpressionTypeError(`时区“${zone}”无效`);
  const used = { count: 0 };
  const column = (path: readonly string[]): SqlColumn => {
    const found = path.length === 1 ? env.column(path[0] ?? '') : env.member?.(path);
    if (found === undefined) throw new ExpressionTypeError(`没有名为“${path.join('.')}”的列`);
    return found;
  };
  return {
    env,
    zone: `'${zone}'`,
    alias(prefix) {
      used.count += 1;
      return `${prefix}${used.count}`;
    },
    column,
    outermost: (path) => env.member?.(['outer', ...path]) ?? column(path),
    rows: (name) => env.rows?.(name),
  };
}

/** Compiles one node; `condition` means that null may stand for false. */
function compile(node: ExpressionNode, context: SqlContext, position: Position = 'value'): Operand {
  if (isConstant(node)) return compileConstant(node, context);
  switch (node.kind) {
    case 'name':
    case 'member':
      return columnOperand(context.column(memberPath(node)));
    case 'unary': {
      if (node.operator === '-') return negative(context, compile(node.operand, context));
      const truth = asTruth(compile(node.operand, context));
      return operand(sql`not ${wrap(truth)}`, 'boolean', { nullable: false });
    }
    case 'binary':
      return compileBinary(node, context, position);
    case 'conditional': {
      const test = compile(node.test, context, 'condition');
      const results = [node.whenTrue, node.whenFalse].map((branch) => compile(branch, context, position));
      if (results.every((result) => result.constant === null)) return constant(context, null);
      const branches = unify(context, results);
      const [whenTrue, whenFalse] = branches.values;
      if (whenTrue === undefined || whenFalse === undefined) throw new ExpressionTypeError('? : 缺少结果');
      return closed(sql`case when ${test.sql} then ${whenTrue.sql} else ${whenFalse.sql} end`, branches.type, {
        nullable: whenTrue.nullable || whenFalse.nullable,
        digits: Math.max(whenTrue.digits, whenFalse.digits),
        decimals: Math.max(whenTrue.decimals, whenFalse.decimals),
      });
    }
    case 'list': {
      const items = unify(
        context,
        node.items.map((item) => compile(item, context)),
      );
      const list = items.values.map((item, index) => (index === 0 ? item.sql : sql`, ${item.sql}`));
      const body = list.reduce((all, item) => sql`${all}${item}`, sql``);
      return closed(sql`array[${body}]::${items.type}[]`, `${items.type}[]` as SqlType, { nullable: false });
    }
    case 'call':
      return compileCall(node, context, position);
    case 'literal':
      return compileConstant(node, context);
  }
}

function connect(operator: 'and' | 'or', left: Operand, right: Operand, position: Position): Operand {
  const a = position === 'condition' ? left : asTruth(left);
  const b = position === 'condition' ? right : asTruth(right);
  const nullable = position === 'condition' && (a.nullable || b.nullable);
  return operand(sql`${wrap(a)} ${operator} ${wrap(b)}`, 'boolean', { nullable });
}

function compileBinary(node: BinaryNode, context: SqlContext, position: Position): Operand {
  const { operator, right } = node;
  if (operator === 'and' || operator === 'or') {
    // Without a function between: a chain is walked as deep as it is long.
    const left = compile(node.left, context, position);
    return connect(operator, left, compile(right, context, position), position);
  }
  if ((operator === '+' || operator === '-') && right.kind === 'call' && isShiftUnit(right.name)) {
    const amount = right.arguments[0];
    if (amount === undefined) throw new ExpressionTypeError(`${right.name}(…) 缺少参数`);
    return compileShift(context, compile(node.left, context), operator, right.name, compile(amount, context));
  }
  const a = compile(node.left, context);
  if (operator === 'in') return compileMembership(context, a, compileList(right, context), position);
  const b = compile(right, context);
  if (operator === '+' || operator === '-' || operator === '*' || operator === '/' || operator === '%') {
    return compileArithmetic(context, operator, a, b);
  }
  return compileComparison(context, operator, a, b, position);
}

/** The items of a list written out, or the one operand that is a list. */
function compileList(node: ExpressionNode, context: SqlContext): Operand | readonly Operand[] {
  if (node.kind !== 'list' || isConstant(node)) return compile(node, context);
  return node.items.map((item) => compile(item, context));
}

function compileCall(node: CallNode, context: SqlContext, position: Position): Operand {
  const { name } = node;
  if (!isFunctionName(name)) throw new ExpressionTypeError(`没有名为“${name}”的函数`);
  if (isRowsFunction(name)) return compileRowsFunction(name, node, context, compile);
  const values = node.arguments.map((argument) =>
    // `me` itself is no value; only awaiting takes it, and knows who it is.
    FUNCTIONS[name].parameters[0]?.accepts === 'me' && argument.kind === 'name'
      ? constant(context, null)
      : compile(argument, context),
  );
  return SQL_FUNCTIONS[name](context, values, position);
}

/** Whether a node's value does not depend on the record: no columns, no rows, nothing that asks the database. */
function isConstant(node: ExpressionNode): boolean {
  switch (node.kind) {
    case 'literal':
      return true;
    case 'name':
      return false;
    case 'member':
      return memberPath(node)[0] === 'me';
    case 'unary':
      return isConstant(node.operand);
    case 'binary':
      return isConstant(node.left) && isConstant(node.right);
    case 'conditional':
      return isConstant(node.test) && isConstant(node.whenTrue) && isConstant(node.whenFalse);
    case 'list':
      return node.items.every(isConstant);
    case 'call':
      return (
        isFunctionName(node.name) &&
        !isRowsFunction(node.name) &&
        node.name !== 'awaiting' &&
        node.name !== 'rate' &&
        node.arguments.every(isConstant)
      );
  }
}

function compileConstant(node: ExpressionNode, context: SqlContext): Operand {
  const { env } = context;
  const known: EvaluationEnvironment = {
    names: () => null,
    // Looked at only where it is meant, so that whoever compiles is told what the SQL depends on.
    get now() {
      return env.now;
    },
    get me() {
      return env.me;
    },
    ...(env.settings === undefined ? {} : { settings: env.settings }),
    ...(env.calendar === undefined ? {} : { calendar: env.calendar }),
    ...(env.titles === undefined
      ? {}
      : { title: (named, key) => env.titles?.(named)?.find((choice) => choice.key === key)?.title ?? null }),
    ...(env.ranks === undefined
      ? {}
      : {
          rank: (code, key) => env.ranks?.(code)?.find((entry) => entry.key === key)?.rank ?? null,
          keys: (code) => env.ranks?.(code)?.map((entry) => entry.key) ?? null,
        }),
  };
  const value = compileEvaluator(node)(known);
  return typeof value === 'string' ? constant(context, value, temporalType(node)) : constant(context, value);
}

/** The type of a constant text: a date or moment where the expression made one. */
function temporalType(node: ExpressionNode): SqlType {
  switch (node.kind) {
    case 'binary':
      return temporalType(node.left);
    case 'conditional':
      return firstTemporal([node.whenTrue, node.whenFalse]);
    case 'call':
      if (node.name === 'now') return 'timestamp';
      if (node.name === 'today' || node.name === 'dateOf') return 'date';
      if (isFunctionName(node.name) && FUNCTIONS[node.name].result === 'moment') return momentType(node.arguments[0]);
      return node.name === 'coalesce' || node.name === 'min' || node.name === 'max'
        ? firstTemporal(node.arguments)
        : 'text';
    default:
      return 'text';
  }
}

/** The type of a date or moment that may be written as text. */
function momentType(node: ExpressionNode | undefined): SqlType {
  if (node?.kind !== 'literal' || typeof node.value !== 'string')
    return node === undefined ? 'text' : temporalType(node);
  return node.value.length > 10 ? 'timestamp' : 'date';
}

function firstTemporal(nodes: readonly ExpressionNode[]): SqlType {
  return nodes.map(temporalType).find((type) => type !== 'text') ?? 'text';
}
