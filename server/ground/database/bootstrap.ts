import { chmodSync, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { checkExternalDatabase } from './bootstrap-external.ts';
import { leakproofStatements } from './leakproof.ts';
import { type DatabaseLog, startPostgres } from './supervisor.ts';
import { clusterRoles } from './supervisor-cluster.ts';

/** The addresses of the three roles of an embedded PostgreSQL, see Postgres in supervisor.ts. */
export type ClusterUrls = { superUrl: string; ownerUrl: string; appUrl: string };

/** The database that the server works with. */
export type OpenDatabase = {
  /** Address of the role that runs planned DDL. */
  ownerUrl: string;
  /** Address of the role that serves requests; low-privilege, so that row-level security binds it. */
  appUrl: string;
  /** Stops the embedded PostgreSQL; does nothing for an external one. */
  stop(): Promise<void>;
};

/**
 * Opens the database the environment asks for: `DATABASE_URL` (and `DATABASE_OWNER_URL`, default the same) names an
 * external PostgreSQL 17+, which is only checked; else the embedded one runs in `<dataDir>/postgres` and is prepared.
 * Throws an Error with a Chinese message when the database cannot be used.
 */
export async function openDatabase(
  env: Record<string, string | undefined>,
  dataDir: string,
  log: DatabaseLog,
  progress: (message: string) => void = (message) => log.info(message),
): Promise<OpenDatabase> {
  const appUrl = env.DATABASE_URL?.trim();
  if (appUrl) {
    const ownerUrl = env.DATABASE_OWNER_URL?.trim() || appUrl;
    await checkExternalDatabase({ ownerUrl, appUrl }, log);
    return { ownerUrl, appUrl, stop: async () => {} };
  }
  makeDataFolder(dataDir);
  const postgres = await startPostgres({ dataDir: join(dataDir, 'postgres'), log, progress });
  try {
    await bootstrapDatabase(postgres);
  } catch (error) {
    await postgres.stop();
    throw error;
  }
  return { ownerUrl: postgres.ownerUrl, appUrl: postgres.appUrl, stop: () => postgres.stop() };
}

// As root PostgreSQL runs under another account, which must be able to walk through to its cluster.
function makeDataFolder(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  if (process.getuid?.() === 0) chmodSync(dataDir, statSync(dataDir).mode | 0o011);
}

/**
 * Brings an embedded cluster to the state the product expects: roles `anlan_owner` (owns the database, runs DDL) and
 * `anlan_app` (may log in, read and write rows, nothing else), and the database `anlan` prepared by prepareDatabase.
 * Repeats harmlessly at every start.
 */
export async function bootstrapDatabase(urls: ClusterUrls, database: string = clusterRoles.database): Promise<void> {
  await withClient(urls.superUrl, async (client) => {
    for (const url of [urls.ownerUrl, urls.appUrl]) {
      const { username, password } = new URL(url);
      const known = await client.query('select 1 from pg_roles where rolname = $1', [username]);
      const verb = known.rowCount === 0 ? 'create' : 'alter';
      await client.query(
        `${verb} role ${username} login nosuperuser nocreatedb nocreaterole noreplication nobypassrls
         password ${client.escapeLiteral(password)}`,
      );
    }
    const known = await client.query('select 1 from pg_database where datname = $1', [database]);
    if (known.rowCount === 0) await client.query(`create database ${database} owner ${clusterRoles.owner}`);
  });
  await prepareDatabase(databaseUrl(urls.superUrl, database), database);
}

/**
 * Prepares one database of our own server, as superuser: extension pg_trgm, index-safe operators, and the rights by
 * which `anlan_app` may select, insert, update and delete in every table that `anlan_owner` will ever make.
 */
async function prepareDatabase(superUrl: string, database: string): Promise<void> {
  await withClient(superUrl, async (client) => {
    const { owner, app } = clusterRoles;
    await client.query(
      [
        'begin',
        'create extension if not exists pg_trgm',
        ...leakproofStatements,
        `revoke all on database ${database} from public`,
        `grant connect on database ${database} to ${app}`,
        `grant usage on schema public to ${app}`,
        `alter default privileges for role ${owner} grant usage on schemas to ${app}`,
        `alter default privileges for role ${owner} grant select, insert, update, delete on tables to ${app}`,
        `alter default privileges for role ${owner} grant usage, select on sequences to ${app}`,
        'commit',
      ].join(';\n'),
    );
  });
}

/** The same address with another database. */
export function databaseUrl(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.href;
}

async function withClient(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
