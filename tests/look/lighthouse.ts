// `npm run lighthouse`: how fast and how accessible the login page and a list are, as Lighthouse's desktop preset finds
// them in the built client on a product server of its own; the median of three loads. Exits 1 below 95.
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import lighthouse, { desktopConfig, type Result } from 'lighthouse';
import { chromium } from 'playwright';
import { chromiumOptions } from '../e2e/support/chromium.ts';
import { withOwnServer } from '../e2e/support/own-server.ts';
import { enter, personOf } from '../e2e/support/person.ts';

/** Least points, of 100. */
const LEAST = 95;
const LOADS = 3;
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
  const profile = join(folder, 'profile');
  const context = await chromium.launchPersistentContext(profile, {
    ...options,
    args: [...options.args, `--remote-debugging-port=${port}`],
  });
  try {
    await measure('登录', `${url}/user/login`, port);
    const page = await context.newPage();
    await enter(page, url, await personOf(url, 'safety'), '/safety/base/law');
    await page.locator('.ant-table-row').first().waitFor();
    await page.close();
    await measure('列表', `${url}/safety/base/law`, port);
  } finally {
    await context.close();
  }
});

async function measure(title: string, url: string, port: number): Promise<void> {
  const results: Result[] = [];
  for (let load = 0; load < LOADS; load += 1) {
    // The session stays in the browser's storage from one load to the next; what was loaded does not.
    const run = await lighthouse(
      url,
      { port, logLevel: 'error', onlyCategories: [...CATEGORIES], disableStorageReset: true },
      desktopConfig,
    );
    if (run === undefined) throw new Error(`${title}没有测成`);
    results.push(run.lhr);
    const report = Array.isArray(run.report) ? run.report[0] : run.report;
    writeFileSync(join(folder, `${title}-${load + 1}.json`), report ?? '');
  }
  const points = CATEGORIES.map((category) => ({
    category,
    points: Math.round(100 * middle(results.map(({ categories }) => categories[category]?.score ?? 0))),
  }));
  const times = METRICS.map((id) => {
    const value = middle(results.map(({ audits }) => audits[id]?.numericValue ?? Number.NaN));
    return `${id} ${id === 'cumulative-layout-shift' ? value.toFixed(3) : `${Math.round(value)} ms`}`;
  });
  console.log(
    `${title}：${points.map(({ category, points }) => `${category} ${points}`).join('，')}（${times.join('，')}）`,
  );
  for (const { audits } of results.slice(0, 1)) {
    for (const { id, score, details } of Object.values(audits)) {
      if (score === 0 && details !== undefined) console.log(`  ${id}`);
    }
  }
  if (points.some(({ points }) => points < LEAST)) process.exitCode = 1;
}

/** The median. */
function middle(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}
