import type { Page } from 'playwright/test';
import { enter, personOf } from '../support/person.ts';
import { expect, test } from '../support/story.ts';

// The browser stands elsewhere; the plant's clock is shown all the same.
test.use({ timezoneId: 'America/New_York' });

const waiting = (page: Page) => page.getByTestId('waiting');
const wrong = (page: Page) => page.getByTestId('wrong-today');

/** `HH:mm` of a clock in Shanghai, now and a minute ago. */
const plantMinutes = () =>
  [0, 60_000].map((ago) =>
    new Date(Date.now() - ago).toLocaleTimeString('sv-SE', { timeZone: 'Asia/Shanghai' }).slice(0, 5),
  );

test('the page after login begins with what waits and what is wrong, and each leads to its records', async ({
  page,
  product,
}) => {
  await enter(page, product.url, await personOf(product.url, 'safety'), '/');
  await expect(page).toHaveURL(/\/safety\/overview$/);
  const headings = page.getByRole('heading', { level: 2 });
  await expect(headings.nth(0)).toContainText('等我处理');
  await expect(headings.nth(1)).toContainText('今日异常与临期');
  const tile = wrong(page).locator('article').first();
  await expect(tile).toBeVisible();
  const link = tile.getByRole('link').first();
  const count = (await link.locator('b').textContent()) ?? '';
  await link.focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/_figure=attention/);
  await expect(page.getByText(new RegExp(`^共${count}条`))).toBeVisible();
});

test('shortcuts are filled with what the role uses until the person chooses', async ({ page, product }) => {
  await enter(page, product.url, await personOf(product.url, 'officer'), '/safety/system/workplace');
  await expect(page.getByText('按您的岗位常用自动排列，可自行选择')).toBeVisible();
  await page.getByRole('button', { name: '管理' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: /^移除/ }).first().click();
  await dialog.getByRole('button', { name: '完成' }).click();
  await expect(page.getByText('按您的岗位常用自动排列，可自行选择')).toHaveCount(0);
});

test('a form says by the clock of the plant when it was kept', async ({ page, product }) => {
  await enter(page, product.url, await personOf(product.url, 'safety'), '/safety/base/law/add');
  await page.getByLabel('文件名称').fill('时区示例');
  const state = page.locator('.anlan-form-state');
  await expect(state).toContainText('已暂存于本机');
  // Which minutes it may be is known only once it stands there.
  expect(await state.textContent()).toMatch(new RegExp(plantMinutes().join('|')));
});

test('what cannot be read says so, and is tried again', async ({ page, product, expectedErrors }) => {
  expectedErrors.push(/status of 500/);
  let broken = true;
  await page.route('**/anlan-system/attention', (route) =>
    broken
      ? route.fulfill({ status: 500, json: { code: 500, success: false, data: null, msg: '系统繁忙，请稍后重试' } })
      : route.continue(),
  );
  await enter(page, product.url, await personOf(product.url, 'safety'), '/');
  await expect(waiting(page).getByText('待处理事项读取失败')).toBeVisible();
  await expect(wrong(page).getByText('系统繁忙，请稍后重试')).toBeVisible();
  broken = false;
  await wrong(page).getByRole('button', { name: '重试' }).click();
  await expect(wrong(page).locator('article').first()).toBeVisible();
});

test('nothing but words where nothing waits; long names and many lines keep their place on a phone', async ({
  page,
  product,
}) => {
  const name = '一'.repeat(120);
  const record = (id: number) => ({
    id: String(id),
    label: `${name}${id}`,
    due: '2020-01-01 08:00:00',
    updateTime: '',
  });
  const answer = (kind: string, more: object) => ({
    entity: 'peril',
    entityTitle: '隐患',
    kind,
    page: 'dangerList',
    figure: `attention.${kind}`,
    total: 12_345,
    totalCapped: true,
    records: [1, 2, 3, 4, 5].map(record),
    ...more,
  });
  const answers = { found: [answer('mine', { title: name }), answer('wrong', { title: name })], failed: ['作业票'] };
  let given: object = { found: [], failed: [] };
  await page.route('**/anlan-system/attention', (route) =>
    route.fulfill({ json: { code: 200, success: true, data: given, msg: '' } }),
  );
  await page.route('**/anlan-system/flow/todo?**', (route) =>
    route.fulfill({
      json: { code: 200, success: true, data: { records: [], total: 0, size: 8, current: 1, pages: 0 }, msg: '' },
    }),
  );
  await page.setViewportSize({ width: 390, height: 844 });
  await enter(page, product.url, await personOf(product.url, 'safety'), '/');
  await expect(waiting(page).getByText('没有等您处理的事项')).toBeVisible();
  await expect(wrong(page).getByText('没有超期、临期和报警')).toBeVisible();
  given = answers;
  await page.reload();
  await expect(wrong(page).getByText('作业票')).toBeVisible();
  await expect(waiting(page).getByRole('listitem')).toHaveCount(4);
  await page.goto('/safety/system/workplace');
  await expect(waiting(page).getByRole('listitem')).toHaveCount(5);
  // What the lines do not name is in its list.
  await expect(waiting(page).getByRole('link', { name: /全部12345\+项$/ })).toBeVisible();
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
  const shots = process.env.ANLAN_SHOTS;
  if (shots !== undefined) await page.screenshot({ path: `${shots}/long-390.png`, fullPage: true });
});
