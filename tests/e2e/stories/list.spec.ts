import type { Locator, Page } from 'playwright/test';
import { picture } from '../support/looked.ts';
import { enter, type Person, personOf, storeLaw, uniqueName } from '../support/person.ts';
import { expect, test } from '../support/story.ts';

const LAWS = '/safety/base/law';

/** Rows of the table with a record in them. */
const rows = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('link', { name: /^查看/ }) });
const rowOf = (page: Page, name: string) => rows(page).filter({ hasText: name });
const chip = (page: Page, text: string) => page.locator('.anlan-chips .ant-tag').filter({ hasText: text });
const total = (page: Page) => page.getByText(/^共[\d,]+条$/);

async function pick(page: Page, field: Locator, option: string): Promise<void> {
  await field.click();
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option').filter({ hasText: option }).click();
}

let safety: Person;

test.beforeEach(async ({ page, product }) => {
  safety = await personOf(product.url, 'safety');
  await enter(page, product.url, safety, LAWS);
  await expect(rows(page).first()).toBeVisible();
});

test('filters apply at once, show as chips, stand in the address, and survive a reload', async ({ page }) => {
  await pick(page, page.getByRole('combobox', { name: '文件类型' }), '行政法规');
  await page.keyboard.press('Escape');
  await expect(chip(page, '文件类型：行政法规')).toBeVisible();
  await expect(page).toHaveURL(/[?&]fileType=2(&|$)/);
  await expect
    .poll(async () => new Set(await rows(page).locator('td:nth-child(4)').allTextContents()))
    .toEqual(new Set(['行政法规']));
  await page.getByRole('textbox', { name: '文件名称' }).fill('危险化学品');
  await expect(chip(page, '文件名称：危险化学品')).toBeVisible();
  await expect(rows(page)).toHaveCount(1);
  await expect(rowOf(page, '危险化学品安全管理条例')).toBeVisible();

  await page.reload();
  await expect(chip(page, '文件名称：危险化学品')).toBeVisible();
  await expect(chip(page, '文件类型：行政法规')).toBeVisible();
  await expect(page.getByRole('textbox', { name: '文件名称' })).toHaveValue('危险化学品');
  await expect(rows(page)).toHaveCount(1);

  await chip(page, '文件名称').getByRole('button').click();
  await expect(chip(page, '文件名称')).toHaveCount(0);
  await expect(page.getByRole('textbox', { name: '文件名称' })).toHaveValue('');
  await expect.poll(() => rows(page).count()).toBeGreaterThan(3);
  await page.locator('.anlan-chips').getByRole('button', { name: '清除筛选' }).click();
  await expect(page).toHaveURL(new RegExp(`${LAWS}(\\?|$)`));
  await expect(rows(page)).toHaveCount(12);
});

test('what does not fit into the row of filters unfolds; dates are filtered by their ends', async ({ page }) => {
  await expect(page.getByRole('textbox', { name: '颁布机关' })).toHaveCount(0);
  await page.getByRole('button', { name: '展开' }).click();
  await page.getByRole('textbox', { name: '颁布机关' }).fill('国务院');
  await expect(chip(page, '颁布机关：国务院')).toBeVisible();
  const from = page.getByRole('textbox', { name: '颁布日期', exact: true });
  await from.fill('2019-01-01');
  // The box takes Enter once its calendar stands open.
  await expect(page.locator('.ant-picker-dropdown:visible .ant-picker-cell-range-start')).toBeVisible();
  await from.press('Enter');
  await expect(page.getByRole('textbox', { name: '颁布日期 结束', exact: true })).toBeFocused();
  await page.keyboard.type('2024-12-31');
  await page.keyboard.press('Enter');
  await expect(chip(page, '颁布日期：2019-01-01 至 2024-12-31')).toBeVisible();
  await expect(page).toHaveURL(/issueDate=2019-01-01(%2C|,)2024-12-31/);
  await expect(rowOf(page, '使用有毒物品作业场所劳动保护条例')).toBeVisible();
  const outside = async () => {
    const dates = await rows(page).locator('td:nth-child(7)').allTextContents();
    return dates.filter((date) => date < '2019-01-01' || date > '2024-12-31');
  };
  await expect.poll(outside).toEqual([]);
  await page.locator('.anlan-filters').getByRole('button', { name: '收起' }).click();
  await expect(page.getByRole('textbox', { name: '颁布机关' })).toHaveCount(0);
});

