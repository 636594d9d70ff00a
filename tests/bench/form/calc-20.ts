import { type Bench, progress } from '../harness/bench.ts';
import { openBrowser, servePage } from '../harness/browser.ts';
import { median, percentile, rounded } from '../harness/statistics.ts';

/** Other fields of the form. */
const FIELDS = 100;
const ROUNDS = 5;
const EDITS = 30;
/** Most milliseconds of script for an edit, at the 95th percentile. */
const LIMIT = 25;

/**
 * A chain of 20 fields, each computed from the one before, in a form of 100 others: script of one edit of its first
 * field, from the key until the last result stands in the page, the rest of half a second left out.
 */
export const bench: Bench = {
  name: 'calc-20',
  async *run() {
    progress('正在构建测量页面 …');
    const page = await servePage('keys');
    const browser = await openBrowser();
    try {
      const edits: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        progress(`第 ${round + 1} / ${ROUNDS} 轮`);
        const tab = await browser.newPage({ viewport: { width: 1440, height: 900 } });
        await tab.goto(page.url);
        await tab.waitForFunction(() => window.keys !== undefined);
        edits.push(
          ...(await tab.evaluate(
            async ([fields, count]) => {
              await window.keys.openChain(fields);
              for (let warm = 1; warm <= 5; warm += 1) await window.keys.edit(warm);
              const times: number[] = [];
              for (let edit = 1; edit <= count; edit += 1) times.push(await window.keys.edit(edit * 7.25));
              return times;
            },
            [FIELDS, EDITS] as const,
          )),
        );
        await tab.close();
      }
      const p95 = rounded(percentile(edits, 0.95));
      yield {
        bench: 'calc-20',
        ratio: rounded(p95 / LIMIT),
        p50: rounded(median(edits)),
        p95,
        unit: 'ms',
        against: `上限 ${LIMIT} ms（p95）`,
      };
      if (p95 > LIMIT) throw new Error(`算式链的 p95 为 ${p95} ms，超过 ${LIMIT} ms`);
    } finally {
      await browser.close();
      await page.close();
    }
  },
};
