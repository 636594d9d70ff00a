import type { Browser, Page } from 'playwright/test';
import { enter, type Person, personOf } from '../support/person.ts';
import { expect, signIn, test } from '../support/story.ts';

const DANGERS = '/safety/danger/list';

const theme = (page: Page) => page.evaluate(() => document.documentElement.dataset.theme);
const favourites = (page: Page) => page.getByRole('navigation', { name: '我的收藏' });
const sideMenu = (page: Page) => page.getByRole('navigation', { name: '主菜单' });
const kept = (person: Person) => person.call<Readonly<Record<string, string>>>('GET', 'system/preference/list');

async function chooseLook(page: Page, look: string): Promise<void> {
  await page.getByTestId('user-menu').click();
  await page.getByRole('menuitemradio', { name: look, exact: true }).click();
  await expect(page.getByRole('menuitemradio', { name: look, exact: true })).toBeHidden();
}

/** A page of another browser, which knows nothing of the first. */
async function elsewhere(browser: Browser): Promise<Page> {
  return (await browser.newContext({ locale: 'zh-CN', timezoneId: 'Asia/Shanghai' })).newPage();
}

test('what a person chooses follows him to another browser, and nobody else', async ({ page, product, browser }) => {
  const officer = await personOf(product.url, 'officer');
  await enter(page, product.url, officer, DANGERS);
  await expect(page.locator('.ant-table-row').first()).toBeVisible();
  await chooseLook(page, '深色');
  await page.getByRole('button', { name: '展开统计图' }).click();
  await page.getByRole('button', { name: '列设置' }).click();
  await page.getByRole('checkbox', { name: '隐患编号' }).uncheck();
  await page.keyboard.press('Escape');
  await sideMenu(page).getByRole('link', { name: '排查任务' }).hover();
  await sideMenu(page).getByRole('button', { name: '收藏：排查任务' }).click();
  await expect(favourites(page).getByRole('link', { name: '排查任务' })).toBeVisible();
  await expect
    .poll(async () => Object.keys(await kept(officer)).sort())
    .toEqual(expect.arrayContaining(['columns.dangerList', 'figures.open', 'look.theme', 'pages.favourites']));

  const other = await elsewhere(browser);
  await enter(other, product.url, officer, DANGERS, { keep: true });
  await expect(other.locator('.ant-table-row').first()).toBeVisible();
  expect(await theme(other)).toBe('dark');
  await expect(favourites(other).getByRole('link', { name: '排查任务' })).toBeVisible();
  await expect(other.getByRole('button', { name: '收起统计图' })).toBeVisible();
  await expect(other.getByRole('columnheader', { name: '隐患名称' })).toBeVisible();
  await expect(other.getByRole('columnheader', { name: '隐患编号' })).toHaveCount(0);

  // Whoever has the same browser next sees his own, which here is nothing but the company's.
  await enter(other, product.url, await personOf(product.url, 'safety'), DANGERS);
  await expect(other.getByRole('columnheader', { name: '隐患编号' })).toBeVisible();
  await expect(favourites(other)).toHaveCount(0);
  expect(await theme(other)).toBe('light');
  await other.context().close();
});

test('a star is reached by keys; a favourite whose page is gone says so and can be removed', async ({
  page,
  product,
}) => {
  const officer = await personOf(product.url, 'officer');
  await enter(page, product.url, officer, DANGERS);
  await expect(page.getByRole('navigation', { name: '岗位常用' })).toBeVisible();
  const star = sideMenu(page).getByRole('button', { name: '收藏：隐患台账' });
  await sideMenu(page).getByRole('link', { name: '隐患台账' }).focus();
  await page.keyboard.press('Tab');
  await expect(star).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(star).toHaveAttribute('aria-pressed', 'true');
  await expect(page).toHaveURL(new RegExp(`${DANGERS}$`));
  await expect(favourites(page).getByRole('link', { name: '隐患台账' })).toBeVisible();

  const gone = JSON.stringify([
    ['/safety/gone/page', '从前的页面'],
    [DANGERS, '隐患台账'],
  ]);
  await officer.call('POST', 'system/preference/save', { json: { name: 'pages.favourites', value: gone } });
  await page.reload();
  await expect(favourites(page)).toContainText('从前的页面');
  await expect(favourites(page)).toContainText('页面已取消或无权访问');
  await favourites(page).getByRole('button', { name: '移除：从前的页面' }).click();
  await expect(favourites(page)).not.toContainText('从前的页面');
  await expect
    .poll(async () => (await kept(officer))['pages.favourites'])
    .toBe(JSON.stringify([[DANGERS, '隐患台账']]));
});

