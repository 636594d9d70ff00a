import { type Bench, type BenchRow, progress } from '../harness/bench.ts';
import { median, percentile, rounded } from '../harness/statistics.ts';
import { ACCOUNT, millionRows } from './million-rows.ts';
import { fillTickets } from './million-tickets.ts';
import { signInHeaders } from './sign-in.ts';

/** Milliseconds within which the server answers, at the 95th percentile. */
const BUDGET = 50;
const WARM_UPS = 2;
const ROUNDS = 20;

/** Who asks: all rows of the plant, those of a workshop, those in which a person is named. */
const PEOPLE: Readonly<Record<string, string>> = {
  [ACCOUNT]: '安全管理员（全厂）',
  officer: '车间安全员（本车间）',
  employee: '员工（本人）',
};

/** What is asked of the list, as people leaf, filter and sort. */
const FORMS: Readonly<Record<string, string>> = {
  first: '',
  fifth: 'current=5',
  status: 'status=closed',
  rare: 'status=working',
  type: 'type=hot',
  both: 'type=hot&status=closed',
  month: 'startPlanStartTime=2025-03-01&endPlanStartTime=2025-03-31',
  number: 'ticketNo=-05000',
  keyword: 'keyword=第7装置',
  oldest: 'orderBy=planStartTime',
  newest: 'orderBy=-createTime',
};

/** One call, without the browser: milliseconds from sending it to the end of its answer. */
async function call(url: string, query: string, headers: Record<string, string>): Promise<number> {
  const started = performance.now();
  const answer = await fetch(`${url}/api/anlan-workticket/ticket/page?page=ticketList&size=20&${query}`, { headers });
  const { code, msg } = (await answer.json()) as { code: number; msg: string };
  const time = performance.now() - started;
  if (code !== 200) throw new Error(`列表 ${query} 没有应答：${msg}`);
  return time;
}

/** Times of every form of the list for one person, by its name. */
async function timesOf(url: string, account: string): Promise<ReadonlyMap<string, readonly number[]>> {
  const headers = await signInHeaders(url, account);
  const times = new Map<string, number[]>(Object.keys(FORMS).map((name) => [name, []]));
  for (let round = 0; round < WARM_UPS + ROUNDS; round += 1) {
    for (const [name, query] of Object.entries(FORMS)) {
      const time = await call(url, query, headers);
      if (round >= WARM_UPS) times.get(name)?.push(time);
    }
  }
  return times;
}

/**
 * The list of a million work tickets as people with three row scopes leaf, filter and sort it: the server's part of
 * each call, one at a time. The forms of the list are named on stderr with their own figures, the slowest first.
 */
export const bench: Bench = {
  name: 'ticket-1m',
  async *run() {
    const rows = await millionRows();
    await fillTickets(rows.superUrl);
    for (const [account, title] of Object.entries(PEOPLE))
      yield row(account, title, await timesOf(rows.server.url, account));
  },
};

function row(account: string, title: string, times: ReadonlyMap<string, readonly number[]>): BenchRow {
  const slowest = [...times].map(([name, own]) => ({ name, p50: median(own), p95: percentile(own, 0.95) }));
  slowest.sort((a, b) => b.p95 - a.p95);
  const told = slowest.map(({ name, p50, p95 }) => `${name} ${rounded(p50)}/${rounded(p95)}`);
  progress(`ticket-1m ${account}（p50/p95，ms）：${told.join('，')}`);
  const all = [...times.values()].flat();
  const p95 = percentile(all, 0.95);
  return {
    bench: `ticket-1m-${account}`,
    ratio: rounded(p95 / BUDGET),
    p50: rounded(median(all)),
    p95: rounded(p95),
    unit: 'ms',
    against: `预算 p95 ${BUDGET} ms（服务端，100 万张作业票，${title}，${times.size} 种查询）`,
  };
}
