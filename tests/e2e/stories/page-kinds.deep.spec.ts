import type { Page } from 'playwright/test';
import { patient } from '../../fixtures/patience.ts';
import { barriers } from '../support/barriers.ts';
import { type KindPage, kindPages } from '../support/kind-pages.ts';
import { enter, personOf } from '../support/person.ts';
import { expect, test } from '../support/story.ts';
import { fits } from '../support/touch.ts';

/** Kinds of which something shipped stands in the menu. */
const KINDS = ['board', 'calendar', 'cards', 'dashboard', 'file', 'hierarchy', 'map', 'timeline', 'union', 'walk'];

const WINDOWS = { desk: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const;

/** What opens something on a page of a kind. */
const OPENERS: Readonly<Record<string, string>> = {
  calendar: '.anlan-entry-open',
  timeline: '.anlan-entry-open',
  map: '.anlan-map-place',
  dashboard: '.anlan-dash-tile a',
  walk: 'main a, main button',
};
const USUAL_OPENER = '.anlan-open';

/** Tabs behind which the first record must be reached. */
const TABS = 120;

async function open(page: Page, { address }: KindPage): Promise<void> {
  await page.goto(new URL(address, page.url()).href);
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible({ timeout: patient(15_000) });
  await page.waitForFunction(() =>
    [...document.querySelectorAll('main .ant-skeleton, main .ant-spin-spinning, main [aria-busy="true"]')].every(
      (waiting) => !waiting.checkVisibility(),
    ),
  );
}

/** Reaches the first opener with the tabulator alone and presses it; says what did not happen. */
async function pressFirst(page: Page, { kind }: KindPage): Promise<readonly string[]> {
  const opener = OPENERS[kind] ?? USUAL_OPENER;
  if ((await page.locator('main').locator(opener).filter({ visible: true }).count()) === 0) return [];
  await page
    .locator('main h1')
    .first()
    .evaluate((heading) => {
      (heading as HTMLElement).tabIndex = -1;
      (heading as HTMLElement).focus();
    });
  const before = page.url();
  for (let times = 0; times < TABS; times += 1) {
    await page.keyboard.press('Tab');
    const there = await page.evaluate((wanted) => document.activeElement?.matches(wanted) === true, opener);
    if (!there) continue;
    await page.keyboard.press('Enter');
    const opened = () =>
      page.url() !== before ||
      page
        .locator('[role="dialog"]:visible, [aria-pressed="true"]:visible, [aria-expanded="true"]:visible')
        .count()
        .then((count) => count > 0);
    await expect.poll(opened, { timeout: patient(10_000), message: `${kind}: Enter opens nothing` }).toBe(true);
    return [];
  }
  return [`${kind}: no record is reached by ${TABS} tabs`];
}

for (const theme of ['light', 'dark'] as const) {
  test(`no kind of page keeps anybody out, on a desk and on a phone, in ${theme}`, async ({ page, product }) => {
    test.setTimeout(patient(240_000));
    const person = await personOf(product.url, 'safety');
    const pages = await kindPages(person);
    expect(pages.map(({ kind }) => kind).sort()).toEqual(KINDS);
    await page.addInitScript((chosen) => {
      localStorage.setItem('anlan-look', JSON.stringify({ state: { theme: chosen, density: 'standard' }, version: 1 }));
    }, theme);
    await enter(page, product.url, person, '/safety/overview');
    const found: string[] = [];
    for (const [name, size] of Object.entries(WINDOWS)) {
      await page.setViewportSize(size);
      for (const one of pages) {
        await open(page, one);
        await page.screenshot({ path: test.info().outputPath(`${one.kind}-${name}-${theme}.png`) });
        found.push(
          ...(await barriers(page, 'page')).map((barrier) => `${one.title}（${one.kind}，${name}）${barrier}`),
        );
        await fits(page);
        if (name === 'desk' && theme === 'light') found.push(...(await pressFirst(page, one)));
      }
    }
    expect(found).toEqual([]);
  });
}

test('a month, a plan and a file are printed on sheets that nothing stands out of', async ({ page, product }) => {
  test.setTimeout(patient(120_000));
  const person = await personOf(product.url, 'safety');
  const pages = (await kindPages(person)).filter(({ kind }) => ['calendar', 'map', 'file', 'board'].includes(kind));
  await enter(page, product.url, person, '/safety/overview');
  for (const one of pages) {
    await open(page, one);
    if (one.kind === 'file') {
      await page.locator('main').locator(USUAL_OPENER).filter({ visible: true }).first().click();
      await expect(page.getByRole('tab').first()).toBeVisible();
    }
    await page.pdf({ path: test.info().outputPath(`${one.kind}.pdf`), preferCSSPageSize: true });
    await page.emulateMedia({ media: 'print' });
    await fits(page);
    await page.screenshot({ path: test.info().outputPath(`${one.kind}-print.png`), fullPage: true });
    await page.emulateMedia({ media: 'screen' });
  }
});
