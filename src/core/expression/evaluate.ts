import { addMonths, dateOfDay, dateTimeOfSeconds, dayNumber, wallSeconds } from './civil-date.ts';
import { Decimal, roundDecimal, settle } from './decimal.ts';
import { ExpressionTypeError } from './errors.ts';
import { evaluateRowsFunction, isRowsFunction } from './evaluate-rows.ts';
import { type Evaluator, type Frame, fromPlain, readPath } from './evaluation-frame.ts';
import { isFunctionName, PLAIN_FUNCTIONS, type ScalarFunctionName } from './functions.ts';
import type { BinaryNode, BinaryOperator, CallNode, ExpressionNode } from './node.ts';
import { memberPath } from './node.ts';
import { areEqual, compareValues, type EvaluationEnvironment, isMember, type Value } from './value.ts';

const compiled = new WeakMap<ExpressionNode, Evaluator>();

/**
 * Turns a tree into a function once; further calls with the same node return the same function. The result never
 * throws for values, only `OutOfReachError` for what the environment lacks.
 */
export function compileEvaluator(node: ExpressionNode): (env: EvaluationEnvironment) => Value {
  const evaluator = evaluatorOf(node);
  return (env) => evaluator({ env });
}

/** The exact value of an expression; see `plainValue` and `evaluateNumber` for what goes into a record. */
export function evaluateExpression(node: ExpressionNode, env: EvaluationEnvironment): Value {
  return evaluatorOf(node)({ env });
}

/** Whether a condition holds; null counts as false. */
export function evaluateCondition(node: ExpressionNode, env: EvaluationEnvironment): boolean {
  return evaluatorOf(node)({ env }) === true;
}

/** The number an expression gives, rounded half away from zero at `scale` decimals; null for anything else. */
export function evaluateNumber(node: ExpressionNode, env: EvaluationEnvironment, scale: number): number | null {
  const value = evaluatorOf(node)({ env });
  return value instanceof Decimal ? roundDecimal(value, scale) : null;
}

function evaluatorOf(node: ExpressionNode): Evaluator {
  const known = compiled.get(node);
  if (known !== undefined) return known;
  const evaluator = compile(node);
  compiled.set(node, evaluator);
  return evaluator;
}

function compile(node: ExpressionNode): Evaluator {
  switch (node.kind) {
    case 'literal': {
      const value = fromPlain(node.value);
      return () => value;
    }
    case 'name':
    case 'member': {
      const path = memberPath(node);
      return (frame) => readPath(frame, path);
    }
    case 'unary': {
      const operand = evaluatorOf(node.operand);
      if (node.operator === 'not') return (frame) => operand(frame) !== true;
      return (frame) => {
        const value = operand(frame);
        return value instanceof Decimal ? value.times(-1) : null;
      };
    }
    case 'binary':
      return compileBinary(node);
    case 'conditional': {
      const test = evaluatorOf(node.test);
      const whenTrue = evaluatorOf(node.whenTrue);
      const whenFalse = evaluatorOf(node.whenFalse);
      return (frame) => (test(frame) === true ? whenTrue(frame) : whenFalse(frame));
    }
    case 'list': {
      const items = node.items.map(evaluatorOf);
      return (frame) => items.map((item) => item(frame));
    }
    case 'call':
      return compileCall(node);
  }
}

const ARITHMETIC: Partial<Record<BinaryOperator, (left: Decimal, right: Decimal) => Decimal | null>> = {
  '+': (left, right) => settle(left.plus(right)),
  '-': (left, right) => settle(left.minus(right)),
  '*': (left, right) => settle(left.times(right)),
  '/': (left, right) => (right.eq(0) ? null : settle(left.div(right))),
  '%': (left, right) => (right.eq(0) ? null : settle(left.mod(right))),
};

const ORDERING: Partial<Record<BinaryOperator, (order: number) => boolean>> = {
  '<': (order) => order < 0,
  '<=': (order) => order <= 0,
  '>': (order) => order > 0,
  '>=': (order) => order >= 0,
};

