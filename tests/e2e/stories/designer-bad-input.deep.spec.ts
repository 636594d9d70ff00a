import type { Locator, Page } from 'playwright/test';
import type { DesignChange, DesignDraft } from '../../../src/core/wire/design.ts';
import { patient } from '../../fixtures/patience.ts';
import { addByKeys, giveUp, outlineOf, propertiesOf, saved } from '../support/design-desk.ts';
import { enter, type Person, personOf } from '../support/person.ts';
import { expect, test } from '../support/story.ts';
import { toolSheet } from '../support/tool-sheet.ts';

const ILLEGAL = '/design?entity=contractorIllegal';

const findingsOf = (page: Page): Locator => page.getByRole('region', { name: '检查' });
const publishingOf = (page: Page): Locator => page.getByRole('dialog', { name: '发布草稿' });

const published = async (person: Person): Promise<number> =>
  (await person.call<readonly DesignChange[]>('GET', 'system/design/history')).length;

/** Opens the dialog of publishing with a title in it. */
async function askToPublish(page: Page, title: string): Promise<Locator> {
  await page.getByRole('button', { name: '发布', exact: true }).click();
  const publishing = publishingOf(page);
  await publishing.getByLabel('标题').fill(title);
  return publishing;
}

/** Writes what a field is calculated of. */
async function writeFormula(page: Page, field: string, formula: string): Promise<void> {
  await outlineOf(page).getByRole('button', { name: field, exact: true }).click();
  await expect(propertiesOf(page).getByRole('heading', { name: field, exact: true })).toBeVisible();
  const box = propertiesOf(page).locator('[data-keyword="compute"]').getByRole('textbox');
  await box.click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText(formula);
  await page.keyboard.press('Tab');
  await saved(page);
}

test('formulas that need each other or give the wrong kind of value are told by name, lead to their place, and nothing is published', async ({
  page,
  product,
  expectedErrors,
}) => {
  test.setTimeout(patient(90_000));
  expectedErrors.push(/status of 400/);
  const designer = await personOf(product.url, 'designer');
  await giveUp(designer);
  const before = await published(designer);
  await enter(page, product.url, designer, ILLEGAL);
  const outline = outlineOf(page);
  try {
    await outline.getByRole('button', { name: '违约金', exact: true }).press('Enter');
    await addByKeys(page, 'jisuan', '应缴合计');
    await addByKeys(page, 'jisuan', '应缴零头');
    await writeFormula(page, '应缴合计', 'yingjiaolingtou + 1');
    await writeFormula(page, '应缴零头', 'yingjiaoheji + 1');
    const circle = findingsOf(page).getByRole('button', { name: /字段互相依赖，无法计算/ });
    await expect(circle).toContainText('应缴合计（yingjiaoheji）');
    await expect(circle).toContainText('应缴零头（yingjiaolingtou）');
    await expect(findingsOf(page)).toContainText('去掉其中一个字段对另一个字段的引用');

    const publishing = await askToPublish(page, '不该发布');
    const told = publishing.getByRole('alert').filter({ hasText: '没有发布，请先改正' });
    await expect(told).toContainText('字段互相依赖，无法计算');
    await expect(publishing).toContainText('改正上面的问题以后才能统计');
    await publishing.getByRole('button', { name: '发布', exact: true }).click();
    await expect(told).toBeVisible();
    expect(await published(designer)).toBe(before);
    await told.getByRole('button', { name: '去改正' }).click();
    await expect(publishing).toBeHidden();
    await expect(propertiesOf(page).getByRole('heading')).toContainText(/应缴(合计|零头)/);

    await writeFormula(page, '应缴零头', 'concat(description, "元")');
    const wrong = findingsOf(page).getByRole('button', { name: /这里要数值，而表达式得出文本/ });
    await expect(wrong).toContainText('应缴零头·');
    await expect(findingsOf(page)).toContainText('改写这个表达式');
    await askToPublish(page, '不该发布');
    await expect(told).toContainText('这里要数值，而表达式得出文本');
    await publishing.getByRole('button', { name: '发布', exact: true }).click();
    await expect(told).toBeVisible();
    expect(await published(designer)).toBe(before);
    await publishing.getByRole('button', { name: '取消' }).click();
  } finally {
    await giveUp(designer);
  }
});

