import { patient } from '../../fixtures/patience.ts';
import { enter, personOf } from '../support/person.ts';
import { expect, test } from '../support/story.ts';
import { toolSheet } from '../support/tool-sheet.ts';

test('an administrator makes 工器具检查 from a sheet of 30 columns, and its people work with it', async ({
  page,
  product,
  browser,
  expectedErrors,
}) => {
  test.setTimeout(patient(120_000));
  expectedErrors.push(/status of 400/);
  // The server keeps what other tries have made.
  const mark = Date.now().toString(36).slice(-4);
  const name = `工器具检查${mark}`;
  const officer = await (await browser.newContext()).newPage();
  await enter(officer, product.url, await personOf(product.url, 'safety'), '/safety/overview');
  await enter(page, product.url, await personOf(product.url, 'admin'), '/design');
  await page.getByRole('button', { name: '新建业务' }).click();

  // A file that is none is refused in words, and the page stays as it was.
  const choose = page.locator('input[type=file]');
  await choose.setInputFiles({ name: '不是表格.xlsx', mimeType: 'application/octet-stream', buffer: Buffer.from('x') });
  await expect(page.getByRole('alert')).toContainText('不是有效的Excel文件');
  await choose.setInputFiles({ name: `${name}.xlsx`, mimeType: 'application/octet-stream', buffer: await toolSheet() });
  await expect(page.getByText(`“${name}”：24行，30列`)).toBeVisible();
  await expect(page.getByLabel('业务名称')).toHaveValue(name);
  await expect(page.getByLabel('业务代码')).toHaveValue(/^ownGongqiju/);

  // What the values say is shown, and what they leave in doubt is asked.
  const row = (title: string) => page.getByRole('row').filter({ has: page.getByLabel(`“${title}”的类型`) });
  await expect(row('数量')).toContainText('24个值中有1个不是数字，如“约5”');
  await expect(row('类别')).toContainText('选项：手动、电动、气动、起重');
  await page.getByRole('button', { name: '建立' }).click();
  await expect(page.getByRole('alert').last()).toContainText('还有拿不准的列，请先确认');
  await row('数量').getByRole('button', { name: '确认“数量”' }).click();
  await page.getByRole('button', { name: '都按推断' }).click();
  await expect(page.getByText('所有列都已确认')).toBeVisible();
  await page.getByRole('button', { name: '建立' }).click();

  await expect(page.getByRole('heading', { name: `设计：${name}` })).toBeVisible();
  await expect(page.getByTestId('design-state')).toContainText('尚未发布');
  await expect(page.locator('[data-name="canvas"]').getByText('绝缘电阻')).toBeVisible();
  await page.getByRole('button', { name: '发布', exact: true }).click();
  const publishing = page.getByRole('dialog', { name: '发布草稿' });
  await publishing.getByLabel('标题').fill(`新建${name}`);
  await publishing.getByRole('button', { name: '发布' }).click();
  await expect(page.getByText(`已发布：新建${name}`)).toBeVisible();

  // It is in the menu of its company, and takes records.
  await officer.reload();
  await officer.getByRole('menuitem', { name: '自建业务' }).click();
  await officer.getByRole('menuitem', { name }).click();
  await officer.getByRole('button', { name: '新增' }).first().click();
  const form = officer.locator('[data-field]');
  const input = (label: string) => form.filter({ hasText: label }).first().locator('input').first();
  await input('工器具编号').fill('GQJ-100');
  await input('工器具名称').fill('手拉葫芦');
  await input('检查日期').fill('2026-11-20');
  await input('检查日期').press('Enter');
  await officer.getByRole('button', { name: '保存' }).click();
  await expect(officer.getByRole('cell', { name: '手拉葫芦' })).toBeVisible();

  // Its page is put away again, and leaves the menu; the server serves other stories.
  const outline = page.getByRole('navigation', { name: '结构' });
  await outline.getByRole('button', { name, exact: true }).press('Delete');
  await expect(page.getByTestId('design-state')).toContainText('尚未发布');
  await page.getByRole('button', { name: '发布', exact: true }).click();
  await publishing.getByLabel('标题').fill(`收起${name}`);
  await publishing.getByRole('button', { name: '发布' }).click();
  await expect(page.getByText(`已发布：收起${name}`)).toBeVisible();
  const menu = await (await personOf(product.url, 'safety')).call('GET', 'system/menu/biz/routes-children');
  expect(JSON.stringify(menu)).not.toContain(name);
  await officer.close();
});