test('columns sort both ways, and a page holds the 12 rows that stand there whole', async ({ page }) => {
  await expect(rows(page)).toHaveCount(12);
  const dates = () => rows(page).locator('td:nth-child(7)').allTextContents();
  const first = await dates();
  expect(first).toEqual([...first].sort().reverse());
  const head = page.getByRole('columnheader', { name: '颁布日期' });
  await head.click();
  await expect(page).toHaveURL(/_sort=issueDate/);
  await expect.poll(async () => (await dates()).toSorted().at(-1)).not.toBe(first[0]);
  await expect(rows(page)).toHaveCount(12);
  const ascending = await dates();
  expect(ascending).toEqual([...ascending].sort());

  const count = Number((await total(page).textContent())?.replace(/\D/g, ''));
  await page.getByRole('listitem', { name: '2', exact: true }).click();
  await expect(page).toHaveURL(/_page=2/);
  await expect.poll(async () => (await dates())[0]).not.toBe(ascending[0]);
  const second = await dates();
  expect((ascending.at(-1) ?? '') <= (second[0] ?? '')).toBe(true);
  await page.reload();
  await expect(page.locator('.ant-pagination-item-active')).toHaveText('2');
  await expect(rows(page)).toHaveCount(Math.min(12, count - 12));
});

test('the key / leads to the search, which looks into names, numbers and keywords', async ({ page }) => {
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('/');
  const search = page.getByRole('textbox', { name: '搜索', exact: true });
  await expect(search).toBeFocused();
  await page.keyboard.type('AQ 3067');
  await expect(chip(page, '搜索：AQ 3067')).toBeVisible();
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText('重大生产安全事故隐患判定准则');
  await search.fill('没有这样的文件');
  await expect(page.getByTestId('empty-noMatch')).toContainText('没有符合条件的法律法规');
  await page.getByTestId('empty-noMatch').getByRole('button', { name: '清除筛选' }).click();
  await expect(rows(page)).toHaveCount(12);
  await expect(search).toHaveValue('');
});

test('rows are selected and acted on together; those that cannot are skipped and named', async ({ page }) => {
  const mark = uniqueName('批量');
  const revised = [];
  for (const index of [1, 2]) revised.push(await storeLaw(safety, { name: `${mark}已修订${index}`, amended: '1' }));
  await storeLaw(safety, { name: `${mark}现行` });
  await page.goto(`${LAWS}?_q=${encodeURIComponent(mark)}`);
  await expect(rows(page)).toHaveCount(3);
  const bar = page.locator('.anlan-batch');
  await expect(bar).toHaveCount(0);
  await page.getByRole('checkbox', { name: '选择', exact: true }).check();
  await expect(bar).toContainText('已选3条');
  await bar.getByRole('button', { name: '取消选择' }).click();
  await expect(bar).toHaveCount(0);
  for (const law of revised) await rowOf(page, law.name).getByRole('checkbox').check();
  await rowOf(page, `${mark}现行`).getByRole('checkbox').check();
  await bar.getByRole('button', { name: '删除' }).click();
  const question = page.getByRole('dialog');
  await expect(question).toContainText('确定删除选中的2条法律法规吗？');
  await expect(question).toContainText('选中的3条中有1条当前不能“删除”，将跳过');
  await question.getByRole('button', { name: '删除' }).click();
  await expect(page.getByText('2条操作成功')).toBeVisible();
  await expect(rows(page)).toHaveCount(1);
  await expect(rowOf(page, `${mark}现行`)).toBeVisible();
  await page.getByRole('button', { name: '撤销', exact: true }).click();
  await expect(rows(page)).toHaveCount(3);
});

