import type { EvaluationEnvironment, Value } from '../value.ts';
import type { ValueType } from '../value-type.ts';

/** Types that a plain parameter takes. */
type Plain = 'text' | 'number' | 'boolean' | 'date' | 'dateTime' | 'time' | 'place' | 'object';

/**
 * What an argument may be: a value of one of these types, any list, a text or whole number written out, a setting's or
 * dictionary's or entity's key written out, the rows of a sub-table or another entity's key in quotes, or `me` itself.
 */
export type Accepted =
  | readonly (Plain | 'list')[]
  | 'literalText'
  | 'literalInteger'
  | 'setting'
  | 'dictionary'
  | 'entity'
  | 'rows'
  | 'me';

export interface FunctionParameter {
  readonly name: string;
  readonly accepts: Accepted;
  /** The argument's names are those of the rows (or entity) of the first argument. Default false. */
  readonly perRow?: boolean;
  /** May be left out. Only trailing parameters are. Default false. */
  readonly optional?: boolean;
  /** May be given any number of times; the last parameter, or the last ones, which then repeat together. Default false. */
  readonly repeats?: boolean;
  /** Smallest and largest whole number that may be written out. Default -10 and 20. */
  readonly range?: readonly [number, number];
  /** Texts that may be written out. Default any. */
  readonly oneOf?: readonly string[];
  /** What a text that is written out must match, and how it is said: `不含花括号的文本`. */
  readonly shape?: { readonly pattern: RegExp; readonly words: string };
}

/** One function of the expression language. */
export interface FunctionDefinition {
  readonly name: string;
  /** As the editor shows it: `round(数值, 小数位)`. */
  readonly signature: string;
  /** What it gives, in one or two Chinese sentences, and what null does. */
  readonly doc: string;
  readonly example: string;
  readonly parameters: readonly FunctionParameter[];
  /**
   * The type of the result; `same` is the common type of all arguments, `last` that of the last one, `list` a list of the
   * second, `moment` a date or date-time as the first, `item` what the first holds.
   */
  readonly result: ValueType | 'same' | 'last' | 'setting' | 'rows' | 'list' | 'moment' | 'item';
  /** Its arguments, or those from one place to another, are of one type: lists of the same, dates or moments. Default none. */
  readonly alike?: true | readonly [first: number, last: number];
  /** Its result changes by itself, with time, user or other records. Default false. */
  readonly live?: boolean;
  /** Only the server can tell. Default false. */
  readonly serverOnly?: boolean;
  /** Only where values are watched as they come in. Default false. */
  readonly stream?: boolean;
  /** Asks the plant's calendar. Default false. */
  readonly calendar?: boolean;
  /** Reads rows: an aggregate, or one that reads another entity. Default false. */
  readonly aggregate?: boolean;
}

/** Gives a function's value from those of its arguments; never throws, save `OutOfReachError` for what the environment lacks. */
export type Evaluate = (values: readonly Value[], env: EvaluationEnvironment) => Value;

/** A function over plain values: what the editor says of it, and what it gives. Its SQL stands in `sql-functions/`. */
export interface PlainFunction extends Omit<FunctionDefinition, 'name'> {
  readonly evaluate: Evaluate;
}

export const ANY_DATE = ['date', 'dateTime'] as const;
export const COMPARABLE = ['number', 'date', 'dateTime', 'time', 'text'] as const;
/** What may stand at the ends of a range; a text is a time of day, as the field `time` holds it. */
export const RANGED = ['number', 'date', 'dateTime', 'time', 'text'] as const;
export const SCALAR = ['text', 'number', 'boolean', 'date', 'dateTime', 'time'] as const;
export const ANYTHING = [...SCALAR, 'place', 'object', 'list'] as const;

/** A parameter by its Chinese name. */
export function taking(name: string, accepts: Accepted, extra: Partial<FunctionParameter> = {}): FunctionParameter {
  return { name, accepts, ...extra };
}
