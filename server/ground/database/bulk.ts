import type { Writable } from 'node:stream';
import pg from 'pg';
import type { BulkConnection, Connection } from './database.ts';
import { preparedName } from './prepared-name.ts';

/** Prepared statements of a connection; what is asked after so many different ones is planned each time. */
const MOST_PREPARED = 1_000;

/**
 * Each statement is planned once and by its shape alone. Tables that fill up as the work goes on say little of what a
 * plan will cost: one that was made while they were empty would read them from end to end ever after.
 */
const PLANS =
  "select set_config('plan_cache_mode', 'force_generic_plan', false), set_config('enable_seqscan', 'off', false)";

/** Milliseconds after which a statement is given up, with the connection. */
const STATEMENT_LIMIT = 60_000;

/** Opens it on the same database and with the same settings as the pools. Nothing is connected before it is needed. */
export function openBulk(
  config: pg.ClientConfig,
  judge: { isFatal(error: unknown): boolean; isWorthAnotherTry(error: unknown): boolean },
): BulkConnection {
  let current: pg.Client | undefined;
  let tenant: string | undefined;

  async function connected(): Promise<pg.Client> {
    if (current !== undefined) return current;
    const client = new pg.Client({
      ...config,
      pipeline: true,
      query_timeout: STATEMENT_LIMIT,
      statement_timeout: STATEMENT_LIMIT,
    });
    client.on('error', () => {
      if (current === client) current = undefined;
    });
    await client.connect();
    await client.query(PLANS);
    current = client;
    tenant = undefined;
    return client;
  }

  async function giveUp(client: pg.Client): Promise<void> {
    if (current === client) current = undefined;
    await client.end().catch(() => {});
  }

  return {
    async transaction(tenantId, work) {
      for (let attempt = 0; ; attempt += 1) {
        const client = await connected();
        try {
          // Set outside of the transaction, so that no rollback brings back the tenant before.
          if (tenant !== tenantId) {
            tenant = undefined;
            await client.query("select set_config('anlan.tenant', $1, false)", [tenantId]);
            tenant = tenantId;
          }
          await client.query('begin');
          const result = await work(bulkConnection(client, tenantId));
          await client.query('commit');
          return result;
        } catch (error) {
          // A session with a table that changed holds plans of before; one that was lost holds nothing.
          if (judge.isFatal(error) || judge.isWorthAnotherTry(error)) await giveUp(client);
          else await client.query('rollback').catch(() => giveUp(client));
          if (attempt > 2 || !judge.isWorthAnotherTry(error)) throw error;
        }
      }
    },
    async close() {
      if (current !== undefined) await giveUp(current);
    },
  };
}

function bulkConnection(client: pg.Client, tenantId: string): Connection {
  const send = (text: string, values?: readonly unknown[]) => {
    bundle(client);
    const name = preparedName(client, text, MOST_PREPARED);
    return client.query({
      text,
      values: (values ?? []) as unknown[],
      ...(name === undefined ? {} : { name }),
    });
  };
  return {
    tenantId,
    query: async <Row>(text: string, values?: readonly unknown[]) => (await send(text, values)).rows as Row[],
    execute: async (text, values) => (await send(text, values)).rowCount ?? 0,
  };
}

const bundling = new WeakSet<pg.Client>();

/** Holds back what is sent until the turn of the event loop is over. */
function bundle(client: pg.Client): void {
  if (bundling.has(client)) return;
  const { stream } = (client as unknown as { connection: { stream: Writable } }).connection;
  bundling.add(client);
  stream.cork();
  setImmediate(() => {
    bundling.delete(client);
    stream.uncork();
  });
}
