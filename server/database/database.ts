import pg from 'pg';
import { type BulkConnection, openBulk } from './bulk.ts';
import { type LeasedIds, leaseIds } from './lease-ids.ts';
import type { SnowflakeIds } from './snowflake.ts';

/** A connection on which one tenant's rows are visible. Values are bound; a name makes the statement a prepared one. */
export interface Connection {
  readonly tenantId: string;
  query<Row = Record<string, unknown>>(text: string, values?: readonly unknown[], name?: string): Promise<Row[]>;
  /** Runs a statement and gives the number of rows it touched. */
  execute(text: string, values?: readonly unknown[]): Promise<number>;
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
  /** Listens on a channel until the function given back is called; a lost connection is taken up again. */
  listen(channel: string, onNotice: (payload: string) => void): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  readonly appUrl: string;
  readonly ownerUrl: string;
  /** Connections of the serving role. Default 16. */
  readonly connections?: number;
  /** Longest statement of the serving role in ms. Default 30000. */
  readonly statementTimeout?: number;
  readonly onError?: (error: Error) => void;
}

/** OIDs of the types that the driver would turn into something lossy or slow. */
const asText = (text: string): string => text;
const parsers = new Map<number, (text: string) => unknown>([
  [20, (text) => (Number.isSafeInteger(Number(text)) ? Number(text) : text)],
  [1700, Number],
  [1082, asText],
  [1083, asText],
  [1114, asText],
  [1184, asText],
]);

const types = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    return parsers.get(oid) ?? pg.types.getTypeParser(oid, format);
  },
} as pg.CustomTypesConfig;

// What the session of a client is set to; the driver keeps the object as long as the connection lives.
const sessionTenant = new WeakMap<pg.ClientBase, string>();

/** Opens the pools. Connections are made when first needed; `close` ends them. */
export function createDatabase(options: DatabaseOptions): Database {
  // With less memory the rows that an index found for a common text would be remembered by the page only, and the text's
  // index function asked for each row again. A second process pays only where a whole table is read: for a page of a list
  // starting it takes longer than it saves.
  const settings = '-c TimeZone=UTC -c work_mem=16MB -c min_parallel_table_scan_size=256MB';
  const common = { types, options: settings, connectionTimeoutMillis: 10_000 };
  const app = new pg.Pool({
    ...common,
    connectionString: options.appUrl,
    max: options.connections ?? 16,
    statement_timeout: options.statementTimeout ?? 30_000,
    idle_in_transaction_session_timeout: 60_000,
    idleTimeoutMillis: 300_000,
  });
  const owner = new pg.Pool({ ...common, connectionString: options.ownerUrl, max: 3, idleTimeoutMillis: 5_000 });
  for (const pool of [app, owner]) {
    pool.on('error', (error) => options.onError?.(error));
    // The pool hears only connections that lie idle in it. One that is lost while it is lent out fails its next
    // statement; without a listener it would end the process.
    pool.on('connect', (client) => client.on('error', () => {}));
  }

  async function lease(tenantId: string): Promise<pg.PoolClient> {
    const client = await app.connect();
    // Set outside any transaction, so that no rollback brings back the tenant before.
    if (sessionTenant.get(client) !== tenantId) {
      try {
        sessionTenant.delete(client);
        await client.query("select set_config('anlan.tenant', $1, false)", [tenantId]);
        sessionTenant.set(client, tenantId);
      } catch (error) {
        client.release(true);
        throw error;
      }
    }
    return client;
  }

  async function withTenant<T>(tenantId: string, work: (connection: Connection) => Promise<T>): Promise<T> {
    for (let attempt = 0; ; attempt += 1) {
      const client = await lease(tenantId);
      let broken = false;
      try {
        return await work(connectionOf(client, tenantId));
      } catch (error) {
        broken = isFatal(error);
        // A prepared statement outlived a change of its table: its session is given up and a fresh one prepares anew.
        if (!isOutdatedStatement(error) || attempt > 20) throw error;
        broken = true;
      } finally {
        client.release(broken);
      }
    }
  }

  async function transaction<T>(tenantId: string, work: (connection: Connection) => Promise<T>): Promise<T> {
    for (let attempt = 0; ; attempt += 1) {
      const client = await lease(tenantId);
      let broken = false;
      try {
        await client.query('begin');
        const result = await work(connectionOf(client, tenantId));
        await client.query('commit');
        return result;
      } catch (error) {
        broken = isFatal(error) || isOutdatedStatement(error);
        if (!isFatal(error)) {
          await client.query('rollback').catch(() => {
            broken = true;
          });
        }
        if (attempt > 2 || !(isDeadlock(error) || isOutdatedStatement(error))) throw error;
      } finally {
        client.release(broken);
      }
    }
  }

  let ids: Promise<LeasedIds> | undefined;
  return {
    withTenant,
    // One of those that ask in the same moment gets the connection and gives back two, so that nobody waits in vain.
    withSpare: (tenantId, work) =>
      app.idleCount > 0 && app.waitingCount === 0 ? withTenant(tenantId, work) : undefined,
    transaction,
    ids() {
      ids ??= leaseIds({ transaction }, { onError: (error) => options.onError?.(error as Error) });
      ids.catch(() => {
        ids = undefined;
      });
      return ids;
    },
    openBulk: () =>
      openBulk(
        { ...common, connectionString: options.appUrl },
        { isFatal, isWorthAnotherTry: (error) => isDeadlock(error) || isOutdatedStatement(error) },
      ),
    appRole: decodeURIComponent(new URL(options.appUrl).username),
    async withOwner(work) {
      const client = await owner.connect();
      let broken = false;
      try {
        return await work(client);
      } catch (error) {
        broken = isFatal(error);
        throw error;
      } finally {
        client.release(broken);
      }
    },
    listen: (channel, onNotice) => listen(options.appUrl, channel, onNotice, options.onError),
    async close() {
      await (await ids?.catch(() => undefined))?.close();
      await Promise.all([app.end(), owner.end()]);
    },
  };
}

