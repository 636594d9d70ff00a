import type { Locator, Page } from 'playwright/test';
import type { OverlayEdit } from '../../../src/core/overlay/overlay.ts';
import type { DesignBundle, DesignChange, DesignDraft } from '../../../src/core/wire/design.ts';
import { patient } from '../../fixtures/patience.ts';
import { addByKeys, giveUp, goBackTo, outlineOf, propertiesOf, saved, standingChange } from '../support/design-desk.ts';
import { enter, LAWS, type Person, personOf, storeLaw, uniqueName } from '../support/person.ts';
import { expect, test } from '../support/story.ts';
import { toolSheet } from '../support/tool-sheet.ts';

const ILLEGAL = '/design?entity=contractorIllegal';

const findingsOf = (page: Page): Locator => page.getByRole('region', { name: '检查' });
const publishingOf = (page: Page): Locator => page.getByRole('dialog', { name: '发布草稿' });

/** Does one command without the page, for what a story is not about. */
async function command(person: Person, entity: string, edits: readonly OverlayEdit[]): Promise<void> {
  const { id, seq } = await person.call<DesignDraft>('GET', 'system/design/draft');
  const step = { step: 'do', id: uniqueName('story-').replaceAll(/[^\w-]/g, ''), entity, edits };
  await person.call('POST', 'system/design/step', { json: { draft: id ?? '', after: seq, step } });
}

/** Publishes the draft without the page. */
async function publish(person: Person, title: string): Promise<void> {
  const { seq } = await person.call<DesignDraft>('GET', 'system/design/draft');
  await person.call('POST', 'system/design/publish', { json: { after: seq, title, reason: '试用', choices: [] } });
}

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

test('a state that records are in, a bundle that was altered and a change whose version is gone are told with what to do', async ({
  page,
  product,
  expectedErrors,
}) => {
  test.setTimeout(patient(120_000));
  expectedErrors.push(/status of 400/);
  const [designer, admin] = [await personOf(product.url, 'designer'), await personOf(product.url, 'admin')];
  const safety = await personOf(product.url, 'safety');
  await giveUp(designer);
  const before = await standingChange(designer);
  const mark = uniqueName('').replaceAll(/\W/g, '').slice(-6);
  const note = ['record', 'properties', `note${mark}`];
  try {
    await command(designer, 'lawRegulation', [
      { edit: 'add', at: ['states', 'held'], after: null, value: { title: '搁置', order: 30, color: 'orange' } },
      {
        edit: 'add',
        at: ['transitions', 'hold'],
        after: null,
        value: { title: '搁置', from: ['0', '1'], to: 'held', who: [{ role: 'safetyOfficer' }] },
      },
      { edit: 'add', at: ['pages', 'law', 'actions', 'hold'], after: null, value: 'hold' },
      { edit: 'add', at: ['pages', 'law', 'grants', 'safetyOfficer', 'hold'], after: null, value: 'hold' },
      { edit: 'add', at: note, after: null, value: { title: `备注${mark}`, field: 'input', type: 'string' } },
    ]);
    await publish(designer, '加搁置');
    const law = await storeLaw(safety);
    await safety.call('POST', `${LAWS}/hold`, { json: { id: law.id, version: law.version } });

    await test.step('a state of the company goes only when its records have another', async () => {
      await enter(page, product.url, designer, '/design?entity=lawRegulation');
      const outline = outlineOf(page);
      const states = outline.getByRole('list', { name: '状态' });
      await states.getByRole('button', { name: '启用', exact: true }).press('Delete');
      await expect(page.getByText('“启用”是出厂的状态，不能去掉；可以去掉通向它的步骤').first()).toBeVisible();
      await states.getByRole('button', { name: '搁置', exact: true }).press('Delete');
      await expect(states.getByRole('button', { name: '搁置', exact: true })).toHaveCount(0);
      // The step that leads there is found, and goes too.
      await expect(findingsOf(page)).toContainText('held');
      await outline.getByRole('list', { name: '流转' }).getByRole('button', { name: '搁置' }).press('Delete');
      await expect(findingsOf(page)).toContainText('没有问题');
      const publishing = await askToPublish(page, '去掉搁置');
      const impact = publishing.getByRole('region', { name: '对已有记录的影响' });
      await expect(impact).toContainText('没有状态“搁置”了：1条记录还在这个状态');
      await publishing.getByRole('button', { name: '发布', exact: true }).click();
      await expect(impact).toContainText('请选择怎样处理');
      await impact.getByRole('radio', { name: '换成' }).check();
      await impact.getByRole('combobox').click();
      await page.getByRole('option', { name: '停用' }).click();
      await publishing.getByRole('button', { name: '发布', exact: true }).click();
      await expect(page.getByText('已发布：去掉搁置')).toBeVisible();
      const now = await safety.call<{ status: string }>('GET', `${LAWS}/detail`, { query: { id: law.id } });
      expect(now.status).toBe('0');
    });

    await test.step('a bundle that was altered on its way is not taken', async () => {
      const json = { entities: ['lawRegulation'] };
      const bundle = await designer.call<DesignBundle>('POST', 'system/design/bundle', { json });
      const altered = JSON.stringify(bundle).replace(`备注${mark}`, '偷改');
      await page.goto(`${product.url}/design?bundle=1`);
      await page.getByText('导入', { exact: true }).click();
      await page.getByLabel('或者粘贴设计包的内容').fill(altered);
      await page.getByRole('button', { name: '检查' }).click();
      await expect(page.getByRole('alert')).toContainText('设计包在导出后被改动过，不能使用，请重新导出');
      await expect(page.getByRole('button', { name: '放进草稿' })).toHaveCount(0);
    });

    await test.step('a change of what a rolling back has taken away says so, and can be dropped', async () => {
      await command(designer, 'lawRegulation', [
        { edit: 'set', at: note, property: 'title', base: null, value: '另叫备注' },
      ]);
      await goBackTo(admin, before);
      await page.goto(`${product.url}/design?entity=lawRegulation`);
      await expect(findingsOf(page)).toContainText('已不存在，修改没有应用');
      await expect(findingsOf(page)).toContainText('现在的版本里没有这一处了');
      await findingsOf(page).getByRole('button', { name: '不再保留这处修改' }).click();
      await expect(findingsOf(page)).toContainText('没有问题');
    });
  } finally {
    await giveUp(designer);
    await goBackTo(admin, before);
  }
});