test('the tour is offered, bars nothing, goes on where it was left, and comes again from the menu', async ({
  page,
  product,
}) => {
  const employee = await personOf(product.url, 'employee');
  await employee.call('POST', 'system/preference/save', { json: { name: 'tour', value: '' } });
  await signIn(page, 'employee');
  const tour = page.locator('.ant-tour');
  await page.getByRole('button', { name: '开始引导' }).click();
  await expect(tour).toContainText('等您处理的事');
  await tour.getByRole('button', { name: '下一步' }).click();
  // The page behind it is worked with meanwhile.
  await sideMenu(page).getByRole('link', { name: '首页', exact: true }).click();
  await expect(page).toHaveURL(/workplace$/);
  await expect.poll(async () => (await kept(employee)).tour).toBe('1');

  await page.goto('/');
  await expect(page.getByText('上次的使用引导看到第2步')).toBeVisible();
  await page.getByRole('button', { name: '继续', exact: true }).click();
  for (const stop of ['随手上报', '找任何东西', '菜单与收藏']) {
    await expect(tour).toContainText(stop);
    await tour.getByRole('button', { name: '下一步' }).click();
  }
  await tour.getByRole('button', { name: '知道了' }).click();
  await expect(tour).toBeHidden();
  await expect.poll(async () => (await kept(employee)).tour).toBe('done');
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('button', { name: '开始引导' })).toHaveCount(0);
  await page.getByTestId('user-menu').click();
  await page.getByRole('menuitem', { name: '使用引导' }).click();
  await expect(tour).toContainText('等您处理的事');
});

for (const [kind, spoil] of [
  [
    'forbidden',
    () => {
      for (const name of ['localStorage', 'sessionStorage']) {
        Object.defineProperty(window, name, {
          get() {
            throw new DOMException('forbidden', 'SecurityError');
          },
        });
      }
    },
  ],
  [
    'full',
    () => {
      Storage.prototype.setItem = () => {
        throw new DOMException('full', 'QuotaExceededError');
      };
    },
  ],
] as const) {
  test(`a browser whose storage is ${kind} signs in, works, and what is chosen is kept by the server`, async ({
    page,
    product,
  }) => {
    const officer = await personOf(product.url, 'officer');
    await officer.call('POST', 'system/preference/save', { json: { name: 'look.theme', value: '' } });
    await page.addInitScript(spoil);
    await signIn(page, 'officer');
    await sideMenu(page).getByRole('menuitem', { name: '隐患排查治理', exact: true }).click();
    await sideMenu(page).getByRole('link', { name: '隐患台账' }).click();
    await expect(page.locator('.ant-table-row').first()).toBeVisible();
    await chooseLook(page, '深色');
    await expect.poll(() => theme(page)).toBe('dark');
    await expect.poll(async () => (await kept(officer))['look.theme']).toBe('dark');
    await page.getByRole('link', { name: /^查看/ }).first().click();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  });
}

test('keys are told on every kind of page, also where a field has the focus', async ({ page, product }) => {
  await enter(page, product.url, await personOf(product.url, 'officer'), '/safety/overview');
  const help = page.getByRole('dialog', { name: '键盘快捷键' });
  for (const path of ['/safety/overview', '/safety/system/workplace', DANGERS, '/workflow/todo']) {
    await page.goto(path);
    await expect(page.getByTestId('user-menu')).toBeVisible();
    await page.keyboard.press('Shift+?');
    await expect(help).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(help).toBeHidden();
  }
  await page.goto(DANGERS);
  await page.getByRole('link', { name: /^查看/ }).first().click();
  await expect(page).toHaveURL(/view\//);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('Shift+?');
  await expect(help).toBeVisible();
  await page.goto('/safety/danger/riskReport/add');
  const field = page.locator('input:visible, textarea:visible').last();
  await field.focus();
  await page.keyboard.press('Control+/');
  await expect(help).toBeVisible();
});
