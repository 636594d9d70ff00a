import type { Page } from 'playwright/test';
import { enter, personOf, type StoredRecord } from '../support/person.ts';
import { expect, test } from '../support/story.ts';

const field = (page: Page) => page.getByRole('dialog').getByRole('combobox', { name: '全局搜索' });

test('pages, actions and records are found by key from anywhere, and what was opened stands there next time', async ({
  page,
  product,
}) => {
  const safety = await personOf(product.url, 'safety');
  const { records } = await safety.call<{ records: readonly StoredRecord[] }>('GET', 'safety/peril/page', {
    query: { size: '1' },
  });
  const [danger] = records;
  await enter(page, product.url, safety, '/safety/base/law');
  await expect(page.getByRole('button', { name: '全局搜索' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(field(page)).toBeFocused();
  // By initials.
  await field(page).fill('yhtz');
  await expect(page.getByRole('option').first()).toHaveAccessibleName(/隐患台账/);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/safety\/danger\/list/);
  await expect(field(page)).toBeHidden();

  // A record by its number.
  await page.keyboard.press('Control+k');
  await field(page).fill(String(danger?.perilNo));
  const found = page.getByRole('option').filter({ hasText: String(danger?.perilNo) });
  await expect(found.first()).toBeVisible();
  await found.first().click();
  await expect(page.getByRole('heading', { level: 1, name: String(danger?.perilName) })).toBeVisible();

  // What was opened stands there; what is not there is said.
  await page.getByRole('button', { name: '全局搜索' }).click();
  await expect(page.getByRole('option').first()).toHaveAccessibleName(new RegExp(String(danger?.perilNo)));
  await field(page).fill('没有这样的东西');
  await expect(page.getByRole('status').filter({ hasText: '没有找到“没有这样的东西”' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(field(page)).toBeHidden();
});

test('on a phone a form is found by its name; a search that fails says so and is tried again', async ({
  page,
  product,
  expectedErrors,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await enter(page, product.url, await personOf(product.url, 'safety'), '/safety/base/law');
  await page.getByRole('button', { name: '全局搜索' }).click();
  expectedErrors.push(/ERR_FAILED/);
  await page.route('**/anlan-system/find?**', (route) => route.abort(), { times: 1 });
  await field(page).fill('法律法规');
  await page.getByRole('dialog').getByRole('button', { name: '重试' }).click();
  await expect(page.getByRole('dialog').getByRole('status')).toBeEmpty();
  await page.getByRole('option').filter({ hasText: '新增：法律法规' }).click();
  await expect(page.getByRole('heading', { name: '新增法律法规' })).toBeVisible();
});
