import type { Page } from 'playwright/test';
import { enter, type Person, personOf, storeLaw, uniqueName } from '../support/person.ts';
import { expect, test } from '../support/story.ts';

const LAWS = '/safety/base/law';

/** Rows of the table with a record in them. */
const rows = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('link', { name: /^查看/ }) });
const heads = async (page: Page) =>
  (await page.locator('.ant-table-thead th').allTextContents())
    .map((text) => text.trim())
    .filter(
      // Whoever may only read has no column of actions.
      (text) => text !== '' && text !== '操作',
    );
/** What the rows are called. */
const names = (page: Page) => rows(page).getByRole('link', { name: /^查看/ }).allTextContents();
const chip = (page: Page, text: string) => page.locator('.anlan-chips .ant-tag').filter({ hasText: text });
const menuItem = (page: Page, name: string | RegExp) =>
  page.locator('.ant-dropdown:visible').getByRole('menuitem', { name });

let safety: Person;

test.beforeEach(async ({ page, product }) => {
  safety = await personOf(product.url, 'safety');
  await enter(page, product.url, safety, LAWS);
  await expect(rows(page).first()).toBeVisible();
});

test('a view is saved, shared, found by a colleague, and brings back filters, order and columns', async ({
  page,
  product,
  browser,
}) => {
  const name = uniqueName('法律视图');
  // Only laws, sorted by two columns, without the number, the state in front.
  await page.getByRole('combobox', { name: '文件类型', exact: true }).click();
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option').filter({ hasText: '行政法规' }).click();
  await page.keyboard.press('Escape');
  await expect(chip(page, '文件类型：行政法规')).toBeVisible();
  await page.getByRole('columnheader', { name: '颁布机关' }).click();
  await expect(page).toHaveURL(/_sort=issueDept(&|$)/);
  await page.getByRole('columnheader', { name: '颁布日期' }).click({ modifiers: ['Shift'] });
  await expect(page).toHaveURL(/_sort=issueDept(%2C|,)issueDate/);
  await page.getByRole('button', { name: '列设置' }).click();
  await page.getByRole('checkbox', { name: '文号/标准号' }).uncheck();
  await expect.poll(async () => (await heads(page)).join()).not.toContain('文号');
  const before = await heads(page);
  await page.getByRole('button', { name: `${before.at(-1)}上移` }).click();
  await expect.poll(() => heads(page)).not.toEqual(before);
  const arranged = await heads(page);
  expect(arranged.join()).not.toContain('文号');
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: '视图' }).click();
  await menuItem(page, '另存为视图').click();
  const dialog = page.getByRole('dialog', { name: '另存为视图' });
  await dialog.getByRole('button', { name: /确\s*定/ }).click();
  await expect(dialog.getByText('请输入视图名称')).toBeVisible();
  await dialog.getByRole('textbox', { name: '视图名称' }).fill(name);
  await dialog.getByRole('checkbox', { name: '共享给能打开本页的所有人' }).check();
  await dialog.getByRole('button', { name: /确\s*定/ }).click();
  await expect(page.getByText('视图已保存')).toBeVisible();
  await expect(page).toHaveURL(/_view=\d+/);

  // Back to the usual view, and again to the saved one.
  await page.getByRole('button', { name: '视图' }).click();
  await menuItem(page, '默认视图').click();
  await expect(chip(page, '文件类型')).toHaveCount(0);
  await expect.poll(() => heads(page)).not.toEqual(arranged);
  const colleague = await browser.newContext();
  const other = await colleague.newPage();
  await enter(other, product.url, await personOf(product.url, 'director'), LAWS);
  await other.getByRole('button', { name: '视图' }).click();
  await menuItem(other, new RegExp(name)).click();
  await expect(chip(other, '文件类型：行政法规')).toBeVisible();
  await expect.poll(() => heads(other)).toEqual(arranged);
  await expect(other).toHaveURL(/_sort=issueDept(%2C|,)issueDate/);
  // A view of somebody else can be used, not changed.
  await other.getByRole('button', { name: '视图' }).click();
  await expect(menuItem(other, '另存为视图')).toBeVisible();
  await expect(menuItem(other, '删除视图')).toHaveCount(0);
  await colleague.close();

  await page.getByRole('button', { name: '视图' }).click();
  await menuItem(page, name).click();
  await expect.poll(() => heads(page)).toEqual(arranged);
  await page.getByRole('button', { name: '视图' }).click();
  await menuItem(page, '删除视图').click();
  await page.getByRole('dialog').getByRole('button', { name: '删除视图' }).click();
  await expect(page.getByText('视图已删除')).toBeVisible();
  await expect(chip(page, '文件类型')).toHaveCount(0);
});

