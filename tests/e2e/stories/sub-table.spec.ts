import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import type { Locator, Page } from 'playwright/test';
import { enter, personOf, storeLaw, uniqueName } from '../support/person.ts';
import { expect, type Product, test } from '../support/story.ts';

interface LawFile {
  record: { properties: Record<string, unknown> };
  form: { sections: { base: { fields: string[] } } };
}

const CHEMICALS = {
  title: '化学品',
  field: 'subTable',
  type: 'array',
  maxItems: 20,
  items: {
    type: 'object',
    required: ['name', 'quantity'],
    properties: {
      name: { title: '名称', field: 'input', type: 'string', maxLength: 20 },
      state: {
        title: '物态',
        field: 'select',
        type: 'string',
        options: { gas: { title: '气体', order: 10 }, liquid: { title: '液体', order: 20 } },
      },
      quantity: { title: '存量', field: 'number', type: 'number', scale: 2, minimum: 0, unit: 't', total: 'sum' },
      limit: { title: '临界量', field: 'number', type: 'number', scale: 2, minimum: 0, unit: 't' },
      share: { title: '比值', field: 'calculate', type: 'number', scale: 2, compute: 'quantity / limit', total: 'sum' },
      checked: { title: '核对日期', field: 'date', type: 'string', format: 'date', total: 'max' },
      paper: { title: '说明书', field: 'upload', type: 'array', maxItems: 2, accept: ['pdf', 'txt'] },
      sign: { title: '核对人签名', field: 'signature', type: 'object' },
      revised: { title: '修订说明', field: 'input', type: 'string', visible: "parent.amended == '1'" },
    },
  },
};

/** Runs a story while laws have a table of chemicals, on the form of a law that is stored. */
async function withTable(page: Page, product: Product, story: (id: string) => Promise<void>): Promise<void> {
  const file = join(product.schemas, 'areas/base/lawRegulation.entity.json');
  const shipped = await readFile(file, 'utf8');
  const safety = await personOf(product.url, 'safety');
  const law = await storeLaw(safety, {});
  const changed = JSON.parse(shipped) as LawFile;
  Object.assign(changed.record.properties, {
    chemicals: CHEMICALS,
    grade: { title: '等级值', field: 'calculate', type: 'number', scale: 2, compute: 'sum(chemicals, share)' },
  });
  changed.form.sections.base.fields.push('chemicals', 'grade');
  await enter(page, product.url, safety, `/safety/base/law/edit/${law.id}`);
  try {
    await writeFile(file, JSON.stringify(changed, null, 2));
    await expect(page.getByRole('button', { name: '化学品：添加一行' })).toBeVisible();
    await story(law.id);
  } finally {
    // Laws hold values of both: that they go is said, or they would be held back.
    await writeFile(
      file,
      JSON.stringify({ ...(JSON.parse(shipped) as LawFile), removed: ['chemicals', 'grade'] }, null, 2),
    );
    await page.goto(`${product.url}/safety/base/law/add`);
    await expect(page.getByRole('textbox', { name: '文件名称' })).toBeVisible();
    await expect(page.getByRole('button', { name: '化学品：添加一行' })).toHaveCount(0);
    await writeFile(file, shipped);
  }
}

const rows = (page: Page) => page.locator('.anlan-rows tbody tr');
const cell = (page: Page, row: number, column: string): Locator =>
  rows(page).nth(row).locator(`td[data-column="${column}"]`);
/** Goes into a cell and waits for the input that it becomes. */
async function goInto(page: Page, row: number, column: string): Promise<void> {
  await cell(page, row, column).click();
  await expect(cell(page, row, column).locator('input, textarea').first()).toBeFocused();
}
const total = (page: Page, column: string) => page.locator(`.anlan-rows tfoot td[data-column="${column}"]`);

async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((copied) => {
    const data = new DataTransfer();
    data.setData('text/plain', copied);
    const paste = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true });
    document.activeElement?.dispatchEvent(paste);
  }, text);
}

