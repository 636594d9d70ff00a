import { join } from 'node:path';
import type { Page } from 'playwright';
import { build } from 'vite';
import { signIn } from '../../e2e/support/sign-in.ts';
import { progress } from '../harness/bench.ts';
import { CLIENT } from '../harness/bench-product.ts';
import { openBrowser } from '../harness/browser.ts';
import { ACCOUNT } from '../list/million-rows.ts';

const root = join(import.meta.dirname, '../../..');
const WARM_UPS = 2;
const ROUNDS = 10;
/** Cards that are dragged. */
const DRAGGED = 10;
/** Cards of the first column that are surely within the window. */
const IN_SIGHT = 5;

/** Where a page is, its name in the menu, the call that answers it, and what is there once it is painted. */
interface Place {
  readonly title: string;
  readonly call: string;
  readonly selector: string;
  /** How many of them. */
  readonly least: number;
}

const PLACES: Readonly<Record<string, Place>> = {
  calendar: { title: '测量日历', call: 'benchCalendar', selector: '.ec-event', least: 20 },
  timeline: { title: '测量时间线', call: 'benchTimeline', selector: '.ec-event', least: 20 },
  board: { title: '测量看板', call: 'benchBoard', selector: '.anlan-kb-cards > li', least: 150 },
  map: { title: '测量地图', call: 'benchMap', selector: '.ol-layer canvas', least: 1 },
  matrix: { title: '测量矩阵', call: 'benchMatrix', selector: '.anlan-matrix-cell', least: 2_000 },
  dashboard: { title: '测量总览', call: 'benchDashboard', selector: '.anlan-dash-tile', least: 20 },
};
const ELSEWHERE: Place = { title: '测量区域', call: 'bench/zone', selector: '.ant-table-row', least: 10 };

declare global {
  interface Window {
    /** Milliseconds from the next click until a page, as the server answers it to that click, is painted. */
    viewPainted: (place: Place) => Promise<number>;
    longTasks: number[];
    watcher: PerformanceObserver | undefined;
  }
}

/**
 * From the press on the menu until what the window shows of a page of each kind is painted, in Chromium with a warm page, the
 * server included; of the board also the longest tasks while one drags.
 */
export async function* paintedViews(
  url: string,
  names: readonly string[],
): AsyncIterable<{ readonly name: string; readonly times: readonly number[] }> {
  progress('正在构建前端 …');
  await build({ root, logLevel: 'warn', build: { outDir: CLIENT, emptyOutDir: true } });
  const browser = await openBrowser();
  try {
    const context = await browser.newContext({
      baseURL: url,
      viewport: { width: 1440, height: 900 },
      timezoneId: 'Asia/Shanghai',
    });
    const page = await context.newPage();
    await page.addInitScript(watchViews);
    await signIn(page, ACCOUNT);
    for (const name of names) {
      const place = PLACES[name];
      if (place === undefined) continue;
      progress(`view：画出 ${place.title}`);
      const times: number[] = [];
      for (let round = 0; round < WARM_UPS + ROUNDS; round += 1) {
        await openMenu(page, ELSEWHERE);
        const time = await openMenu(page, place);
        if (round >= WARM_UPS) times.push(time);
      }
      yield { name: `${name}-paint`, times };
      if (name === 'board') yield { name: 'board-drag', times: await draggedCards(page) };
    }
  } finally {
    await browser.close();
  }
}

/**
 * The longest tasks while cards of the board are dragged over all its columns, once each; none is let go where it would be
 * moved. Milliseconds, 0 where no task was longer than 50.
 */