test('a row shows what this person may do with it now, and does it', async ({ page }) => {
  const law = await storeLaw(safety, { name: uniqueName('行操作'), amended: '1' });
  await page.goto(`${LAWS}?_q=${encodeURIComponent(law.name)}`);
  const row = rowOf(page, law.name);
  await expect(row.getByRole('group')).toHaveText(/^编辑启用删除$/);
  await row.getByRole('button', { name: '删除' }).click();
  const question = page.getByRole('dialog');
  await expect(question).toContainText(`确定删除“${law.name}”吗？`);
  await expect(question).toContainText('删除后可在提示中撤销，错过后不能在页面上恢复。');
  await question.getByRole('button', { name: '取消' }).click();
  await expect(question).toBeHidden();
  await expect(row).toBeVisible();
  await row.getByRole('button', { name: '删除' }).click();
  await question.getByRole('button', { name: '删除' }).click();
  await expect(page.getByText('删除成功')).toBeVisible();
  await expect(page.getByTestId('empty-noMatch')).toBeVisible();
  await picture(page, 'removed');
  await page.getByRole('button', { name: '撤销', exact: true }).click();
  await expect(page.getByText('已撤销删除')).toBeVisible();
  await expect(row).toBeVisible();
});

test('what is removed on its own page is brought back from the list that this leads to', async ({ page }) => {
  const law = await storeLaw(safety, { name: uniqueName('撤销'), amended: '1' });
  await page.goto(`${LAWS}/view/${law.id}`);
  await page.getByRole('button', { name: '删除' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '删除' }).click();
  await expect(page).toHaveURL(new RegExp(`${LAWS}(\\?|$)`));
  await page.getByRole('button', { name: '撤销', exact: true }).click();
  await expect(page.getByText('已撤销删除')).toBeVisible();
  await page.goto(`${LAWS}/view/${law.id}`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(law.name);
  await expect(page.getByText('撤销删除').first()).toBeVisible();
});

test('a list that cannot be read says so and tries again, with what was there still in sight', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/net::ERR_FAILED/);
  const calls = '**/lawsregulations/list-conditions**';
  await page.route(calls, (route) => route.abort());
  await page.getByRole('button', { name: '刷新' }).click();
  const failure = page.getByRole('alert').filter({ hasText: '列表加载失败' });
  await expect(failure).toContainText('网络连接失败，请检查网络后重试');
  await expect(rows(page)).toHaveCount(12);
  await page.reload();
  await expect(failure).toBeVisible();
  await expect(rows(page)).toHaveCount(0);
  await page.unroute(calls);
  await failure.getByRole('button', { name: '重试' }).click();
  await expect(rows(page)).toHaveCount(12);
  await expect(failure).toHaveCount(0);
});

test('a company without laws is told that there are none yet, and how to begin', async ({ page, product }) => {
  // Nobody in the group keeps laws; its administrator may only look.
  await enter(page, product.url, await personOf(product.url, 'admin', { tenantId: '000000' }), LAWS);
  await expect(page.getByTestId('empty-none')).toContainText('还没有法律法规');
  await expect(page.getByTestId('empty-none')).toContainText('登记后会显示在这里');
  await expect(page.getByTestId('empty-none').getByRole('button')).toHaveCount(0);
});

test('a page of some of the records does not say that there are none at all', async ({ page, product }) => {
  // People of tickets there are many; none of them waits for the signature of an auditor.
  await enter(page, product.url, await personOf(product.url, 'auditor'), '/safety/ticket/ticketAccepting');
  await expect(page.getByTestId('empty-none')).toContainText('这里现在没有作业人员');
  await expect(page.getByTestId('empty-none')).toContainText('有符合本页范围的记录时会显示在这里');
});

test('columns are chosen and stay so; the body of the table is at most 500 px high', async ({ page }) => {
  await page.getByRole('button', { name: '列设置' }).click();
  await page.getByRole('checkbox', { name: '颁布机关' }).uncheck();
  await expect(page.getByRole('columnheader', { name: '颁布机关' })).toHaveCount(0);
  await page.reload();
  await expect(rows(page)).toHaveCount(12);
  await expect(page.getByRole('columnheader', { name: '颁布机关' })).toHaveCount(0);
  await expect(page.getByRole('columnheader', { name: '颁布日期' })).toBeVisible();
  const bodies = page.locator('.anlan-table tbody');
  expect(await bodies.evaluate((body) => body.clientHeight)).toBeLessThanOrEqual(500);
  // More rows than stand there whole are scrolled to within them.
  await page.goto(`${LAWS}?_size=20`);
  await expect(rows(page)).toHaveCount(20);
  const scrolled = page.locator('.anlan-table .ant-table-body');
  expect(await scrolled.evaluate((body) => body.clientHeight)).toBeLessThanOrEqual(500);
  await expect(page.getByText('企业适用的法律、法规、规章和标准的登记、识别与合规性评价')).toHaveCount(0);
});

