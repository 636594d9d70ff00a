import { join } from 'node:path';
import { progress } from '../harness/bench.ts';
import { asSuperuser, type BenchProduct, fillTable, startBenchProduct } from '../harness/bench-product.ts';

/** Rows of the bench's entity. */
export const ROWS = 1_000_000;

/** Tenant that the rows belong to. */
export const TENANT = '645967';

/** Account that reads them: its role sees the whole tenant. */
export const ACCOUNT = 'safety';

let running: Promise<BenchProduct> | undefined;

/**
 * The product with `benchRecord`, filled by SQL. Made once for a run of the benches, since filling takes half a minute;
 * it goes when they are over.
 */
export function millionRows(): Promise<BenchProduct> {
  running ??= start();
  return running;
}

async function start(): Promise<BenchProduct> {
  const product = await startBenchProduct([join(import.meta.dirname, 'benchRecord.entity.json')]);
  progress(`正在写入 ${ROWS} 行 …`);
  await fill(product.superUrl);
  return product;
}

function fill(url: string): Promise<void> {
  return asSuperuser(url, async (client) => {
    await fillTable(
      client,
      'benchRecord',
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
    const { rows } = await client.query<{ count: string }>('select count(*)::int as count from data."benchRecord"');
    if (Number(rows[0]?.count) !== ROWS) throw new Error(`只写入了 ${rows[0]?.count} 行`);
  });
}