function connectionOf(client: pg.ClientBase, tenantId: string): Connection {
  return {
    tenantId,
    async query<Row>(text: string, values?: readonly unknown[], name?: string): Promise<Row[]> {
      const config: pg.QueryConfig = { text, values: values as unknown[] | undefined };
      if (name !== undefined) config.name = name;
      return (await client.query(config)).rows as Row[];
    },
    async execute(text, values) {
      return (await client.query(text, values as unknown[] | undefined)).rowCount ?? 0;
    },
  };
}

async function listen(
  url: string,
  channel: string,
  onNotice: (payload: string) => void,
  onError?: (error: Error) => void,
): Promise<() => Promise<void>> {
  let ended = false;
  let current: pg.Client | undefined;
  let retry: NodeJS.Timeout | undefined;

  async function connect(): Promise<void> {
    const client = new pg.Client({ connectionString: url });
    client.on('error', (error) => {
      onError?.(error);
      again();
    });
    client.on('notification', (notice) => onNotice(notice.payload ?? ''));
    await client.connect();
    await client.query(`listen ${pg.escapeIdentifier(channel)}`);
    current = client;
    if (ended) await client.end();
  }

  function again(): void {
    if (ended || retry !== undefined) return;
    current = undefined;
    retry = setTimeout(() => {
      retry = undefined;
      connect().catch(again);
    }, 1_000);
    retry.unref();
  }

  await connect();
  return async () => {
    ended = true;
    clearTimeout(retry);
    await current?.end();
  };
}

/** SQLSTATE of a database error; '' for other errors. */
export function sqlState(error: unknown): string {
  return error instanceof pg.DatabaseError ? (error.code ?? '') : '';
}

// Everything that is no answer of the server (a lost connection), or ends the session (classes 57P and 08).
function isFatal(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return /^(57P|08)/.test(error.code ?? '') || error.code === '25P03';
  return error instanceof Error && /connection|terminat|ECONN|EPIPE/i.test(error.message);
}

function isDeadlock(error: unknown): boolean {
  return ['40P01', '40001'].includes(sqlState(error));
}

function isOutdatedStatement(error: unknown): boolean {
  return sqlState(error) === '0A000' && error instanceof Error && error.message.includes('cached plan');
}
