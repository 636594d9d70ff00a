import { Decimal, toDecimal } from './decimal.ts';
import type { EvaluationEnvironment, Value } from './value.ts';

type Row = Readonly<Record<string, unknown>>;

/** Where names are read: the record, or one row of it with the frame outside. */
export interface Frame {
  readonly env: EvaluationEnvironment;
  readonly row?: Row;
  /** Names of the rows that `row` is one of, from the record on: `items.`, `part.items.`. Default none. */
  readonly rows?: string;
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

/** Records that rows do not hide, unless they have a column of that name. */
const OUTSIDE: readonly string[] = ['old', 'row', 'record', 'created', 'occasion', 'node', 'vote', 'over'];

function isOutside({ row }: Frame, name: string): boolean {
  return row !== undefined && OUTSIDE.includes(name) && !Object.hasOwn(row, name);
}

function readName(frame: Frame, name: string): unknown {
  const { row, outer } = frame;
  if (name === 'me') return frame.env.me;
  if (row === undefined || outer === undefined) return frame.env.names(name);
  if (Object.hasOwn(row, name)) return row[name];
  return OUTSIDE.includes(name) ? readName(outer, name) : null;
}

/** The record that everything is read for: what its place calls so, else the record outside all rows. */
function readOutermost(frame: Frame, path: readonly string[]): unknown {
  if (frame.outer !== undefined) return readOutermost(frame.outer, path);
  return readPlain(frame, isRecord(frame.env.names('outer')) ? ['outer', ...path] : path);
}

/** The plain value of a path; only own properties are read, so that `constructor` and the like find nothing. */
export function readPlain(frame: Frame, path: readonly string[]): unknown {
  const [first = '', ...rest] = path;
  if (rest.length > 0 && frame.outer !== undefined) {
    if (first === 'parent') return readPlain(frame.outer, rest);
    if (first === 'outer') return readOutermost(frame.outer, rest);
  }
  let value = readName(frame, first);
  for (const key of rest) {
    if (!isRecord(value)) {
      if (value === null || value === undefined) return null;
      return frame.env.reference?.(path, { rows: isOutside(frame, first) ? '' : (frame.rows ?? ''), id: value });
    }
    value = Object.hasOwn(value, key) ? value[key] : null;
  }
  return value;
}

export function readPath(frame: Frame, path: readonly string[]): Value {
  return fromPlain(readPlain(frame, path));
}
