import { isTemporalText } from './civil-date.ts';
import { Decimal, decimalText, MAX_EXPONENT } from './decimal.ts';
import { ExpressionTypeError } from './errors.ts';
import type { SqlColumn, SqlEnvironment, SqlRows } from './sql-environment.ts';
import { type SqlFragment, sql } from './sql-fragment.ts';
import type { SqlType } from './sql-type.ts';
import type { Value } from './value.ts';

/** A piece of SQL with what its surroundings must know about it. */
export interface Operand {
  readonly sql: SqlFragment;
  /** `null` is the bare null, which takes its neighbour's type. */
  readonly type: SqlType | 'null';
  readonly nullable: boolean;
  /** Needs no brackets inside a larger expression. */
  readonly atom: boolean;
  /** Of a number: its magnitude is at most 10 to this power (a fraction too), and it has at most so many decimals. */
  readonly digits: number;
  readonly decimals: number;
  /** Known while compiling; such an operand can still change its type. */
  readonly constant?: Value;
}

/** What compiling one expression shares. */
export interface SqlContext {
  readonly env: SqlEnvironment;
  /** The tenant's zone as an SQL literal. */
  readonly zone: string;
  /** Fresh aliases, unique in the whole statement part. */
  readonly alias: (prefix: string) => string;
  /** The column of a path, of the record or of the row inside an aggregate. */
  readonly column: (path: readonly string[]) => SqlColumn;
  /** The column of a path of the record outside all rows. */
  readonly outermost: (path: readonly string[]) => SqlColumn;
  /** Rows of a sub-table or a child entity, of the record or of the row inside an aggregate. */
  readonly rows: (name: string) => SqlRows | undefined;
  readonly outer?: SqlContext;
}

/** Digits and decimals assumed for a numeric column that does not say them. */
const ASSUMED = { digits: 20, decimals: 20 };

type Shape = Partial<Pick<Operand, 'nullable' | 'digits' | 'decimals'>>;

export function operand(
  fragment: SqlFragment,
  type: SqlType,
  shape: Shape & { readonly atom?: boolean } = {},
): Operand {
  const { nullable = true, atom = false, digits = 0, decimals = 0 } = shape;
  return { sql: fragment, type, nullable, atom, digits, decimals };
}

/** An operand that is a function call or otherwise closed. */
export function closed(fragment: SqlFragment, type: SqlType, shape: Shape = {}): Operand {
  const { nullable = true, digits = 0, decimals = 0 } = shape;
  return { sql: fragment, type, nullable, atom: true, digits, decimals };
}

/** The operand's SQL, in brackets where it needs them. */
export function wrap(value: Operand): SqlFragment {
  return value.atom ? value.sql : sql`(${value.sql})`;
}

export function columnOperand(column: SqlColumn): Operand {
  const { type } = column;
  const size =
    type === 'integer'
      ? { digits: 10, decimals: 0 }
      : type === 'bigint'
        ? { digits: 19, decimals: 0 }
        : {
            digits: column.precision === undefined ? ASSUMED.digits : column.precision - (column.scale ?? 0),
            decimals: column.scale ?? (column.precision === undefined ? ASSUMED.decimals : 0),
          };
  const stored = closed(sql`${column.sql}`, type, { nullable: column.notNull !== true, ...size });
  return column.isNull === true ? { ...stored, constant: null } : stored;
}

export function isNumberType(type: SqlType | 'null'): boolean {
  return type === 'numeric' || type === 'integer' || type === 'bigint';
}

export function isMomentType(type: SqlType | 'null'): boolean {
  return type === 'timestamp' || type === 'timestamptz';
}

function typeOfConstant(value: Value): SqlType | 'null' {
  if (value === null) return 'null';
  if (value instanceof Decimal) return 'numeric';
  if (typeof value === 'string') return 'text';
  if (typeof value === 'boolean') return 'boolean';
  if (!Array.isArray(value)) throw new ExpressionTypeError('记录不能写进查询');
  const first: Value | undefined = value.find((item: Value) => item !== null);
  const item = first === undefined ? 'text' : typeOfConstant(first);
  return item === 'numeric' || item === 'boolean' ? `${item}[]` : 'text[]';
}

/** An operand for a value known while compiling, bound as a parameter. */
export function constant(context: SqlContext, value: Value, type: SqlType | 'null' = typeOfConstant(value)): Operand {
  const digits = value instanceof Decimal ? Math.max(0, value.e + 1) : 0;
  const decimals = value instanceof Decimal ? Math.max(0, value.c.length - 1 - value.e) : 0;
  const shape = { type, nullable: value === null, atom: true, digits, decimals, constant: value };
  if (value === null) return { ...shape, sql: type === 'null' ? sql`null` : sql`null::${type}` };
  if (typeof value === 'boolean') return { ...shape, sql: sql`${String(value)}` };
  if (type === 'timestamptz') {
    return { ...shape, sql: sql`(${{ value, type: 'timestamp' }} at time zone ${context.zone})` };
  }
  return { ...shape, sql: sql`${{ value: plain(value), type: type === 'null' ? 'text' : type }}` };
}

function plain(value: Value): unknown {
  if (value instanceof Decimal) return decimalText(value);
  return Array.isArray(value) ? value.map((item: Value) => plain(item)) : value;
}

const INTEGER_DIGITS: Partial<Record<SqlType, number>> = { integer: 9, bigint: 18 };

