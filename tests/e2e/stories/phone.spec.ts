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
  // What the person uses most may stand above the menu as well.
  await drawer.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: '法律法规' }).click();
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
  // It comes from below: three fields first, the rest when it is asked for, the buttons at the thumb.
  await expect(sheet.locator('.anlan-filter:visible')).toHaveCount(3);
  const box = await sheet.locator('.ant-drawer-footer').boundingBox();
  expect(Math.round((box?.y ?? 0) + (box?.height ?? 0))).toBe(844);
  await sheet.getByRole('button', { name: /更多条件/ }).click();
  await expect.poll(() => sheet.locator('.anlan-filter:visible').count()).toBeGreaterThan(3);
  await sheet.getByRole('textbox', { name: '文件名称' }).fill('突发事件');
  await sheet.getByRole('button', { name: '查看结果' }).click();
  await expect(sheet).toBeHidden();
  await expect(page.locator('.anlan-chips')).toContainText('文件名称：突发事件');
  await expect(page.getByRole('button', { name: '筛选（1）' })).toBeVisible();
  await expect(cards(page).filter({ hasText: '突发事件应对法' }).first()).toBeVisible();
  await expect.poll(() => cards(page).count()).toBeLessThan(20);
  await fits(page);
});

test('the button that adds hides neither the last card nor the pages, once one has scrolled to the end', async ({
  page,
  product,
}) => {
  await enter(page, product.url, await personOf(product.url, 'safety'), '/safety/base/law');
  await expect(cards(page)).toHaveCount(20);
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  const add = page.getByRole('button', { name: '新增' });
  const top = async () => (await add.boundingBox())?.y ?? 0;
  for (const part of [cards(page).last(), page.locator('.anlan-cards-total'), page.locator('.ant-pagination')]) {
    const box = await part.boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(await top());
  }
});

test('a long form is filled in step by step: each says what it lacks, nothing typed is lost, a fault leads back', async ({
  page,
  product,
}) => {
  const leader = await personOf(product.url, 'leader');
  await enter(page, product.url, leader, '/safety/ticket/taskadd/add', { chosen: { 'form.way': '' } });
  const steps = page.getByRole('navigation', { name: '填写步骤' });
  await expect(steps).toContainText(/第1步，共\d+步/);
  const first = steps.getByRole('button', { name: /作业内容和地点/ });
  await expect(first).toHaveAttribute('aria-current', 'step');
  const missing = async () => Number(/缺(\d+)项/.exec((await first.textContent()) ?? '')?.[1] ?? 0);
  const before = await missing();
  expect(before).toBeGreaterThan(1);
  const words = uniqueName('分步填写');
  const text = page.getByRole('textbox', { name: '作业内容' });
  await text.fill(words);
  await expect.poll(missing).toBe(before - 1);
  await page.getByRole('button', { name: '下一步：作业时间' }).click();
  await expect(text).toBeHidden();
  await expect(page.getByRole('heading', { name: '作业时间' })).toBeFocused();
  await expect(steps).toContainText(/第2步/);
  await fits(page);
  await page.getByRole('button', { name: '上一步' }).click();
  await expect(text).toHaveValue(words);
  await steps.getByRole('button', { name: /作业单位和人员/ }).click();
  await page.getByRole('button', { name: '提交', exact: true }).click();
  // What is wrong is led to, in whatever step it stands.
  await expect(first).toHaveAttribute('aria-current', 'step');
  await expect(first).toContainText(/待改\d+项/);
  await expect(page.getByText('请选择作业类型').first()).toBeVisible();
  // Whoever wants all of it at once has it, also the next time.
  await steps.getByRole('button', { name: '显示全部' }).click();
  await expect(text).toHaveValue(words);
  await expect.poll(() => page.locator('.anlan-section:visible').count()).toBeGreaterThan(2);
  await page.reload();
  await expect.poll(() => page.locator('.anlan-section:visible').count()).toBeGreaterThan(2);
  await steps.getByRole('button', { name: '分步填写' }).click();
  await expect(page.locator('.anlan-section:visible')).toHaveCount(1);
  // After a reload what was typed comes back at the step where it was typed last.
  const notes = steps.getByRole('button', { name: /备注/ });
  await notes.click();
  const remark = page.getByRole('textbox', { name: '备注' });
  await remark.fill('接着写');
  await page.reload();
  await expect(notes).not.toHaveAttribute('aria-current', 'step');
  await page.getByRole('button', { name: '恢复' }).click();
  await expect(notes).toHaveAttribute('aria-current', 'step');
  await expect(remark).toHaveValue('接着写');
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
