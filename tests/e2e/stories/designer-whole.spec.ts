import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  addByKeys,
  addRule,
  giveUp,
  outlineOf,
  propertiesOf,
  publishEdits,
  requireApproval,
  saved,
} from '../support/design-desk.ts';
import { pacing } from '../support/pace.ts';
import { patient } from '../support/patience.ts';
import { enter, personOf } from '../support/person.ts';
import { expect, test } from '../support/story.ts';
import { toolSheet } from '../support/tool-sheet.ts';

interface PerilFile {
  readonly form: { readonly sections: Readonly<Record<string, { fields: string[] }>> };
}

/** Folder to which pages are photographed, for a look at them: `ANLAN_SHOTS`. */
const shots = process.env.ANLAN_SHOTS;

test('four fields, a rule, a column and a right are designed, approved, used, upgraded and taken back', async ({
  page,
  product,
  browser,
  expectedErrors,
}) => {
  test.setTimeout(patient(180_000));
  expectedErrors.push(/status of 400/);
  const file = join(product.schemas, 'areas/hidden-danger/peril.entity.json');
  const shipped = await readFile(file, 'utf8');
  const admin = await personOf(product.url, 'admin');
  const designer = await personOf(product.url, 'designer');
  await giveUp(admin);
  // What is gone back to.
  await publishEdits(admin, 'peril', '提示写清楚', [
    { edit: 'set', at: ['record', 'properties', 'perilDesc'], property: 'hint', base: null, value: '写明部位和现象' },
  ]);
  await requireApproval(admin, '1');
  const officer = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  const approver = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  const looked = async (of: typeof page, name: string) => {
    if (shots !== undefined) await of.screenshot({ path: `${shots}/whole-${name}.png` });
  };
  try {
    await enter(officer, product.url, await personOf(product.url, 'officer'), '/safety/danger/riskReport/add');
    await officer.locator('[data-field="perilDesc"] textarea').fill('法兰渗漏，写到一半');
    await enter(page, product.url, designer, '/design?entity=peril');
    const outline = outlineOf(page);

    await test.step('the designer adds fields, a rule, a column and a right', async () => {
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
      await looked(page, 'rule');

      await page.locator('[data-name="canvas"]').getByText('列表与页面', { exact: true }).click();
      const canvas = page.locator('[data-name="canvas"]');
      await canvas.getByLabel('加列').click();
      await page.keyboard.insertText('班次');
      await page.keyboard.press('Enter');
      await expect(canvas.locator('[data-head="banci"]')).toBeVisible();
      await looked(page, 'column');
      await canvas.getByText('权限', { exact: true }).click();
      const cell = canvas.getByRole('gridcell', { name: /^班次 班组长 / });
      await cell.click();
      await page.keyboard.press('r');
      await expect(cell).toHaveAttribute('data-value', 'read');
      await saved(page);
    });

    await test.step('he sees whom it concerns, chooses from now on, and has it approved', async () => {
      await page.getByRole('button', { name: '发布', exact: true }).click();
      const publishing = page.getByRole('dialog', { name: '发布草稿' });
      const impact = publishing.getByRole('region', { name: '对已有记录的影响' });
      await expect(impact).toContainText(/“影响人数”.*\d+条记录/);
      await impact.getByRole('radio', { name: '从现在起要求' }).check();
      await publishing.getByLabel('标题').fill('隐患增加现场信息');
      await looked(page, 'publish');
      await publishing.getByRole('button', { name: '提交审批' }).click();
      await expect(page.getByText('已提交审批：隐患增加现场信息')).toBeVisible();

      await enter(approver, product.url, admin, '/workflow/todo');
      await approver.getByText('隐患增加现场信息').first().click();
      await looked(approver, 'approval');
      await approver.getByRole('radio', { name: '同意' }).check();
      await approver.getByRole('button', { name: '提交', exact: true }).click();
    });

    await test.step('the officer works with it without reloading', async () => {
      await expect(officer.locator('[data-field="yingxiangrenshu"]')).toBeVisible();
      await expect(officer.locator('[data-field="perilDesc"] textarea')).toHaveValue('法兰渗漏，写到一半');
      const people = officer.locator('[data-field="yingxiangrenshu"]');
      await people.locator('input').fill('-1');
      await people.locator('input').press('Tab');
      await expect(people).toContainText('影响人数不能小于0');
      await people.locator('input').fill('2');
      await people.locator('input').press('Tab');
      await expect(people).not.toContainText('影响人数不能小于0');
      await looked(officer, 'officer');
    });

    await test.step('an upgrade moves a shipped field; what the company added stays', async () => {
      const changed = JSON.parse(shipped) as PerilFile;
      const { report, base } = changed.form.sections;
      report?.fields.splice(report.fields.indexOf('urgency'), 1);
      base?.fields.unshift('urgency');
      await writeFile(file, JSON.stringify(changed, null, 2));
      const section = (name: string) => officer.locator(`[data-section="${name}"]`);
      await expect(section('base').locator('[data-field="urgency"]')).toBeAttached({ timeout: patient(10_000) });
      await expect(section('report').locator('[data-field="yingxiangrenshu"]')).toBeVisible();
      await expect(officer.locator('[data-field="yingxiangrenshu"] input')).toHaveValue('2');
      await looked(officer, 'upgraded');
    });

    await test.step('it is rolled back, and the form is as it was', async () => {
      await page.reload();
      await page.getByRole('button', { name: '发布记录' }).click();
      const entry = page.getByRole('listitem').filter({ hasText: '提示写清楚' });
      await entry.getByRole('button', { name: '回退到这里' }).first().click();
      const back = page.getByRole('dialog', { name: /^回退到“提示写清楚”/ });
      await expect(back).toContainText('字段“影响人数”');
      await back.getByLabel('回退原因').fill('先不要');
      await looked(page, 'back');
      await back.getByRole('button', { name: '回退' }).click();
      await expect(page.getByText('已回退')).toBeVisible();
      await expect(officer.locator('[data-field="yingxiangrenshu"]')).toHaveCount(0);
      await expect(officer.locator('[data-field="perilDesc"] textarea')).toHaveValue('法兰渗漏，写到一半');
    });
  } finally {
    await writeFile(file, shipped);
    await requireApproval(admin, '0');
    await giveUp(admin);
    await publishEdits(admin, 'peril', '提示还原', [
      { edit: 'set', at: ['record', 'properties', 'perilDesc'], property: 'hint', base: null, value: null },
    ]);
    await officer.context().close();
    await approver.context().close();
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
