import type { Browser } from 'playwright';
import { type Bench, type BenchRow, progress } from '../harness/bench.ts';
import { openBrowser, servePage } from '../harness/browser.ts';
import { median, percentile, rounded } from '../harness/statistics.ts';
import type { FormSide } from '../pages/form-page.tsx';

const FIELDS = 200;
const ROUNDS = 9;
const STROKES = 20;
const SIDES: readonly FormSide[] = ['hand', 'generated', 'lazy'];

/** What one visit of the page measured. */
interface Visit {
  readonly mount: number;
  /** Of a text field and of a number that a calculation reads, in turn. */
  readonly strokes: readonly number[];
  readonly compile: number;
  /** Labels that the form shows. */
  readonly labels: number;
  /** Of those, the ones that the window shows. */
  readonly inSight: number;
}

/**
 * A form of 200 fields of 12 types, generated from metadata, against the same form written by hand in antd: opened by a
 * warm page in Chromium, from asking for it until it is painted, and script time per keystroke.
 */
export const bench: Bench = {
  name: 'form-200',
  async *run() {
    progress('正在构建测量页面 …');
    const page = await servePage('form');
    const browser = await openBrowser();
    try {
      const visits: Record<FormSide, Visit[]> = { hand: [], generated: [], lazy: [] };
      const wanted = (await visit(browser, page.url, 'generated', 1)).inSight;
      for (const side of ['hand', 'lazy'] as const) await visit(browser, page.url, side, 1);
      for (let round = 0; round < ROUNDS; round += 1) {
        progress(`第 ${round + 1} / ${ROUNDS} 轮`);
        // Each side goes first, second and last equally often.
        for (let turn = 0; turn < SIDES.length; turn += 1) {
          const side = SIDES[(round + turn) % SIDES.length] ?? 'hand';
          visits[side].push(await visit(browser, page.url, side, side === 'lazy' ? wanted : 1));
        }
      }
      const [byHand, generated] = [visits.hand[0]?.labels, visits.generated[0]?.labels];
      if (byHand === undefined || byHand < FIELDS * 0.9 || byHand !== generated) {
        throw new Error(`两边的表单不同：手写有 ${byHand} 个字段，生成的有 ${generated} 个`);
      }
      const compile = rounded(median(visits.generated.map((one) => one.compile)));
      progress(`页面模型由元数据编译一次需 ${compile} ms（不计入打开表单的时间）`);
      yield row('form-200', visits.generated, visits.hand, (one) => [one.mount], '全部挂载');
      yield row('form-200-lazy', visits.lazy, visits.hand, (one) => [one.mount], '全部挂载');
      yield row('form-200-keystroke', visits.generated, visits.hand, (one) => one.strokes, '每次击键的脚本');
    } finally {
      await browser.close();
      await page.close();
    }
  },
};

function row(
  name: string,
  ours: readonly Visit[],
  hand: readonly Visit[],
  sample: (visit: Visit) => readonly number[],
  what: string,
): BenchRow {
  const [own, other] = [ours.flatMap(sample), hand.flatMap(sample)];
  return {
    bench: name,
    ratio: rounded(median(own) / median(other)),
    p50: rounded(median(own)),
    p95: rounded(percentile(own, 0.95)),
    unit: 'ms',
    against: `手写 antd Form（${what}）${rounded(median(other))} ms`,
  };
}

// A page of its own for each visit: what one form leaves behind is not the next one's burden.
async function visit(browser: Browser, url: string, side: FormSide, wanted: number): Promise<Visit> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  try {
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(String(error)));
    await page.goto(url);
    await page.waitForFunction(() => window.bench !== undefined);
    const measured = await page.evaluate(
      async ({ side, fields, strokes, wanted }) => {
        await window.bench.warm(side);
        const mount = await window.bench.mount(side, fields, wanted);
        const inSight = window.bench.inSight();
        const labels = document.querySelectorAll('label[for]').length;
        const text = await window.bench.type(side, 's1Place', strokes);
        const number = await window.bench.type(side, 's1Count', strokes);
        return {
          mount,
          labels,
          inSight,
          strokes: [...text, ...number],
          compile: side === 'hand' ? 0 : window.bench.compile(fields),
        };
      },
      { side, fields: FIELDS, strokes: STROKES, wanted },
    );
    if (faults.length > 0) throw new Error(faults.join('\n'));
    return measured;
  } finally {
    await page.close();
  }
}
