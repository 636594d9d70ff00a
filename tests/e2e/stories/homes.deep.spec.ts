import type { Page } from 'playwright/test';
import type { MenuItem } from '../../../src/core/wire/menu.ts';
import { patient } from '../../fixtures/patience.ts';
import { settled } from '../support/entity-pages.ts';
import { desk, phone } from '../support/looked.ts';
import { enter, type Person, personOf } from '../support/person.ts';
import { expect, test } from '../support/story.ts';
import { fits } from '../support/touch.ts';

test.setTimeout(patient(900_000));

/** A home tells of all figures that say something else than their lists. */
const softly = expect.configure({ soft: true });

const HOMES: Readonly<Record<string, string>> = {
  workplace: '/safety/system/workplace',
  overview: '/safety/overview',
  homePage: '/safety/homePage',
  homeworkshop: '/safety/homeworkshop',
  forewarning: '/safety/dashboard/forewarning',
  platIndicators: '/safety/dashboard/platIndicators',
  dangerOverview: '/safety/danger/dangerOverview',
};
const ALL = Object.keys(HOMES);
const PLAIN = ['workplace', 'overview'];

/** Who has which homes, and at least how many figures he finds on them that open their rows: at a desk, on a phone. */
const ROLES = [
  { account: 'employee', homes: PLAIN, figures: { 1440: 21, 390: 17 } },
  { account: 'officer', homes: ALL, figures: { 1440: 192, 390: 60 } },
  { account: 'workshop', homes: ALL, figures: { 1440: 100, 390: 60 } },
  { account: 'director', homes: ALL.filter((home) => home !== 'homeworkshop'), figures: { 1440: 100, 390: 60 } },
  { account: 'contractor', homes: PLAIN, figures: { 1440: 13, 390: 13 } },
  { account: 'trainer', homes: [...PLAIN, 'dangerOverview'], figures: { 1440: 30, 390: 30 } },
] as const;

const WIDTHS = [
  { width: 1440, set: desk },
  { width: 390, set: phone },
] as const;

/** What an employee begins with, and where it leads. */
const DOORS = [
  ['上报隐患', /\/add$/],
  ['我的培训', /\/training\//],
  ['我的考试', /\/takeExam$/],
  ['我的排查', /\/troubleshootingTask|\/trouble\//],
  ['我的待办', /\/workflow\/todo$/],
] as const;

/** Figures of tiles, elements of charts behind their picture, and the counts beside a list that goes on elsewhere. */
const FIGURES = [
  'a[href*="_figure="]',
  'a.anlan-dash-tile-figure',
  '.anlan-dash-tile-all a',
  '[data-testid="waiting"] a:not(li a)',
]
  .map((one) => `main ${one}`)
  .join(', ');

/** Records that stand on the first page of every list. */
const FEW = 5;

interface Figure {
  /** As it is read out, or as it stands there. */
  readonly label: string;
  readonly href: string;
  /** Number that it says; a plus behind it where there are more. */
  readonly said: string;
}

/** The homes that the menu gives to a person, in the order of the list above. */
async function homesOf(person: Person): Promise<readonly string[]> {
  const codesOf = (items: readonly MenuItem[]): string[] =>
    items.flatMap(({ code, children }) => [code, ...codesOf(children)]);
  const query = { id: '1000' };
  const codes = codesOf(await person.call<readonly MenuItem[]>('GET', 'system/menu/biz/routes-children', { query }));
  return ALL.filter((home) => codes.includes(home));
}

/** Opens a home and waits until it stands there whole; a tile that took too long is there for the next who asks. */
async function openHome(page: Page, url: string): Promise<void> {
  await expect(async () => {
    await page.goto(url);
    await expect(page.locator('main :is(h1, h2):visible').first()).toBeVisible();
    await settled(page);
    await expect(page.getByText('统计较慢，稍后显示')).toHaveCount(0, { timeout: 1_000 });
  }).toPass({ timeout: patient(60_000) });
}

/** The figures that stand on a page, each once; elements of charts are reached by keys, which a desk has. */
async function figuresOf(page: Page, atDesk: boolean): Promise<readonly Figure[]> {
  const found = await page.locator(FIGURES).evaluateAll(
    (links, all) =>
      links
        .filter((link) => link.checkVisibility() && (all || link.closest('.anlan-unseen') === null))
        .map((link) => {
          const label = link.getAttribute('aria-label') ?? link.textContent ?? '';
          const number = link.querySelector('strong, b')?.textContent ?? label;
          const said = /[\d,]+\+?(?=\D*$)/.exec(number)?.[0].replaceAll(',', '') ?? '';
          return { label, href: link.getAttribute('href') ?? '', said };
        }),
    atDesk,
  );
  // The way to the map and to all of the person's work says no number.
  return found.filter(({ label, href, said }, at) => {
    const first = found.findIndex((one) => one.label === label && one.href === href) === at;
    return first && (said !== '' || href.includes('_figure='));
  });
}

/** How many records the list that a figure has opened says to hold, as the figure says it. */
async function heldBy(page: Page, { href }: Figure): Promise<string> {
  const main = page.locator('main');
  const none = main.locator('[data-testid^="empty"]').filter({ visible: true });
  const words = href.includes('_figure=')
    ? main.locator('.anlan-chips-found').getByText('符合条件')
    : main.getByText(/^(共|已显示) ?\d+ ?条/);
  const shown = words.filter({ visible: true });
  await expect(href.includes('_figure=') ? shown : shown.or(none).first()).toBeVisible();
  const text = (await shown.count()) > 0 ? ((await shown.first().textContent()) ?? '') : '0';
  const count = /[\d,]+/.exec(text)?.[0].replaceAll(',', '') ?? '';
  const rows = main.locator('tbody tr.ant-table-row, .anlan-card').filter({ visible: true });
  if (count === '0') await expect(none.first()).toBeVisible();
  else if (Number(count) <= FEW) await expect(rows).toHaveCount(Number(count));
  else await expect(rows.nth(FEW)).toBeVisible();
  return text.includes('以上') ? `${count}+` : count;
}

/** Presses a figure of a home, counts the rows that it opens, and goes back. */
async function rowsBehind(page: Page, home: string, figure: Figure): Promise<string> {
  return test.step(figure.label, async () => {
    await page.locator(`main a[href="${figure.href}"]`).filter({ visible: true }).first().focus();
    await page.keyboard.press('Enter');
    await expect(page).not.toHaveURL(new RegExp(`${HOMES[home]}$`));
    const count = await heldBy(page, figure);
    await fits(page);
    await page.goBack();
    return count;
  });
}

/** Texts of tiles that do not stand there whole. */
const cutTexts = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('main .anlan-dash-tile *, main [data-testid="wrong-today"] article *')]
      .filter((part) => {
        if (!part.checkVisibility() || part.children.length > 0 || part.closest('.anlan-unseen') !== null) return false;
        const { overflowX, textOverflow } = getComputedStyle(part);
        return overflowX !== 'visible' && textOverflow !== 'ellipsis' && part.scrollWidth > part.clientWidth + 1;
      })
      .map((part) => part.textContent),
  );

