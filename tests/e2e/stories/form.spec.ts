import { writeFile } from 'node:fs/promises';
import type { Page } from 'playwright/test';
import { LAWS as calls, enter, type Person, personOf, storeLaw, uniqueName } from '../support/person.ts';
import { expect, test } from '../support/story.ts';

const LAWS = '/safety/base/law';

/** A field of the form by its label; the list behind has filters of the same names. */
const field = (page: Page, label: string) => page.locator('.anlan-form').getByRole('textbox', { name: label }).first();
const item = (page: Page, key: string) => page.locator(`[data-field="${key}"]`);
const save = (page: Page) => page.getByRole('button', { name: '保存', exact: true });

async function pickType(page: Page, option: string): Promise<void> {
  await page.getByRole('combobox', { name: '文件类型' }).click();
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option').filter({ hasText: option }).click();
}

async function setDate(page: Page, label: string, date: string): Promise<void> {
  await field(page, label).fill(date);
  await field(page, label).press('Enter');
}

const pdf = (name: string) => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n'),
});

let safety: Person;

test.beforeEach(async ({ product }) => {
  safety = await personOf(product.url, 'safety');
});

test('what is missing is told at each field, and the first one has the focus', async ({ page, product }) => {
  await enter(page, product.url, safety, `${LAWS}/add`);
  await expect(page.getByRole('heading', { level: 1, name: '新增法律法规' })).toBeVisible();
  await save(page).click();
  for (const [key, message] of [
    ['name', '请输入文件名称'],
    ['docNo', '请输入文号/标准号'],
    ['fileType', '请选择文件类型'],
    ['issueDept', '请输入颁布机关'],
    ['issueDate', '请选择颁布日期'],
    ['effectiveDate', '请选择施行日期'],
  ] as const) {
    await expect(item(page, key).getByRole('alert')).toHaveText(message);
  }
  await expect(field(page, '文件名称')).toBeFocused();
  await expect(page.getByText('还有6处需要修改：请输入文件名称')).toBeVisible();
  await field(page, '文件名称').fill('某规定');
  await field(page, '文件名称').blur();
  await expect(item(page, 'name').getByRole('alert')).toHaveCount(0);
  await save(page).click();
  await expect(field(page, '文号/标准号')).toBeFocused();
  // Nothing was sent, nothing was stored.
  await expect(page).toHaveURL(new RegExp(`${LAWS}/add$`));
});

test('a message that appears as a field is left does not swallow the click that left it', async ({ page, product }) => {
  await enter(page, product.url, safety, `${LAWS}/add`);
  await setDate(page, '颁布日期', '2025-05-01');
  await setDate(page, '施行日期', '2025-04-01');
  await page.getByRole('radio', { name: '是', exact: true }).click();
  await expect(item(page, 'effectiveDate').getByRole('alert')).toHaveText('施行日期不能早于颁布日期');
  await expect(page.getByRole('radio', { name: '是', exact: true })).toBeChecked();
});

test('a rule between two fields is told where it is broken, and goes once it holds', async ({ page, product }) => {
  await enter(page, product.url, safety, `${LAWS}/add`);
  await setDate(page, '颁布日期', '2025-05-01');
  await setDate(page, '施行日期', '2025-04-01');
  await field(page, '代替文件').focus();
  await expect(item(page, 'effectiveDate').getByRole('alert')).toHaveText('施行日期不能早于颁布日期');
  await setDate(page, '颁布日期', '2025-03-01');
  await expect(item(page, 'effectiveDate').getByRole('alert')).toHaveCount(0);
  // A field becomes required as another one says.
  await page.getByRole('combobox', { name: '合规性评价' }).click();
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option').first().click();
  await save(page).click();
  await expect(item(page, 'complianceDate').getByRole('alert')).toHaveText('请选择评价日期');
});

test('the computed state of force follows what is typed', async ({ page, product }) => {
  await enter(page, product.url, safety, `${LAWS}/add`);
  const force = page.getByRole('status', { name: '时效性' });
  await expect(force).toHaveText('现行有效');
  await setDate(page, '施行日期', '2099-01-01');
  await expect(force).toHaveText('尚未生效');
  await page.getByRole('radio', { name: '是', exact: true }).check();
  await expect(item(page, 'effectiveDate').getByRole('alert')).toHaveCount(0);
  await expect(force).toHaveText('已修订');
  await setDate(page, '废止日期', '2020-01-01');
  await expect(force).toHaveText('已废止');
});

