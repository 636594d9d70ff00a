import type { EntityServer } from '../../fixtures/entity-server.ts';
import { type Bench, type BenchRow, progress } from '../harness/bench.ts';
import { median, percentile, rounded } from '../harness/statistics.ts';
import { P, startCounting, timed } from './counting.ts';

const ROWS = 1_000_000;
const PAGES = 60;
/** Milliseconds within which a sorted or filtered page is to come. */
const WANTED = 50;
const TENANT = '645967';

/** A list of a million records that is sorted and filtered by a roll-up, or sorted by the names of 300 others. */
export const bench: Bench = {
  name: 'rollup-list',
  async *run() {
    const server = await startCounting();
    try {
      yield* await lists(server);
    } finally {
      await server.close();
    }
  },
};

async function lists(server: EntityServer): Promise<readonly BenchRow[]> {
  progress('写入一百万条 …');
  await server.database.withOwner(async (owner) => {
    await owner.query("set statement_timeout = 0; select set_config('anlan.tenant', '645967', false)");
    await owner.query(
      `insert into data."plainPlan" (id, "tenantId", "createTime", name) select 'b' || n, '${TENANT}', now(), '原' || n * 7 % 300 from generate_series(0, 299) n`,
    );
    await owner.query(
      `insert into data."countedPlan" (id, "tenantId", "createTime", name, budget, used, receipts, greatest, base)
       select (5000000000000000000 + n)::text, '${TENANT}', now(), '计划' || n, n % 1000, (n::bigint * 7919 % 1000003), n % 50, n % 700, 'b' || n % 300
       from generate_series(1, ${ROWS}) n`,
    );
    await owner.query('vacuum analyze data."countedPlan"');
  });
  const list = `GET ${P}/countedplan/page?page=countedPlan&size=20`;
  const kinds = {
    'rollup-sorted': (n: number) => `${list}&orderBy=-used&current=${1 + (n % 20)}`,
    // Without an index: the list says that it is slow.
    'rollup-sorted-by-name': (n: number) => `${list}&orderBy=base&current=${1 + (n % 20)}`,
    'rollup-filtered': (n: number) => `${list}&orderBy=-used&used=${n * 1500},${n * 1500 + 4000}`,
  };
  const rows: BenchRow[] = [];
  for (const [name, call] of Object.entries(kinds)) {
    progress(name);
    for (let n = 0; n < 5; n += 1) await timed(server, call(n));
    const sample: number[] = [];
    for (let n = 0; n < PAGES; n += 1) sample.push(await timed(server, call(n)));
    rows.push({
      bench: name,
      ratio: rounded(percentile(sample, 0.95) / WANTED),
      p50: rounded(median(sample)),
      p95: rounded(percentile(sample, 0.95)),
      unit: 'ms',
      against: `p95 ${WANTED}`,
    });
  }
  return rows;
}
