import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { patient } from '../../fixtures/patience.ts';
import { barriers } from '../support/barriers.ts';
import { enter, personOf } from '../support/person.ts';
import { expect, type Product, test } from '../support/story.ts';

const PATH = '/safety/base/law/add';

/** Runs a story on the form of a new law while its sections stand in another way. */
async function inLayout(page: Page, product: Product, layout: string, story: () => Promise<void>): Promise<void> {
  const file = join(product.schemas, 'areas/base/lawRegulation.entity.json');
  const shipped = await readFile(file, 'utf8');
  const changed = JSON.parse(shipped) as { form: Record<string, unknown> };
  changed.form.layout = layout;
  await enter(page, product.url, await personOf(product.url, 'safety'), PATH);
  await expect(page.getByRole('heading', { name: '识别与适用' })).toBeVisible();
  try {
    await writeFile(file, JSON.stringify(changed, null, 2));
    await expect(page.getByRole('heading', { name: '识别与适用' })).toBeHidden();
    await story();
  } finally {
    await writeFile(file, shipped);
    await page.goto(`${product.url}${PATH}`);
    await expect(page.getByRole('heading', { name: '识别与适用' })).toBeVisible();
  }
}

const name = (page: Page) => page.getByRole('textbox', { name: '文件名称' });
const wrong = (page: Page) => page.locator('.anlan-form .ant-badge-count');

test('sections behind tabs are turned by keyboard; the first fault opens its tab, which says how many there are', async ({
  page,
  product,
}) => {
  test.setTimeout(patient(120_000));
  await inLayout(page, product, 'tabs', async () => {
    const tab = (title: string) => page.getByRole('tab', { name: title });
    await expect(tab('基本信息')).toHaveAttribute('aria-selected', 'true');
    await expect(name(page)).toBeVisible();
    await tab('基本信息').focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('textbox', { name: '适用条款' })).toBeVisible();
    await page.getByRole('textbox', { name: '适用条款' }).fill('第三条');
    expect(await barriers(page)).toEqual([]);
    await page.keyboard.press('Control+Enter');
    await expect(name(page)).toBeFocused();
    await expect(wrong(page)).toHaveText('6');
    await name(page).fill('危险化学品安全管理条例');
    await page.keyboard.press('Tab');
    await expect(wrong(page)).toHaveText('5');
    await tab('识别与适用').click();
    await expect(page.getByRole('textbox', { name: '适用条款' })).toHaveValue('第三条');
  });
});

test('sections as steps are walked through and back; the first fault leads to its step', async ({ page, product }) => {
  test.setTimeout(patient(120_000));
  await inLayout(page, product, 'steps', async () => {
    const step = page.locator('.ant-steps-item');
    await expect(step).toHaveText([/基本信息/, /识别与适用/, /合规性评价/, /文本附件/]);
    await name(page).fill('安全生产法');
    for (let at = 0; at < 3; at += 1) await page.getByRole('button', { name: '下一步' }).click();
    await expect(page.getByRole('button', { name: '下一步' })).toHaveCount(0);
    expect(await barriers(page)).toEqual([]);
    await page.getByRole('button', { name: '上一步' }).click();
    await expect(page.locator('[data-field="complianceResult"]')).toBeVisible();
    await page.keyboard.press('Control+Enter');
    await expect(page.locator('[data-field="docNo"] input')).toBeFocused();
    await expect(page.locator('.ant-steps-item-error')).toHaveText(/基本信息/);
    await expect(name(page)).toHaveValue('安全生产法');
  });
});

test('sections as panels fold and open by keyboard, and the first fault opens its panel', async ({ page, product }) => {
  test.setTimeout(patient(120_000));
  await inLayout(page, product, 'collapse', async () => {
    const head = page.getByRole('button', { name: '基本信息' });
    await expect(name(page)).toBeVisible();
    await head.focus();
    await page.keyboard.press('Enter');
    await expect(head).toHaveAttribute('aria-expanded', 'false');
    await expect(name(page)).toBeHidden();
    expect(await barriers(page)).toEqual([]);
    await page.keyboard.press('Control+Enter');
    await expect(name(page)).toBeFocused();
    await expect(head).toHaveAttribute('aria-expanded', 'true');
  });
});
