import { join } from 'node:path';
import type { Page } from 'playwright';
import { build } from 'vite';
import { signIn } from '../../e2e/support/sign-in.ts';
import { type Bench, progress } from '../harness/bench.ts';
import { CLIENT } from '../harness/bench-product.ts';
import { openBrowser } from '../harness/browser.ts';
import { median, percentile, rounded } from '../harness/statistics.ts';
import { ACCOUNT, millionRows } from './million-rows.ts';

const root = join(import.meta.dirname, '../../..');

/** Milliseconds within which rows must show. */
const BUDGET = 300;
const WARM_UPS = 3;
const ROUNDS = 25;

/** A list: the menu entries that lead to it, its call, and what its rows hold. */
interface Place {
  readonly menu: readonly [group: string, entry: string];
  readonly call: string;
  readonly text: string;
}

/** The million rows; an area that the menu does not place stands under its own name. */
const TARGET: Place = { menu: ['bench', '测量记录'], call: '/bench/record/', text: '测量记录第' };
/** Where the browser is before each click. */
const ELSEWHERE: Place = { menu: ['安全基础管理', '法律法规'], call: '/securitysystem/', text: 'GB' };

declare global {
  interface Window {
    /** Milliseconds from the next click until the rows of a list, as the server answers them to it, are painted. */
    rowsPainted: (place: Place) => Promise<number>;
  }
}

/**
 * From the click on the menu until the first page of a million rows is painted, in Chromium with a warm page, the
 * server's work included.
 */
export const bench: Bench = {
  name: 'list-1m',
  async *run() {
    progress('正在构建前端 …');
    await build({ root, logLevel: 'warn', build: { outDir: CLIENT, emptyOutDir: true } });
    const { server } = await millionRows();
    const browser = await openBrowser();
    try {
      const context = await browser.newContext({
        baseURL: server.url,
        viewport: { width: 1440, height: 900 },
        timezoneId: 'Asia/Shanghai',
      });
      const page = await context.newPage();
      await page.addInitScript(watchRows);
      await signIn(page, ACCOUNT);
      const times: number[] = [];
      for (let round = 0; round < WARM_UPS + ROUNDS; round += 1) {
        if (round % 5 === 0) progress(`list-1m：第 ${round + 1} / ${WARM_UPS + ROUNDS} 次`);
        await openMenu(page, ELSEWHERE);
        const time = await openMenu(page, TARGET);
        if (round >= WARM_UPS) times.push(time);
      }
      const p50 = median(times);
      yield {
        bench: 'list-1m',
        ratio: rounded(p50 / BUDGET),
        p50: rounded(p50),
        p95: rounded(percentile(times, 0.95)),
        unit: 'ms',
        against: `预算 ${BUDGET} ms（点击菜单到 100 万行的首页可见）`,
      };
    } finally {
      await browser.close();
    }
  },
};

/** Clicks a list's menu entry, after unfolding its group; gives the milliseconds until rows are painted. */
async function openMenu(page: Page, place: Place): Promise<number> {
  const [group, title] = place.menu;
  const fold = page.locator('.ant-menu-submenu-title').filter({ hasText: group }).first();
  if ((await fold.getAttribute('aria-expanded')) !== 'true') await fold.click();
  const entry = page.locator('.ant-menu-item').filter({ hasText: title }).first();
  await entry.waitFor();
  // The fold's own movement is not the list's time.
  await page.waitForTimeout(400);
  const [painted] = await Promise.all([page.evaluate((wanted) => window.rowsPainted(wanted), place), entry.click()]);
  return painted;
}

// Runs in the page, before its own scripts.
function watchRows(): void {
  const task = () =>
    new Promise<void>((resolve) => {
      const channel = new MessageChannel();
      channel.port1.onmessage = () => resolve();
      channel.port2.postMessage(0);
    });
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  // Rows that a kept page shows from before do not count: the server must have answered this click.
  const isThere = ({ call, text }: Place, clicked: number) =>
    performance.getEntriesByType('resource').some((entry) => entry.startTime >= clicked && entry.name.includes(call)) &&
    [...document.querySelectorAll('.ant-table-tbody tr.ant-table-row')].some(
      (row) => row.checkVisibility() && row.textContent?.includes(text),
    );
  window.rowsPainted = async (place) => {
    performance.clearResourceTimings();
    const clicked = await new Promise<number>((resolve) =>
      addEventListener('click', (event) => resolve(event.timeStamp), { capture: true, once: true }),
    );
    do {
      await frame();
      if (performance.now() - clicked > 20_000) throw new Error(`点击后 20 秒没有出现 ${place.menu[1]} 的行`);
    } while (!isThere(place, clicked));
    await task();
    return performance.now() - clicked;
  };
}
