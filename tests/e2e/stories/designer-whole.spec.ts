import { addByKeys, addRule, giveUp, outlineOf, propertiesOf, saved } from '../support/design-desk.ts';
import { pacing } from '../support/pace.ts';
import { patient } from '../support/patience.ts';
import { enter, personOf } from '../support/person.ts';
import { expect, test } from '../support/story.ts';
import { toolSheet } from '../support/tool-sheet.ts';

test('four fields, a rule, a column and a right are designed by keys, and publishing says whom they concern', async ({
  page,
  product,
}) => {
  test.setTimeout(patient(90_000));
  const designer = await personOf(product.url, 'designer');
  await giveUp(designer);
  await enter(page, product.url, designer, '/design?entity=peril');
  const outline = outlineOf(page);
  const canvas = page.locator('[data-name="canvas"]');
  try {
    await outline.getByRole('button', { name: '紧急程度', exact: true }).click();
    await addByKeys(page, 'dhwb', '现场编号');
    await addByKeys(page, 'shuzi', '影响人数');
    await addByKeys(page, 'xlxz', '班次', ['早班', '中班', '夜班']);
    await addByKeys(page, 'riqi', '约定复看日期');
    await saved(page);
    await outline.getByRole('button', { name: '影响人数', exact: true }).click();
    await propertiesOf(page).locator('[data-keyword="required"]').getByRole('switch').click();
    await addRule(page, 'yingxiangrenshu >= 0', '影响人数不能小于0');
    await saved(page);

    await canvas.getByText('列表与页面', { exact: true }).click();
    await canvas.getByLabel('加列').click();
    await page.keyboard.insertText('班次');
    await page.keyboard.press('Enter');
    await expect(canvas.locator('[data-head="banci"]')).toBeVisible();
    await canvas.getByText('权限', { exact: true }).click();
    const cell = canvas.getByRole('gridcell', { name: /^班次 班组长 / });
    await cell.click();
    await page.keyboard.press('r');
    await expect(cell).toHaveAttribute('data-value', 'read');
    await saved(page);

    await page.getByRole('button', { name: '发布', exact: true }).click();
    const publishing = page.getByRole('dialog', { name: '发布草稿' });
    const impact = publishing.getByRole('region', { name: '对已有记录的影响' });
    await expect(impact).toContainText(/“影响人数”.*\d+条记录/);
    await impact.getByRole('radio', { name: '从现在起要求' }).check();
  } finally {
    await giveUp(designer);
  }
});

test('a business is made from a sheet of 30 columns in less than two minutes of a person’s pace', async ({
  page,
  product,
}) => {
  test.setTimeout(patient(60_000));
  const admin = await personOf(product.url, 'admin');
  const pace = await pacing(page);
  await enter(page, product.url, admin, '/design');
  await page.getByRole('button', { name: '新建业务' }).click();
  const name = '工器具检查';
  await page.locator('input[type=file]').setInputFiles({
    name: `${name}.xlsx`,
    mimeType: 'application/octet-stream',
    buffer: await toolSheet(),
  });
  await expect(page.getByText(`“${name}”：24行，30列`)).toBeVisible();
  await page.getByRole('button', { name: '都按推断' }).click();
  await page.getByRole('button', { name: '建立' }).click();
  await expect(page.getByRole('heading', { name: `设计：${name}` })).toBeVisible();
  await saved(page);
  expect(await pace()).toBeLessThan(120);
  // It is published in the story of a new business; here nothing stays.
  await giveUp(admin);
});
