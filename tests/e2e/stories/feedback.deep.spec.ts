import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright/test';
import { patient } from '../../fixtures/patience.ts';
import { blankPdf, upload } from '../support/day-records.ts';
import { choose } from '../support/fill.ts';
import { enter, type Person, personOf, storeLaw, uniqueName } from '../support/person.ts';
import { inDatabase } from '../support/plant-database.ts';
import { type ProductServer, startProductServer } from '../support/product-server.ts';
import { expect, test } from '../support/story.ts';

const LAWS = '/safety/base/law';
/** Rows whose export takes long enough to be left. */
const MANY = 30_000;

let plant: ProductServer;
let safety: Person;

test.setTimeout(patient(120_000));

// A server of their own: a list of so many rows would be in the way of other stories.
test.beforeAll(async () => {
  test.setTimeout(patient(240_000));
  plant = await startProductServer({ filled: true, within: patient(120_000) });
  safety = await personOf(plant.url, 'safety');
  await inDatabase(plant.dataDir, async (client) => {
    const { rows } = await client.query<{ column: string }>(
      `select column_name as column from information_schema.columns
       where table_schema = 'data' and table_name = 'lawRegulation' and is_generated = 'NEVER'`,
    );
    const columns = rows.map(({ column }) => `"${column}"`).join(', ');
    await client.query(
      `insert into data."lawRegulation" (${columns})
       select ${columns} from (
         select (jsonb_populate_record(law, jsonb_build_object(
           'id', '77' || lpad(n::text, 17, '0'), 'name', '长表法规' || n, 'docNo', '长表' || n))).*
         from data."lawRegulation" law, generate_series(1, ${MANY}) n
         where law.id = (select min(id) from data."lawRegulation" where "tenantId" = '645967' and "isDeleted" = 0)
       ) made`,
    );
  });
});
test.afterAll(() => plant?.stop());

/** Buttons of the page: three side by side, the others folded. */
async function press(page: Page, name: string): Promise<void> {
  const button = page.getByRole('button', { name, exact: true });
  await expect(button.or(page.getByRole('button', { name: /^更多/ })).first()).toBeVisible();
  if (!(await button.isVisible())) {
    await page.getByRole('button', { name: /^更多/ }).first().click();
    await page.getByRole('menuitem', { name, exact: true }).click();
  } else await button.click();
}

const toast = (page: Page, title: string) => page.locator('.ant-notification-notice', { hasText: title });

/** Opens the newest notice of a title: the person's work in the background stands there. */
async function openNotice(page: Page, title: string | RegExp): Promise<void> {
  await page.goto(`${plant.url}/workflow/inbox`);
  await page.getByRole('button', { name: title }).first().click();
  await expect(page.getByText('我的后台处理', { exact: true })).toBeVisible();
}