test('records that lack what becomes required, or hold a choice that goes, are counted, and nothing is published undecided', async ({
  page,
  product,
  expectedErrors,
}) => {
  test.setTimeout(patient(90_000));
  expectedErrors.push(/status of 400/);
  const designer = await personOf(product.url, 'designer');
  await giveUp(designer);
  const before = await published(designer);
  await enter(page, product.url, designer, ILLEGAL);
  try {
    await outlineOf(page).getByRole('button', { name: '整改情况', exact: true }).click();
    await propertiesOf(page).locator('[data-keyword="required"]').getByRole('switch').click();
    await saved(page);
    await page.locator('[data-name="canvas"]').getByText('字典', { exact: true }).click();
    const level = page.getByRole('region', { name: '违章等级' });
    await level.getByRole('switch', { name: '一般' }).click();
    await saved(page);
    const publishing = await askToPublish(page, '不该发布');
    const impact = publishing.getByRole('region', { name: '对已有记录的影响' });
    await expect(impact).toContainText(/“整改情况”改为必填：\d+条记录还没有填/);
    await expect(impact).toContainText(/“严重程度”不能再选“一般”：\d+条记录选了它/);
    await publishing.getByRole('button', { name: '发布', exact: true }).click();
    await expect(publishing.getByRole('alert').first()).toContainText('还有已有记录没有选择怎样处理');
    await expect(impact).toContainText(/请选择怎样处理/);
    expect(await published(designer)).toBe(before);
    await impact.getByRole('radio', { name: '换成' }).first().check();
    await publishing.getByRole('button', { name: '发布', exact: true }).click();
    await expect(impact).toContainText('请选择换成哪一个');
    expect(await published(designer)).toBe(before);
  } finally {
    await giveUp(designer);
  }
});

test('names that are taken are told at the name, and a spreadsheet that came half is told as such', async ({
  page,
  product,
  expectedErrors,
}) => {
  test.setTimeout(patient(90_000));
  expectedErrors.push(/status of 400/);
  const designer = await personOf(product.url, 'designer');
  await giveUp(designer);
  await enter(page, product.url, designer, ILLEGAL);
  await outlineOf(page).getByRole('button', { name: '违约金', exact: true }).press('Enter');
  await page.keyboard.press('/');
  await page.keyboard.type('dhwb');
  await page.keyboard.press('Enter');
  const adding = page.getByRole('dialog', { name: /^加：/ });
  await adding.locator('#ds-new-title').fill('违约金');
  await page.keyboard.press('Enter');
  await expect(adding).toContainText('已有叫“违约金”的字段，请换一个名称');
  await expect(adding.locator('#ds-new-title')).toBeFocused();
  await adding.locator('#ds-new-title').fill('滞纳金');
  await adding.locator('#ds-new-key').fill('fine');
  await page.keyboard.press('Enter');
  await expect(adding).toContainText('代码“fine”已由“违约金”使用');
  await adding.getByRole('button', { name: '取消' }).click();

  await page.goto(`${product.url}/design?new=1`);
  const whole = await toolSheet();
  const file = page.locator('input[type=file]');
  const give = (buffer: Buffer) =>
    file.setInputFiles({ name: '借用登记.xlsx', mimeType: 'application/octet-stream', buffer });
  await give(whole.subarray(0, whole.length / 2));
  await expect(page.getByRole('alert')).toContainText('“借用登记.xlsx”不完整或已损坏，可能没有传完');
  await page.getByText('空白', { exact: true }).click();
  await page.getByLabel('业务名称').fill('违规记录');
  await page.getByRole('button', { name: '建立' }).click();
  await expect(page.getByText('已有叫“违规记录”的业务，请换一个名称')).toBeVisible();
  await expect(page.getByLabel('业务名称')).toBeFocused();
  await page.getByLabel('业务名称').fill('借用登记');
  await page.getByLabel('业务代码').fill('peril');
  await page.getByRole('button', { name: '建立' }).click();
  await expect(page.getByText('自建业务的代码须以 own 和大写字母开头')).toBeVisible();
  const { steps } = await designer.call<DesignDraft>('GET', 'system/design/draft');
  expect(steps).toEqual([]);
});
