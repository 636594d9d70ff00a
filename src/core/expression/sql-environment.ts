import type { SqlFragment } from './sql-fragment.ts';
import type { SqlType } from './sql-type.ts';
import type { ExpressionCalendar, ExpressionUser } from './value.ts';

/** A column, or any SQL that stands for a name. `sql` is pasted as it is: quote it. */
export interface SqlColumn {
  readonly sql: string;
  readonly type: SqlType;
  /** Declared `not null`: comparisons need no guard. Default false. */
  readonly notNull?: boolean;
  /** Known to be null, so that what is compared with it is asked for `is null`, which an index answers. Default false. */
  readonly isNull?: boolean;
  /** Of numeric: total digits and decimals. Without them 20 digits before and 20 after the point are assumed. */
  readonly precision?: number;
  readonly scale?: number;
}

/** Rows that an aggregate, `lookup` or `exists` reads. */
export interface SqlRows {
  /** What stands after `from`, named by the alias. */
  from(alias: string): string;
  /** A condition that ties the rows to the record, or nothing. */
  where?(alias: string): string;
  /** One sort expression, ascending, the newest row last; decides ties of `latest` and the first row of `lookup`. */
  orderBy(alias: string): string;
  column(alias: string, name: string): SqlColumn | undefined;
  /** The column with the id of the record above, of a tree. */
  above?(alias: string): string;
  /** A path through a reference of the row, `['userId', 'realName']`. */
  member?(alias: string, path: readonly string[]): SqlColumn | undefined;
  /** Rows of a sub-table or child entity of one of these rows. */
  rows?(alias: string, name: string): SqlRows | undefined;
}

/**
 * How names become SQL. Qualify every column with its table's alias (`t."amount"`): aggregates open inner queries. An
 * instant is expected to hold whole seconds, as the wire does. Names unknown to it make the compiler throw `ExpressionTypeError`.
 */
export interface SqlEnvironment {
  column(name: string): SqlColumn | undefined;
  /** A member path: `['deptId', 'name']` on a joined alias, `['old', 'level']`, `['row', 'reason']`, `['parent', 'x']`. */
  member?(path: readonly string[]): SqlColumn | undefined;
  /** The rows of a sub-table (see `jsonbRows`) or child entity. */
  rows?(name: string): SqlRows | undefined;
  /** The rows of another entity, for `lookup` and `exists`; without it they are not yet alive. */
  entity?(name: string): SqlRows | undefined;
  /** The tenant's wall clock, `YYYY-MM-DD HH:mm:ss`. */
  readonly now: string;
  /** The tenant's IANA zone. Default `Asia/Shanghai`. */
  readonly zone?: string;
  readonly me: ExpressionUser;
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Ranks of a dictionary's keys, graver is greater. */
  ranks?(dictionary: string): readonly { readonly key: string; readonly rank: number }[] | undefined;
  /** Choices with their titles, by a `ScopeEntry.titles`, in the language of what is stored. */
  titles?(titles: string): readonly { readonly key: string; readonly title: string }[] | undefined;
  readonly calendar?: ExpressionCalendar;
  /** A boolean SQL expression of whether the user has an open vote of this approval. */
  awaiting?(approval: string): SqlFragment | undefined;
  /** A number of SQL: by how much the value that has come in changed in a minute, over so many minutes; 20 digits, 6 decimals. */
  rate?(minutes: number): SqlFragment;
  /** The database's own collation orders by code point, so ordering text needs no `COLLATE "C"`. Default false. */
  readonly codePointCollation?: boolean;
}

/** Where a fragment will stand. */
export interface SqlOptions {
  /** The type that the place wants, such as the column's that the value is written to. Default: as it comes. */
  readonly as?: SqlType;
  /**
   * `condition`: the top of a WHERE, where null counts as false; a column compared with a constant stays a bare,
   * indexable `column = $1`. `value` (default): true, false and null are kept apart.
   */
  readonly position?: 'value' | 'condition';
}

/** A PostgreSQL identifier, quoted: `"planTime"`. */
export function quoteIdentifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** A text as a PostgreSQL literal, quoted, where no parameter can stand: `'a''b'`. */
export function quoteText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

const ROW_TYPES: Partial<Record<SqlType, string>> = { json: 'jsonb' };

/** A column of rows that are kept as JSON. */
export interface JsonbColumn extends Omit<SqlColumn, 'sql'> {
  /** Name under which rows hold it. Default its key. */
  readonly cell?: string;
  /** What a text that is held becomes before it is read. Default: it stays. */
  read?(sql: string): string;
}

/**
 * The rows of a sub-table kept in one jsonb column (an array of objects). `columns` gives each key's type; a value of
 * another JSON type than that is an error of the query, as the validator keeps them apart.
 */
export function jsonbRows(columnSql: string, columns: Readonly<Record<string, SqlType | JsonbColumn>>): SqlRows {
  return {
    from: (alias) =>
      `jsonb_array_elements(case when jsonb_typeof(${columnSql}) = 'array' then ${columnSql} end) with ordinality as ${alias}(item__, place__)`,
    orderBy: (alias) => `${alias}.place__`,
    column(alias, name) {
      const found = Object.hasOwn(columns, name) ? columns[name] : undefined;
      if (found === undefined) return undefined;
      const { cell = name, read, ...column }: JsonbColumn = typeof found === 'string' ? { type: found } : found;
      const key = quoteText(cell);
      if (column.type === 'json') return { ...column, sql: `nullif(${alias}.item__->${key}, 'null'::jsonb)` };
      if (column.type.endsWith('[]')) {
        const list = `${alias}.item__->${key}`;
        const item = read?.('e.v') ?? 'e.v';
        const items = `select array_agg(${item}::${column.type.slice(0, -2)} order by e.o) from jsonb_array_elements_text(${list}) with ordinality as e(v, o)`;
        return { ...column, sql: `(case when jsonb_typeof(${list}) = 'array' then (${items}) end)` };
      }
      // Wall time in JSON: the reader's session zone must not be asked.
      const type = column.type === 'timestamptz' ? 'timestamp' : column.type;
      const sql = `(${alias}.item__->>${key})`;
      if (type === 'text') return { ...column, type, sql: read?.(sql) ?? sql };
      return { ...column, type, sql: `${sql}::${ROW_TYPES[type] ?? type}` };
    },
  };
}
