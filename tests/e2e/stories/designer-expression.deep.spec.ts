import { patient } from '../../fixtures/patience.ts';
import { enter, personOf } from '../support/person.ts';
import { expect, test } from '../support/story.ts';

test('a condition is written by titles, marked and mended where it is wrong, tried and changed by rows; keywords are explained', async ({
  page,
  product,
}) => {
  test.setTimeout(patient(90_000));
  const designer = await personOf(product.url, 'designer');
  await enter(page, product.url, designer, '/design?entity=peril');
  await expect(page.getByRole('heading', { name: '设计：隐患' })).toBeVisible();

  // The tour comes on first opening, and by its button; that it was seen is kept with the person.
  await designer.call('POST', 'system/preference/save', { json: { name: 'design.tour', value: '' } });
  await page.reload();
  const tour = page.locator('.ant-tour');
  for (const stop of ['结构', '预览', '属性', '随时撤销']) {
    await expect(tour).toContainText(stop);
    await tour.getByRole('button', { name: '下一步' }).click();
  }
  await expect(tour).toContainText('发布才生效');
  await tour.getByRole('button', { name: '开始' }).click();
  await expect(tour).toBeHidden();
  await expect
    .poll(() => designer.call('GET', 'system/preference/list'))
    .toEqual(expect.objectContaining({ 'design.tour': 'seen' }));
  await page.reload();

  const outline = page.getByRole('navigation', { name: '结构' });
  await outline.getByRole('button', { name: '整改后照片', exact: true }).click();
  await expect(tour).toBeHidden();
  const properties = page.locator('[data-name="properties"]');
  const keyword = properties.locator('[data-keyword="requiredWhen"]');
  const box = keyword.getByRole('textbox');
  await box.click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('yhdj');
  await expect(keyword.getByRole('option', { name: '隐患等级' })).toBeVisible();
  // Longer than a list stands before Enter takes from it.
  await page.waitForTimeout(200);
  await page.keyboard.press('Enter');
  await page.keyboard.type(" == '");
  await expect(keyword.getByRole('option', { name: '一般隐患' })).toBeVisible();
  await page.waitForTimeout(200);
  await page.keyboard.press('Enter');
  await expect(keyword.getByTestId('sentence')).toHaveText('当“隐患等级”是“一般隐患”时必填');

  // What is wrong is told with its place, is found from the list, and mended by a press.
  await page.keyboard.type(' and daysBetwen(today(), today()) < 3');
  await page.keyboard.press('Escape');
  await expect(keyword.getByRole('alert')).toContainText('没有名为“daysBetwen”的函数');
  await outline.getByRole('button', { name: '业务整体' }).focus();
  const finding = page.getByRole('region', { name: '检查' }).getByRole('button', { name: /daysBetwen/ });
  await expect(finding).toBeVisible();
  await outline.getByRole('button', { name: '紧急程度', exact: true }).click();
  await finding.click();
  await expect(box).toBeFocused();
  await keyword.getByRole('button', { name: '改为 daysBetween' }).first().click();
  await expect(keyword.getByTestId('sentence')).toContainText('从今天到今天的天数小于3');

  // Each part has its value, which follows what is entered in the preview.
  await keyword.getByRole('button', { name: '逐步取值' }).click();
  const steps = keyword.getByRole('table');
  await expect(steps.getByRole('row', { name: /^daysBetween\(today\(\), today\(\)\) 0/ })).toBeVisible();
  await expect(steps.getByRole('row', { name: /^level == / }).first()).toContainText('true');

  await keyword.getByText('逐条', { exact: true }).click();
  await keyword.getByRole('combobox', { name: '值' }).click();
  await page.getByTitle('重大隐患', { exact: true }).click();
  await expect(keyword.getByTestId('sentence')).toContainText('“隐患等级”是“重大隐患”');
  await keyword.getByText('文字', { exact: true }).click();
  await expect(box).toHaveText(/^level == '\w+' and daysBetween\(today\(\), today\(\)\) < 3$/);

  // What a keyword means, by an example that is run.
  await keyword.getByRole('button', { name: '“必填条件”是什么' }).click();
  await expect(page.getByRole('tooltip').filter({ hasText: '示例：' })).toContainText('requiredWhen');
  await page.keyboard.press('Escape');

  // The values of the preview are kept as an example.
  await page.getByRole('button', { name: '存为样例' }).click();
  const keeping = page.getByRole('dialog', { name: '存为样例' });
  await keeping.getByLabel('样例名称').fill('空白登记');
  await keeping.getByRole('button', { name: '存入草稿' }).click();
  await expect(keeping).toBeHidden();
  await expect(page.getByTestId('design-state')).toContainText('已保存为草稿，尚未发布');

  // On a phone the rows stay within the page.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByLabel('显示的部分').getByText('属性').click();
  await keyword.getByText('逐条', { exact: true }).click();
  await expect(keyword.getByRole('combobox', { name: '字段' })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);

  // Stories share the company's draft.
  const undo = page.getByRole('button', { name: '撤销' });
  while (await undo.isEnabled()) {
    await undo.click();
    await expect(page.getByTestId('design-state')).not.toContainText('正在保存');
  }
});
