import { readFileSync } from 'node:fs';
import type { Page } from 'playwright/test';
import { patient } from '../../fixtures/patience.ts';
import { enter, personOf } from '../support/person.ts';
import { expect, test } from '../support/story.ts';

const index = JSON.parse(readFileSync('schemas/examples/index.json', 'utf8')) as {
  readonly groups: readonly { readonly title: string; readonly examples: readonly string[] }[];
};

/** Every fifth of them is drawn by the browser, all in `test:deep`; in a document of the tests all are drawn. */
const STEP = process.env.ANLAN_DEEP === '1' ? 1 : 5;

const code = (page: Page) => page.getByRole('textbox', { name: '实体的 JSON' });
const findings = (page: Page) => page.getByTestId('playground-findings');
const form = (page: Page) => page.locator('[data-name="form"]');

/** Replaces the whole JSON, as a paste does. */
async function write(page: Page, change: (text: string) => string, from: string): Promise<void> {
  await code(page).click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText(change(from));
}

const shipped = (name: string) => readFileSync(`schemas/examples/${name}.entity.json`, 'utf8');

// An administrator, who may read the pages and roles that some fields offer.
test('examples draw their form and their reading view without a fault', async ({ page, product }) => {
  test.setTimeout(patient(90_000));
  await enter(page, product.url, await personOf(product.url, 'admin'), '/playground');
  await expect(code(page)).toBeVisible();
  let mode: 'edit' | 'read' = 'edit';
  const isDrawn = () =>
    expect(
      form(page)
        .locator(
          mode === 'edit'
            ? '.anlan-form .anlan-item'
            : '[data-mode="read"] .anlan-read dt, [data-mode="read"] .anlan-blanks',
        )
        .first(),
    ).toBeVisible();
  const examples = index.groups.flatMap((group) => group.examples);
  for (const name of examples.filter((_, at) => at % STEP === 0)) {
    await page.locator(`[data-example="${name}"]`).click();
    const { title } = JSON.parse(shipped(name)) as { title: string };
    await expect(form(page).getByRole('heading', { name: title, exact: true })).toBeVisible();
    await isDrawn();
    mode = mode === 'edit' ? 'read' : 'edit';
    await form(page)
      .getByTitle(mode === 'edit' ? '填写' : '查看', { exact: true })
      .click();
    await isDrawn();
    await expect(form(page).getByText('无法显示')).toHaveCount(0);
  }
});

test('a draft reads other entities from its example alone, and asks the server for none of their rows', async ({
  page,
  product,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('metadata/lookup')) asked.push(request.url());
  });
  await enter(page, product.url, await personOf(product.url, 'admin'), '/playground');
  for (const [name, title] of [
    ['periods', '周期与工作日'],
    ['other-entities', '读另一实体'],
  ]) {
    await page.locator(`[data-example="${name}"]`).click();
    await expect(form(page).getByRole('heading', { name: title ?? '', exact: true })).toBeVisible();
  }
  await expect(form(page).getByText('较大风险')).toBeVisible();
  expect(asked).toEqual([]);
});

test('an edit shows at once, keeps what was typed, and a broken text keeps the last form', async ({
  page,
  product,
}) => {
  await enter(page, product.url, await personOf(product.url, 'designer'), '/playground#example=input');
  const name = form(page).getByRole('textbox', { name: '设备名称' });
  await name.fill('循环水泵');
  // What one looks at stays where it is while the JSON changes.
  await form(page).getByRole('tab', { name: '校验结果' }).click();
  const text = shipped('input');
  await write(page, (before) => before.replace('"title": "设备位号"', '"title": "工艺位号"'), text);
  await expect(form(page).getByRole('textbox', { name: '工艺位号' })).toBeVisible({ timeout: patient(2_000) });
  await expect(name).toHaveValue('循环水泵');
  await expect(form(page).getByRole('tab', { name: '校验结果' })).toHaveAttribute('aria-selected', 'true');
  await form(page).getByRole('tab', { name: '提交的数据' }).click();
  await expect(page.getByTestId('playground-body')).toContainText('循环水泵');

  await write(page, (before) => before.replace('"dialect": 1,', '"dialect": 1'), text);
  await expect(findings(page)).toContainText('这里应为逗号');
  await expect(form(page).getByText('显示的是上一次可用的表单')).toBeVisible();
  await expect(name).toHaveValue('循环水泵');
  await expect(page.locator('.cm-lint-marker-error')).toBeVisible();

  await write(page, (before) => before.replace('"minLength": 2', '"scale": 2'), text);
  await expect(findings(page)).toContainText('不认识关键字“scale”');
  await findings(page).getByRole('button').first().click();
  await expect(page.locator('.anlan-pg-keyword')).toContainText('Digits after the point');

  await page.getByRole('button', { name: '恢复示例' }).click();
  await expect(findings(page)).toContainText('检查通过');
  await form(page).getByRole('button', { name: '校验' }).click();
  await expect(name).toHaveValue('循环水泵');
});

test('the management system has it in the menu of designers', async ({ page, product }) => {
  await enter(page, product.adminUrl, await personOf(product.adminUrl, 'designer'), '/playground');
  await expect(page.getByRole('navigation').getByText('表单演练场').first()).toBeVisible();
  await expect(code(page)).toBeVisible();
});

test('a phone shows one part at a time, and a link opens what it carries', async ({ page, product, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.setViewportSize({ width: 390, height: 844 });
  await enter(page, product.url, await personOf(product.url, 'designer'), '/playground#example=rate');
  await expect(form(page).getByText('培训评价').first()).toBeVisible();
  await page.getByText('JSON', { exact: true }).click();
  await write(page, (before) => before.replace('培训评价', '讲师评价'), shipped('rate'));
  await page.getByRole('button', { name: '分享链接' }).click();
  await expect(page.getByText('链接已复制')).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toContain('/playground#json=');
  await page.goto('about:blank');
  await page.goto(link);
  await expect(form(page).getByText('讲师评价').first()).toBeVisible();
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(390);
});
