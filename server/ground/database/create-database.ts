import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { openBulk } from './bulk.ts';
import type { Connection, Database } from './database.ts';
import { isConnectionFault, noteOverdue, sqlState } from './faults.ts';
import { type LeasedIds, leaseIds } from './lease-ids.ts';
import { currentPatience } from './patience.ts';
import { preparedName } from './prepared-name.ts';
import { openStatementWatch, outerLimit, type StatementWatch } from './statement-watch.ts';
import type { TableGuard } from './table-guard.ts';

/** Where the database is, and how long it may be waited for. */
export interface DatabaseOptions {
  readonly appUrl: string;
  readonly ownerUrl: string;
  /** Installed with the tables that they guard. */
  readonly guards: readonly TableGuard[];
  /** Connections of the serving role. Default 16. */
  readonly connections?: number;
  /**
   * Longest statement of a call in ms; `patiently` gives work more. It is ended then, and given up with its connection
   * where the database does not answer at all. One that waits for what another transaction holds is slow by no fault of
   * its own, and has three times as long. Default 30000.
   */
  readonly statementTimeout?: number;
  /**
   * How many statements a session keeps prepared beside those that have a name. Default none: a session that serves for
   * hours would hold a plan of each text that was made for one call.
   */
  readonly prepares?: number;
  /** Longest wait for a connection in ms. Default 10000. */
  readonly connectTimeout?: number;
  readonly onError?: (error: Error) => void;
}

/** How often work is begun that others hold up and are held up by. Many who want the same records meet again and again. */
const DEADLOCK_TRIES = 20;

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

/** What a session is set to. */
interface Session {
  readonly tenantId: string;
  /** Longest statement in ms. */
  readonly patience: number;
  /** How many statements without a name it prepares. */
  readonly prepares: number;
  readonly watch: StatementWatch;
}

// The driver keeps the object as long as the connection lives.
const sessions = new WeakMap<pg.ClientBase, Session>();