/** What of the table's rows and columns is cut: by its own lower edge, by those that stay at the right, by a bar inside. */
const cut = (page: Page) =>
  page.locator('.anlan-table').evaluate((table) => {
    const lines = [...table.querySelectorAll('tr.ant-table-row')].map((row) => row.getBoundingClientRect());
    const body = (table.querySelector('.ant-table-body, .ant-table-content') as HTMLElement).getBoundingClientRect();
    const heads = [...table.querySelectorAll('thead th')].map((head) => head.getBoundingClientRect());
    const stays = heads.at(-1)?.left ?? 0;
    return {
      rows: lines.filter(({ top, bottom }) => top < body.bottom - 1 && bottom > body.bottom + 1).length,
      heights: [...new Set(lines.map(({ height }) => Math.round(height)))],
      columns: heads.slice(0, -1).filter(({ left, right }) => left < stays - 1 && right > stays + 1).length,
      bars: [...table.querySelectorAll('*')].filter(
        (box) =>
          box.scrollHeight > box.clientHeight + 1 && ['auto', 'scroll'].includes(getComputedStyle(box).overflowY),
      ).length,
    };
  });

test('no row is cut in half, none by a bar inside the page, and no column by the one with the actions', async ({
  page,
}) => {
  const whole = { rows: 0, heights: [40], columns: 0, bars: 0 };
  expect(await cut(page)).toEqual(whole);
  // Names take two lines of such a row, all others one.
  const lines = await page
    .locator('.anlan-name-lines')
    .evaluateAll((names) => names.map((name) => name.getBoundingClientRect().height));
  expect(Math.max(...lines)).toBe(36);
  await page.setViewportSize({ width: 1180, height: 900 });
  await expect.poll(() => cut(page)).toEqual(whole);
  await page.goto(`${LAWS}?_size=20`);
  await expect(rows(page)).toHaveCount(20);
  expect(await cut(page)).toMatchObject({ rows: 0, columns: 0 });
});

test('a table as high as the window is chosen by its key, holds more rows, and stays chosen', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 1080 });
  await page.getByRole('button', { name: '刷新' }).hover();
  await expect(page.getByRole('tooltip', { name: '刷新（R）' })).toBeVisible();
  await page.keyboard.press('h');
  await page.getByRole('menuitem', { name: '适合窗口' }).click();
  await expect.poll(() => rows(page).count()).toBeGreaterThan(14);
  const bottom = () => page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight);
  await expect.poll(bottom).toBeLessThanOrEqual(0);
  expect(await cut(page)).toMatchObject({ rows: 0, bars: 0 });
  await page.reload();
  await expect.poll(() => rows(page).count()).toBeGreaterThan(14);
  await page.getByRole('button', { name: '表格高度' }).click();
  await page.getByRole('menuitem', { name: '标准高度' }).click();
  await expect(rows(page)).toHaveCount(12);
});

test('up to three buttons of a row stay, the last of them is not red until it asks, and the count says what matches', async ({
  page,
}) => {
  const law = await storeLaw(safety, { name: uniqueName('动作'), amended: '1' });
  await page.goto(`${LAWS}?_q=${encodeURIComponent(law.name)}`);
  await expect(page.locator('.anlan-chips')).toContainText('1条符合条件');
  const row = rowOf(page, law.name);
  await expect(row.locator('td').last().getByRole('button')).toHaveText(['编辑', '启用', '删除']);
  await expect(row.locator('.ant-btn-dangerous, .ant-btn-color-dangerous')).toHaveCount(0);
  await row.getByRole('button', { name: '删除' }).click();
  await expect(page.getByRole('dialog').locator('.ant-btn-dangerous, .ant-btn-color-dangerous')).toHaveCount(1);
  await page.getByRole('dialog').getByRole('button', { name: '取消' }).click();
});
