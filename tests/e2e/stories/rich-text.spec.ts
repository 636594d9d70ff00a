import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright/test';
import { patient } from '../../fixtures/patience.ts';
import { enter, personOf } from '../support/person.ts';
import { expect, test } from '../support/story.ts';

const card = {
  dialect: 1,
  entity: 'postCard',
  title: '岗位应急卡',
  api: { service: 'safety', base: 'samples/postcard' },
  record: {
    type: 'object',
    required: ['post', 'steps'],
    properties: {
      post: { title: '岗位', field: 'input', type: 'string', maxLength: 40 },
      steps: { title: '处置要点', field: 'richText', type: 'string', maxTextLength: 200, placeholder: '写明先后' },
      address: { title: '扫码查看', field: 'qrCode', type: 'string' },
      code: { title: '岗位码', field: 'qrCode', type: 'string', compute: "concat('GW-', post)" },
    },
  },
  pages: {
    postCard: {
      title: '岗位应急卡',
      columns: ['post', 'steps', 'code', 'address'],
      filters: ['post', 'steps'],
      actions: ['add', 'edit', 'delete'],
      grants: { analyst: ['view', 'add', 'edit', 'delete'], everyone: ['view', 'add', 'edit', 'delete'] },
    },
  },
  permissions: { scope: { everyone: 'tenant' } },
};

/** A picture for whoever wants to look: `ANLAN_SHOTS` names the folder. */
async function shot(page: Page, name: string): Promise<void> {
  const folder = process.env.ANLAN_SHOTS;
  if (folder === undefined) return;
  for (const [width, height] of [
    [390, 844],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.screenshot({ path: join(folder, `${name}-${width}.png`) });
  }
}

test('rich text is written with the keyboard, pasted without what acts, read as elements; codes are drawn', async ({
  page,
  product,
}) => {
  const file = join(product.schemas, 'areas/samples/postCard.entity.json');
  writeFileSync(file, JSON.stringify(card, null, 2));
  const person = await personOf(product.url, 'analyst');
  await expect
    .poll(async () => (await person.ask('GET', 'safety/samples/postcard/page')).status, { timeout: patient(20_000) })
    .toBe(200);
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  await enter(page, product.url, person, '/safety/samples/postCard/add');
  const form = page.locator('.anlan-form');
  const paper = form.getByRole('textbox', { name: '处置要点' });
  await expect(paper).toBeVisible();
  await form.getByRole('textbox', { name: '岗位' }).fill('氯化');

  // By keyboard alone: a mark by its key, a list by the tools, and Tab leaves the field.
  await paper.focus();
  await page.keyboard.type('先');
  await page.keyboard.press('Control+b');
  await page.keyboard.type('报告');
  await page.keyboard.press('Control+b');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Alt+F10');
  await expect(page.getByRole('button', { name: '加粗' })).toBeFocused();
  for (let step = 0; step < 6; step += 1) await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('button', { name: '项目列表' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(paper).toBeFocused();
  await page.keyboard.type('关阀');
  await page.keyboard.press('Enter');
  await page.keyboard.type('撤离');
  await page.keyboard.press('Tab');
  await expect(paper).not.toBeFocused();

  // What is pasted loses everything that acts.
  await paper.focus();
  await page.keyboard.press('Control+End');
  await paper.evaluate((element) => {
    const data = new DataTransfer();
    data.setData(
      'text/html',
      '<p onclick="alert(1)">附<img src=x onerror="alert(1)"><script>alert(1)</script><a href="javascript:alert(1)">甲</a></p>',
    );
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  });
  await expect(paper).toContainText('附甲');
  await page.getByRole('button', { name: '插入表格' }).click();
  await expect(page.getByRole('button', { name: '删除表格' })).toBeVisible();
  await page.keyboard.type('项');
  await shot(page, 'rich-edit');
  const faults = await new AxeBuilder({ page }).include('.anlan-rich-edit').analyze();
  expect(faults.violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')).toEqual([]);
  await page.getByRole('button', { name: '保存', exact: true }).click();

  await expect(page.getByText('氯化').first()).toBeVisible();
  await page.getByRole('link', { name: '氯化' }).click();
  const read = page.locator('.anlan-rich');
  await expect(read.locator('strong')).toHaveText('报告');
  await expect(read.locator('li').first()).toHaveText('关阀');
  await expect(read.locator('th').first()).toHaveText('项');
  await expect(read.locator('img, script, a, [onclick]')).toHaveCount(0);
  await expect(page.getByRole('img', { name: '岗位码的二维码：GW-氯化' })).toBeVisible();
  await expect(
    page.getByRole('img', { name: /^扫码查看的二维码：http:.*\/safety\/samples\/postCard\/view\/\d+$/ }),
  ).toBeVisible();
  await shot(page, 'rich-read');
  expect(dialogs).toEqual([]);
});
