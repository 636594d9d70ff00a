import type { Page } from 'playwright';
import { enter, personOf } from '../../e2e/support/person.ts';
import { startProductServer } from '../../e2e/support/product-server.ts';
import type { Bench, BenchRow } from '../harness/bench.ts';
import { openBrowser } from '../harness/browser.ts';
import { median, percentile, rounded } from '../harness/statistics.ts';
import { publishTimes } from './publishing.ts';

/** The longest form that is shipped: 118 fields. */
const ENTITY = '/design?entity=workTicket';
const OPENINGS = 5;
const EDITS = 30;

/** Milliseconds that each may take. */
const LIMITS = {
  ...{ open: 1_500, edit: 100, demand: 100, drag: 100, findings: 600 },
  ...{ impact: 10_000, publish: 5_000, served: 1_000, rollback: 5_000 },
} as const;

/** What the page notes of itself. */
interface Noted {
  readonly edits: number[];
  readonly tasks: number[];
}

/**
 * The designer over the longest form, in the built client (`npx vite build` before): opening it again, an edit until the
 * canvas is painted, of a place and of a demand, the longest task of a drag, and findings behind the half second for which
 * edits rest; then what a change does to records, publishing it, until somebody else is served it, and going back.
 */
export const bench: Bench = {
  name: 'designer',
  async *run() {
    const server = await startProductServer({ env: { ANLAN_DEMO_DANGERS: '0' }, within: 240_000 });
    const browser = await openBrowser();
    try {
      const page = await browser.newPage({ viewport: { width: 1_440, height: 900 } });
      await enter(page, server.url, await personOf(server.url, 'designer'), ENTITY);
      await isDrawn(page);
      yield figure('open', await openings(page));
      await note(page);
      yield figure('edit', await edits(page));
      yield figure('demand', await demands(page));
      yield figure('drag', await dragTasks(page));
      yield figure('findings', await findings(page));
      await page.close();
      const times = await publishTimes(server.url);
      for (const name of ['impact', 'publish', 'served', 'rollback'] as const) yield figure(name, times[name]);
    } finally {
      await browser.close();
      await server.stop();
    }
  },
};

function figure(name: keyof typeof LIMITS, times: readonly number[]): BenchRow {
  const limit = LIMITS[name];
  const p95 = percentile(times, 0.95);
  return {
    bench: `designer-${name}`,
    ratio: rounded((name === 'open' ? median(times) : p95) / limit),
    p50: rounded(median(times)),
    p95: rounded(p95),
    unit: 'ms',
    against: `${limit} ms`,
  };
}

async function isDrawn(page: Page): Promise<void> {
  await page.locator('.anlan-ds-canvas [data-field]').first().waitFor();
  await isJudged(page);
}

/** The server has said what is wrong; the page itself is never without a call, since it listens for what changes. */
async function isJudged(page: Page): Promise<void> {
  await page.locator('.anlan-ds-findings').getByText('正在检查').waitFor({ state: 'detached' });
  await page.waitForTimeout(500);
}

async function openings(page: Page): Promise<readonly number[]> {
  const times: number[] = [];
  for (let count = 0; count < OPENINGS; count += 1) {
    await page.reload({ waitUntil: 'commit' });
    await page.locator('.anlan-ds-canvas [data-field]').first().waitFor();
    times.push(await page.evaluate(() => performance.now()));
    await isJudged(page);
  }
  return times;
}

/** Has the page note how long each Alt and arrow takes until the next picture, and its long tasks. */
async function note(page: Page): Promise<void> {
  await page.evaluate(() => {
    const noted = { edits: [] as number[], tasks: [] as number[] };
    Object.assign(window, { noted });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) noted.tasks.push(duration);
    }).observe({ entryTypes: ['longtask'] });
    window.addEventListener(
      'keydown',
      ({ key, timeStamp }) => {
        if (!key.startsWith('Arrow') && key !== ' ') return;
        requestAnimationFrame(() => setTimeout(() => noted.edits.push(performance.now() - timeStamp)));
      },
      true,
    );
  });
}

const noted = (page: Page) => page.evaluate(() => Reflect.get(window, 'noted') as Noted);

async function edits(page: Page): Promise<readonly number[]> {
  const item = page.locator('.anlan-ds-outline [data-item]').nth(3);
  await item.click();
  await item.focus();
  for (let count = 0; count < EDITS; count += 1) {
    await page.keyboard.press(count % 2 === 0 ? 'Alt+ArrowDown' : 'Alt+ArrowUp');
    await page.waitForTimeout(400);
  }
  return (await noted(page)).edits;
}

/** Each press asks a field of everybody, or no longer. */
async function demands(page: Page): Promise<readonly number[]> {
  const before = (await noted(page)).edits.length;
  await page.locator('.anlan-ds-outline [data-item]').nth(3).click();
  const required = page.getByRole('switch', { name: '必填' }).first();
  for (let count = 0; count < EDITS; count += 1) {
    await required.press(' ');
    await page.waitForTimeout(400);
  }
  return (await noted(page)).edits.slice(before);
}

/** Tasks of 50 ms and more while a field is dragged about; 0 for a drag that has none. */
async function dragTasks(page: Page): Promise<readonly number[]> {
  await page.waitForTimeout(2_000);
  const label = await page.locator('.anlan-ds-canvas [data-field] .anlan-label').nth(1).boundingBox();
  if (label === null) throw new Error('no field is in sight');
  const before = (await noted(page)).tasks.length;
  await page.mouse.move(label.x + 20, label.y + 8);
  await page.mouse.down();
  for (let count = 0; count < 60; count += 1) {
    await page.mouse.move(label.x + 20 + (count % 5) * 40, label.y + 20 + (count % 20) * 25);
    await page.waitForTimeout(16);
  }
  await page.keyboard.press('Escape');
  await page.mouse.up();
  return [0, ...(await noted(page)).tasks.slice(before)];
}

/** From the moment when the designer asks until what is wrong stands there. */
async function findings(page: Page): Promise<readonly number[]> {
  const times: number[] = [];
  for (let count = 0; count < 5; count += 1) {
    const asked = page.waitForRequest((request) => request.url().includes('metadata/lint'));
    await page
      .locator('.anlan-ds-outline [data-item]')
      .nth(3)
      .press(count % 2 === 0 ? 'Alt+ArrowDown' : 'Alt+ArrowUp');
    await asked;
    const from = Date.now();
    await page.locator('.anlan-ds-findings').getByText('正在检查').waitFor({ state: 'detached' });
    times.push(Date.now() - from);
  }
  return times;
}
