import type { Page } from 'playwright/test';
import { enter, personOf, uniqueName } from '../support/person.ts';
import { expect, test } from '../support/story.ts';

/** Presses Tab until the focus stands where it is wanted; a person would not go on for ever either. */
async function tabTo(
  page: Page,
  name: string | RegExp,
  role: 'textbox' | 'button' | 'link' | 'combobox',
): Promise<void> {
  const target = page.getByRole(role, { name }).first();
  for (let steps = 0; steps < 60; steps += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not lead to ${String(name)}`);
}

test('a person signs in and enters a law by the keyboard alone', async ({ page }) => {
  await page.goto('/user/login?redirect=%2Fsafety%2Fbase%2Flaw');
  // The account has the focus from the start.
  await expect(page.getByLabel('账号', { exact: true })).toBeFocused();
  await page.keyboard.type('safety');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Anlan@2026');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('link', { name: /^查看/ }).first()).toBeVisible();

  await tabTo(page, '跳到正文', 'link');
  await page.keyboard.press('Enter');
  await tabTo(page, '新增', 'button');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: '新增法律法规' })).toBeVisible();

  const name = uniqueName('键盘规定');
  await tabTo(page, '文件名称', 'textbox');
  await page.keyboard.type(name);
  await tabTo(page, '文号/标准号', 'textbox');
  await page.keyboard.type('键盘令第1号');
  await tabTo(page, '文件类型', 'combobox');
  await page.keyboard.type('部门规章');
  await page.keyboard.press('Enter');
  await expect(page.locator('[data-field="fileType"]')).toContainText('部门规章');
  await tabTo(page, '颁布机关', 'textbox');
  await page.keyboard.type('示例机关');
  await tabTo(page, '颁布日期', 'textbox');
  await page.keyboard.type('2026-01-05');
  await page.keyboard.press('Enter');
  await tabTo(page, '施行日期', 'textbox');
  await page.keyboard.type('2026-02-01');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: '施行日期' })).toHaveValue('2026-02-01');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('新增成功')).toBeVisible();
  const row = page.getByRole('link', { name: `查看${name}` });
  await expect(row).toBeVisible();
  await row.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
});

test('the key ? shows the shortcuts, Esc closes them, and typing is not disturbed', async ({ page, product }) => {
  await enter(page, product.url, await personOf(product.url, 'safety'), '/safety/base/law');
  await expect(page.getByRole('link', { name: /^查看/ }).first()).toBeVisible();
  await page.keyboard.press('Shift+?');
  const help = page.getByRole('dialog', { name: '键盘快捷键' });
  for (const keys of ['/', 'Enter', 'Esc', 'Ctrl + S', 'Ctrl + Enter', '? / Ctrl + /']) {
    await expect(
      help.locator('kbd').filter({ hasText: new RegExp(`^${keys.replace(/[?+/]/g, '\\$&')}$`) }),
    ).toBeVisible();
  }
  await page.keyboard.press('Escape');
  await expect(help).toBeHidden();
  await page.keyboard.press('/');
  await page.keyboard.type('what?/');
  await expect(page.getByRole('textbox', { name: '搜索', exact: true })).toHaveValue('what?/');
  await expect(help).toBeHidden();
});

test('dialogs close by Esc and give the focus back', async ({ page, product }) => {
  await enter(page, product.url, await personOf(product.url, 'safety'), '/safety/base/law/add');
  const button = page.getByRole('button', { name: '适用部门' });
  await button.focus();
  await page.keyboard.press('Enter');
  const picker = page.getByRole('dialog', { name: '选择适用部门' });
  await expect(picker.getByLabel('搜索部门')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(picker).toBeHidden();
  await expect(button).toBeFocused();
});
