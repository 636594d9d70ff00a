import type { Page } from 'playwright/test';
import { enter, personOf } from '../support/person.ts';
import { expect, test } from '../support/story.ts';

const LAWS = '/safety/base/law?fileType=1';

const ground = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
const theme = (page: Page) => page.evaluate(() => document.documentElement.dataset.theme);
const rowHeights = (page: Page) =>
  page
    .locator('.anlan-table .ant-table-tbody .ant-table-row')
    .evaluateAll((rows) => [...new Set(rows.map((row) => row.getBoundingClientRect().height))]);

async function choose(page: Page, look: string): Promise<void> {
  await page.getByTestId('user-menu').click();
  const choice = page.getByRole('menuitemradio', { name: look, exact: true });
  await choice.click();
  await expect(choice).toBeHidden();
}

test('a person chooses dark and compact, which stay, and stand before anything of the program runs', async ({
  page,
  product,
}) => {
  await enter(page, product.url, await personOf(product.url, 'safety'), LAWS);
  await expect(page.getByRole('link', { name: /^查看/ }).first()).toBeVisible();
  expect([await theme(page), await rowHeights(page)]).toEqual(['light', [40]]);
  const light = await ground(page);

  await choose(page, '深色');
  await expect.poll(() => theme(page)).toBe('dark');
  const dark = await ground(page);
  expect(dark).not.toBe(light);
  await choose(page, '紧凑');
  await expect.poll(() => rowHeights(page)).toEqual([32]);
  await page.getByTestId('user-menu').click();
  await expect(page.getByRole('menuitemradio', { name: '深色' })).toHaveAttribute('aria-checked', 'true');
  await expect(page.getByRole('menuitemradio', { name: '浅色' })).toHaveAttribute('aria-checked', 'false');

  // The program is held back: what is painted meanwhile is dark already.
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/assets/*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`${product.url}/safety/base/law`, { waitUntil: 'commit' });
  await expect.poll(() => theme(page)).toBe('dark');
  await expect.poll(() => ground(page)).toBe(dark);
  await expect(page.locator('#root')).toBeEmpty();
  release();
  await expect(page.getByRole('link', { name: /^查看/ }).first()).toBeVisible();
  expect([await theme(page), await rowHeights(page)]).toEqual(['dark', [32]]);
});

test('the theme of the system is followed while it changes', async ({ page, product }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await enter(page, product.url, await personOf(product.url, 'safety'), '/safety/overview');
  await expect(page.getByTestId('user-menu')).toBeVisible();
  // Whoever has chosen nothing sees the company's theme.
  expect(await theme(page)).toBe('light');
  await choose(page, '跟随系统');
  await expect.poll(() => theme(page)).toBe('dark');
  await page.emulateMedia({ colorScheme: 'light' });
  await expect.poll(() => theme(page)).toBe('light');
});

test('on paper a dark list is light, whole and without what cannot be pressed there', async ({ page, product }) => {
  await enter(page, product.url, await personOf(product.url, 'safety'), LAWS);
  await expect(page.getByRole('link', { name: /^查看/ }).first()).toBeVisible();
  await choose(page, '深色');
  const rows = await page.locator('.ant-table-row').count();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText(/^打印时间：\d{4}-\d\d-\d\d \d\d:\d\d$/)).toBeVisible();
  await expect(page.getByText('打印人：孙丙三')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: '法律法规' })).toBeVisible();
  expect(await theme(page)).toBe('light');
  await expect(page.getByTestId('sider')).toBeHidden();
  await expect(page.locator('main .ant-btn:visible')).toHaveCount(0);
  await expect(page.locator('.ant-table-row')).toHaveCount(rows);
  const cut = await page
    .locator('.anlan-table *')
    .evaluateAll((parts) => parts.filter((part) => getComputedStyle(part).overflowY === 'auto').length);
  expect(cut).toBe(0);
  await page.emulateMedia({ media: 'screen' });
  await expect(page.getByTestId('sider')).toBeVisible();
  expect(await theme(page)).toBe('dark');
});
