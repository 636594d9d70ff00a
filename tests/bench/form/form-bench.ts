import type { Browser } from 'playwright';
import { type Bench, type BenchRow, progress } from '../harness/bench.ts';
import { openBrowser, servePage } from '../harness/browser.ts';
import { median, percentile, rounded } from '../harness/statistics.ts';
import type { FormSide } from '../pages/form-page.tsx';

const STROKES = 20;
const OWN: readonly FormSide[] = ['hand', 'generated', 'lazy'];
const PEERS = ['formily', 'rjsf', 'jsonforms'] as const satisfies readonly FormSide[];
/** What a peer's form leaves out of the form that it is measured against. */
const LEFT_OUT: Readonly<Record<(typeof PEERS)[number], string>> = {
  formily: '原装 Formily，不含选人、附件、计算与跨字段校验',
  rjsf: 'react-jsonschema-form，不含联动、选人、附件',
  jsonforms: 'JSON Forms 自带控件，不含联动、选人、附件',
};

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
  /** Inputs that are drawn. */
  readonly inputs: number;
}

/**
 * A form of so many fields of 12 types, generated from metadata, against the same form written by hand in antd: opened
 * by a warm page in Chromium, from asking for it until it is painted, and script time per keystroke. The same fields as
 * other runtimes draw them are measured beside it, against the same form by hand.
 */
export function formBench(name: string, fields: number, rounds: number): Bench {
  return {
    name,
    async *run() {
      progress('正在构建测量页面 …');
      const page = await servePage('form');
      const browser = await openBrowser();
      const open = (side: FormSide, wanted: number) => visit(browser, page.url, side, fields, wanted);
      try {
        const sides: readonly FormSide[] = [...OWN, ...PEERS];
        const visits = Object.fromEntries(sides.map((side) => [side, [] as Visit[]])) as Record<FormSide, Visit[]>;
        const wanted = (await open('generated', 1)).inSight;
        for (const side of sides) await open(side, leastOf(side, 1));
        for (let round = 0; round < rounds; round += 1) {
          progress(`第 ${round + 1} / ${rounds} 轮`);
          // Each side goes first, second and last equally often.
          for (let turn = 0; turn < sides.length; turn += 1) {
            const side = sides[(round + turn) % sides.length] ?? 'hand';
            visits[side].push(await open(side, leastOf(side, wanted)));
          }
        }
        const [byHand, generated] = [visits.hand[0]?.labels, visits.generated[0]?.labels];
        if (byHand === undefined || byHand < fields * 0.9 || byHand !== generated) {
          throw new Error(`两边的表单不同：手写有 ${byHand} 个字段，生成的有 ${generated} 个`);
        }
        for (const peer of PEERS) {
          const drawn = visits[peer][0]?.inputs ?? 0;
          if (drawn < fields * 0.9) throw new Error(`${peer} 只画出了 ${drawn} 个输入框`);
        }
        const compile = rounded(median(visits.generated.map((one) => one.compile)));
        progress(`页面模型由元数据编译一次需 ${compile} ms（不计入打开表单的时间）`);
        yield row(name, visits.generated, visits.hand, (one) => [one.mount], '全部挂载');
        yield row(`${name}-lazy`, visits.lazy, visits.hand, (one) => [one.mount], '全部挂载');
        yield row(`${name}-keystroke`, visits.generated, visits.hand, (one) => one.strokes, '每次击键的脚本');
        for (const peer of PEERS) {
          yield row(`${name}-${peer}`, visits[peer], visits.hand, (one) => [one.mount], `全部挂载；${LEFT_OUT[peer]}`);
        }
      } finally {
        await browser.close();
        await page.close();
      }
    },
  };
}

/** Fields that must be in sight for a form to count as open: others mount all at once, or have labels of their own kind. */
function leastOf(side: FormSide, inSight: number): number {
  if (side === 'lazy') return inSight;
  return side === 'hand' || side === 'generated' ? 1 : 0;
}

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
async function visit(browser: Browser, url: string, side: FormSide, fields: number, wanted: number): Promise<Visit> {
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
        const labels = document.querySelectorAll('label[for]:not(.anlan-unseen)').length;
        const inputs = document.querySelectorAll('input, textarea, select').length;
        const ours = side === 'generated' || side === 'lazy';
        const typed = async (key: string) =>
          ours || side === 'hand' ? await window.bench.type(side, key, strokes) : [];
        return {
          mount,
          labels,
          inSight,
          inputs,
          strokes: [...(await typed('s1Place')), ...(await typed('s1Count'))],
          compile: ours ? window.bench.compile(fields) : 0,
        };
      },
      { side, fields, strokes: STROKES, wanted },
    );
    if (faults.length > 0) throw new Error(faults.join('\n'));
    return measured;
  } finally {
    await page.close();
  }
}