test('a table is filled in by keyboard and from a spreadsheet, moved, mended, kept', async ({ page, product }) => {
  await withTable(page, product, async (id) => {
    await page.getByRole('button', { name: '化学品：添加一行' }).click();
    await expect(page.getByRole('textbox', { name: '第1行名称' })).toBeFocused();
    await paste(page, '苯\t液体\t10\t50\n氯\t气体\t多少\t5\n氨\t气体\t4.5\t10');
    await expect(page.getByText('已粘贴 3 行，1 个单元格有误')).toBeVisible();
    await expect(rows(page)).toHaveCount(3);
    await expect(cell(page, 1, 'quantity')).toContainText('多少');
    await expect(cell(page, 1, 'quantity')).toContainText('须为数字');
    await expect(cell(page, 0, 'share')).toContainText('0.2');

    // Tab comes to the next cell, Enter to the one below; what is mended loses its mark.
    await page.keyboard.press('Tab');
    await expect(page.getByRole('combobox', { name: '第1行物态' })).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(cell(page, 1, 'quantity').locator('input')).toBeFocused();
    await page.keyboard.type('2.5');
    await page.keyboard.press('Enter');
    await expect(cell(page, 1, 'quantity')).not.toContainText('须为数字');
    await expect(total(page, 'quantity')).toHaveText(/(^|\D)17 t$/);
    await expect(page.locator('[data-field="grade"] output')).toContainText('1.15');

    // Rows move with Alt and an arrow, the focus with them.
    await page.keyboard.press('Alt+ArrowUp');
    await expect(cell(page, 1, 'name')).toContainText('氨');
    await expect(cell(page, 1, 'quantity').locator('input')).toBeFocused();

    // A removal is asked for and can be taken back.
    await page.getByRole('button', { name: '删除第1行' }).press('Enter');
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText('确定删除该行数据吗？');
    // The keys are the dialog's once it has taken the focus.
    await expect.poll(() => dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(rows(page)).toHaveCount(2);
    // The offer to take the paste back is gone: a pasted row was typed into, and a table makes one offer at a time.
    const removal = page.locator('.ant-message-notice', { hasText: '已删除第1行' });
    await removal.getByRole('button', { name: '撤销' }).click();
    await expect(page.getByText('已撤销')).toBeVisible();
    await expect(rows(page)).toHaveCount(3);
    await expect(cell(page, 0, 'name')).toContainText('苯');

    // A required cell that is empty says so, and submitting leads there.
    await page.getByRole('button', { name: '在第3行后添加一行' }).click();
    await expect(rows(page)).toHaveCount(4);
    await page.getByRole('button', { name: '保存', exact: true }).click();
    await expect(cell(page, 3, 'name')).toContainText('不能为空');
    await expect(page.getByRole('textbox', { name: '第4行名称' })).toBeFocused();
    await page.keyboard.type('甲醇');
    await goInto(page, 3, 'quantity');
    await page.keyboard.type('1');

    // A column that only some records have comes with the record's answer.
    await expect(page.getByRole('columnheader', { name: '修订说明' })).toHaveCount(0);
    await page.getByRole('radio', { name: '是', exact: true }).check();
    await expect(page.getByRole('columnheader', { name: '修订说明' })).toBeVisible();
    await page.getByRole('button', { name: '保存', exact: true }).click();
    await expect(page.getByText('修改成功')).toBeVisible();
    const safety = await personOf(product.url, 'safety');
    const stored = await safety.call<{ chemicals: { name: string }[]; grade: number }>(
      'GET',
      'safety/securitysystem/lawsregulations/detail',
      { query: { id } },
    );
    expect(stored.chemicals.map(({ name }) => name)).toEqual(['苯', '氨', '氯', '甲醇']);
    expect(stored.grade).toBe(1.15);
  });
});

/** What axe finds in tables, dialogs on them and what stands around. */
async function barriers(page: Page): Promise<readonly string[]> {
  // Colours are judged at rest, not while something fades in.
  await page.addStyleTag({
    content: '*, *::before, *::after { transition: none !important; animation: none !important; }',
  });
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.html.slice(0, 160)}`));
}

test('files and signatures stand in cells, by keyboard, and keep nobody out', async ({ page, product }) => {
  await withTable(page, product, async (id) => {
    await page.getByRole('button', { name: '化学品：添加一行' }).click();
    await page.keyboard.type('苯');
    const paper = page.getByRole('button', { name: '第1行说明书：上传' });
    await paper.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: '第1行说明书' });
    await dialog.locator('input[type="file"]').setInputFiles([
      { name: '安全说明书.txt', mimeType: 'text/plain', buffer: Buffer.from('苯的安全说明') },
      { name: '图.exe', mimeType: 'text/plain', buffer: Buffer.from('x') },
    ]);
    await expect(dialog.getByText('文件类型不允许，只能上传pdf、txt')).toBeVisible();
    await expect(dialog.getByRole('button', { name: /^删除.*安全说明书/ })).toBeVisible();
    expect(await barriers(page)).toEqual([]);
    await dialog.getByRole('button', { name: '完成' }).click();
    await expect(dialog).toBeHidden();
    const held = page.getByRole('button', { name: '第1行说明书：1个附件' });
    await expect(held).toBeFocused();

    // The first Tab is in the signature, although its input is only fetched now.
    await page.keyboard.press('Tab');
    await expect(cell(page, 0, 'sign').locator('input')).toBeFocused();

    // A copy has no files; what is missing in it is told at its cell.
    await page.getByRole('button', { name: '复制第1行' }).click();
    await expect(page.getByRole('button', { name: '第2行说明书：上传' })).toBeVisible();
    await page.getByRole('button', { name: '保存', exact: true }).click();
    await expect(cell(page, 1, 'quantity')).toContainText('不能为空');
    expect(await barriers(page)).toEqual([]);
    await goInto(page, 0, 'quantity');
    await page.keyboard.type('1');
    await goInto(page, 1, 'quantity');
    await page.keyboard.type('2');
    await page.getByRole('button', { name: '保存', exact: true }).click();
    await expect(page.getByText('修改成功')).toBeVisible();

    await page.goto(`${product.url}/safety/base/law/view/${id}`);
    await held.click();
    const shown = page.getByRole('dialog', { name: '第1行说明书' });
    await expect(shown).toContainText('安全说明书.txt');
    await shown.getByRole('button', { name: '关闭' }).last().click();
    await expect(held).toBeFocused();
    expect(await barriers(page)).toEqual([]);
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('rows are cards of the full width', async ({ page, product }) => {
    await withTable(page, product, async () => {
      await page.getByRole('button', { name: '化学品：添加一行' }).tap();
      await cell(page, 0, 'name').getByRole('textbox').fill('苯');
      await cell(page, 0, 'quantity').tap();
      await expect(cell(page, 0, 'quantity').locator('input')).toBeFocused();
      await page.keyboard.type('12.5');
      await page.getByRole('button', { name: '复制第1行' }).tap();
      await expect(rows(page)).toHaveCount(2);
      await expect(cell(page, 1, 'quantity')).toContainText('12.5');
      await expect(total(page, 'quantity')).toHaveText(/(^|\D)25 t$/);
      await page.getByRole('button', { name: '第1行说明书：上传' }).tap();
      const dialog = page.getByRole('dialog', { name: '第1行说明书' });
      await dialog
        .locator('input[type="file"]')
        .first()
        .setInputFiles({
          name: '说明书.txt',
          mimeType: 'text/plain',
          buffer: Buffer.from('苯'),
        });
      await expect(dialog.getByText('说明书.txt')).toBeVisible();
      await dialog.getByRole('button', { name: '完成' }).tap();
      await expect(page.getByRole('button', { name: '第1行说明书：1个附件' })).toBeVisible();
      const card = await rows(page).first().boundingBox();
      expect(card?.width ?? 0).toBeGreaterThan(300);
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    });
  });
});

test('items of a checklist are entered with it and saved in one go', async ({ page, product }) => {
  const safety = await personOf(product.url, 'safety');
  const name = uniqueName('班前检查表');
  await enter(page, product.url, safety, '/safety/danger/investigation/add');
  const form = page.locator('.anlan-form');
  await form.getByRole('textbox', { name: '清单名称' }).fill(name);
  await form.getByRole('combobox', { name: '排查类型' }).click();
  await page.locator('.ant-select-item-option').first().click();
  await form.getByRole('button', { name: /：添加一行$/ }).click();
  await paste(page, '1\t防护罩\t完好\n2\t急停按钮\t可用');
  await expect(rows(page)).toHaveCount(2);
  await goInto(page, 1, 'content');
  await page.keyboard.press('Control+A');
  await page.keyboard.press('Delete');
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await expect(cell(page, 1, 'content')).toContainText('不能为空');
  await page.keyboard.type('急停开关');
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await expect(page.getByText('新增成功')).toBeVisible();
  const list = await safety.call<{ records: { id: string }[] }>('GET', 'safety/investigation/list', {
    query: { name },
  });
  const stored = await safety.call<{ children: { perilCheckItem: { content: string }[] } }>(
    'GET',
    'safety/investigation/detail',
    { query: { id: list.records[0]?.id ?? '', with: 'children' } },
  );
  expect(stored.children.perilCheckItem.map(({ content }) => content)).toEqual(['防护罩', '急停开关']);
});