test('departments and people are chosen in the picker', async ({ page, product }) => {
  await enter(page, product.url, safety, `${LAWS}/add`);
  await page.getByRole('button', { name: '适用部门' }).click();
  const picker = page.getByRole('dialog', { name: '选择适用部门' });
  await expect(picker).toContainText('已选 0/99');
  await picker.getByRole('checkbox', { name: '安全环保部' }).check();
  await picker.getByRole('checkbox', { name: '财务部' }).check();
  await expect(picker).toContainText('已选 2/99');
  await picker.getByRole('button', { name: '清空' }).click();
  await expect(picker).toContainText('已选 0/99');
  await picker.getByLabel('搜索部门').fill('聚合甲');
  await picker.getByRole('checkbox', { name: '聚合甲班' }).check();
  await picker.getByRole('button', { name: '确定' }).click();
  await expect(picker).toBeHidden();
  await expect(item(page, 'applicableDepts')).toContainText('聚合甲班');

  await expect(item(page, 'identifyUser')).toContainText('孙丙三');
  await page.getByRole('button', { name: '识别人' }).click();
  const people = page.getByRole('dialog', { name: '选择识别人' });
  await people.getByLabel('搜索姓名或账号').fill('郑庚');
  await expect(people.getByRole('radio')).toHaveCount(1);
  await people.getByRole('radio', { name: /郑庚七/ }).check();
  await people.getByRole('button', { name: '确定' }).click();
  await expect(item(page, 'identifyUser')).toContainText('郑庚七');
  await expect(item(page, 'identifyUser')).not.toContainText('孙丙三');
});

test('files go up at once; what is none of its kind is refused', async ({ page, product, expectedErrors }, info) => {
  expectedErrors.push(/status of 400/);
  // Twins are told by name and time of change, which only a file on a disk has.
  const text = info.outputPath('规定正文.pdf');
  await writeFile(text, pdf('').buffer);
  await enter(page, product.url, safety, `${LAWS}/add`);
  const files = item(page, 'attachments');
  const input = files.locator('input[type="file"]');
  await expect(files.getByRole('button', { name: '文本附件' })).toBeVisible();
  await input.setInputFiles(text);
  await expect(files.getByRole('button', { name: '规定正文.pdf', exact: true })).toBeVisible();
  await input.setInputFiles(text);
  await expect(files.getByRole('alert')).toHaveText('不能重复导入文件');
  await input.setInputFiles({ name: '照片.exe', mimeType: 'application/octet-stream', buffer: Buffer.from('MZ') });
  await expect(files.getByRole('alert')).toHaveText('文件类型不允许，只能上传pdf、doc、docx');
  // The name says pdf and the content does not: the server looks into it.
  await input.setInputFiles({ name: '假的.pdf', mimeType: 'application/pdf', buffer: Buffer.from('not a pdf at all') });
  const fake = files.locator('[data-status="error"]').filter({ hasText: '假的.pdf' });
  await expect(fake.getByRole('alert')).toBeVisible();
  await expect(fake.getByRole('button', { name: '重试' })).toBeVisible();
  await fake.getByRole('button', { name: '删除假的.pdf' }).click();
  await expect(fake).toHaveCount(0);
  await files.getByRole('button', { name: '删除规定正文.pdf' }).click();
  await expect(files.getByRole('button', { name: '规定正文.pdf', exact: true })).toHaveCount(0);
});

test('a picture that is none is refused', async ({ page, product, expectedErrors }) => {
  expectedErrors.push(/status of 400/);
  const admin = await personOf(product.url, 'admin');
  await enter(page, product.adminUrl, admin, '/safety/system/user/add');
  const avatar = item(page, 'avatar');
  await avatar.locator('input[type="file"]').setInputFiles(pdf('头像.pdf'));
  await expect(avatar.getByRole('alert')).toHaveText('只能上传图片');
  await avatar
    .locator('input[type="file"]')
    .setInputFiles({ name: '头像.png', mimeType: 'image/png', buffer: Buffer.from('this is no picture') });
  await expect(avatar.locator('[data-status="error"]').getByRole('alert')).toBeVisible();
  await expect(avatar.getByRole('img', { name: '头像.png' })).toHaveCount(0);
});

