import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import pg from 'pg';
import { databaseUrl } from '../../../server/ground/database/bootstrap.ts';
import { productBuffers } from '../../../server/ground/database/supervisor-cluster.ts';
import { type ProductServer, startProductServer } from '../../e2e/support/product-server.ts';
import { startTestPostgres } from '../../fixtures/postgres.ts';
import { atEnd, progress } from './bench.ts';

const root = join(import.meta.dirname, '../../..');

/** Where the client is built for the benches, apart from the one that people use. */
export const CLIENT = join(root, '.cache/bench/client');

/** A running product with entities of a bench beside those that are shipped. */
export interface BenchProduct {
  readonly server: ProductServer;
  /** Address of the serving role, for the hand-written route. */
  readonly appUrl: string;
  readonly ownerUrl: string;
  /** Address of the superuser, who is above row-level security, for filling tables. */
  readonly superUrl: string;
  /** What signs the tokens of both servers. */
  readonly jwtSecret: string;
}

/**
 * The product over a throw-away PostgreSQL, with the demo plant and a bench's own files of entities and pages; it goes
 * when all benches are over.
 */
export async function startBenchProduct(
  files: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<BenchProduct> {
  const schemas = mkdtempSync(join(tmpdir(), 'anlan-bench-schemas-'));
  cpSync(join(root, 'schemas'), schemas, { recursive: true });
  mkdirSync(join(schemas, 'areas/bench'));
  for (const file of files) {
    cpSync(file, join(schemas, file.endsWith('.page.json') ? 'pages' : 'areas/bench', basename(file)));
  }
  // The server takes in what is built into it later, but asks at its start whether there is such a folder.
  mkdirSync(CLIENT, { recursive: true });
  progress('正在启动数据库和服务端，写入演示工厂 …');
  // As much memory as the product's own: it is its lists that are measured.
  const postgres = await startTestPostgres(productBuffers());
  atEnd(async () => rmSync(schemas, { recursive: true, force: true }));
  atEnd(() => postgres.stop());
  const { appUrl, ownerUrl } = await postgres.createDatabase();
  const jwtSecret = 'bench-secret-of-at-least-thirty-two-characters';
  const server = await startProductServer({
    within: 240_000,
    env: {
      DATABASE_URL: appUrl,
      DATABASE_OWNER_URL: ownerUrl,
      ANLAN_SCHEMAS: schemas,
      ANLAN_CLIENT: CLIENT,
      ANLAN_WATCH: '0',
      ANLAN_JWT_SECRET: jwtSecret,
      ...env,
    },
  });
  atEnd(() => server.stop());
  const superUrl = databaseUrl(postgres.superUrl, new URL(appUrl).pathname.slice(1));
  return { server, appUrl, ownerUrl, superUrl, jwtSecret };
}

/** Fills a table of `data` by one statement without its indexes, which are made again afterwards: that is much faster. */
export async function fillTable(
  client: pg.Client,
  entity: string,
  insert: string,
  values: readonly unknown[],
): Promise<void> {
  const table = `data."${entity}"`;
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
     from pg_index i where i.indrelid = $1::regclass
       and not exists (select 1 from pg_constraint c where c.conindid = i.indexrelid)`,
    [table],
  );
  for (const { name } of indexes) await client.query(`drop index ${name}`);
  await client.query("set maintenance_work_mem = '512MB'");
  await client.query(insert, [...values]);
  for (const { definition } of indexes) await client.query(definition);
  await client.query(`vacuum (analyze) ${table}`);
}

/** Does something as the superuser. */
export async function asSuperuser(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
