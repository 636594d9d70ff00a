import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { databaseUrl } from '../../../server/ground/database/bootstrap.ts';
import { productBuffers } from '../../../server/ground/database/supervisor-cluster.ts';
import { type ProductServer, startProductServer } from '../../e2e/support/product-server.ts';
import { startTestPostgres } from '../../fixtures/postgres.ts';
import { atEnd, progress } from '../harness/bench.ts';

const root = join(import.meta.dirname, '../../..');

/** Rows of the bench's entity. */
export const ROWS = 1_000_000;

/** Tenant that the rows belong to. */
export const TENANT = '645967';

/** Account that reads them: its role sees the whole tenant. */
export const ACCOUNT = 'safety';

/** Where the client is built for the benches, apart from the one that people use. */
export const CLIENT = join(root, '.cache/bench/client');

/** A running product whose database holds a million rows of one entity. */
export interface MillionRows {
  readonly server: ProductServer;
  /** Address of the serving role, for the hand-written route. */
  readonly appUrl: string;
  readonly ownerUrl: string;
  /** Address of the superuser, for filling tables. */
  readonly superUrl: string;
  /** What signs the tokens of both servers. */
  readonly jwtSecret: string;
}

let running: Promise<MillionRows> | undefined;

/**
 * The product over a throw-away PostgreSQL, with the demo plant and `benchRecord` filled by SQL. Made once for a run of
 * the benches, since filling takes half a minute; it goes when they are over.
 */
export function millionRows(): Promise<MillionRows> {
  running ??= start();
  return running;
}

async function start(): Promise<MillionRows> {
  const schemas = mkdtempSync(join(tmpdir(), 'anlan-bench-schemas-'));
  cpSync(join(root, 'schemas'), schemas, { recursive: true });
  mkdirSync(join(schemas, 'areas/bench'));
  const file = 'benchRecord.entity.json';
  cpSync(join(import.meta.dirname, file), join(schemas, 'areas/bench', file));

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
    },
  });
  atEnd(() => server.stop());
  progress(`正在写入 ${ROWS} 行 …`);
  const superUrl = databaseUrl(postgres.superUrl, new URL(appUrl).pathname.slice(1));
  await fill(superUrl);
  return { server, appUrl, ownerUrl, superUrl, jwtSecret };
}

// As superuser, who is above row-level security; the indexes are made again afterwards, which is much faster.
async function fill(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows: indexes } = await client.query<{ name: string; definition: string }>(
      `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
       from pg_index i where i.indrelid = 'data."benchRecord"'::regclass
         and not exists (select 1 from pg_constraint c where c.conindid = i.indexrelid)`,
    );
    for (const { name } of indexes) await client.query(`drop index ${name}`);
    await client.query("set maintenance_work_mem = '512MB'");
    await client.query(
      `insert into data."benchRecord"
         (id, "tenantId", "createUser", "createDept", "createTime", code, name, kind, "deptId", "ownerId", amount,
          "happenDate", place, remark)
       select (4000000000000000000 + g)::text, $1, p.users[1 + g % p.people], p.depts[1 + g % p.departments],
         timestamptz '2026-11-01 00:00:00+08' - g * interval '1 minute',
         'CL-' || lpad(g::text, 7, '0'), '测量记录第' || g || '号', (1 + g % 4)::text, p.depts[1 + g % p.departments],
         p.users[1 + g % p.people], (g % 1000003) / 100.0, date '2026-11-01' - (g * 7919 % 3650)::int,
         '第' || (1 + g % 40) || '车间', '第' || g || '行的说明'
       from generate_series(1, $2::bigint) g,
         (select users, depts, cardinality(users) as people, cardinality(depts) as departments
          from (select array(select id from data."user" where "tenantId" = $1 order by id) as users,
                  array(select id from data.dept where "tenantId" = $1 order by id) as depts) a offset 0) p`,
      [TENANT, ROWS],
    );
    for (const { definition } of indexes) await client.query(definition);
    await client.query('vacuum (analyze) data."benchRecord"');
    const { rows } = await client.query<{ count: string }>('select count(*)::int as count from data."benchRecord"');
    if (Number(rows[0]?.count) !== ROWS) throw new Error(`只写入了 ${rows[0]?.count} 行`);
  } finally {
    await client.end();
  }
}
