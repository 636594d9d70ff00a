import { enter, personOf } from '../support/person.ts';
import { expect, test } from '../support/story.ts';

test('an officer reads what expires first, by kind and by name', async ({ page, product }) => {
  await enter(page, product.url, await personOf(product.url, 'safety'), '/safety/contractor/expiries');
  await expect(page.getByRole('heading', { level: 1, name: '证照到期' })).toBeVisible();
  const rows = page.getByRole('row');
  await expect(rows.nth(1)).toContainText(/已过期|还有|今天/);
  await page.getByText(/^承包商证照 \d+$/).click();
  await expect(page).toHaveURL(/member=contractor/);
  await expect(rows.nth(1)).toContainText('承包商证照');
  await rows.nth(1).getByRole('link').click();
  await expect(page).toHaveURL(/contractor\/info\/view\//);
});

test('a figure of the danger overview opens just the rows that it counts', async ({ page, product }) => {
  await enter(page, product.url, await personOf(product.url, 'safety'), '/safety/danger/dangerOverview');
  const figure = page.getByRole('link', { name: /^未销号：/ });
  const said = (await figure.getAttribute('aria-label')) ?? '';
  const count = Number(/：(\d+)/.exec(said)?.[1]);
  await figure.focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/danger\/list\?_figure=/);
  if (count > 0) await expect(page.getByText(`共${count}条`)).toBeVisible();
});

test('the four-colour map is used without a pointer: a line of its list opens what lies there', async ({
  page,
  product,
}) => {
  // The plan lies below for whoever sees the map, though the configuration that holds it is not his.
  const plan = page.waitForResponse((answer) => answer.url().includes('/endpoint/file/'));
  await enter(page, product.url, await personOf(product.url, 'safety'), '/safety/risk/areaGraph');
  expect((await plan).status()).toBe(200);
  const list = page.getByRole('complementary', { name: '位置' });
  await list.getByRole('searchbox', { name: '查找位置' }).fill('聚合反应');
  const area = list.getByRole('region', { name: '风险区域' }).getByRole('button').first();
  await area.focus();
  await page.keyboard.press('Enter');
  const card = page.getByRole('region', { name: /^风险区域 聚合反应/ });
  await expect(card).toBeFocused();
  await expect(card.getByRole('link', { name: '作业票' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(card).toHaveCount(0);
  await area.press('Enter');
  await card.getByRole('link', { name: '隐患' }).click();
  await expect(page).toHaveURL(/danger\/list\?areaId=/);
});

test("a person's file has a tab for each list that is seen", async ({ page, product }) => {
  await enter(page, product.url, await personOf(product.url, 'safety'), '/safety/training/personnelEducation');
  await page.getByRole('textbox', { name: '搜索' }).fill('孙丙三');
  await page.getByRole('link', { name: '孙丙三' }).click();
  await expect(page.getByRole('heading', { level: 1, name: '孙丙三' })).toBeVisible();
  await page.getByRole('tab', { name: /^上岗作业证/ }).click();
  await expect(page).toHaveURL(/tab=certs/);
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await page.reload();
  await expect(page.getByRole('tab', { name: /^上岗作业证/ })).toHaveAttribute('aria-selected', 'true');
});
