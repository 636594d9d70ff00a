import type { Page } from 'playwright/test';
import { enter, personOf, storeLaw, uniqueName } from '../support/person.ts';
import { expect, signIn, test } from '../support/story.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

/** Nothing of the page stands outside the width of the phone. */
async function fits(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
}

const cards = (page: Page) => page.locator('.anlan-card');

test('a page with several ways of showing its records fits a phone, also as the first page', async ({ page }) => {
  await signIn(page, 'safety');
  await page.goto('/safety/base/activity');
  await expect(page.getByRole('heading', { level: 1, name: '安全活动' })).toBeVisible();
  await expect(cards(page).first()).toBeVisible();
  await fits(page);
});

test('login, menu and list of a phone: cards, a drawer, filters in a sheet', async ({ page }) => {
  await page.goto('/user/login');
  await expect(page.getByRole('button', { name: '登录', exact: true })).toBeInViewport();
  await fits(page);
  await signIn(page, 'safety');
  await fits(page);
  await expect(page.getByRole('navigation', { name: '主菜单' })).toHaveCount(0);
  await page.getByRole('button', { name: '打开菜单' }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByRole('menuitem', { name: '安全基础管理' }).click();
  await drawer.getByRole('link', { name: '法律法规' }).click();
  await expect(drawer).toBeHidden();
  await expect(page.getByRole('heading', { level: 1, name: '法律法规' })).toBeVisible();
  await expect(page.getByRole('table')).toHaveCount(0);
  await expect(cards(page)).toHaveCount(20);
  await expect(page.getByText(/^共\d+条$/)).toBeAttached();
  await expect(cards(page).first()).toContainText('启用');
  await expect(cards(page).first().getByRole('button', { name: '编辑' })).toBeVisible();
  await fits(page);

  await page.getByRole('button', { name: '筛选' }).click();
  const sheet = page.getByRole('dialog', { name: '筛选' });
  await sheet.getByRole('textbox', { name: '文件名称' }).fill('突发事件');
  await sheet.getByRole('button', { name: '查看结果' }).click();
  await expect(sheet).toBeHidden();
  await expect(page.locator('.anlan-chips')).toContainText('文件名称：突发事件');
  await expect(cards(page).filter({ hasText: '突发事件应对法' }).first()).toBeVisible();
  await expect.poll(() => cards(page).count()).toBeLessThan(20);
  await fits(page);
});

test('a law is entered and read on a phone', async ({ page, product }) => {
  const safety = await personOf(product.url, 'safety');
  const law = await storeLaw(safety, { keywords: '手机' });
  await enter(page, product.url, safety, `/safety/base/law/view/${law.id}`);
  await expect(page.getByRole('heading', { level: 1, name: law.name })).toBeVisible();
  await fits(page);
  await page.getByRole('button', { name: '编辑' }).click();
  const keywords = page.getByRole('textbox', { name: '关键词' });
  await expect(keywords).toHaveValue('手机');
  await fits(page);
  // The label stands above its field, and the buttons are at the thumb without scrolling.
  const label = await page.locator('[data-field="keywords"] label').boundingBox();
  const input = await keywords.boundingBox();
  expect((label?.y ?? 0) + (label?.height ?? 0)).toBeLessThanOrEqual((input?.y ?? 0) + 1);
  const save = page.getByRole('button', { name: /^(loading )?保存$/ });
  await expect(save).toBeInViewport();
  const word = uniqueName('词');
  await keywords.fill(word);
  await save.click();
  await expect(page.getByText('修改成功')).toBeVisible();
  await expect(page.locator('main')).toContainText(word);
});
