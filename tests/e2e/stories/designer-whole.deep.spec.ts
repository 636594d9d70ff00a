import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { patient } from '../../fixtures/patience.ts';
import { DANGER, PERIL, storeArea } from '../support/danger-desk.ts';
import { addByKeys, addRule, giveUp, outlineOf, propertiesOf, saved } from '../support/design-desk.ts';
import { choose, chooseRecord, item, photos, type } from '../support/fill.ts';
import { pacing } from '../support/pace.ts';
import { enter, type Person, personOf, type StoredRecord, uniqueName } from '../support/person.ts';
import { expect, test } from '../support/story.ts';
import { toolSheet } from '../support/tool-sheet.ts';

/** The file that ships the dangers. */
interface DangerFile {
  form: { sections: Record<string, { fields: string[] }> };
}

/** Whether the company has what is published approved by a second person. */
async function approving(admin: Person, flagValue: '0' | '1'): Promise<void> {
  const query = { settingKey: 'design.approval' };
  const found = await admin.call<{ records: readonly StoredRecord[] }>('GET', 'system/tenant-setting/page', { query });
  const [row] = found.records;
  const json = { id: row?.id, version: row?.version, flagValue, changeReason: '内部规定' };
  await admin.call('POST', 'system/tenant-setting/change-flag', { json });
}

/** Moves the urgency of dangers to the end of the form's first section, as a new release of the product may. */
async function upgraded(schemas: string, story: () => Promise<void>): Promise<void> {
  const file = join(schemas, 'areas/hidden-danger/peril.entity.json');
  const shipped = await readFile(file, 'utf8');
  const next = JSON.parse(shipped) as DangerFile;
  const fields = next.form.sections.report?.fields ?? [];
  const base = next.form.sections.base?.fields ?? [];
  fields.splice(fields.indexOf('urgency'), 1);
  base.unshift('urgency');
  try {
    await writeFile(file, JSON.stringify(next, null, 2));
    await story();
  } finally {
    await writeFile(file, shipped);
  }
}

