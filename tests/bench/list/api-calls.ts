import { type Bench, type BenchRow, progress } from '../harness/bench.ts';
import { median, percentile, rounded } from '../harness/statistics.ts';
import { startHandWritten } from './hand-process.ts';
import { millionRows } from './million-rows.ts';
import { signInHeaders } from './sign-in.ts';

const BASE = '/api/anlan-safety/bench/record';
const ROUNDS = 5;
const CALLS = 8;
const WARM_UPS = 3;

type Body = Readonly<Record<string, unknown>>;
/** A call: path with query, and a body where it is posted. */
type Call = readonly [path: string, body?: Body];
type Send = (call: Call) => Promise<{ readonly ms: number; readonly data: Record<string, unknown> }>;

/** The nth call of a kind, on ours and on the hand-written service; undefined where there is nothing to compare with. */
interface Kind {
  readonly name: string;
  readonly ours: (n: number, send: Send) => Promise<Call>;
  readonly hand?: (n: number, send: Send) => Promise<Call>;
}

const page = (current: number, more = '') => `${BASE}/page?page=benchRecord&size=20&current=${current}${more}`;
const day = (n: number) => new Date(Date.UTC(2024, 0, 1 + n)).toISOString().slice(0, 10);
const word = (n: number) => encodeURIComponent(`第${4_321 + n * 17}`);
const recordId = (n: number) => `40000000000000${10_000 + n * 7}`;
const same = (call: (n: number) => Call): Pick<Kind, 'ours' | 'hand'> => ({
  ours: async (n) => call(n),
  hand: async (n) => call(n),
});
const fresh = (n: number): Body => ({ code: `XJ-${Date.now() % 1e9}-${n}`, name: `新记录${n}`, kind: '1', amount: n });
const changed = async (n: number, send: Send): Promise<Call> => {
  const { data } = await send([`${BASE}/save`, fresh(n)]);
  return [`${BASE}/save`, { id: data.id, version: data.version, amount: n + 0.5 }];
};

const FIRST = 'api-page-1';
const DEEP = ['api-page-1000', 'api-page-1000-next'];

const KINDS: readonly Kind[] = [
  { name: FIRST, ...same(() => [page(1)]) },
  // Pages that are no neighbours: each is jumped to.
  { name: 'api-page-1000', ...same((n) => [page(1_000 + 3 * n)]) },
  { name: 'api-page-1000-next', ...same((n) => [page(2_000 + n)]) },
  {
    name: 'api-contains',
    ours: async (n) => [page(1, `&name=${word(n)}`)],
    hand: async (n) => [`${BASE}/search?name=${word(n)}`],
  },
  // Each asks for other rows, so that nothing is kept.
  { name: 'api-count-exact', ...same((n) => [`${BASE}/count?page=benchRecord&exact=true&endHappenDate=${day(n)}`]) },
  { name: 'api-count-kept', ...same(() => [`${BASE}/count?page=benchRecord&exact=true&endHappenDate=2020-02-02`]) },
  { name: 'api-detail', ...same((n) => [`${BASE}/detail?id=${recordId(n)}`]) },
  { name: 'api-create', ...same((n) => [`${BASE}/save`, fresh(n)]) },
  { name: 'api-update', ours: changed, hand: changed },
];

/**
 * Each call of the generic service on an entity of a million rows against a Fastify route written by hand, one call at a
 * time, in turn, so that what else the machine does falls on both; and a deep page against the first. Times in ms, a ratio
 * below 1 is faster.
 */
export const bench: Bench = {
  name: 'api-calls',
  async *run() {
    const rows = await millionRows();
    const hand = await startHandWritten(rows);
    try {
      const headers = await signInHeaders(rows.server.url);
      const sides = [sender(rows.server.url, headers), sender(hand.url, headers)] as const;
      const medians = new Map<string, number>();
      for (const kind of KINDS) {
        progress(kind.name);
        const row = await measure(kind, sides);
        medians.set(kind.name, row.p50);
        yield row;
      }
      const first = medians.get(FIRST) ?? Number.NaN;
      for (const name of DEEP) {
        const deep = medians.get(name) ?? Number.NaN;
        const row = {
          bench: `${name}-to-first`,
          ratio: rounded(deep / first),
          p50: deep,
          p95: deep,
          unit: 'ms',
        } as const;
        yield { ...row, against: `本产品的第 1 页 ${rounded(first)} ms（预算：3 倍以内）` };
      }
    } finally {
      hand.process.kill('SIGTERM');
    }
  },
};

async function measure({ name, ours, hand = ours }: Kind, sides: readonly [Send, Send]): Promise<BenchRow> {
  const times: [number[], number[]] = [[], []];
  for (let n = 0; n < WARM_UPS + ROUNDS * CALLS; n += 1) {
    const order = n % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const);
    for (const side of order) {
      const send = sides[side];
      const { ms } = await send(await (side === 0 ? ours : hand)(n, send));
      if (n >= WARM_UPS) times[side].push(ms);
    }
  }
  const [own, other] = [median(times[0]), median(times[1])];
  return {
    bench: name,
    ratio: rounded(own / other),
    p50: rounded(own),
    p95: rounded(percentile(times[0], 0.95)),
    unit: 'ms',
    against: `手写 Fastify + pg ${rounded(other)} ms（中位数，${ROUNDS * CALLS} 次交替调用，小于 1 为更快）`,
  };
}

function sender(url: string, headers: Record<string, string>): Send {
  return async ([path, body]) => {
    const started = performance.now();
    const answer = await fetch(url + path, {
      headers: body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    const ms = performance.now() - started;
    if (answer.status !== 200) throw new Error(`${path}：${answer.status} ${text.slice(0, 300)}`);
    return { ms, data: (JSON.parse(text) as { data: Record<string, unknown> }).data };
  };
}
