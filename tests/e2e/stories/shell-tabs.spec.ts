import type { Page } from 'playwright/test';
import { enter, personOf } from '../support/person.ts';
import { expect, test } from '../support/story.ts';

// The other stories work in the default company, whose bar stays off.
const ENERGY = '645968';
const LAW = '/safety/base/law';

const bar = (page: Page) => page.getByRole('navigation', { name: '已打开的页面' });
const tabs = (page: Page) => bar(page).locator('button[aria-haspopup=menu]');
const tab = (page: Page, title: string) => bar(page).getByRole('button', { name: title, exact: true });
const said = (page: Page, message: string) => expect(page.getByText(message, { exact: true })).toBeVisible();

/** Chooses an action in the context menu of a tab. */
async function choose(page: Page, title: string, action: string): Promise<void> {
  await tab(page, title).click({ button: 'right' });
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}

/** Goes to pages by the side menu, as people do. */
async function visit(page: Page, ...titles: string[]): Promise<void> {
  for (const title of titles) {
    await page.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: title, exact: true }).click();
    await expect(tab(page, title)).toHaveAttribute('aria-current', 'page');
  }
}

test.beforeAll(async ({ product }) => {
  const admin = await personOf(product.url, 'admin', { tenantId: ENERGY });
  await showTags(admin, '1');
});

test.afterAll(async ({ product }) => {
  const admin = await personOf(product.url, 'admin', { tenantId: ENERGY });
  await showTags(admin, '0');
});

/** The setting of the company by which the bar shows. */
async function showTags(admin: Awaited<ReturnType<typeof personOf>>, multiTab: '0' | '1'): Promise<void> {
  const { records } = await admin.call<{ records: Record<string, unknown>[] }>('GET', 'system/enterprise-config/page');
  await admin.call('POST', 'system/enterprise-config/submit', { json: { ...records[0], multiTab } });
}

test('the bar of open pages is off unless the company shows it', async ({ page, product }) => {
  await enter(page, product.url, await personOf(product.url, 'safety'), LAW);
  await expect(page.getByRole('heading', { level: 1, name: '法律法规' })).toBeVisible();
  await expect(bar(page)).toHaveCount(0);
});

test('visited pages are tabs that close one by one, on a side, all but one, or all; four refusals say why', async ({
  page,
  product,
}) => {
  await enter(page, product.url, await personOf(product.url, 'safety', { tenantId: ENERGY }), `${LAW}?fileType=1`);
  await expect(tabs(page)).toHaveText(['总览', '法律法规']);
  // The default tab has nothing to close it by.
  await expect(bar(page).getByRole('button', { name: '关闭总览' })).toHaveCount(0);
  await visit(page, '规章制度');
  await page
    .getByRole('navigation', { name: '主菜单' })
    .getByRole('menuitem', { name: '承包商管理', exact: true })
    .click();
  await visit(page, '承包商信息');
  await expect(tabs(page)).toHaveText(['总览', '法律法规', '规章制度', '承包商信息']);

  // A tab leads to where its page was left.
  await tab(page, '法律法规').click();
  await expect(page).toHaveURL(new RegExp(`${LAW}\\?fileType=1$`));
  // Of the active tab the left neighbour becomes active.
  await tab(page, '规章制度').click();
  await expect(tab(page, '规章制度')).toHaveAttribute('aria-current', 'page');
  await bar(page).getByRole('button', { name: '关闭规章制度' }).click();
  await expect(tab(page, '法律法规')).toHaveAttribute('aria-current', 'page');
  await expect(page).toHaveURL(new RegExp(`${LAW}\\?fileType=1$`));
  await expect(tabs(page)).toHaveText(['总览', '法律法规', '承包商信息']);

  await choose(page, '承包商信息', '关闭右侧');
  await said(page, '右侧没有标签');
  await choose(page, '总览', '关闭左侧');
  await said(page, '左侧没有标签');
  await choose(page, '总览', '关闭当前');
  await said(page, '当前页面为默认标签，无法关闭');

  await choose(page, '法律法规', '关闭右侧');
  await expect(tabs(page)).toHaveText(['总览', '法律法规']);
  await visit(page, '规章制度');
  await choose(page, '规章制度', '关闭左侧');
  await expect(tabs(page)).toHaveText(['总览', '规章制度']);
  await visit(page, '法律法规');
  await choose(page, '规章制度', '关闭其他');
  await expect(tabs(page)).toHaveText(['总览', '规章制度']);
  await expect(tab(page, '规章制度')).toHaveAttribute('aria-current', 'page');
  await choose(page, '规章制度', '关闭所有');
  await expect(tabs(page)).toHaveText(['总览']);
  await expect(page).toHaveURL(/\/safety\/overview$/);
  await choose(page, '总览', '关闭当前');
  await said(page, '这是最后一个标签了, 无法被关闭');
});

test('keys reach the menu of a tab, titles follow the language, and pages for one look make no tab', async ({
  page,
  product,
}) => {
  await enter(page, product.url, await personOf(product.url, 'safety', { tenantId: ENERGY }), LAW);
  await tab(page, '法律法规').focus();
  await page.keyboard.press('Shift+F10');
  await expect(page.getByRole('menuitem', { name: '关闭当前' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(tab(page, '法律法规')).toBeFocused();
  await page.keyboard.press('Shift+F10');
  await expect(page.getByRole('menuitem', { name: '关闭当前' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(tabs(page)).toHaveText(['总览']);
  await expect(page).toHaveURL(/\/safety\/overview$/);

  for (const path of ['/safety/ticket/taskview', '/safety/ticket/taskadd', '/nowhere']) {
    await page.goto(path);
    await expect(page.getByTestId('user-menu')).toBeVisible();
    await expect(tabs(page)).toHaveText(['总览']);
  }
  await page.goto(LAW);
  await expect(tabs(page)).toHaveText(['总览', '法律法规']);
  await page.getByTestId('language-menu').click();
  await page.getByRole('menuitem', { name: 'English' }).click();
  await expect(page.getByRole('navigation', { name: 'Open pages' }).locator('button[aria-haspopup=menu]')).toHaveText([
    'Overview',
    'Laws and regulations',
  ]);
});

test('where the last tab can be closed, the first page of the menu comes', async ({ page, product }) => {
  const admin = await personOf(product.url, 'admin', { tenantId: ENERGY });
  // The management system has no overview, so no tab that is always there.
  await enter(page, product.adminUrl, admin, '/safety/system/role');
  await expect(tabs(page)).toHaveText(['角色管理']);
  await bar(page).getByRole('button', { name: '关闭角色管理' }).click();
  await expect(page).toHaveURL(/\/safety\/system\/user$/);
  await expect(tabs(page)).toHaveText(['用户管理']);
});
