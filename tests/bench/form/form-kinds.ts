import { type Bench, progress } from '../harness/bench.ts';
import { openBrowser, servePage } from '../harness/browser.ts';
import { median, percentile, rounded } from '../harness/statistics.ts';
import type { KindSide } from '../pages/kinds-page.tsx';

const ROUNDS = 9;
const FIELDS = 100;
const SIDES: readonly KindSide[] = ['map', 'other'];

/**
 * Each kind of field that Anlan draws itself although Formily could, and each that Formily draws although antd alone
 * could: a form of 100 of them, drawn by the map of components and the other way, in milliseconds that
 * the page's thread works from asking for it until it is painted.
 */
export const bench: Bench = {
  name: 'form-kinds',
  async *run() {
    progress('正在构建测量页面 …');
    const page = await servePage('kinds');
    const browser = await openBrowser();
    try {
      const tab = await browser.newPage({ viewport: { width: 1440, height: 900 } });
      const faults: string[] = [];
      tab.on('pageerror', (error) => faults.push(String(error)));
      await tab.goto(page.url);
      await tab.waitForFunction(() => window.kinds !== undefined);
      // What the page's thread works, whatever else the machine does meanwhile.
      const session = await tab.context().newCDPSession(tab);
      await session.send('Performance.enable', { timeDomain: 'threadTicks' });
      const worked = async () => {
        const { metrics } = await session.send('Performance.getMetrics');
        return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000;
      };
      const mount = async (name: string, side: KindSide) => {
        const before = await worked();
        await tab.evaluate(([name, side, fields]) => window.kinds.mount(name, side, fields), [
          name,
          side,
          FIELDS,
        ] as const);
        return (await worked()) - before;
      };
      for (const name of await tab.evaluate(() => window.kinds.names)) {
        progress(name);
        const times: Record<KindSide, number[]> = { map: [], other: [] };
        for (const side of SIDES) {
          // The first ones load and compile what the kind needs.
          await mount(name, side);
          await mount(name, side);
          const drawn = await tab.evaluate(() => window.kinds.drawn());
          if (drawn < FIELDS) throw new Error(`${name} 只画出了 ${drawn} 个`);
        }
        for (let round = 0; round < ROUNDS; round += 1) {
          for (const side of round % 2 === 0 ? SIDES : SIDES.toReversed()) times[side].push(await mount(name, side));
        }
        if (faults.length > 0) throw new Error(faults.join('\n'));
        yield {
          bench: `form-kinds ${name}`,
          ratio: rounded(median(times.map) / median(times.other)),
          p50: rounded(median(times.map)),
          p95: rounded(percentile(times.map, 0.95)),
          unit: 'ms',
          against: `另一种画法 ${rounded(median(times.other))} ms`,
        };
      }
    } finally {
      await browser.close();
      await page.close();
    }
  },
};
