import { type Bench, type BenchRow, progress } from '../harness/bench.ts';
import { load } from '../harness/load.ts';
import type { LoadResult } from '../harness/load-client.ts';
import { interleave, median, rounded } from '../harness/statistics.ts';
import { startHandWritten } from './hand-process.ts';
import { millionRows } from './million-rows.ts';
import { signInHeaders } from './sign-in.ts';

const CONNECTIONS = 8;
const SECONDS = 4;
const ROUNDS = 5;
const path = (query: string) => `/api/anlan-safety/bench/record/page?page=benchRecord&${query}`;

/** Forms of the list that are measured: the first pages as people leaf through them, and a filter of two fields. */
const FORMS: Readonly<Record<string, readonly string[]>> = {
  'api-list-1m': [1, 1, 1, 2, 3, 5].map((current) => path(`current=${current}&size=20`)),
  'api-list-1m-filter': ['1', '2', '3', '4'].map((kind) =>
    path(`current=1&size=20&kind=${kind}&startHappenDate=2024-01-01&endHappenDate=2024-03-31`),
  ),
};

/**
 * The generic list of an entity of a million rows against a Fastify route written by hand for it: same token check,
 * same answer to the byte but for the order of keys, each server alone under the same load.
 */
export const bench: Bench = {
  name: 'api-list-1m',
  async *run() {
    const rows = await millionRows();
    const hand = await startHandWritten(rows);
    try {
      const headers = await signInHeaders(rows.server.url);
      for (const [name, paths] of Object.entries(FORMS)) {
        await expectSame(rows.server.url, hand.url, paths, headers);
        yield await measure(name, rows.server.url, hand.url, paths, headers);
      }
    } finally {
      hand.process.kill('SIGTERM');
    }
  },
};

async function measure(
  name: string,
  ours: string,
  hand: string,
  paths: readonly string[],
  headers: Record<string, string>,
): Promise<BenchRow> {
  const run = (url: string, seconds: number) => {
    const { hostname: host, port } = new URL(url);
    return load({ host, port: Number(port), paths, headers, connections: CONNECTIONS, seconds });
  };
  progress(`${name}：预热`);
  for (const url of [ours, hand]) await run(url, 2);
  let round = 0;
  const [own, other] = await interleave<LoadResult>(
    [
      () => {
        round += 1;
        progress(`${name}：第 ${round} / ${ROUNDS} 轮`);
        return run(ours, SECONDS);
      },
      () => run(hand, SECONDS),
    ],
    ROUNDS,
  );
  const rate = (results: readonly LoadResult[]) => median(results.map((result) => result.rps));
  return {
    bench: name,
    ratio: rounded(rate(own) / rate(other)),
    p50: rounded(median(own.map((result) => result.p50))),
    p95: rounded(median(own.map((result) => result.p95))),
    unit: 'ms',
    against: `手写 Fastify + pg ${Math.round(rate(other))} 次/秒（本产品 ${Math.round(rate(own))} 次/秒，${CONNECTIONS} 个连接，ratio 为吞吐之比）`,
  };
}

// The same text but for the order of keys, which says nothing.
function canonical(answer = ''): string {
  const sorted = (_: string, value: unknown): unknown =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value;
  return answer.slice(0, 4) + JSON.stringify(JSON.parse(answer.slice(4)), sorted);
}

// What is not the same answer may not be compared.
async function expectSame(
  ours: string,
  hand: string,
  paths: readonly string[],
  headers: Record<string, string>,
): Promise<void> {
  for (const path of new Set(paths)) {
    const [own, other] = await Promise.all(
      [ours, hand].map(async (url) => {
        const answer = await fetch(url + path, { headers });
        return `${answer.status} ${await answer.text()}`;
      }),
    );
    if (own?.length !== other?.length || canonical(own) !== canonical(other)) {
      throw new Error(`两边对 ${path} 的应答不同：\n${own?.slice(0, 1500)}\n${other?.slice(0, 1500)}`);
    }
    if (own === undefined || !own.startsWith('200 ') || !own.includes('测量记录第')) {
      throw new Error(`${path} 没有给出记录：${own?.slice(0, 500)}`);
    }
  }
}
