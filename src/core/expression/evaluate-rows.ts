import { Decimal, settle } from './decimal.ts';
import { OutOfReachError } from './errors.ts';
import { type Evaluator, type Frame, fromPlain, isRecord, readPlain } from './evaluation-frame.ts';
import type { FunctionName } from './functions.ts';
import { FUNCTIONS } from './functions.ts';
import type { CallNode, ExpressionNode } from './node.ts';
import { areOverlapping } from './overlapping.ts';
import { compareValues, textOf, type Value } from './value.ts';

/** Functions that read rows and take expressions over them. */
export type RowsFunctionName =
  | 'sum'
  | 'count'
  | 'avg'
  | 'minOf'
  | 'maxOf'
  | 'any'
  | 'all'
  | 'latest'
  | 'valuesOf'
  | 'newest'
  | 'overlapping'
  | 'lookup'
  | 'exists'
  | 'total'
  | 'first'
  | 'within';

type Compile = (node: ExpressionNode) => Evaluator;
type RowFrames = (frame: Frame) => readonly Frame[];
/** `run` gets the frames of the rows that its condition lets in, and the row expressions before that. */
type Run = (rows: readonly Frame[], expressions: readonly Evaluator[]) => Value;

export function isRowsFunction(name: FunctionName): name is RowsFunctionName {
  return FUNCTIONS[name].aggregate === true;
}

type AggregateName = Exclude<RowsFunctionName, 'latest' | 'lookup' | 'exists' | 'total' | 'first' | 'within'>;

const AGGREGATES: Record<AggregateName, Run> = {
  sum: (rows, [of]) => settle(added(numbers(rows, of))),
  count: (rows) => new Decimal(rows.length),
  avg: (rows, [of]) => {
    const found = numbers(rows, of);
    return found.length === 0 ? null : settle(added(found).div(found.length));
  },
  minOf: (rows, [of]) => extreme(rows, of, -1),
  maxOf: (rows, [of]) => extreme(rows, of, 1),
  any: (rows) => rows.length > 0,
  all: (rows, [holds]) => holds !== undefined && rows.every(isTrue(holds)),
  valuesOf: (rows, [of]) => distinct(rows.map((row) => of?.(row) ?? null)),
  newest: (rows, [of, order]) => {
    const found = order === undefined ? undefined : newestRow(rows, order);
    return found === undefined ? null : (of?.(found) ?? null);
  },
  overlapping: (rows, [from, to]) => from !== undefined && to !== undefined && areOverlapping(rows, from, to),
};

/** Place of the condition among the row expressions of each aggregate. */
const CONDITION_AT: Record<AggregateName, number> = {
  count: 0,
  any: 0,
  sum: 1,
  avg: 1,
  minOf: 1,
  maxOf: 1,
  all: 1,
  valuesOf: 1,
  newest: 2,
  overlapping: 2,
};

/** The condition of a call over rows, as it is written: its last argument; undefined where it has none. */
export function rowsCondition(call: CallNode): ExpressionNode | undefined {
  return isAggregate(call.name) ? call.arguments[CONDITION_AT[call.name] + 1] : undefined;
}

function isAggregate(name: string): name is AggregateName {
  return Object.hasOwn(AGGREGATES, name);
}

/**
 * Compiles a call of one of the functions over rows. What it gives for a record may have been answered beforehand, where
 * it reads more than is at hand.
 */
export function evaluateRowsFunction(name: RowsFunctionName, node: CallNode, compile: Compile): Evaluator {
  const run = compileRowsFunction(name, node, compile);
  return (frame) => {
    const answered = frame.row === undefined ? frame.env.answered?.(node) : undefined;
    return answered === undefined ? run(frame) : answered;
  };
}

function compileRowsFunction(name: RowsFunctionName, node: CallNode, compile: Compile): Evaluator {
  const expressions = node.arguments.slice(1).map(compile);
  if (name === 'exists') return compileExists(node);
  if (name === 'first') return compileFirst(node);
  if (name === 'within') return compileWithin(node);
  if (name === 'total') return compileTotal(node);
  if (name === 'lookup') return compileLookup(node, expressions);
  if (name === 'latest') {
    const newest = newestRows(node, compile);
    const [, , of] = expressions;
    // Without a value its rows are only good as another aggregate's rows.
    return of === undefined ? () => null : (frame) => newest(frame).map(of);
  }
  const rows = rowsOf(node, compile);
  const run = AGGREGATES[name];
  const holds = expressions[CONDITION_AT[name]];
  if (holds === undefined) return (frame) => run(rows(frame), expressions);
  const taken = isTrue(holds);
  return (frame) => run(rows(frame).filter(taken), expressions);
}

/** The rows that a call reads: its first argument's. */
function rowsOf({ name, arguments: [first] }: CallNode, compile: Compile): RowFrames {
  if (first?.kind === 'name')
    return (frame) => framesOf(frame, readPlain(frame, [first.name]), `${frame.rows ?? ''}${first.name}.`);
  if (first?.kind === 'literal') return (frame) => entityFrames(frame, String(first.value), name);
  return first?.kind === 'call' && first.name === 'latest' ? newestRows(first, compile) : () => [];
}