/** Whether a constant can be bound as this type without changing its value. */
function constantFits(value: Value, type: SqlType): boolean {
  if (value === null) return true;
  if (value instanceof Decimal) {
    const digits = INTEGER_DIGITS[type];
    return type === 'numeric' || (digits !== undefined && value.e < digits && value.c.length - 1 <= value.e);
  }
  if (typeof value === 'boolean') return type === 'boolean';
  if (typeof value === 'string') {
    if (type === 'date' || type === 'time') return isTemporalText(type, value);
    return isMomentType(type) ? isTemporalText('dateTime', value) : type === 'text';
  }
  if (!Array.isArray(value) || !type.endsWith('[]')) return false;
  const item = type.slice(0, -2) as SqlType;
  return value.every((entry: Value) => constantFits(entry, item));
}

/** The operand as another type, where the language sees the same type; a constant that cannot be it is null. */
export function convert(context: SqlContext, value: Operand, type: SqlType): Operand {
  if (value.type === type) return value;
  if (value.constant !== undefined) {
    return constant(context, constantFits(value.constant, type) ? value.constant : null, type);
  }
  const { nullable, digits, decimals } = value;
  const cast = (fragment: SqlFragment) => closed(fragment, type, { nullable, digits, decimals });
  if (isNumberType(value.type) && isNumberType(type)) return cast(sql`${wrap(value)}::${type}`);
  if (isMomentType(value.type) && isMomentType(type)) return cast(sql`(${wrap(value)} at time zone ${context.zone})`);
  if (value.type === 'date' && type === 'timestamp') return cast(sql`${wrap(value)}::timestamp`);
  throw new ExpressionTypeError(`类型 ${value.type} 不能当作 ${type}`);
}

export function asNumber(context: SqlContext, value: Operand): Operand {
  return convert(context, value, 'numeric');
}

/** A date or moment: a constant written as text becomes the one it looks like. */
export function asTemporal(context: SqlContext, value: Operand): Operand {
  if (value.type !== 'text' && value.type !== 'null') return value;
  return convert(
    context,
    value,
    typeof value.constant === 'string' && value.constant.length > 10 ? 'timestamp' : 'date',
  );
}

/** The calendar date of a date or moment. */
export function asDate(context: SqlContext, value: Operand): Operand {
  const moment = asTemporal(context, value);
  if (moment.type === 'date') return moment;
  if (typeof moment.constant === 'string') return constant(context, moment.constant.slice(0, 10), 'date');
  return closed(sql`${wrap(asWall(context, moment))}::date`, 'date', { nullable: moment.nullable });
}

/** The wall time of a date (midnight) or moment. */
export function asWall(context: SqlContext, value: Operand): Operand {
  const moment = asTemporal(context, value);
  if (moment.type !== 'date') return convert(context, moment, 'timestamp');
  if (typeof moment.constant === 'string') return constant(context, `${moment.constant} 00:00:00`, 'timestamp');
  return convert(context, moment, 'timestamp');
}

/** A boolean that is never null. */
export function asTruth(value: Operand): Operand {
  if (value.constant !== undefined) {
    const text = value.constant === true ? 'true' : 'false';
    return { ...closed(sql`${text}`, 'boolean', { nullable: false }), constant: value.constant === true };
  }
  return value.nullable ? closed(sql`coalesce(${value.sql}, false)`, 'boolean', { nullable: false }) : value;
}

/** Operands that belong together (branches, both sides of a comparison), as one type. */
export function unify(context: SqlContext, values: readonly Operand[]): { type: SqlType; values: readonly Operand[] } {
  const type = commonType(values);
  return { type, values: values.map((value) => convert(context, value, type)) };
}

function commonType(values: readonly Operand[]): SqlType {
  // A null that is known takes whatever type its neighbours have.
  const known = values.filter((value) => value.constant !== null && value.type !== 'null');
  const fixed = known.filter((value) => value.constant === undefined);
  const types = new Set((fixed.length > 0 ? fixed : known).map((value) => value.type as SqlType));
  const [first = 'text', ...others] = types;
  if (isNumberType(first)) {
    const exact = values.every((value) => value.constant === undefined || constantFits(value.constant, first));
    return others.length === 0 && exact ? first : 'numeric';
  }
  if (isMomentType(first) && others.length > 0) return 'timestamp';
  // Among constants only, text that was written for a date takes the date's type.
  if (first === 'text') return others.find((type) => type !== 'text') ?? first;
  return first;
}

const SHORT = 60;

function lengthOf(fragment: SqlFragment): number {
  return fragment.parts.reduce((total, part) => total + (typeof part === 'string' ? part.length : 4), 0);
}

/** Uses an operand twice. What is long is computed once, in a subquery that the planner may not pull up and copy. */
export function computeOnce(context: SqlContext, value: Operand, use: (value: Operand) => Operand): Operand {
  if (lengthOf(value.sql) <= SHORT) return use(value);
  const alias = context.alias('v');
  const result = use({ ...value, sql: sql`${alias}.v`, atom: true });
  return {
    ...result,
    sql: sql`(select ${result.sql} from (select ${value.sql} as v offset 0) as ${alias})`,
    atom: true,
  };
}

/** A number that is null where it would be beyond 1e100, if its operands leave that possible. */
export function limited(context: SqlContext, value: Operand): Operand {
  if (value.digits <= MAX_EXPONENT) return value;
  const limit = `1e${MAX_EXPONENT}::numeric`;
  return computeOnce(context, value, (bound) =>
    closed(sql`case when abs(${bound.sql}) <= ${limit} then ${bound.sql} end`, 'numeric', {
      digits: MAX_EXPONENT,
      decimals: value.decimals,
    }),
  );
}