for (const { account, homes, figures: least } of ROLES) {
  for (const { width, set } of WIDTHS) {
    test(`every figure on the homes of ${account} opens the rows that it counts, at ${width}`, async ({
      page,
      product,
    }) => {
      const person = await personOf(product.url, account);
      expect(await homesOf(person)).toEqual(homes);
      await set(page);
      await enter(page, product.url, person, '/');
      const held = new Map<string, string>();
      for (const home of homes) {
        await test.step(home, async () => {
          await openHome(page, `${product.url}${HOMES[home]}`);
          await fits(page);
          softly(await cutTexts(page)).toEqual([]);
          const shots = process.env.ANLAN_SHOTS;
          if (shots !== undefined) {
            await page.screenshot({ path: `${shots}/${account}-${home}-${width}.png`, fullPage: true });
          }
          for (const figure of await figuresOf(page, width === 1440)) {
            const { label, href } = figure;
            let { said } = figure;
            // What another home said of the same rows is asked again only where this one says something else.
            if (held.get(href) !== said) held.set(href, await rowsBehind(page, home, figure));
            if (held.get(href) !== said) {
              // The plant lives: what has come meanwhile stands on the home that is opened anew.
              await openHome(page, `${product.url}${HOMES[home]}`);
              said = (await figuresOf(page, width === 1440)).find((one) => one.href === href)?.said ?? '';
              held.set(href, await rowsBehind(page, home, figure));
            }
            softly(held.get(href), `${home}: ${label} → ${href}`).toBe(said);
          }
        });
      }
      test.info().annotations.push({ type: 'figures', description: String(held.size) });
      expect(held.size).toBeGreaterThanOrEqual(least[width]);
    });
  }
}

for (const { width, set } of WIDTHS) {
  test(`an employee reports a danger, learns, sits an exam and does his tasks from his home, at ${width}`, async ({
    page,
    product,
  }) => {
    await set(page);
    await enter(page, product.url, await personOf(product.url, 'employee'), '/safety/system/workplace');
    const doors = page.getByRole('navigation', { name: '常办的事' });
    for (const [name, address] of DOORS) {
      await doors.getByRole('link', { name }).click();
      await expect(page).toHaveURL(address);
      await expect(page.locator('main h1:visible')).toBeVisible();
      await fits(page);
      await page.goBack();
    }
    // A task of a page that the side menu hides leads there too.
    await page
      .getByTestId('waiting')
      .getByRole('link', { name: /^参加考试/ })
      .click();
    await expect(page).toHaveURL(/\/takeExam\/view\//);
  });
}
