import { readFileSync } from 'node:fs';
import type { Page } from 'playwright/test';
import { cellsOf, openedWorkbook } from '../../fixtures/workbook.ts';
import { barriers } from '../support/barriers.ts';
import { enter, personOf } from '../support/person.ts';
import { expect, test } from '../support/story.ts';

const STATISTICS = '/safety/contractor/statistic';
const LIST = '/safety/contractor/info';

const panel = (page: Page, title: string) => page.getByRole('region', { name: title, exact: true });

/** Rows that the list says it has. */
async function listed(page: Page): Promise<number> {
  const total = page.getByText(/^共\s*[\d,]+\s*条/).first();
  await expect(total).toBeVisible();
  return Number((await total.innerText()).replace(/\D/g, ''));
}

test('a figure leads to as many rows as it says, and a block is taken out as picture and as table', async ({
  page,
  product,
}) => {
  const safety = await personOf(product.url, 'safety');
  await enter(page, product.url, safety, `${STATISTICS}?_block=byGrade`);
  const block = panel(page, '按积分等级');
  const chart = block.getByRole('img', { name: /^按积分等级，饼图。/ });
  await expect(chart).toBeVisible();
  await expect(chart).toHaveAccessibleName(/A级\(优秀\)：承包商 \d+ 家/);
  await expect(chart.locator('canvas')).toBeVisible();

  const saving = page.waitForEvent('download');
  await block.getByRole('button', { name: '导出按积分等级' }).click();
  await page.getByRole('menuitem', { name: '导出图片' }).click();
  const picture = await saving;
  expect(picture.suggestedFilename()).toMatch(/^按积分等级-\d{8}\.png$/);
  const content = readFileSync(await picture.path());
  expect(content.subarray(1, 4).toString()).toBe('PNG');
  // Twice the width of the chart below its title.
  expect(content.readUInt32BE(16)).toBeGreaterThan(1_500);

  // From here by the keyboard alone.
  await block.getByRole('radio', { name: /图/ }).focus();
  await page.keyboard.press('ArrowRight');
  const figure = block.getByRole('link', { name: /^查看A级\(优秀\) 承包商的\d+条记录$/ });
  await expect(figure).toBeVisible();
  const count = Number(await figure.innerText());
  expect(count).toBeGreaterThan(0);
  expect(await barriers(page)).toEqual([]);

  const exporting = page.waitForEvent('download');
  await block.getByRole('button', { name: '导出按积分等级' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: '导出表格' }).click();
  const table = await openedWorkbook(readFileSync(await (await exporting).path()));
  expect(table.worksheets.map(({ name }) => name)).toEqual(['按积分等级', '统计说明']);
  const rows = cellsOf(table);
  expect(rows[0]?.[1]).toBe('承包商（家）');
  expect(rows.find(([label]) => label === 'A级(优秀)')?.[1]).toBe(count);

  await figure.focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`${LIST}\\?`));
  await expect(page.getByText('统计：按积分等级 · A级(优秀) · 承包商')).toBeVisible();
  expect(await listed(page)).toBe(count);
  await page.goBack();
  await expect(panel(page, '按积分等级')).toBeVisible();
});

test('blocks above a list wait to be asked for, follow its filters, stay as they are left, and a chart is pressed', async ({
  page,
  product,
}) => {
  const safety = await personOf(product.url, 'safety');
  await enter(page, product.url, safety, LIST);
  const block = panel(page, '按积分等级');
  const chart = block.getByRole('img', { name: /^按积分等级/ });
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await expect(block).toBeHidden();
  await page.getByRole('button', { name: '展开统计图' }).click();
  await expect(chart.locator('canvas')).toBeVisible();
  await page.reload();
  await expect(chart.locator('canvas')).toBeVisible();
  const all = await listed(page);

  // The middle of the right half belongs to the first and largest slice.
  const box = await chart.boundingBox();
  if (box === null) throw new Error('no chart');
  await chart.click({ position: { x: box.width / 2 + 30, y: box.height * 0.52 } });
  const chip = page.getByText(/^统计：按积分等级 · /);
  await expect(chip).toBeVisible();
  await expect.poll(() => listed(page)).toBeLessThan(all + 1);
  await page.getByRole('button', { name: '清除筛选' }).click();
  await expect(chip).toBeHidden();

  // By key: the elements are one stop, which shows what it stands on, and the arrows go from one to the next.
  const elements = block.getByRole('listitem').getByRole('link');
  const picture = () => chart.locator('canvas').evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL());
  const still = await picture();
  await elements.first().focus();
  await page.keyboard.press('ArrowRight');
  await expect(elements.nth(1)).toBeFocused();
  await expect.poll(picture).not.toBe(still);
  const named = /^查看(.+?) .*的([\d,]+)条记录$/.exec((await elements.nth(1).textContent()) ?? '');
  await page.keyboard.press('Enter');
  await expect(chip).toContainText(named?.[1] ?? 'no name');
  await expect.poll(() => listed(page)).toBe(Number(named?.[2]?.replaceAll(',', '')));
  await page.getByRole('button', { name: '清除筛选' }).click();
  await expect(chip).toBeHidden();

  await page.getByRole('button', { name: '收起统计图' }).click();
  await expect(block).toBeHidden();
  await page.reload();
  const unfold = page.getByRole('button', { name: '展开统计图' });
  await expect(unfold).toHaveAttribute('aria-expanded', 'false');
  await expect(block).toBeHidden();
  await unfold.click();
  await expect(chart.locator('canvas')).toBeVisible();
});
