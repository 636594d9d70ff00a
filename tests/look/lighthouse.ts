// `npm run lighthouse`: how fast and how accessible the login page, the overview, a list, a form and a detail are, or those of
// them that are named, as Lighthouse's desktop preset finds them in the built client on a product server of its own; the median of three loads, each with an empty cache. Exits 1
// below 95.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import lighthouse, { desktopConfig, type Result, type RunnerResult } from 'lighthouse';
import { type BrowserContext, chromium } from 'playwright';
import { chromiumOptions } from '../e2e/support/chromium.ts';
import { withOwnServer } from '../e2e/support/own-server.ts';
import { enter, personOf } from '../e2e/support/person.ts';
import { freePort } from '../fixtures/free-port.ts';

/** Least points, of 100. */
const LEAST = 95;
const LOADS = 3;
const LIST = '/safety/base/law';
/** How often a load that gave no figures is tried. */
const ATTEMPTS = 3;
const CATEGORIES = ['performance', 'accessibility'] as const;
const METRICS = [
  'first-contentful-paint',
  'largest-contentful-paint',
  'total-blocking-time',
  'cumulative-layout-shift',
  'speed-index',
] as const;

const folder = join(import.meta.dirname, '../../.lighthouse');

await withOwnServer(async ({ url }) => {
  mkdirSync(folder, { recursive: true });
  const port = await freePort();
  const options = chromiumOptions();
  const profile = mkdtempSync(join(folder, 'profile-'));
  const context = await chromium.launchPersistentContext(profile, {
    ...options,
    args: [...options.args, `--remote-debugging-port=${port}`],
  });
  try {
    const named = process.argv.slice(2);
    const isWanted = (title: string) => named.length === 0 || named.includes(title);
    if (isWanted('登录')) await measure('登录', `${url}/user/login`, context, port);
    const page = await context.newPage();
    await enter(page, url, await personOf(url, 'safety'), LIST);
    const record = await page.locator('.ant-table-row a').first().getAttribute('href');
    await page.close();
    const places = { 总览: '/safety/overview', 列表: LIST, 表单: `${LIST}/add`, 详情: record ?? '' };
    for (const [title, path] of Object.entries(places)) {
      if (isWanted(title)) await measure(title, url + path, context, port);
    }
  } finally {
    await context.close();
    rmSync(profile, { recursive: true, force: true });
  }
});

async function measure(title: string, url: string, context: BrowserContext, port: number): Promise<void> {
  const results: Result[] = [];
  for (let load = 1; load <= LOADS; load += 1) {
    const { lhr, report } = await coldLoad(title, url, context, port);
    results.push(lhr);
    writeFileSync(join(folder, `${title}-${load}.json`), Array.isArray(report) ? (report[0] ?? '') : report);
  }
  for (const category of CATEGORIES) {
    const points = results.map(({ categories }) => Math.round(100 * (categories[category]?.score ?? 0)));
    console.log(`${title} ${category} ${middle(points)}（${points.join('，')}）`);
    if (middle(points) < LEAST) process.exitCode = 1;
  }
  for (const id of METRICS) {
    const digits = id === 'cumulative-layout-shift' ? 3 : 0;
    const values = results.map(({ audits }) => audits[id]?.numericValue ?? Number.NaN);
    const told = values.map((value) => value.toFixed(digits)).join('，');
    console.log(`  ${id} ${middle(values).toFixed(digits)}（${told}）`);
  }
  for (const { id, score, details } of Object.values(results[0]?.audits ?? {})) {
    if (score === 0 && details !== undefined) console.log(`  ! ${id}`);
  }
}

/** A load as on a first visit, with the session that the storage holds. One that painted nothing is tried again. */
async function coldLoad(title: string, url: string, context: BrowserContext, port: number): Promise<RunnerResult> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    await forgetFiles(context);
    const run = await lighthouse(
      url,
      { port, logLevel: 'error', onlyCategories: [...CATEGORIES], disableStorageReset: true },
      desktopConfig,
    );
    const missing = METRICS.filter((id) => run?.lhr.audits[id]?.score == null);
    if (run !== undefined && missing.length === 0) return run;
    console.log(`${title}：第${attempt}次没有量到 ${missing.join('、')}，重来`);
  }
  throw new Error(`${title}没有测成`);
}

/** Clears the browser's cache, which `disableStorageReset` keeps too, and leaves one page, so that none is in the back. */
async function forgetFiles(context: BrowserContext): Promise<void> {
  const [first, ...others] = context.pages();
  await Promise.all(others.map((page) => page.close()));
  const page = first ?? (await context.newPage());
  const browser = await context.newCDPSession(page);
  await browser.send('Network.clearBrowserCache');
  await browser.detach();
}

/** The median. */
function middle(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
