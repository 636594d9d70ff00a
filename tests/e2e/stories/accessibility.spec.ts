import { barriers } from '../support/barriers.ts';
import { enter, personOf } from '../support/person.ts';
import { expect, test } from '../support/story.ts';

test('the login page keeps nobody out', async ({ page }) => {
  await page.goto('/user/login');
  await expect(page.getByRole('img', { name: '手机扫码下载应用' })).toBeVisible();
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await expect(page.getByText('请输入账号')).toBeVisible();
  expect(await barriers(page)).toEqual([]);
});

test('overview, list, form and detail keep nobody out', async ({ page, product }) => {
  await enter(page, product.url, await personOf(product.url, 'safety'), '/safety/overview');
  await expect(page.getByRole('heading', { name: '今日异常与临期' })).toBeVisible();
  expect(await barriers(page)).toEqual([]);

  await page.goto('/safety/base/law?fileType=1');
  await expect(page.getByRole('link', { name: /^查看/ }).first()).toBeVisible();
  expect(await barriers(page)).toEqual([]);

  await page.getByRole('link', { name: /^查看/ }).first().click();
  await expect(page.getByRole('complementary', { name: '操作记录' }).getByRole('listitem').first()).toBeVisible();
  expect(await barriers(page)).toEqual([]);

  await page.goto('/safety/base/law/add');
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await expect(page.getByText('请输入文件名称', { exact: true })).toBeVisible();
  expect(await barriers(page)).toEqual([]);
});
