import { Decimal, decimalText, plainNumber } from './decimal.ts';
import type { CallNode, ExpressionNode } from './node.ts';

/**
 * What evaluation gives: text (dates too), an exact `Decimal`, a boolean, null, a list, rows, or a value that was
 * handed in and is only passed through. `plainValue` turns it into what JSON carries.
 */
export type Value = string | boolean | null | Decimal | readonly Value[] | { readonly [key: string]: unknown };

/** The signed-in user as expressions see him. */
export interface ExpressionUser {
  readonly userId: string | null;
  readonly account: string | null;
  readonly realName: string | null;
  readonly deptId: string | null;
  /** His department and all below it. */
  readonly deptIds: readonly string[];
  /** Role aliases. */
  readonly roles: readonly string[];
  readonly tenantId: string;
}

/** The tenant's calendar: what differs from "Saturday and Sunday are free". Dates as `YYYY-MM-DD`. */
export interface ExpressionCalendar {
  /** Free days that are not a weekend. */
  readonly holidays: ReadonlySet<string>;
  /** Weekend days that are worked. */
  readonly workdays: ReadonlySet<string>;
}

/** All that evaluating an expression can reach. What is optional and missing makes its function throw `OutOfReachError`. */
export interface EvaluationEnvironment {
  /**
   * The value of a field as JSON carries it, or a record for `old`, `row`, `parent`; null or undefined when there is
   * none. Sub-tables are lists of records. Must not resolve inherited names of an object.
   */
  names(name: string): unknown;
  /** The tenant's wall clock as the server gives it, `YYYY-MM-DD HH:mm:ss`. */
  readonly now: string;
  readonly me: ExpressionUser;
  readonly settings?: Readonly<Record<string, unknown>>;
  /**
   * The value of a path through a reference, `['deptId', 'name']`; asked when a name's own value is no record, which is
   * then the `id` that the reference holds. `rows` says in whose rows the path begins, `items.` or `part.items.`; empty
   * where it begins at the record.
   */
  reference?(path: readonly string[], begun: { readonly rows: string; readonly id: unknown }): unknown;
  /** What the server found out for a call over rows that reads more than is at hand; undefined for all others. */
  answered?(call: CallNode): Value | undefined;
  /** All rows of an entity flagged `small`, in its order. */
  lookup?(entity: string): readonly Readonly<Record<string, unknown>>[];
  /** The server's answer to `exists`; `condition` is over the entity's names, with `parent` for this record. */
  exists?(entity: string, condition: ExpressionNode): boolean;
  /** The server's answer to `total`: a number; `of` and `condition` are over the entity's names, as in `exists`. */
  total?(entity: string, of: ExpressionNode, condition: ExpressionNode): unknown;
  /** The server's answer to `first`: a text or null; `of` and `condition` are over the entity's names, as in `exists`. */
  first?(entity: string, of: ExpressionNode, condition: ExpressionNode): string | null;
  /** The server's answer to `within`; `record` and `above` give ids, over this record's names. */
  within?(entity: string, record: ExpressionNode, above: ExpressionNode): boolean;
  /** The rank of a dictionary key, graver is greater; null for an unknown key. */
  rank?(dictionary: string, key: string): number | null;
  /** The keys of a dictionary in its order; null for an unknown one. */
  keys?(dictionary: string): readonly string[] | null;
  /** Title of a key of the choices that a `ScopeEntry.titles` names, in the language of what is stored; null for an unknown key. */
  title?(titles: string, key: string): string | null;
  /** The calendar, or what gives it, throwing `OutOfReachError` while it is still on its way. */
  readonly calendar?: ExpressionCalendar | (() => ExpressionCalendar);
  /** Whether the user has an open vote of this approval. */
  awaiting?(approval: string): boolean;
  /** By how much the value that has come in changed in a minute, over so many minutes. */
  rate?(minutes: number): Value;
}

/** A value as JSON carries it: decimals become the nearest number. */
export function plainValue(value: Value): unknown {
  if (value instanceof Decimal) return plainNumber(value);
  if (Array.isArray(value)) return value.map((item: Value) => plainValue(item));
  return value;
}

/** Order of two texts by code point, as PostgreSQL's `COLLATE "C"` on UTF-8. Negative, zero or positive. */
function compareText(left: string, right: string): number {
  const length = Math.min(left.length, right.length);
  for (let index = 0; index < length; index += 1) {
    const a = left.charCodeAt(index);
    const b = right.charCodeAt(index);
    if (a === b) continue;
    // A surrogate half stands for a code point above every other unit, though its number is below U+E000.
    const highA = a >= 0xd800 && a <= 0xdfff;
    const highB = b >= 0xd800 && b <= 0xdfff;
    return highA === highB ? a - b : highA ? 1 : -1;
  }
  return left.length - right.length;
}

/** `==` of the language: null equals null, values of different types are never equal. */
export function areEqual(left: Value, right: Value): boolean {
  if (left === right) return true;
  return left instanceof Decimal && right instanceof Decimal && left.eq(right);
}

/** Whether a list holds a value; null belongs to no list. */
export function isMember(value: Value, list: Value): boolean {
  return value !== null && Array.isArray(list) && list.some((item: Value) => item !== null && areEqual(value, item));
}

/** Negative, zero or positive; null where there is no order (null, or values of two types). */
export function compareValues(left: Value, right: Value): number | null {
  if (left instanceof Decimal && right instanceof Decimal) return left.cmp(right);
  if (typeof left === 'string' && typeof right === 'string') return compareText(left, right);
  return null;
}

/** `text(x)` of any scalar; null for null. */
export function textOf(value: Value): string | null {
  if (value === null || typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? '是' : '否';
  return value instanceof Decimal ? decimalText(value) : null;
}

/** A text that equals that of another scalar where `areEqual` holds, for sets and maps of values. */
export function valueId(value: Value): string {
  return value instanceof Decimal ? `n${decimalText(value)}` : `${typeof value}${String(value)}`;
}
