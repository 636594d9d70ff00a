import {
  compileExpressionSql,
  ExpressionTypeError,
  OutOfReachError,
  type SqlType,
  type ValueType,
} from '../../core/expression/index.ts';
import { readConversion } from '../../core/model/conversion.ts';
import { literalSql } from './literal-sql.ts';

/** How a column's values become those of its new type. */
export interface Conversion {
  /** The value of the new type, as it stands behind `using`; null where it cannot be made. No stored value makes it fail. */
  readonly value: string;
  /** Condition for rows whose value does not survive: it becomes null, or a number is rounded. */
  readonly lost: string;
}

/** What a field says of its conversion: an expression over `old`, and the type that it must give. */
export interface Converter {
  readonly source: string;
  readonly gives: ValueType;
}

/** Nobody converts: expressions that ask for a person are refused. */
const NOBODY = { userId: '', account: '', realName: '', deptId: '', deptIds: [], roles: [], tenantId: '' };

const STORED: readonly (readonly [RegExp, ValueType, SqlType])[] = [
  [/^text$/, 'text', 'text'],
  [/^text\[\]$/, { list: 'text' }, 'text[]'],
  [/^numeric/, 'number', 'numeric'],
  [/^integer$/, 'number', 'integer'],
  [/^bigint$/, 'number', 'bigint'],
  [/^boolean$/, 'boolean', 'boolean'],
  [/^date$/, 'date', 'date'],
  [/^timestamp.* with time zone$/, 'dateTime', 'timestamptz'],
  [/^timestamp.* without time zone$/, 'dateTime', 'timestamp'],
  [/^time(\(\d\))? without time zone$/, 'time', 'time'],
];

/**
 * The conversion of a column between two types as PostgreSQL prints them: what the field says, or else values read as
 * text by the new type.
 * @param column quoted name.
 * @returns why the field's conversion cannot be used on what is stored, in Chinese, where it cannot.
 */
export function conversionOf(column: string, from: string, to: string, by?: Converter): Conversion | string {
  if (by === undefined) {
    const text = asText(column, from);
    // A list gives its first entry, a moment its day: what is left out is lost too.
    const exact = to.startsWith('numeric') ? asType(text, 'numeric') : undefined;
    const { value, lost } = whole(column, automatic(column, from, to), exact);
    const cut = from.endsWith('[]') && to === 'text' ? `cardinality(${column}) > 1` : cutMoment(column, from, to);
    return cut === undefined ? { value, lost } : { value, lost: `(${lost} or ${cut})` };
  }
  const stored = STORED.find(([pattern]) => pattern.test(from));
  if (stored === undefined) return `存储类型 ${from} 的值不能用表达式转换`;
  const [, old, type] = stored;
  const node = readConversion(by.source, old, by.gives);
  if (typeof node === 'string') return node;
  try {
    const compiled = compileExpressionSql(
      node,
      {
        column: (name) => (name === 'old' ? { sql: column, type } : undefined),
        now: '2000-01-01 00:00:00',
        me: NOBODY,
      },
      /^timestamp.* with time zone$/.test(to) ? { as: 'timestamptz' } : {},
    );
    const text = `(${literalSql(compiled)})`;
    return whole(column, asType(text, to), to.startsWith('numeric') ? text : undefined);
  } catch (error) {
    if (error instanceof ExpressionTypeError || error instanceof OutOfReachError) return error.message;
    throw error;
  }
}

/** @param exact what a number was before it was rounded to the column's decimals. */
function whole(column: string, value: string, exact?: string): Conversion {
  const rounded = exact === undefined ? '' : ` or ${value} <> ${exact}`;
  return { value, lost: `(${column} is not null and (${value} is null${rounded}))` };
}

function automatic(column: string, from: string, to: string): string {
  if (to.endsWith('[]') && !from.endsWith('[]'))
    return `(case when ${column} is null then null else array[${column}]::${to} end)`;
  if (from.endsWith('[]') && to === 'text') return `${column}[1]`;
  if (to === 'jsonb') return `to_jsonb(${column})`;
  const value = asType(asText(column, from), isInstant(to) ? WALL_CLOCK : to);
  return isInstant(to) ? `(${value} at time zone '${ZONE}')` : value;
}

/** Zone in which people read moments, as in expressions without another. */
const ZONE = 'Asia/Shanghai';
const WALL_CLOCK = 'timestamp without time zone';

const isInstant = (type: string): boolean => /^timestamp.* with time zone$/.test(type);
const isMoment = (type: string): boolean => type.startsWith('timestamp');

/** A moment of a column as the clock on the wall showed it. */
const onTheWall = (column: string, from: string): string =>
  isInstant(from) ? `(${column} at time zone '${ZONE}')` : column;

/** A stored value as people read it: moments by the clock on the wall, and not as the session happens to print them. */
function asText(column: string, from: string): string {
  return isMoment(from) ? `to_char(${onTheWall(column, from)}, 'YYYY-MM-DD HH24:MI:SS')` : `${column}::text`;
}

/** Condition for moments of which a new type keeps only a part. */
function cutMoment(column: string, from: string, to: string): string | undefined {
  if (!isMoment(from) || (to !== 'date' && !to.startsWith('time ') && !to.startsWith('time('))) return undefined;
  const wall = onTheWall(column, from);
  return to === 'date' ? `${wall} <> date_trunc('day', ${wall})` : `${column} is not null`;
}

/** The value read by a type, null where the type does not take it. */
function asType(value: string, to: string): string {
  if (to === 'jsonb') return `to_jsonb(${value})`;
  return `(case when pg_input_is_valid(${value}::text, '${to}') then ${value}::text::${to} end)`;
}
