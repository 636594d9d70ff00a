import { setTimeout as sleep } from 'node:timers/promises';
import type { WireRecord } from '../../../src/core/wire/contract.ts';
import type { DashboardAnswer, MapAnswer } from '../../../src/core/wire/joint.ts';
import { type Bench, type BenchRow, progress } from '../harness/bench.ts';
import { median, percentile, rounded } from '../harness/statistics.ts';
import { signInHeaders } from '../list/sign-in.ts';
import { paintedViews } from './view-paint.ts';
import { MONTH, ROWS, SHEET, SHOWN, startViewRows } from './view-rows.ts';

/** Milliseconds within which the server answers, at the 95th percentile, and in which a page is painted. */
const SERVER_BUDGET = 50;
const PAINT_BUDGET = 300;
/** Milliseconds that no task takes while a card is dragged. */
const TASK_BUDGET = 100;
const WARM_UPS = 5;
const ROUNDS = 40;

/** A page: how the browser asks for it, and how many parts of it the answer must hold lest nothing be measured. */
interface MeasuredView {
  readonly path: string;
  readonly what: string;
  count(data: unknown): number;
  readonly expected: number;
  /** Milliseconds; default `SERVER_BUDGET`. */
  readonly budget?: number;
}

const entries = (page: string, kind: string, more: string): string =>
  `/api/anlan-safety/bench/entry/view?page=${page}&_kind=${kind}${more}`;
const joint = (code: string): string => `/api/anlan-system/joint/records?code=${code}`;
const month = `&_from=${MONTH.from}&_to=${MONTH.to}`;
const recordsOf = (data: unknown): number => (data as { records: readonly WireRecord[] }).records.length;

const VIEWS: Readonly<Record<string, MeasuredView>> = {
  calendar: {
    path: entries('benchCalendar', 'calendar', month),
    what: `日历 ${SHOWN.entries} 条`,
    count: recordsOf,
    expected: SHOWN.entries,
  },
  timeline: {
    path: entries('benchTimeline', 'timeline', month),
    what: `时间线 ${SHOWN.entries} 条`,
    count: recordsOf,
    expected: SHOWN.entries,
  },
  board: {
    path: entries('benchBoard', 'board', ''),
    what: `看板 ${SHOWN.stages} 列`,
    count: (data) => (data as { columns: readonly unknown[] }).columns.length,
    expected: SHOWN.stages,
  },
  map: {
    path: joint('benchMap'),
    what: `地图 ${SHOWN.points} 个点、${SHOWN.areas} 个区域`,
    count: (data) => (data as MapAnswer).layers.reduce((sum, { places }) => sum + places.length, 0),
    expected: SHOWN.points + SHOWN.areas,
  },
  matrix: {
    path: `/api/anlan-safety/bench/sheet/view?page=benchMatrix&_kind=matrix&_from=${SHEET.from}&_to=${SHEET.to}`,
    what: `矩阵 ${SHOWN.rows} × ${SHOWN.days}`,
    count: recordsOf,
    expected: SHOWN.rows * SHOWN.days,
  },
  dashboard: {
    path: joint('benchDashboard'),
    what: '仪表盘 20 块（热）',
    count: (data) => (data as DashboardAnswer).tiles.filter(({ content }) => content !== undefined).length,
    expected: 20,
    budget: PAINT_BUDGET,
  },
};

/**
 * Each kind of page that reads many rows, of as many as it shows at most: the server's part of the call, one at a time,
 * and then in the browser from the press on the menu until it is painted.
 */
export const bench: Bench = {
  name: 'view',
  async *run(words) {
    const { server } = await startViewRows();
    const headers = await signInHeaders(server.url);
    const chosen = Object.entries(VIEWS).filter(([name]) => words.length === 0 || words.includes(name));
    for (const [name, view] of chosen) yield serverRow(name, view, await timesOf(server.url, view, headers));
    for await (const { name, times } of paintedViews(
      server.url,
      chosen.map(([name]) => name),
    )) {
      const drags = name.endsWith('-drag');
      const what = VIEWS[name.slice(0, name.lastIndexOf('-'))]?.what ?? name;
      yield drags
        ? row(`view-${name}`, times, TASK_BUDGET, `${what}，拖动中最长的任务`)
        : row(`view-${name}`, times, PAINT_BUDGET, `${what}，点击菜单到画出`);
    }
  },
};

function serverRow(name: string, view: MeasuredView, times: readonly number[]): BenchRow {
  return row(`view-${name}`, times, view.budget ?? SERVER_BUDGET, `服务端，${view.what}，共 ${ROWS} 行`);
}

function row(bench: string, times: readonly number[], budget: number, what: string): BenchRow {
  const p95 = percentile(times, 0.95);
  return {
    bench,
    ratio: rounded(p95 / budget),
    p50: rounded(median(times)),
    p95: rounded(p95),
    unit: 'ms',
    against: `预算 p95 ${budget} ms（${what}）`,
  };
}

async function timesOf(url: string, view: MeasuredView, headers: Record<string, string>): Promise<readonly number[]> {
  progress(`view：${view.what}`);
  const times: number[] = [];
  for (let round = 0; round < WARM_UPS + ROUNDS; round += 1) {
    const started = performance.now();
    const answer = await fetch(url + view.path, { headers });
    const text = await answer.text();
    const time = performance.now() - started;
    if (round === WARM_UPS) expectWhole(view, text);
    // What takes longer than a call may wait comes with a later one.
    else if (round < WARM_UPS) await sleep(500);
    if (round >= WARM_UPS) times.push(time);
  }
  return times;
}

function expectWhole({ path, count, expected }: MeasuredView, text: string): void {
  const { code, msg, data } = JSON.parse(text) as { code: number; msg: string; data: unknown };
  if (code !== 200) throw new Error(`${path} 没有应答：${msg}`);
  const found = count(data);
  if (found !== expected) throw new Error(`${path} 应有 ${expected} 件，答复了 ${found} 件`);
}
