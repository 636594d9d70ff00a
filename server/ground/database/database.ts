import type pg from 'pg';
import type { SnowflakeIds } from './snowflake.ts';
import type { TableGuard } from './table-guard.ts';

/** A connection on which one tenant's rows are visible. Values are bound; a name makes the statement a prepared one. */
export interface Connection {
  readonly tenantId: string;
  query<Row = Record<string, unknown>>(text: string, values?: readonly unknown[], name?: string): Promise<Row[]>;
  /** Runs a statement and gives the number of rows it touched. */
  execute(text: string, values?: readonly unknown[]): Promise<number>;
}

/**
 * A connection for work that asks many things side by side, such as writing hundreds of histories. Statements that are
 * asked in the same turn go out in one message, and each text is prepared once; so a statement costs a third of what it
 * costs by itself, on both sides.
 */
export interface BulkConnection {
  /**
   * Runs work in one transaction in the tenant's view. Whatever runs side by side in it shares the transaction: what
   * fails, fails all. A deadlock, or a table that changed meanwhile, is tried again, so work may run twice.
   */
  transaction<T>(tenantId: string, work: (connection: Connection) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** The database as the server works with it: the serving role for rows, the owner role for planned DDL. */
export interface Database {
  /** Reads in the tenant's view, each statement for itself. */
  withTenant<T>(tenantId: string, work: (connection: Connection) => Promise<T>): Promise<T>;
  /**
   * `withTenant` on a connection that nobody uses just now; undefined where there is none. Whoever holds a connection may
   * ask for a second one only so: holders that wait for each other would wait for ever.
   */
  withSpare<T>(tenantId: string, work: (connection: Connection) => Promise<T>): Promise<T> | undefined;
  /** Runs work in one transaction in the tenant's view; a deadlock is tried again, so work may run twice. */
  transaction<T>(tenantId: string, work: (connection: Connection) => Promise<T>): Promise<T>;
  /** Gives a session of the owner role, for planned DDL and imports; row-level security binds it too. */
  withOwner<T>(work: (client: pg.ClientBase) => Promise<T>): Promise<T>;
  /** Opens a connection of the serving role for work that asks many things side by side; the caller closes it. */
  openBulk(): BulkConnection;
  /**
   * The one id generator of this process, its worker number leased in the database. The platform's tables have to be
   * there; `close` gives the number back.
   */
  ids(): Promise<SnowflakeIds>;
  /** Name of the role that serves requests. */
  readonly appRole: string;
  /** What it does itself when rows of the platform's entities are written; installed with their tables. */
  readonly guards: readonly TableGuard[];
  /** Listens on a channel until the function given back is called; a lost connection is taken up again. */
  listen(channel: string, onNotice: (payload: string) => void): Promise<() => Promise<void>>;
  close(): Promise<void>;
}
