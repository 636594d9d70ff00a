import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright/test';
import { patient } from '../../fixtures/patience.ts';
import { enter, personOf } from '../support/person.ts';
import { expect, test } from '../support/story.ts';

/** The view that the designer opens with; all of them in `test:deep`. */
const VIEWS =
  process.env.ANLAN_DEEP === '1' ? ['form', 'flow', 'rights', 'pages', 'dictionaries', 'translations'] : ['form'];

/** How far the page is wider than what is seen of it. */
const beyond = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

test('the canvas is looked at as wide as on a desk, and in another language', async ({ page, product }) => {
  await enter(page, product.url, await personOf(product.url, 'designer'), '/design?entity=contractor');
  const canvas = page.locator('.anlan-ds-canvas');
  const form = canvas.locator('.anlan-pg-form');
  await expect(canvas.locator('[data-field]').nth(5)).toBeAttached();
  const own = (await form.boundingBox())?.width ?? 0;

  const desk = page.getByRole('button', { name: '电脑宽度' });
  await desk.click();
  await expect(desk).toHaveAttribute('aria-pressed', 'true');
  expect((await form.boundingBox())?.width).toBe(1160);
  expect(own).toBeLessThan(1160);
  // The canvas is scrolled, not the page.
  expect(await canvas.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeGreaterThan(0);
  expect(await beyond(page)).toBeLessThanOrEqual(0);
  await page.getByRole('button', { name: '手机宽度' }).click();
  await expect(desk).toHaveAttribute('aria-pressed', 'false');
  expect((await canvas.locator('.anlan-pg-phone').boundingBox())?.width).toBe(358);
  await page.getByRole('button', { name: '手机宽度' }).click();
  expect((await form.boundingBox())?.width).toBe(own);

  const label = canvas.locator('[data-field] .anlan-label-text').first();
  const written = (await label.textContent()) ?? '';
  const language = page.getByRole('combobox', { name: '语言' });
  await language.click();
  await page.getByTitle('英文').last().click();
  await expect(label).toHaveText(/^[ -~]+$/);
  await expect(canvas).toHaveAttribute('lang', 'en-US');
  // The outline keeps what is written, and what is designed is not changed by how it is looked at.
  await expect(page.getByRole('navigation', { name: '结构' })).toContainText(written);
  await expect(page.getByTestId('design-state')).toContainText('没有未发布的修改');
  await language.click();
  await page.getByTitle('原文').last().click();
  await expect(label).toHaveText(written);
});

for (const view of VIEWS) {
  test(`the view ${view} of the designer is clean for axe and stays within the page at 200 %`, async ({
    page,
    product,
  }) => {
    test.setTimeout(patient(60_000));
    await enter(page, product.url, await personOf(product.url, 'designer'), `/design?entity=peril&view=${view}`);
    await expect(page.locator('.anlan-ds-findings')).toContainText('没有问题', { timeout: patient(20_000) });
    const { violations } = await new AxeBuilder({ page }).include('.anlan-ds').analyze();
    expect(
      violations.map(({ id, nodes }) => `${id} ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`),
    ).toEqual([]);
    // 200 % of 1440 px.
    await page.setViewportSize({ width: 720, height: 450 });
    await expect(page.locator('[data-name="canvas"]')).toBeVisible();
    expect(await beyond(page)).toBeLessThanOrEqual(0);
  });
}