function compileBinary(node: BinaryNode): Evaluator {
  const { operator } = node;
  const shift = operator === '+' || operator === '-' ? compileShift(node) : undefined;
  if (shift !== undefined) return shift;
  const left = evaluatorOf(node.left);
  const right = evaluatorOf(node.right);
  if (operator === 'and') return (frame) => left(frame) === true && right(frame) === true;
  if (operator === 'or') return (frame) => left(frame) === true || right(frame) === true;
  if (operator === '==') return (frame) => areEqual(left(frame), right(frame));
  if (operator === '!=') return (frame) => !areEqual(left(frame), right(frame));
  if (operator === 'in') return (frame) => isMember(left(frame), right(frame));
  const arithmetic = ARITHMETIC[operator];
  if (arithmetic !== undefined) {
    return (frame) => {
      const a = left(frame);
      const b = right(frame);
      return a instanceof Decimal && b instanceof Decimal ? arithmetic(a, b) : null;
    };
  }
  const holds = ORDERING[operator] ?? (() => false);
  return (frame) => {
    const order = compareValues(left(frame), right(frame));
    return order !== null && holds(order);
  };
}

/** Largest shifts that are carried out, about 4000 years; PostgreSQL's own calendar ends soon behind them. */
export const SHIFT_LIMITS = { months: 48_000, days: 1_461_000, seconds: 126_230_400_000 } as const;

const SECONDS: Readonly<Record<string, number>> = { hours: 3600, minutes: 60 };

/** A date moved by `days(n)` and the like; undefined when the right side is no duration. */
function compileShift(node: BinaryNode): Evaluator | undefined {
  const { right } = node;
  if (right.kind !== 'call') return undefined;
  const unit = right.name;
  if (unit !== 'days' && unit !== 'months' && unit !== 'hours' && unit !== 'minutes') return undefined;
  const argument = right.arguments[0];
  const amount = argument === undefined ? () => null : evaluatorOf(argument);
  const moment = evaluatorOf(node.left);
  const sign = node.operator === '-' ? -1 : 1;
  return (frame) => {
    const start = moment(frame);
    const value = amount(frame);
    if (typeof start !== 'string' || !(value instanceof Decimal)) return null;
    const perUnit = SECONDS[unit];
    const whole =
      value
        .times(perUnit ?? 1)
        .round(0, 0)
        .toNumber() * sign;
    const limit = SHIFT_LIMITS[unit === 'days' || unit === 'months' ? unit : 'seconds'];
    if (Math.abs(whole) > limit) return null;
    if (unit === 'months') return shiftMonths(start, whole);
    return unit === 'days' ? shiftDays(start, whole) : shiftSeconds(start, whole);
  };
}

function shiftMonths(start: string, months: number): string | null {
  const date = addMonths(start.slice(0, 10), months);
  return date === null || wallSeconds(start) === null ? null : date + start.slice(10);
}

function shiftDays(start: string, days: number): string | null {
  const first = dayNumber(start.slice(0, 10));
  const date = first === null || wallSeconds(start) === null ? null : dateOfDay(first + days);
  return date === null ? null : date + start.slice(10);
}

function shiftSeconds(start: string, seconds: number): string | null {
  const first = start.length === 10 ? null : wallSeconds(start);
  return first === null ? null : dateTimeOfSeconds(first + seconds);
}

function compileCall(node: CallNode): Evaluator {
  const { name } = node;
  if (!isFunctionName(name)) throw new ExpressionTypeError(`没有名为“${name}”的函数`);
  if (isRowsFunction(name)) return evaluateRowsFunction(name, node, evaluatorOf);
  const { evaluate } = PLAIN_FUNCTIONS[name satisfies ScalarFunctionName];
  const parameters = node.arguments.map(evaluatorOf);
  return (frame: Frame) =>
    evaluate(
      parameters.map((parameter) => parameter(frame)),
      frame.env,
    );
}
