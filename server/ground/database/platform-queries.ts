import {
  type ColumnType,
  type CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
  sql,
} from 'kysely';
import type { Connection } from './database.ts';

/**
 * The platform's own tables, by name. Each definition of a table says its columns here, by merging its declaration into
 * this one, so that a query over a column that is not there does not compile.
 */
// biome-ignore lint/suspicious/noEmptyInterface: the definitions of the tables fill it.
export interface PlatformDatabase {}

/** A moment: written as a date, read as the text that the database makes of it. */
export type Moment = ColumnType<string, Date, Date>;
export type MomentOrNull = ColumnType<string | null, Date | null, Date | null>;

/** JSON: written as its text, read as the value. `Value` may take in null, where the column does. */
export type JsonColumn<Value> = ColumnType<Value, null extends Value ? string | null : string, string | null>;

/** A moment to compare a column with. */
export const moment = (date: Date): RawBuilder<string> => sql<string>`${date}`;

/** Any of some values, to compare a column with: one parameter, however many there are. */
export const anyOf = <Value>(values: readonly Value[]): RawBuilder<Value> => sql<Value>`any(${values})`;

/** Builds queries over the platform's tables and runs none. */
export const platform = new Kysely<PlatformDatabase>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
}).withSchema('platform');

/** A query that was built. */
interface Built<Row> {
  compile(): CompiledQuery<Row>;
}

/** Runs a query and gives its rows. */
export function foundRows<Row>(connection: Connection, query: Built<Row>): Promise<Row[]> {
  const compiled = query.compile();
  return connection.query<Row>(compiled.sql, compiled.parameters);
}

/** Runs a query that finds one row at most. */
export async function foundRow<Row>(connection: Connection, query: Built<Row>): Promise<Row | undefined> {
  const [row] = await foundRows(connection, query);
  return row;
}

/** Runs a statement and gives the number of rows that it touched. */
export function touched(connection: Connection, statement: Built<unknown>): Promise<number> {
  const compiled = statement.compile();
  return connection.execute(compiled.sql, compiled.parameters);
}
