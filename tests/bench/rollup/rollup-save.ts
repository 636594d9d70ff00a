import type { WireRecord } from '../../../src/core/wire/contract.ts';
import type { EntityServer } from '../../fixtures/entity-server.ts';
import type { Bench, BenchRow } from '../harness/bench.ts';
import { interleave, median, percentile, rounded } from '../harness/statistics.ts';
import { officer, P, startCounting, timed } from './counting.ts';

const ROUNDS = 5;
const SAVES = 60;

/** What three roll-ups cost a save and an edit. */
export const bench: Bench = {
  name: 'rollup-save',
  async *run() {
    const server = await startCounting();
    try {
      yield await rounds('rollup-save', await creating(server));
      yield await rounds('rollup-edit', await editing(server, (version) => ({ amount: 12.5 + version })));
      yield await rounds('rollup-edit-other', await editing(server, (version) => ({ remark: `第${version}版` })));
    } finally {
      await server.close();
    }
  },
};

type Sides = readonly [() => Promise<number>, () => Promise<number>];

const RECEIPT = { name: '票', amount: 12.5, day: '2026-04-01' };

async function created(server: EntityServer, base: string, body: object): Promise<string> {
  return (await server.call<WireRecord>(officer, `POST ${P}/${base}/save`, body)).data.id;
}

/** Saving a new receipt whose plan has three roll-ups, and one whose plan has none. */
async function creating(server: EntityServer): Promise<Sides> {
  const side = async (kind: string) => {
    const plan = await created(server, `${kind}plan`, { name: '计划', budget: 1 });
    return () => timed(server, `POST ${P}/${kind}receipt/save`, { ...RECEIPT, plan });
  };
  return [await side('counted'), await side('plain')];
}

/** Changing such receipts, in fields that roll-ups read or in others. */
async function editing(server: EntityServer, change: (version: number) => object): Promise<Sides> {
  const side = async (kind: string) => {
    const plan = await created(server, `${kind}plan`, { name: '计划', budget: 1 });
    const id = await created(server, `${kind}receipt`, { ...RECEIPT, plan });
    let version = 0;
    return () => {
      version += 1;
      return timed(server, `POST ${P}/${kind}receipt/save`, { id, version, ...change(version) });
    };
  };
  return [await side('counted'), await side('plain')];
}

/** Both sides in turn; `ratio` is the middle of the rounds' ratios, since others' work falls on some rounds only. */
async function rounds(name: string, sides: Sides): Promise<BenchRow> {
  await interleave(sides, 30);
  const counted: number[] = [];
  const plain: number[] = [];
  const ratios: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const [one, other] = await interleave(sides, SAVES);
    ratios.push(median(one) / median(other));
    counted.push(...one);
    plain.push(...other);
  }
  return {
    bench: name,
    ratio: rounded(median(ratios)),
    p50: rounded(median(counted)),
    p95: rounded(percentile(counted, 0.95)),
    unit: 'ms',
    against: `没有汇总 ${rounded(median(plain))}；各轮 ${ratios.map(rounded).join('、')}`,
  };
}
