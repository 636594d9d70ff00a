import { join } from 'node:path';
import { wallClock } from '../../../src/core/clock/wall-clock.ts';
import { progress } from '../harness/bench.ts';
import { asSuperuser, type BenchProduct, fillTable, startBenchProduct } from '../harness/bench-product.ts';
import { TENANT } from '../list/million-rows.ts';

/** Entries, and cells of the sheet: a million, or as many as `ANLAN_BENCH_ROWS` says. */
export const ROWS = Number(process.env.ANLAN_BENCH_ROWS ?? 1_000_000);

/** What the pages show of them. */
export const SHOWN = { entries: 2_000, stages: 12, points: 2_000, areas: 500, rows: 100, days: 62 } as const;

const DAY = 86_400_000;
const [year = 0, month = 1] = wallClock(Date.now(), 'Asia/Shanghai').slice(0, 7).split('-').map(Number);
const isoDay = (moment: number): string => new Date(moment).toISOString().slice(0, 10);

/** This month, with which pages open; it holds as many entries as a calendar shows, and the others lie before it. */
export const MONTH = { from: isoDay(Date.UTC(year, month - 1, 1)), to: isoDay(Date.UTC(year, month, 0)) };

/** The days of the sheet that are asked for; the others lie before them. */
export const SHEET = { from: isoDay(Date.UTC(year, month, 0) - (SHOWN.days - 1) * DAY), to: MONTH.to };

const files = [
  'benchZone.entity.json',
  'benchEntry.entity.json',
  'benchSheet.entity.json',
  'benchMap.page.json',
  'benchDashboard.page.json',
];

/**
 * The product with a page of each kind over many rows: 2,000 entries a month, of which as many have a place as a map
 * shows, 500 areas, and a sheet of 100 rows with a record for each day.
 */
export async function startViewRows(): Promise<BenchProduct> {
  const product = await startBenchProduct(
    files.map((file) => join(import.meta.dirname, file)),
    { ANLAN_DEMO_DANGERS: '0' },
  );
  progress(`正在写入 ${ROWS} 行 …`);
  const days = Number(MONTH.to.slice(8));
  await asSuperuser(product.superUrl, async (client) => {
    const head = 'id, "tenantId", "createTime"';
    const begin = (from: number) => `(${from}00000000000000000 + g)::text, $1, now() - g * interval '1 second'`;
    await fillTable(
      client,
      'benchZone',
      `insert into data."benchZone" (${head}, name, level, ground)
       select ${begin(41)}, '区域' || lpad(g::text, 3, '0'), (1 + g % 2)::text,
         jsonb_build_object('points', jsonb_build_array(
           jsonb_build_object('lng', w, 'lat', s), jsonb_build_object('lng', w + 0.0008, 'lat', s),
           jsonb_build_object('lng', w + 0.0008, 'lat', s + 0.0008), jsonb_build_object('lng', w, 'lat', s + 0.0008)))
       from generate_series(1, $2::bigint) g,
         lateral (select 121 + g % 25 * 0.001 as w, 31 + g / 25 * 0.001 as s) corner`,
      [TENANT, SHOWN.areas],
    );
    await fillTable(
      client,
      'benchEntry',
      `insert into data."benchEntry" (${head}, status, name, stage, day, "deptId", place)
       select ${begin(42)}, 'open', '事项' || g, 's' || lpad((1 + g % $3::int)::text, 2, '0'),
         date '${MONTH.to}' - ((g - 1) / $4::int * ${days} + (g - 1) % ${days})::int, d.ids[1 + g % d.count],
         case when g <= $5::int
           then jsonb_build_object('lng', 121 + g % 50 * 0.0005, 'lat', 31 + g / 50 * 0.0005) end
       from generate_series(1, $2::bigint) g,
         (select ids, cardinality(ids) as count
          from (select array(select id from data.dept where "tenantId" = $1 order by id limit 60) as ids) a offset 0) d`,
      [TENANT, ROWS, SHOWN.stages, SHOWN.entries, SHOWN.points],
    );
    await fillTable(
      client,
      'benchSheet',
      `insert into data."benchSheet" (${head}, zone, day, state)
       select ${begin(43)}, (4100000000000000000 + 1 + (g - 1) % $3::int)::text,
         date '${SHEET.to}' - ((g - 1) / $3::int)::int, (g % 97)::text
       from generate_series(1, $2::bigint) g`,
      [TENANT, ROWS, SHOWN.rows],
    );
  });
  return product;
}
