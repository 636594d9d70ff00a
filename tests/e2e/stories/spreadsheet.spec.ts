import { readFileSync } from 'node:fs';
import type { Download, Page } from 'playwright/test';
import { cellsOf, openedWorkbook, workbookOf } from '../../fixtures/workbook.ts';
import { enter, type Person, personOf, storeLaw, uniqueName } from '../support/person.ts';
import { expect, test } from '../support/story.ts';

const LAWS = '/safety/base/law';
const HEAD = ['文件名称', '文号/标准号', '文件类型', '颁布机关', '颁布日期', '施行日期'];
const SHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

let safety: Person;

/** Buttons of the page: three side by side, the others folded. */
async function press(page: Page, name: string): Promise<void> {
  const button = page.getByRole('button', { name, exact: true });
  await expect(button.or(page.getByRole('button', { name: /^更多/ })).first()).toBeVisible();
  if (!(await button.isVisible())) {
    await page.getByRole('button', { name: /^更多/ }).first().click();
    await page.getByRole('menuitem', { name, exact: true }).click();
  } else await button.click();
}

async function contentOf(download: Download) {
  return cellsOf(await openedWorkbook(readFileSync(await download.path())));
}

test.beforeEach(async ({ product }) => {
  safety = await personOf(product.url, 'safety');
});

test('a list is exported as it is seen, and a file with faults is mended by what the dialog says', async ({
  page,
  product,
  expectedErrors,
}) => {
  // The file whose heading is wrong.
  expectedErrors.push(/400/);
  const name = uniqueName('表格法规');
  await storeLaw(safety, { name: `${name}甲` });
  await enter(page, product.url, safety, `${LAWS}?_q=${encodeURIComponent(name)}&_cols=name,docNo`);
  await expect(page.getByRole('link', { name: `查看${name}甲` })).toBeVisible();

  const exporting = page.waitForEvent('download');
  await press(page, '导出');
  const exported = await exporting;
  expect(exported.suggestedFilename()).toMatch(/^法律法规-\d{8}\.xlsx$/);
  const [head, ...rows] = await contentOf(exported);
  expect(head?.[0]).toBe('文件名称');
  expect(rows.map(([first]) => first)).toEqual([`${name}甲`]);

  await press(page, '导入');
  const dialog = page.getByRole('dialog', { name: '导入法律法规' });
  const templating = page.waitForEvent('download');
  await dialog.getByRole('button', { name: '下载模板' }).click();
  expect((await contentOf(await templating))[0]).toContain('文件名称*');

  const good = [`${name}乙`, uniqueName('号'), '法律', '某部', '2024-01-02', '2024-03-01'];
  const bad = [`${name}丙`, uniqueName('号'), '法律', '某部', '2024-01-02', '某日'];
  const choose = async (cells: Parameters<typeof workbookOf>[0]) =>
    dialog
      .locator('input[type=file]')
      .setInputFiles({ name: '法规.xlsx', mimeType: SHEET, buffer: await workbookOf(cells) });
  await choose([['名称'], ['甲']]);
  await expect(dialog.getByText('A列：没有名为“名称”的字段')).toBeVisible();
  await choose([HEAD, good, bad]);
  await expect(dialog.getByText('共2行，有效1行，有错误1行')).toBeVisible();
  await expect(dialog.getByRole('row').filter({ hasText: `${name}丙` })).toContainText('施行日期');
  await expect(dialog.getByRole('button', { name: '全部成功才导入' })).toBeDisabled();
  await dialog.getByRole('button', { name: '仅导入有效行' }).click();
  await expect(dialog.getByText('已新增1条，更新0条，0条没有变化，1行未导入')).toBeVisible();
  await dialog.getByRole('button', { name: '关闭' }).last().click();
  await expect(page.getByRole('link', { name: `查看${name}乙` })).toBeVisible();
  await expect(page.getByRole('link', { name: `查看${name}丙` })).toHaveCount(0);
});