test('a danger gets four fields, a rule, a column and a right, is approved, serves an open page, is upgraded and rolled back', async ({
  page,
  browser,
  product,
}) => {
  test.setTimeout(patient(120_000));
  const designer = await personOf(product.url, 'designer');
  const admin = await personOf(product.url, 'admin');
  const officer = await personOf(product.url, 'officer');
  const area = await storeArea(await personOf(product.url, 'safety'));
  await giveUp(designer);
  await approving(admin, '1');
  const pageOf = async (person: Person, path: string) => {
    const made = await (await browser.newContext({ locale: 'zh-CN', timezoneId: 'Asia/Shanghai' })).newPage();
    await enter(made, product.url, person, path);
    return made;
  };
  const form = await pageOf(officer, `${DANGER}/riskReport/add`);
  const words = uniqueName('循环水泵护罩松动');
  await type(form, 'perilDesc', words);
  await enter(page, product.url, designer, '/design?entity=peril');
  const outline = outlineOf(page);
  const canvas = page.locator('[data-name="canvas"]');
  const [title, back] = [uniqueName('隐患增加班次'), page.getByRole('dialog', { name: /^回退到/ })];
  try {
    await test.step('designer adds fields, rule, column and right', async () => {
      await outline.getByRole('button', { name: '紧急程度', exact: true }).click();
      await addByKeys(page, 'dhwb', '现场编号');
      await addByKeys(page, 'shuzi', '影响人数');
      await addByKeys(page, 'xlxz', '班次', ['早班', '中班', '夜班']);
      await addByKeys(page, 'riqi', '约定复看日期');
      await saved(page);
      await outline.getByRole('button', { name: '影响人数', exact: true }).click();
      await propertiesOf(page).locator('[data-keyword="required"]').getByRole('switch').click();
      await addRule(page, 'yingxiangrenshu >= 1', '影响人数至少为1');
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
    });

    await test.step('designer sees how many records would fail, lets it hold from now on, and asks for approval', async () => {
      await page.getByRole('button', { name: '发布', exact: true }).click();
      const publishing = page.getByRole('dialog', { name: '发布草稿' });
      const impact = publishing.getByRole('region', { name: '对已有记录的影响' });
      const told = impact.getByText(/“影响人数”改为必填：\d+条记录/);
      await expect(told).toBeVisible();
      // None of the dangers that were reported has it; drafts, and those that went back, owe nothing yet.
      const count = async (status = '') => {
        const query = { page: 'dangerList', size: '1', status };
        return (await admin.call<{ total: number }>('GET', `${PERIL}/page`, { query })).total;
      };
      const owing = (await count()) - (await count('draft')) - (await count('rejected'));
      expect(Number(/(\d+)条/.exec(await told.innerText())?.[1])).toBe(owing);
      for (const now of await impact.getByRole('radio', { name: '从现在起要求' }).all()) await now.check();
      await publishing.getByLabel('标题').fill(title);
      await publishing.getByRole('button', { name: '提交审批' }).click();
      await expect(page.getByText(`已提交审批：${title}`)).toBeVisible();
    });

    await test.step('admin reads what changes and agrees; the officer’s open form has it a moment later', async () => {
      const seat = await pageOf(admin, '/safety/system/design-approval');
      await seat.getByRole('row').filter({ hasText: title }).getByRole('button', { name: '审批' }).click();
      await expect(seat.getByText(/“影响人数”改为必填：\d+条记录还没有填；从现在起要求/)).toBeVisible();
      const vote = seat.getByRole('region', { name: '审批' });
      await vote.getByRole('button', { name: '同意', exact: true }).click();
      await expect(seat.getByText('已同意，审批全部通过')).toBeVisible();
      await expect(item(form, 'yingxiangrenshu')).toBeVisible();
      await expect(item(form, 'perilDesc').locator('textarea')).toHaveValue(words);
      await seat.context().close();
    });

    await test.step('officer works with it, is held to the rule, and sees the column', async () => {
      await photos(form, 'photos', ['护罩.png']);
      await chooseRecord(form, 'areaId', area);
      await item(form, 'urgency').getByText('紧急', { exact: true }).click();
      await choose(form, 'banci', '夜班');
      await form.getByRole('button', { name: '提交', exact: true }).click();
      await expect(item(form, 'yingxiangrenshu').getByRole('alert')).toHaveText('请输入影响人数');
      await type(form, 'yingxiangrenshu', '0');
      await form.getByRole('button', { name: '提交', exact: true }).click();
      await expect(item(form, 'yingxiangrenshu').getByRole('alert')).toHaveText('影响人数至少为1');
      await type(form, 'yingxiangrenshu', '3');
      await form.getByRole('button', { name: '提交', exact: true }).click();
      await expect(form.getByText('提交成功')).toBeVisible();
      await expect(form.getByRole('columnheader', { name: '班次' })).toBeVisible();
      await expect(form.getByRole('row').filter({ hasText: words })).toContainText('夜班');
    });

    await test.step('an upgrade moves a field; what the company has added stays', async () => {
      await form.getByRole('button', { name: '新增', exact: true }).first().click();
      await expect(item(form, 'banci')).toBeVisible();
      await upgraded(product.schemas, async () => {
        await expect(item(form, 'urgency')).toBeHidden();
        for (const key of ['xianchangbianhao', 'yingxiangrenshu', 'banci', 'yuedingfukanriqi']) {
          await expect(item(form, key)).toBeVisible();
        }
      });
      await expect(item(form, 'urgency')).toBeVisible();
    });

    await test.step('designer rolls it back, and what was entered stays', async () => {
      await page.getByRole('button', { name: '发布记录' }).click();
      await page.getByRole('button', { name: '回退到这里' }).first().click();
      await expect(back).toContainText('班次');
      await back.getByLabel('回退原因').fill('先按原来的表单上报');
      await back.getByRole('button', { name: '回退' }).click();
      await expect(page.getByText('已回退')).toBeVisible();
      await expect(item(form, 'banci')).toHaveCount(0);
      await expect(item(form, 'urgency')).toBeVisible();
    });
  } finally {
    await giveUp(designer);
    await approving(admin, '0');
    await form.context().close();
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