/** Opens the pools. Connections are made when first needed; `close` ends them. */
export function createDatabase(options: DatabaseOptions): Database {
  // With less memory the rows that an index found for a common text would be remembered by the page only, and the text's
  // index function asked for each row again. A second process pays only where a whole table is read: for a page of a list
  // starting it takes longer than it saves.
  const settings = '-c TimeZone=UTC -c work_mem=16MB -c min_parallel_table_scan_size=256MB';
  const common = { types, options: settings, connectionTimeoutMillis: options.connectTimeout ?? 10_000 };
  const callPatience = options.statementTimeout ?? 30_000;
  const most = options.connections ?? 16;
  const app = new pg.Pool({
    ...common,
    connectionString: options.appUrl,
    max: most,
    statement_timeout: outerLimit(callPatience),
    idle_in_transaction_session_timeout: 60_000,
    // A session holds some 10 MB of catalogues and plans; most of those that a busy moment opened are not needed again.
    idleTimeoutMillis: 30_000,
  });
  const owner = new pg.Pool({ ...common, connectionString: options.ownerUrl, max: 3, idleTimeoutMillis: 5_000 });
  for (const pool of [app, owner]) {
    pool.on('error', (error) => options.onError?.(error));
    // The pool hears only connections that lie idle in it. One that is lost while it is lent out fails its next
    // statement; without a listener it would end the process.
    pool.on('connect', (client) => client.on('error', () => {}));
  }

  const watch = openStatementWatch({ ...common, connectionString: options.appUrl });

  async function lease(tenantId: string): Promise<pg.PoolClient> {
    const client = await app.connect();
    const known = sessions.get(client);
    const patience = currentPatience() ?? callPatience;
    const waits = known?.patience ?? callPatience;
    // Set outside any transaction, so that no rollback brings back the tenant before.
    if (known?.tenantId !== tenantId || waits !== patience) {
      try {
        sessions.delete(client);
        const set = client.query(
          "select set_config('anlan.tenant', $1, false), set_config('statement_timeout', $2, false)",
          [tenantId, String(outerLimit(patience))],
        );
        await watch.answered(client, set, patience);
        sessions.set(client, { tenantId, patience, prepares: options.prepares ?? 0, watch });
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
        broken = isConnectionFault(error);
        // A prepared statement outlived a change of its table: its session is given up and a fresh one prepares anew.
        if (!isOutdatedStatement(error) || attempt > most) throw error;
        broken = true;
      } finally {
        client.release(broken);
      }
    }
  }

  async function transaction<T>(tenantId: string, work: (connection: Connection) => Promise<T>): Promise<T> {
    let outdated = 0;
    for (let attempt = 0; ; ) {
      const client = await lease(tenantId);
      let broken = false;
      let waits = false;
      try {
        await send(client, 'begin');
        const result = await work(connectionOf(client, tenantId));
        await send(client, 'commit');
        return result;
      } catch (error) {
        const isOutdated = isOutdatedStatement(error);
        broken = isConnectionFault(error) || isOutdated;
        if (!isConnectionFault(error)) {
          await send(client, 'rollback').catch(() => {
            broken = true;
          });
        }
        waits = isDeadlock(error);
        // A change of a table leaves every session of the pool with plans of before: each is met once and given up.
        if (isOutdated ? outdated >= most : !waits || attempt >= DEADLOCK_TRIES) throw error;
        if (isOutdated) outdated += 1;
        else attempt += 1;
      } finally {
        client.release(broken);
      }
      // Those that met are not to meet again in the same order.
      if (waits) await sleep(Math.random() * 50 * (attempt + 1));
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
        { isFatal: isConnectionFault, isWorthAnotherTry: (error) => isDeadlock(error) || isOutdatedStatement(error) },
      ),
    appRole: decodeURIComponent(new URL(options.appUrl).username),
    guards: options.guards,
    async withOwner(work) {
      const client = await owner.connect();
      let broken = false;
      try {
        return await work(client);
      } catch (error) {
        broken = isConnectionFault(error);
        throw error;
      } finally {
        client.release(broken);
      }
    },
    listen: (channel, onNotice) => listen(options.appUrl, channel, onNotice, options.onError),
    async close() {
      await (await ids?.catch(() => undefined))?.close();
      await Promise.all([app.end(), owner.end(), watch.close()]);
    },
  };
}

function connectionOf(client: pg.ClientBase, tenantId: string): Connection {
  return {
    tenantId,
    async query<Row>(text: string, values?: readonly unknown[], name?: string): Promise<Row[]> {
      return (await ask(client, text, values, name)).rows as Row[];
    },
    async execute(text, values) {
      return (await ask(client, text, values)).rowCount ?? 0;
    },
  };
}

async function ask(
  client: pg.ClientBase,
  text: string,
  values: readonly unknown[] | undefined,
  name?: string,
): Promise<pg.QueryResult> {
  const session = sessions.get(client);
  const isPlain = session === undefined || values === undefined;
  const kept = name ?? (isPlain ? undefined : preparedName(client, text, session.prepares));
  try {
    return await send(client, {
      text,
      values: values as unknown[] | undefined,
      ...(kept === undefined ? {} : { name: kept }),
    });
  } catch (error) {
    noteOverdue(error, text);
    throw error;
  }
}

/** Sends a statement, which has the time of its session; one without has all that the database gives it. */
function send(client: pg.ClientBase, statement: string | pg.QueryConfig): Promise<pg.QueryResult> {
  const session = sessions.get(client);
  const answer = client.query(statement);
  return session === undefined ? answer : session.watch.answered(client, answer, session.patience);
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

/** Whether others hold what it wants: they want what it holds, or it was not to wait for them. */
function isDeadlock(error: unknown): boolean {
  return ['40P01', '40001', '55P03'].includes(sqlState(error));
}

function isOutdatedStatement(error: unknown): boolean {
  return sqlState(error) === '0A000' && error instanceof Error && error.message.includes('cached plan');
}
