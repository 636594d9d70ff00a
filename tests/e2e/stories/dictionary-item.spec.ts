import type { Page } from 'playwright/test';
import { enter, type Person, personOf, storeLaw, uniqueName } from '../support/person.ts';
import { expect, test } from '../support/story.ts';

const CODE = 'law-file-type';
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const choice = (page: Page, name: RegExp) => page.getByRole('dialog').getByRole('radio', { name });

/** An item of the kinds of laws, held by a number of laws. */
async function heldItem(admin: Person, officer: Person, laws: number): Promise<string> {
  const title = uniqueName('示例').slice(0, 20);
  const dictKey = uniqueName('t').slice(-12);
  const item = { code: CODE, dictKey, dictValue: title, sort: 90, isSealed: '0' };
  await admin.call('POST', 'system/dict-biz/submit', { json: item });
  for (let count = 0; count < laws; count += 1) await storeLaw(officer, { fileType: dictKey });
  return title;
}

/** Asks to delete an item, and agrees to the question. */
async function remove(page: Page, title: string): Promise<void> {
  await rowOf(page, title).getByRole('button', { name: '删除' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '删除' }).click();
  await expect(page.getByRole('dialog', { name: new RegExp(`“${title}”还有`) })).toBeVisible();
}

async function shoot(page: Page, name: string): Promise<void> {
  const shots = process.env.ANLAN_SHOTS;
  if (shots !== undefined) await page.screenshot({ path: `${shots}/${name}.png` });
}

test('an item in use is not deleted: the dialog says where, and puts another in its place', async ({
  page,
  product,
  expectedErrors,
}) => {
  // The browser notes the refusal that the dialog is made of.
  expectedErrors.push(/status of 400/);
  const admin = await personOf(product.url, 'admin');
  const title = await heldItem(admin, await personOf(product.url, 'safety'), 2);
  await enter(page, product.adminUrl, admin, `/safety/system/dictBiz?code=${CODE}`);
  await remove(page, title);
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(`“${title}”还有2条记录在用`);
  await expect(dialog.getByRole('listitem')).toHaveText(['法律法规2条']);
  await choice(page, /^替换为其他项/).check();
  await dialog.getByRole('button', { name: '替换并删除' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('请选择替换成的项');
  await dialog.getByRole('combobox').fill('行政法规');
  await shoot(page, 'item-replace-1440');
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option').filter({ hasText: '行政法规' }).click();
  await dialog.getByRole('button', { name: '替换并删除' }).click();
  await expect(page.getByText(`2条记录中的“${title}”已替换为“行政法规”`)).toBeVisible();
  await expect(rowOf(page, title)).toHaveCount(0);
});

test('an item in use is sealed instead, on a phone too', async ({ page, product, expectedErrors }) => {
  // The browser notes the refusal that the dialog is made of.
  expectedErrors.push(/status of 400/);
  const admin = await personOf(product.url, 'admin');
  const title = await heldItem(admin, await personOf(product.url, 'safety'), 1);
  await enter(page, product.adminUrl, admin, `/safety/system/dictBiz?code=${CODE}`);
  await remove(page, title);
  await expect(choice(page, /^停用/)).toBeChecked();
  await shoot(page, 'item-seal-1440');
  await page.setViewportSize({ width: 390, height: 844 });
  await choice(page, /^替换为其他项/).check();
  await shoot(page, 'item-replace-390');
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
  await choice(page, /^停用/).check();
  await shoot(page, 'item-seal-390');
  await page.getByRole('dialog').getByRole('button', { name: '停用' }).click();
  await expect(page.getByText(`“${title}”已停用`)).toBeVisible();
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(rowOf(page, title)).toBeVisible();
});