for (const [at, width, height] of [
  ['a desk', 1440, 900],
  ['a phone', 390, 844],
] as const) {
  test(`a large export is left while it runs, and opened from its notice, at ${at}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await enter(page, plant.url, safety, LAWS);
    await expect(page.locator('main').getByRole('link').first()).toBeVisible();
    await press(page, '导出');
    await expect(page.getByText('已在后台进行，可以离开本页，完成后有消息')).toBeVisible();
    await expect(page.getByText(/^[\d,]+ \/ 300\d\d行$/).first()).toBeVisible();
    await page.keyboard.press('Escape');
    // What is left is not stopped: another page is opened within the platform.
    const record = page.locator('main').getByRole('link').first();
    const name = await record.textContent();
    await record.click();
    await expect(page.getByRole('heading', { level: 1, name: name ?? '', exact: true })).toBeVisible();
    const told = toast(page, '法律法规已导出');
    await expect(told).toContainText(/共300\d\d条/, { timeout: patient(60_000) });
    const download = page.waitForEvent('download');
    await told.getByRole('button', { name: '下载文件' }).click();
    expect((await download).suggestedFilename()).toMatch(/^法律法规-\d{8}\.xlsx$/);

    await openNotice(page, /法律法规：导出已完成/);
    const again = page.waitForEvent('download');
    await page.getByRole('button', { name: '下载文件' }).first().click();
    expect((await readFile(await (await again).path())).subarray(0, 2).toString()).toBe('PK');
  });
}

test('records printed in batches come as a file from the notice', async ({ page }) => {
  const name = uniqueName('成批打印');
  for (let index = 0; index < 8; index += 1) await storeLaw(safety, { name: `${name}${index}` });
  await enter(page, plant.url, safety, `${LAWS}?_q=${encodeURIComponent(name)}`);
  await expect(page.getByRole('link', { name: /^查看/ })).toHaveCount(8);
  await page.getByRole('checkbox', { name: '选择', exact: true }).check();
  await page.locator('.anlan-batch').getByRole('button', { name: '打印' }).click();
  await expect(page.getByText('已在后台进行，可以离开本页，完成后有消息')).toBeVisible();
  await page.getByRole('link', { name: /^未读消息\d+条$/ }).click();
  await openNotice(page, /法律法规：打印已完成/);
  await expect(page.getByText('共8条，文件可在24小时内下载').first()).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: '下载文件' }).first().click();
  expect((await readFile(await (await download).path())).subarray(0, 5).toString()).toBe('%PDF-');
});

test('an action on several records is taken back, and so is a removal', async ({ page }) => {
  const name = uniqueName('成批停用');
  // One that is abolished may be removed, and one with its text be switched on.
  for (const index of [1, 2]) {
    const attachments = [await upload(plant.url, safety, blankPdf)];
    await storeLaw(safety, { name: `${name}${index}`, abolishDate: '2026-01-01', attachments });
  }
  await enter(page, plant.url, safety, `${LAWS}?_q=${encodeURIComponent(name)}`);
  const rows = page.getByRole('row').filter({ has: page.getByRole('link', { name: /^查看/ }) });
  await expect(rows).toHaveCount(2);
  const state = rows.first().getByRole('cell', { name: /^(启用|停用)$/ });
  const before = await state.textContent();
  const action = before === '启用' ? '停用' : '启用';
  await page.getByRole('checkbox', { name: '选择', exact: true }).check();
  await page.locator('.anlan-batch').getByRole('button', { name: action }).click();
  await page.getByRole('dialog').getByRole('button', { name: action }).click();
  await expect(page.getByText('2条操作成功')).toBeVisible();
  await expect(state).toHaveText(action);
  await page.getByRole('button', { name: '撤销', exact: true }).click();
  await expect(page.getByText('已撤销', { exact: true })).toBeVisible();
  await expect(state).toHaveText(before ?? '');

  await rows.first().getByRole('button', { name: '删除' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '删除' }).click();
  await expect(rows).toHaveCount(1);
  await page.getByRole('button', { name: '撤销', exact: true }).click();
  await expect(page.getByText('已撤销删除')).toBeVisible();
  await expect(rows).toHaveCount(2);
});

test('an export that is refused says why, and nothing is kept as if it were the file', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 400/);
  await enter(page, plant.url, safety, LAWS);
  await expect(page.getByRole('link', { name: /^查看/ }).first()).toBeVisible();
  // A column that was taken away since the page was loaded.
  await page.route('**/lawsregulations/export*', (route) => {
    const url = new URL(route.request().url());
    url.searchParams.set('columns', 'goneField');
    return route.continue({ url: url.href });
  });
  const kept: string[] = [];
  page.on('download', (download) => kept.push(download.suggestedFilename()));
  await press(page, '导出');
  await expect(page.locator('.ant-message-error, .ant-message-warning')).toContainText('goneField');
  expect(kept).toEqual([]);
  await expect(page.getByText('已导出法律法规')).toHaveCount(0);
});

test('a recalculation is left while it runs, and its notice leads back to what was changed', async ({ page }) => {
  await enter(page, plant.url, safety, '/safety/risk/setup/level');
  const row = page.getByRole('row').filter({ hasText: '4级' });
  await row.getByRole('button', { name: '编辑' }).click();
  await choose(page, 'controlLevel', '车间级');
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await page.getByRole('button', { name: '重新计算', exact: true }).click();
  await page.getByRole('link', { name: /^未读消息\d+条$/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: '消息' })).toBeVisible();
  await openNotice(page, /重新计算已完成/);
  await page.getByRole('button', { name: '查看', exact: true }).first().click();
  await expect(page).toHaveURL(/\/risk\/setup\/level/);
});

test('a design that is published tells by a notice that leads to its page', async ({ page }) => {
  const admin = await personOf(plant.url, 'admin');
  const title = uniqueName('后台发布');
  await enter(page, plant.url, admin, '/design?entity=lawRegulation');
  const outline = page.getByRole('navigation', { name: '结构' });
  await outline.getByRole('button', { name: '代替文件', exact: true }).press('Delete');
  await expect(page.getByTestId('design-state')).toContainText('已保存为草稿');
  await page.getByRole('button', { name: '发布', exact: true }).click();
  const publishing = page.getByRole('dialog', { name: '发布草稿' });
  await publishing.getByLabel('标题').fill(title);
  const asked = page.waitForResponse((response) => response.url().includes('design/publish'));
  await publishing.getByRole('button', { name: '发布' }).click();
  expect((await asked).status()).toBe(200);
  await openNotice(page, new RegExp(`${title}：发布已完成`));
  await expect(page.getByText('已发布，立即生效').first()).toBeVisible();
  await page
    .getByRole('tooltip')
    .or(page.locator('.ant-popover'))
    .getByRole('button', { name: /查看$/ })
    .first()
    .click();
  await expect(page.getByRole('heading', { level: 1, name: '法律法规' })).toBeVisible();
});