test('what was typed survives a reload, and is offered again', async ({ page, product }) => {
  await enter(page, product.url, safety, `${LAWS}/add`);
  const name = uniqueName('草稿');
  await field(page, '文件名称').fill(name);
  await pickType(page, '部门规章');
  await expect(page.getByText(/未保存的内容已暂存于本机 \d\d:\d\d/)).toBeVisible();
  // The message may stand there for the name alone: the type is kept a moment later.
  const keptType = () =>
    page.evaluate(() => {
      const key = Object.keys(localStorage).find((name) => name.startsWith('anlan-draft/')) ?? '';
      return JSON.parse(localStorage.getItem(key) ?? '{}').values?.fileType;
    });
  await expect.poll(keptType).toEqual(expect.any(String));
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expect(page.getByText(/上次填写的内容未保存（.*），要恢复吗？/)).toBeVisible();
  await expect(field(page, '文件名称')).toHaveValue('');
  await page.getByRole('button', { name: /恢\s*复/ }).click();
  await expect(field(page, '文件名称')).toHaveValue(name);
  await expect(item(page, 'fileType')).toContainText('部门规章');

  await page.reload();
  await page.getByRole('button', { name: /丢\s*弃/ }).click();
  await expect(field(page, '文件名称')).toHaveValue('');
  await page.reload();
  await expect(field(page, '文件名称')).toBeVisible();
  await expect(page.getByText(/上次填写的内容未保存/)).toHaveCount(0);
});

test('leaving with changes asks', async ({ page, product }) => {
  await enter(page, product.url, safety, LAWS);
  await page.getByRole('button', { name: '新增' }).click();
  await field(page, '文件名称').fill('还没有写完的规定');
  await page.getByRole('link', { name: '规章制度' }).click();
  const question = page.getByRole('dialog');
  await expect(question).toContainText('离开将丢失未保存的内容');
  await question.getByRole('button', { name: '继续填写' }).click();
  await expect(question).toBeHidden();
  await expect(field(page, '文件名称')).toHaveValue('还没有写完的规定');
  await page.goBack();
  await expect(question).toContainText('离开将丢失未保存的内容');
  await question.getByRole('button', { name: '离开', exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`${LAWS}$`));
  await expect(page.getByRole('heading', { level: 1, name: '法律法规', exact: true })).toBeVisible();
});

test('a saved law stands in the list and leads to its detail; the same one cannot be stored twice', async ({
  page,
  product,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 400/);
  await enter(page, product.url, safety, LAWS);
  const name = uniqueName('新规定');
  const fill = async () => {
    await page.getByRole('button', { name: '新增' }).click();
    await field(page, '文件名称').fill(name);
    await field(page, '文号/标准号').fill('测试令第9号');
    await pickType(page, '部门规章');
    await field(page, '颁布机关').fill('示例机关');
    await setDate(page, '颁布日期', '2026-01-05');
    await setDate(page, '施行日期', '2026-02-01');
    await save(page).click();
  };
  await fill();
  // The message goes by itself, the list stays.
  await page.getByText('新增成功').getByRole('button', { name: '查看' }).click();
  await expect(page).toHaveURL(new RegExp(`${LAWS}/view/\\d+$`));
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await page.getByRole('button', { name: '返回', exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`${LAWS}$`));
  await expect(page.getByRole('link', { name: `查看${name}` })).toBeVisible();

  await fill();
  await expect(page.getByText('该文件已登记（名称与文号相同）').first()).toBeVisible();
  await expect(field(page, '文件名称')).toHaveValue(name);
  const { records } = await safety.call<{ records: unknown[] }>('GET', `${calls}/list-conditions`, { query: { name } });
  expect(records).toHaveLength(1);
});

test('a law is put into force only with its text', async ({ page, product, expectedErrors }) => {
  expectedErrors.push(/status of 400/);
  const law = await storeLaw(safety);
  const why = '请先上传文本附件再启用';
  await enter(page, product.url, safety, `${LAWS}?_q=${encodeURIComponent(law.name)}`);
  const row = page.getByRole('row').filter({ hasText: law.name });
  await row.getByRole('button', { name: '启用' }).click();
  await expect(page.getByText(why)).toBeVisible();
  await row.getByRole('link', { name: `查看${law.name}` }).click();
  // The detail knows beforehand, and says why.
  await expect(page.getByRole('button', { name: '启用' })).toBeDisabled();
  await expect(page.getByRole('button', { name: '启用' })).toHaveAttribute('title', why);
  await page.getByRole('button', { name: '编辑' }).click();
  await item(page, 'attachments').locator('input[type="file"]').setInputFiles(pdf('正文.pdf'));
  await expect(item(page, 'attachments').getByRole('button', { name: '正文.pdf', exact: true })).toBeVisible();
  await save(page).click();
  await expect(page.getByRole('heading', { level: 1, name: law.name })).toBeVisible();
  await page.getByRole('button', { name: '启用' }).click();
  await expect(page.getByText('操作成功')).toBeVisible();
  await expect(page.getByRole('button', { name: '停用' })).toBeVisible();
});