test('a filter is turned round, missing values are asked for, and groups count and filter', async ({ page }) => {
  const all = await page.getByText(/^共\d+条$/).textContent();
  await page.getByRole('textbox', { name: '文件名称', exact: true }).fill('安全');
  await expect(chip(page, '文件名称：安全')).toBeVisible();
  await page.getByRole('button', { name: '文件名称的筛选方式：包含' }).click();
  await menuItem(page, '不包含').click();
  await expect(chip(page, '文件名称不包含：安全')).toBeVisible();
  await expect.poll(async () => (await names(page)).some((name) => name.includes('安全'))).toBe(false);
  await chip(page, '文件名称不包含').getByRole('button').click();
  await expect(page.getByText(all ?? '')).toBeVisible();

  await page.getByRole('button', { name: '分组计数' }).click();
  await menuItem(page, '文件类型').click();
  const groups = page.getByRole('group', { name: '文件类型' });
  const laws = groups.getByRole('button', { name: /^法律/ });
  const counted = Number((await laws.textContent())?.replace(/\D/g, ''));
  expect(counted).toBeGreaterThan(0);
  await laws.click();
  await expect(chip(page, '文件类型：法律')).toBeVisible();
  await expect(page.getByText(`共${counted}条`)).toBeVisible();
  await expect(laws).toHaveAttribute('aria-pressed', 'true');
  // The groups stay, to choose another one.
  await expect(groups.getByRole('button', { name: /^行政法规/ })).toBeVisible();
  await laws.click();
  await expect(page.getByText(all ?? '')).toBeVisible();
});

test('the keyboard alone moves, looks, selects and opens; the list comes back where it was', async ({ page }) => {
  // More rows than stand there whole, so that they are scrolled.
  await page.goto(`${LAWS}?_size=20`);
  await expect(rows(page)).toHaveCount(20);
  const first = rows(page).first();
  await first.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  const third = rows(page).nth(2);
  await expect(third).toBeFocused();
  await page.keyboard.press('Space');
  const drawer = page.getByRole('dialog');
  const name = (await third.getByRole('link').first().textContent())?.trim() ?? '';
  await expect(drawer).toContainText(name);
  await expect(drawer).toContainText('第3条');
  await page.keyboard.press('ArrowRight');
  await expect(drawer).toContainText('第4条');
  await page.keyboard.press('Escape');
  await expect(drawer).toHaveCount(0);
  await expect(third).toBeFocused();
  await page.keyboard.press('End');
  await expect(rows(page).last()).toBeFocused();
  const body = page.locator('.ant-table-body');
  const scrolled = await body.evaluate((element) => element.scrollTop);
  expect(scrolled).toBeGreaterThan(100);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/view\/\d+/);
  await page.goBack();
  await expect(rows(page).first()).toBeVisible();
  await expect.poll(() => body.evaluate((element) => element.scrollTop)).toBe(scrolled);
});

test('what others add is announced, and taken over when the reader wants it', async ({ page }) => {
  // What happens before the page listens is announced to nobody.
  const listening = page.waitForResponse((answer) => /events\?.*entities=[^&]*lawRegulation/.test(answer.url()));
  await page.reload();
  await listening;
  await expect(rows(page).first()).toBeVisible();
  const before = await rows(page).count();
  const law = await storeLaw(safety, { name: uniqueName('他人新增的法规') });
  await expect(page.getByText('有1条新变化')).toBeVisible();
  expect(await rows(page).count()).toBe(before);
  await page.getByRole('button', { name: '点击更新' }).click();
  await expect(page.getByText('有1条新变化')).toHaveCount(0);
  await expect(rows(page).filter({ hasText: String(law.name) })).toHaveClass(/anlan-row-fresh/);
});
