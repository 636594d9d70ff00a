import type { Page } from 'playwright/test';
import { enter, personOf } from '../support/person.ts';
import { expect, test } from '../support/story.ts';

/** What moved on a page by itself: how much, in the measure of the browsers (0.1 is already "needs improvement"), and what. */
interface Movement {
  readonly amount: number;
  readonly what: readonly string[];
}

declare global {
  interface Window {
    movements?: Movement[];
  }
}

/** Takes down what moves from the first frame of each document on. */
async function watchMovements(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const movements: Movement[] = [];
    window.movements = movements;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        readonly value: number;
        readonly sources: readonly { readonly node: Node | null }[];
      })[]) {
        movements.push({
          amount: entry.value,
          what: entry.sources.map(({ node }) => (node?.textContent ?? '').slice(0, 40)),
        });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** Rows and figures answer late enough that what stands in their place is drawn. */
async function slowData(page: Page): Promise<void> {
  await page.route(/\/api\/anlan-safety\//, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 600));
    await route.continue();
  });
}

const SIZES = {
  desk: { width: 1440, height: 900 },
  phone: { width: 390, height: 844 },
};

for (const [name, viewport] of Object.entries(SIZES)) {
  test(`what waits for rows and figures is as high as what comes, ${name}`, async ({ page, product }) => {
    await page.setViewportSize(viewport);
    const safety = await personOf(product.url, 'safety');
    await watchMovements(page);
    await slowData(page);
    await enter(page, product.url, safety, '/safety/base/law');
    // One list, and one with figures above it, which this person has opened before.
    await safety.call('POST', 'system/preference/save', { json: { name: 'figures.open', value: 'dangerList' } });
    for (const path of ['/safety/base/law', '/safety/danger/list']) {
      await page.goto(`${product.url}${path}`);
      await page
        .locator(name === 'phone' ? '.anlan-cards a.anlan-open' : '.ant-table-row a.anlan-open')
        .first()
        .waitFor();
      await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 100))));
      const movements = (await page.evaluate(() => window.movements)) ?? [];
      const sum = movements.reduce((total, { amount }) => total + amount, 0);
      expect(sum, `${path}: ${JSON.stringify(movements)}`).toBeLessThan(0.02);
    }
  });
}
