import type { Page } from 'playwright/test';
import { enter, LAWS, type Person, personOf, storeLaw } from '../support/person.ts';
import { expect, test } from '../support/story.ts';

const field = (page: Page, label: string) => page.locator('.anlan-form').getByRole('textbox', { name: label }).first();
// The icon of a button that was busy may stay in it, hidden, with its name.
const save = (page: Page) => page.getByRole('button', { name: /^(loading )?保存$/ });

async function openForm(page: Page, url: string, person: Person, id: string, name: string): Promise<void> {
  await enter(page, url, person, `/safety/base/law/edit/${id}`);
  await expect(field(page, '文件名称')).toHaveValue(name);
}

test('the second of two editors sees what changed and by whom, keeps his input, and decides', async ({
  page,
  browser,
  product,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 409/);
  const safety = await personOf(product.url, 'safety');
  const officer = await personOf(product.url, 'officer');
  const law = await storeLaw(safety, { issueDept: '原机关', keywords: '原词' });

  const second = await browser.newContext({ locale: 'zh-CN', timezoneId: 'Asia/Shanghai' });
  const other = await second.newPage();
  await openForm(page, product.url, safety, law.id, law.name);
  await openForm(other, product.url, officer, law.id, law.name);

  await field(other, '颁布机关').fill('他的机关');
  await field(other, '关键词').fill('他的词');
  await save(other).click();
  await expect(other.getByText('修改成功')).toBeVisible();
  await second.close();

  await field(page, '颁布机关').fill('我的机关');
  await field(page, '内容摘要').fill('只有我写的摘要');
  await save(page).click();
  const dialog = page.getByRole('dialog', { name: '该记录已被修改' });
  await expect(dialog).toContainText('沈辰八在您编辑期间修改了下列内容');
  const row = (title: string) => dialog.getByRole('row').filter({ hasText: title });
  await expect(row('颁布机关')).toContainText('他的机关');
  await expect(row('颁布机关')).toContainText('沈辰八修改');
  await expect(row('颁布机关')).toContainText('我的机关');
  await expect(row('关键词')).toContainText('他的词');
  await expect(dialog.getByRole('row').filter({ hasText: '内容摘要' })).toHaveCount(0);

  // Back to the form first: all is as it was typed.
  await dialog.getByRole('button', { name: '返回编辑' }).click();
  await expect(field(page, '颁布机关')).toHaveValue('我的机关');
  await expect(field(page, '内容摘要')).toHaveValue('只有我写的摘要');
  await save(page).click();
  await row('颁布机关').getByRole('radio', { name: '保留我的' }).check();
  await dialog.getByRole('button', { name: '按选择保存' }).click();
  await expect(page.getByText('修改成功')).toBeVisible();

  const stored = await safety.call<Record<string, unknown>>('GET', `${LAWS}/detail`, { query: { id: law.id } });
  expect(stored).toMatchObject({ issueDept: '我的机关', keywords: '他的词', summary: '只有我写的摘要' });
});

test('the newest content can be taken instead of the own', async ({ page, product, expectedErrors }) => {
  expectedErrors.push(/status of 409/);
  const safety = await personOf(product.url, 'safety');
  const law = await storeLaw(safety, { issueDept: '原机关' });
  await openForm(page, product.url, safety, law.id, law.name);
  await safety.call('POST', `${LAWS}/submit`, { json: { id: law.id, version: law.version, issueDept: '最新机关' } });

  await field(page, '颁布机关').fill('我的机关');
  await field(page, '代替文件').fill('我写的代替文件');
  await save(page).click();
  const dialog = page.getByRole('dialog', { name: '该记录已被修改' });
  await dialog.getByRole('radio', { name: '采用最新' }).check();
  await dialog.getByRole('button', { name: '按选择保存' }).click();
  await expect(page.getByText('修改成功')).toBeVisible();
  const stored = await safety.call<Record<string, unknown>>('GET', `${LAWS}/detail`, { query: { id: law.id } });
  expect(stored).toMatchObject({ issueDept: '最新机关', replaces: '我写的代替文件' });
});

test('an action on a row that has moved on tells so and shows what there is now', async ({
  page,
  product,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 4\d\d/);
  const safety = await personOf(product.url, 'safety');
  const law = await storeLaw(safety, { amended: '1' });
  await enter(page, product.url, safety, `/safety/base/law?_q=${encodeURIComponent(law.name)}`);
  const row = page.getByRole('row').filter({ hasText: law.name });
  await expect(row).toBeVisible();
  await safety.call('POST', `${LAWS}/remove`, { query: { ids: law.id } });
  await row.getByRole('button', { name: '编辑' }).click();
  await expect(page.getByText('表单加载失败')).toBeVisible();
  await page.goBack();
  await expect(page.getByTestId('empty-noMatch')).toBeVisible();
});
