import type { WireRecord } from '../../../src/core/wire/contract.ts';
import type { EntityServer } from '../../fixtures/entity-server.ts';
import type { Bench, BenchRow } from '../harness/bench.ts';
import { interleave, median, percentile, rounded } from '../harness/statistics.ts';
import { officer, P, startCounting, timed } from './counting.ts';

const SAVES = 300;

/** What three roll-ups cost a save. */
export const bench: Bench = {
  name: 'rollup-save',
  async *run() {
    const server = await startCounting();
    try {
      yield await saves(server);
    } finally {
      await server.close();
    }
  },
};

/** Saving a receipt whose plan has three roll-ups against one whose plan has none, in turn. */
async function saves(server: EntityServer): Promise<BenchRow> {
  const create = async (base: string) =>
    (await server.call<WireRecord>(officer, `POST ${P}/${base}/save`, { name: '计划', budget: 1 })).data.id;
  const plans = [await create('countedplan'), await create('plainplan')];
  const save = (base: string, at: number) => () =>
    timed(server, `POST ${P}/${base}/save`, { name: '票', plan: plans[at], amount: 12.5, day: '2026-04-01' });
  const sides = [save('countedreceipt', 0), save('plainreceipt', 1)] as const;
  await interleave(sides, 20);
  const [counted, without] = await interleave(sides, SAVES);
  return {
    bench: 'rollup-save',
    ratio: rounded(median(counted) / median(without)),
    p50: rounded(median(counted)),
    p95: rounded(percentile(counted, 0.95)),
    unit: 'ms',
    against: `保存没有汇总的票据 ${rounded(median(without))}`,
  };
}