test('a file is imported on a phone, and one in another language is read by its own headings', async ({
  page,
  product,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const name = uniqueName('手机法规');
  const row = [name, uniqueName('号'), '法律', '某部', '2024-01-02', '2024-03-01'];
  const buffer = await workbookOf([HEAD, row]);
  await enter(page, product.url, safety, LAWS);
  await press(page, '导入');
  await page
    .getByRole('dialog', { name: '导入法律法规' })
    .locator('input[type=file]')
    .setInputFiles({ name: '法规.xlsx', mimeType: SHEET, buffer });
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('共1行，有效1行，有错误0行')).toBeVisible();
  // Nothing of the dialog stands beside the window.
  const box = await dialog.boundingBox();
  expect(box && [box.x >= 0, box.x + box.width <= 390]).toEqual([true, true]);
  await page.evaluate(() => localStorage.setItem('anlan-language', 'en-US'));
  await page.reload();
  await press(page, 'Import');
  await dialog.locator('input[type=file]').setInputFiles({ name: '法规.xlsx', mimeType: SHEET, buffer });
  await expect(dialog.getByText('Read by its simplified Chinese headings')).toBeVisible();
  await dialog.getByRole('button', { name: 'Import all or nothing' }).click();
  await expect(dialog.getByText('Added: 1')).toBeVisible();
});

test('many rows are imported in the background: progress, leaving, what came of it, and cancelling', async ({
  page,
  product,
}) => {
  test.setTimeout(240_000);
  const name = uniqueName('长表');
  const rows = (tag: string, count: number, bad: number) => [
    HEAD,
    ...Array.from({ length: count }, (_, index) => [
      `${name}${tag}${index}`,
      `${name}${tag}号${index}`,
      '法律',
      '某部',
      '2024-01-02',
      index < bad ? '某日' : '2024-03-01',
    ]),
  ];
  await enter(page, product.url, safety, LAWS);
  await press(page, '导入');
  const dialog = page.getByRole('dialog', { name: '导入法律法规' });
  const choose = async (cells: Parameters<typeof workbookOf>[0]) =>
    dialog
      .locator('input[type=file]')
      .setInputFiles({ name: '法规.xlsx', mimeType: SHEET, buffer: await workbookOf(cells) });
  await choose(rows('甲', 1200, 0));
  await expect(dialog.getByText(/^[1-9]\d* \/ 1200行$/)).toBeVisible({ timeout: 60_000 });
  await dialog.getByRole('button', { name: '取消导入' }).click();
  await expect(dialog.getByText('已取消')).toBeVisible();

  await choose(rows('乙', 600, 2));
  await expect(dialog.getByText('共600行，有效598行，有错误2行')).toBeVisible({ timeout: 90_000 });
  await dialog.getByRole('button', { name: '仅导入有效行' }).click();
  await expect(dialog.getByText('已在后台进行')).toBeVisible();
  await dialog.getByRole('button', { name: '离开，在后台继续' }).click();
  const told = page.locator('.ant-notification-notice', { hasText: '已新增598条' });
  await expect(told).toBeVisible({ timeout: 90_000 });
  const reporting = page.waitForEvent('download');
  await told.getByRole('button', { name: '下载有问题的行' }).click();
  const report = await contentOf(await reporting);
  expect(report.slice(1).map(([first]) => first)).toEqual([`${name}乙0`, `${name}乙1`]);
  await page.goto(`${product.url}/workflow/inbox`);
  await page
    .getByRole('button', { name: /法律法规：导入已完成/ })
    .first()
    .click();
  await expect(page.getByText('我的后台处理', { exact: true })).toBeVisible();
  await expect(page.getByText(/已新增598条/).first()).toBeVisible();
});

test('whoever lacks the right has neither button', async ({ page, product }) => {
  const leader = await personOf(product.url, 'leader');
  await enter(page, product.url, leader, LAWS);
  await expect(page.getByRole('link', { name: /^查看/ }).first()).toBeVisible();
  await expect(page.getByRole('button', { name: '导出', exact: true })).toHaveCount(0);
  await expect(page.getByRole('button', { name: '导入', exact: true })).toHaveCount(0);
});
