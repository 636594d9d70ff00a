import { Decimal, toDecimal } from './decimal.ts';
import type { EvaluationEnvironment, Value } from './value.ts';

type Row = Readonly<Record<string, unknown>>;

/** Where names are read: the record, or one row of it with the frame outside. */
export interface Frame {
  readonly env: EvaluationEnvironment;
  readonly row?: Row;
  readonly outer?: Frame;
}

/** A node turned into a function. */
export type Evaluator = (frame: Frame) => Value;

/** A value as JSON carries it, made ready for evaluation: numbers become decimals, what is undefined becomes null. */
export function fromPlain(value: unknown): Value {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number' || typeof value === 'bigint' || value instanceof Decimal) return toDecimal(value);
  if (Array.isArray(value)) return value.map(fromPlain);
  return isRecord(value) ? value : null;
}

export function isRecord(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Decimal);
}

/** Names that rows do not hide. */
function isOutside(name: string): boolean {
  return name === 'old' || name === 'row';
}

function readName(frame: Frame, name: string): unknown {
  const { row, outer } = frame;
  if (name === 'me') return frame.env.me;
  if (row === undefined || outer === undefined) return frame.env.names(name);
  if (isOutside(name)) return readName(outer, name);
  return Object.hasOwn(row, name) ? row[name] : null;
}

/** The plain value of a path; only own properties are read, so that `constructor` and the like find nothing. */
export function readPlain(frame: Frame, path: readonly string[]): unknown {
  const [first = '', ...rest] = path;
  if (first === 'parent' && frame.outer !== undefined && rest.length > 0) return readPlain(frame.outer, rest);
  let value = readName(frame, first);
  for (const key of rest) {
    if (!isRecord(value)) return value === null || value === undefined ? null : frame.env.reference?.(path, frame.row);
    value = Object.hasOwn(value, key) ? value[key] : null;
  }
  return value;
}

export function readPath(frame: Frame, path: readonly string[]): Value {
  return fromPlain(readPlain(frame, path));
}