/** The rows that `latest` leaves of those it reads. */
function newestRows(latest: CallNode, compile: Compile): RowFrames {
  const rows = rowsOf(latest, compile);
  const [, time, kind] = latest.arguments;
  if (time === undefined || kind === undefined) return () => [];
  return (frame) => latestOf(rows(frame), compile(time), compile(kind));
}

function entityFrames(frame: Frame, entity: string, name: string): readonly Frame[] {
  if (frame.env.lookup === undefined) throw new OutOfReachError(name);
  return framesOf(frame, frame.env.lookup(entity), `@${entity}.`);
}

/** The row of the greatest order; a row without one is the smallest, of equal ones the later wins. */
function newestRow(rows: readonly Frame[], order: Evaluator): Frame | undefined {
  let best: { readonly row: Frame; readonly at: Value } | undefined;
  for (const row of rows) {
    const at = order(row);
    if (best === undefined || best.at === null || (compareValues(at, best.at) ?? -1) >= 0) best = { row, at };
  }
  return best?.row;
}

/** @param name what they are called from the record on, as `collectReferences` writes it. */
function framesOf(outer: Frame, rows: unknown, name: string): readonly Frame[] {
  return Array.isArray(rows) ? rows.filter(isRecord).map((row) => ({ env: outer.env, row, rows: name, outer })) : [];
}

/** The newest row of each kind, in the rows' order; a row without a time is the oldest, of equal ones the later wins. */
function latestOf(rows: readonly Frame[], time: Evaluator, kind: Evaluator): readonly Frame[] {
  const newest = new Map<string, { row: Frame; time: Value }>();
  for (const row of rows) {
    const key = kind(row);
    const id = key instanceof Decimal ? `n${textOf(key)}` : `${typeof key}${String(key)}`;
    const at = time(row);
    const best = newest.get(id);
    if (best === undefined || best.time === null || (compareValues(at, best.time) ?? -1) >= 0) {
      newest.set(id, { row, time: at });
    }
  }
  const chosen = new Set([...newest.values()].map((entry) => entry.row));
  return rows.filter((row) => chosen.has(row));
}

/** Each value once, where it comes first; nulls left out. */
function distinct(values: readonly Value[]): readonly Value[] {
  const found = new Map<string, Value>();
  for (const value of values) {
    if (value === null) continue;
    const id = value instanceof Decimal ? `n${textOf(value)}` : `${typeof value}${String(value)}`;
    if (!found.has(id)) found.set(id, value);
  }
  return [...found.values()];
}

function isTrue(holds: Evaluator): (row: Frame) => boolean {
  return (row) => holds(row) === true;
}

function numbers(rows: readonly Frame[], of: Evaluator | undefined): readonly Decimal[] {
  return rows.map((row) => of?.(row)).filter((value) => value instanceof Decimal);
}

function added(values: readonly Decimal[]): Decimal {
  return values.reduce((sum, value) => sum.plus(value), new Decimal(0));
}

function extreme(rows: readonly Frame[], of: Evaluator | undefined, sign: 1 | -1): Value {
  let best: Value = null;
  for (const row of rows) {
    const value = of?.(row) ?? null;
    if (value === null) continue;
    const order = best === null ? sign : compareValues(value, best);
    if (order !== null && order * sign > 0) best = value;
  }
  return best;
}

function entityOf(node: CallNode): string {
  const first = node.arguments[0];
  if (first?.kind === 'name') return first.name;
  return first?.kind === 'literal' ? String(first.value) : '';
}

function compileLookup(node: CallNode, [column, holds]: readonly Evaluator[]): Evaluator {
  const entity = entityOf(node);
  return (frame) => {
    const found = entityFrames(frame, entity, 'lookup').find((row) => holds?.(row) === true);
    return found === undefined || column === undefined ? null : column(found);
  };
}

function compileExists(node: CallNode): Evaluator {
  const entity = entityOf(node);
  const condition = node.arguments[1];
  return (frame) => {
    if (frame.env.exists === undefined || condition === undefined) throw new OutOfReachError('exists');
    return frame.env.exists(entity, condition);
  };
}

function compileTotal(node: CallNode): Evaluator {
  const entity = entityOf(node);
  const [, of, condition] = node.arguments;
  return (frame) => {
    if (frame.env.total === undefined || of === undefined || condition === undefined) {
      throw new OutOfReachError('total');
    }
    return fromPlain(frame.env.total(entity, of, condition));
  };
}

function compileFirst(node: CallNode): Evaluator {
  const entity = entityOf(node);
  const [, of, condition] = node.arguments;
  return (frame) => {
    if (frame.env.first === undefined || of === undefined || condition === undefined) {
      throw new OutOfReachError('first');
    }
    return frame.env.first(entity, of, condition);
  };
}

function compileWithin(node: CallNode): Evaluator {
  const entity = entityOf(node);
  const [, record, above] = node.arguments;
  return (frame) => {
    if (frame.env.within === undefined || record === undefined || above === undefined) {
      throw new OutOfReachError('within');
    }
    return frame.env.within(entity, record, above);
  };
}
