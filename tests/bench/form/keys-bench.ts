import type { Browser } from 'playwright';
import { type Bench, type BenchRow, progress } from '../harness/bench.ts';
import { openBrowser, servePage } from '../harness/browser.ts';
import { pressKeys } from '../harness/keys.ts';
import { median, percentile, rounded } from '../harness/statistics.ts';
import type { KeysSide, Stroke } from '../pages/keys-page.tsx';

const ROUNDS = 5;
const SIDES: readonly KeysSide[] = ['hand', 'generated'];
/** Most milliseconds from a key until it is painted, at the 95th percentile. */
const PAINT_LIMIT = 50;
/** Most milliseconds of script for a key, at the 95th percentile. */
const SCRIPT_LIMIT = 5;

/** Limits that a bench of keys holds. */
interface KeysLimits {
  /** Most milliseconds from key to paint at p95; undefined where none is promised. */
  readonly paint: number | undefined;
  /** Most milliseconds of script at p95. */
  readonly script: number | undefined;
}

/**
 * Real keys in a generated form of so many fields, all of them mounted, against the same form written by hand in antd:
 * in a text and in a number that a calculation reads, from the key until it is painted, and its script. Where a limit
 * is not held the bench fails.
 */
export function keysBench(
  name: string,
  fields: number,
  limits: KeysLimits = { paint: PAINT_LIMIT, script: SCRIPT_LIMIT },
): Bench {
  return {
    name,
    async *run() {
      progress('正在构建测量页面 …');
      const page = await servePage('keys');
      const browser = await openBrowser();
      try {
        const strokes: Record<KeysSide, Stroke[]> = { hand: [], generated: [] };
        for (let round = 0; round < ROUNDS; round += 1) {
          progress(`第 ${round + 1} / ${ROUNDS} 轮`);
          for (let turn = 0; turn < SIDES.length; turn += 1) {
            const side = SIDES[(round + turn) % SIDES.length] ?? 'hand';
            strokes[side].push(...(await visit(browser, page.url, side, fields)));
          }
        }
        const paint = row(name, strokes, (stroke) => stroke.paint, '击键到绘制');
        const script = row(`${name}-script`, strokes, (stroke) => stroke.script, '每次击键的脚本');
        yield paint;
        yield script;
        for (const [figure, limit] of [
          [paint, limits.paint],
          [script, limits.script],
        ] as const) {
          if (limit !== undefined && figure.p95 > limit) {
            throw new Error(`${figure.bench} 的 p95 为 ${figure.p95} ms，超过 ${limit} ms`);
          }
        }
      } finally {
        await browser.close();
        await page.close();
      }
    },
  };
}

function row(
  name: string,
  strokes: Readonly<Record<KeysSide, readonly Stroke[]>>,
  sample: (stroke: Stroke) => number,
  what: string,
): BenchRow {
  const [own, other] = [strokes.generated.map(sample), strokes.hand.map(sample)];
  return {
    bench: name,
    ratio: rounded(median(own) / median(other)),
    p50: rounded(median(own)),
    p95: rounded(percentile(own, 0.95)),
    unit: 'ms',
    against: `手写 antd Form（${what}）${rounded(median(other))} ms（p95 ${rounded(percentile(other, 0.95))}）`,
  };
}

async function visit(browser: Browser, url: string, side: KeysSide, fields: number): Promise<readonly Stroke[]> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  try {
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(String(error)));
    await page.goto(url);
    await page.waitForFunction(() => window.keys !== undefined);
    const labels = await page.evaluate(([side, fields]) => window.keys.open(side, fields), [side, fields] as const);
    if (labels < fields * 0.9) throw new Error(`只有 ${labels} 个字段，应有约 ${fields} 个`);
    // The first keys load and compile what each key needs.
    const all: Stroke[] = [];
    for (const [key, text, counts] of [
      ['s1Place', 'abc', false],
      ['s1Count', '12', false],
      ['s1Place', 'abcdefghij', true],
      ['s1Count', '345678', true],
    ] as const) {
      await page.evaluate(([side, key]) => window.keys.focus(side, key), [side, key] as const);
      await pressKeys(page, ['End', ...text]);
      const measured = await page.evaluate(() => window.keys.strokes());
      if (measured.length !== text.length) throw new Error(`${text.length} 次击键只测到 ${measured.length} 次`);
      if (counts) all.push(...measured);
    }
    if (faults.length > 0) throw new Error(faults.join('\n'));
    return all;
  } finally {
    await page.close();
  }
}
