import { patient } from '../../fixtures/patience.ts';
import { enter, personOf } from '../support/person.ts';
import { expect, test } from '../support/story.ts';

test('a designer adds a choice by keyboard, publishes it, officers have it at once, and it is rolled back', async ({
  page,
  product,
  browser,
  expectedErrors,
}) => {
  // The server keeps what other stories and tries have made.
  const mark = Date.now().toString(36);
  const name = `本地分类${mark}`;
  // A title that is missing is refused.
  expectedErrors.push(/status of 400/);
  test.setTimeout(patient(120_000));
  const officer = await (await browser.newContext()).newPage();
  await enter(officer, product.url, await personOf(product.url, 'safety'), '/safety/contractor/administration');
  await enter(page, product.url, await personOf(product.url, 'designer'), '/design');

  await page.getByRole('searchbox', { name: '搜索业务或页面' }).fill('cbsaqpj');
  await page.keyboard.press('Tab');
  await page.getByRole('button', { name: '设计承包商安全评价' }).press('Enter');
  await expect(page.getByRole('heading', { name: '设计：承包商安全评价' })).toBeVisible();
  await expect(page.getByTestId('design-state')).toContainText('没有未发布的修改');

  const outline = page.getByRole('navigation', { name: '结构' });
  await outline.getByRole('button', { name: '项目名称' }).press('Enter');
  // Seven actions by keys alone.
  await page.keyboard.press('/');
  await page.keyboard.type('xlxz');
  await page.keyboard.press('Enter');
  const adding = page.getByRole('dialog', { name: '加：下拉选择' });
  await expect(adding.getByLabel('字段名称')).toBeFocused();
  await page.keyboard.insertText(name);
  await expect(adding.getByLabel('字段代码')).toHaveValue(`bendifenlei${mark}`);
  await page.keyboard.press('Tab');
  await page.keyboard.insertText('国家\n省\n市');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByTestId('design-state')).toContainText('已保存为草稿，尚未发布');
  const form = page.locator('[data-name="canvas"]');
  await expect(form.locator(`[data-field="bendifenlei${mark}"]`)).toHaveAttribute('data-chosen', 'true');

  // Its place is changed by keys, and each command can be taken back.
  const own = outline.getByRole('button', { name });
  const order = () => outline.locator('section').first().locator('[data-item]').allTextContents();
  const before = await order();
  expect(before).toContain(name);
  await own.press('Alt+ArrowDown');
  await expect.poll(order).not.toEqual(before);
  await page.getByRole('button', { name: '撤销' }).click();
  await expect.poll(order).toEqual(before);
  await page.reload();
  await expect(own).toBeVisible();
  await expect.poll(order).toEqual(before);

  await page.getByRole('button', { name: '发布', exact: true }).click();
  const publishing = page.getByRole('dialog', { name: '发布草稿' });
  await expect(publishing).toContainText(`新增字段“${name}”`);
  await publishing.getByRole('button', { name: '发布' }).click();
  await expect(publishing.getByRole('alert')).toContainText('标题不能为空');
  await publishing.getByLabel('标题').fill(`评价增加${name}`);
  await publishing.getByRole('button', { name: '发布' }).click();
  await expect(page.getByText(`已发布：评价增加${name}`)).toBeVisible();
  await expect(page.getByTestId('design-state')).toContainText('没有未发布的修改');

  await officer.getByRole('button', { name: '新增' }).first().click();
  await expect(officer.locator(`[data-field="bendifenlei${mark}"]`)).toBeVisible();

  // What is shipped stands before it; back there the field is not asked for any more.
  await own.press('Delete');
  await page.getByRole('button', { name: '发布', exact: true }).click();
  await publishing.getByLabel('标题').fill('不再分类');
  await publishing.getByRole('button', { name: '发布' }).click();
  await expect(page.getByText('已发布：不再分类').last()).toBeVisible();
  await page.getByRole('button', { name: '发布记录' }).click();
  await page.getByRole('button', { name: '回退到这里' }).first().click();
  const back = page.getByRole('dialog', { name: `回退到“评价增加${name}”之后的样子？` });
  await back.getByLabel('回退原因').fill('还要分类');
  const answered = page.waitForResponse((answer) => new URL(answer.url()).pathname.endsWith('/design/rollback'));
  await back.getByRole('button', { name: '回退' }).click();
  // Said apart from the message, which goes by itself: a refusal says why, and not only that nothing came.
  expect(await (await answered).json()).toMatchObject({ code: 200 });
  await expect(page.getByText('已回退')).toBeVisible();
  await expect(own).toHaveAttribute('data-hidden', 'false');
  await officer.close();
});

test('what a standard rules is locked with its clause, and others have no way in', async ({ page, product }) => {
  await enter(page, product.url, await personOf(product.url, 'admin'), '/design?entity=workTicket');
  await expect(page.getByRole('heading', { name: '设计：特殊作业票' })).toBeVisible();
  const outline = page.getByRole('navigation', { name: '结构' });
  await outline.getByRole('button', { name: '作业负责人', exact: true }).click();
  const properties = page.locator('[data-name="properties"]');
  await properties
    .locator('[data-keyword="rules"]')
    .getByRole('button', { name: /GB 30871-2022/ })
    .first()
    .click();
  await expect(properties.getByRole('alert')).toContainText(/由GB 30871-2022.*规定，不能修改/);
  await expect(properties.locator('[data-keyword="when"] .cm-content')).toHaveAttribute('contenteditable', 'false');

  await enter(page, product.url, await personOf(product.url, 'employee'), '/design');
  await expect(page.getByText('设计：')).toHaveCount(0);
  await expect(page.getByRole('button', { name: '加字段' })).toHaveCount(0);
});