async function draggedCards(page: Page): Promise<readonly number[]> {
  await openMenu(page, ELSEWHERE);
  await openMenu(page, PLACES.board as Place);
  const longest: number[] = [];
  for (let card = 0; card < DRAGGED; card += 1) {
    const box = await page
      .locator('.anlan-kb-card')
      .nth(card % IN_SIGHT)
      .boundingBox();
    if (box === null) throw new Error('看板上没有卡片');
    await page.evaluate(() => {
      window.longTasks = [];
      window.watcher ??= new PerformanceObserver((list) =>
        window.longTasks.push(...list.getEntries().map(({ duration }) => duration)),
      );
      window.watcher.observe({ type: 'longtask' });
    });
    // Beside its name, which is a link.
    const [x, y] = [box.x + 12, box.y + box.height - 6];
    await page.mouse.move(x, y);
    await page.mouse.down();
    for (let step = 1; step <= 60; step += 1) await page.mouse.move(x + (step % 30) * 40, y + (step % 7) * 8);
    const held = await page.locator('.anlan-kb-card[data-dragged="true"]').count();
    if (held !== 1) throw new Error(`拖动的卡片有 ${held} 张`);
    await page.keyboard.press('Escape');
    await page.mouse.up();
    longest.push(Math.max(0, ...(await page.evaluate(() => window.longTasks))));
  }
  return longest;
}

/** Presses a page's menu entry, after unfolding its group; gives the milliseconds until it is painted. */
async function openMenu(page: Page, place: Place): Promise<number> {
  // An area that the menu does not place stands under its own name.
  const fold = page.locator('.ant-menu-submenu-title').filter({ hasText: 'bench' }).first();
  if ((await fold.getAttribute('aria-expanded')) !== 'true') await fold.click();
  const entry = page.locator('.ant-menu-item').filter({ hasText: place.title }).first();
  await entry.waitFor();
  // The fold's own movement is not the page's time.
  await page.waitForTimeout(400);
  const [painted] = await Promise.all([page.evaluate((wanted) => window.viewPainted(wanted), place), entry.click()]);
  return painted;
}

// Runs in the page, before its own scripts.
function watchViews(): void {
  const QUIET = 300;
  const task = () =>
    new Promise<void>((resolve) => {
      const channel = new MessageChannel();
      channel.port1.onmessage = () => resolve();
      channel.port2.postMessage(0);
    });
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  // What a kept page shows from before does not count: the server must have answered this click.
  const isThere = ({ call, selector, least }: Place, clicked: number) =>
    performance
      .getEntriesByType('resource')
      .some((entry) => entry.startTime >= clicked && entry.name.includes(call) && !entry.name.includes('joint/page')) &&
    [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility()).length >= least;
  // Cards below or beside the window are not seen; whatever else changes is.
  const isUnseenCard = (node: Node): boolean => {
    if (!(node instanceof Element) || !node.matches('.anlan-kb-card')) return false;
    const { top, left } = node.getBoundingClientRect();
    return top >= innerHeight || left >= innerWidth;
  };
  const isInSight = ({ addedNodes, removedNodes }: MutationRecord): boolean =>
    removedNodes.length > 0 || ![...addedNodes].every(isUnseenCard);
  window.viewPainted = async (place) => {
    performance.clearResourceTimings();
    const clicked = await new Promise<number>((resolve) =>
      addEventListener('click', (event) => resolve(event.timeStamp), { capture: true, once: true }),
    );
    let changed = clicked;
    let records: MutationRecord[] = [];
    const observer = new MutationObserver((more) => {
      records.push(...more);
    });
    observer.observe(document.body, { childList: true, subtree: true });
    // It is painted with the frame behind the last change in sight, once there was none for a while.
    for (let drawn = clicked, painted = clicked, there = false; ; ) {
      await frame();
      await task();
      const now = performance.now();
      if (records.some(isInSight)) changed = now;
      records = [];
      if (changed > drawn || (!there && isThere(place, clicked))) {
        painted = now;
        drawn = changed;
      }
      there ||= isThere(place, clicked);
      if (there && now - painted > QUIET) {
        observer.disconnect();
        return painted - clicked;
      }
      if (now - clicked > 20_000) throw new Error(`点击后 20 秒没有画出 ${place.title}`);
    }
  };
}
