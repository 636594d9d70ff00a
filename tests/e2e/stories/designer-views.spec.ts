import type { Page } from 'playwright/test';
import { patient } from '../../fixtures/patience.ts';
import { enter, type Person, personOf } from '../support/person.ts';
import { expect, test } from '../support/story.ts';

// A company of its own: what others design has its own draft.
const COMPANY = { tenantId: '645968' };

/** Gives the draft up once all that was done has come to the server. */
async function discard(page: Page, admin: Person): Promise<void> {
  await expect(page.getByTestId('design-state')).toHaveText('已保存为草稿，尚未发布');
  const { seq } = await admin.call<{ seq: number }>('GET', 'system/design/draft');
  await admin.call('POST', 'system/design/discard', { json: { after: seq } });
}

test('the flow is drawn, changed in picture and table, and walked through before it is live', async ({
  page,
  product,
}) => {
  test.setTimeout(patient(60_000));
  const admin = await personOf(product.url, 'admin', COMPANY);
  await enter(page, product.url, admin, '/design?entity=workCert&view=flow');
  const canvas = page.locator('[data-name="canvas"]');
  const properties = page.locator('[data-name="properties"]');
  const picture = canvas.getByRole('region', { name: '流程图' });
  await picture.getByRole('button', { name: '注销', exact: true }).click();
  await expect(properties.getByRole('heading', { name: '注销' })).toBeVisible();

  // A step by keyboard alone, in one command with its button and the right to it.
  await picture.getByRole('button', { name: /^在册/ }).focus();
  await page.keyboard.press('Enter');
  await canvas.getByRole('button', { name: '加步骤' }).press('Enter');
  const adding = page.getByRole('dialog', { name: '加步骤' });
  await adding.getByRole('button', { name: '加步骤' }).press('Enter');
  await expect(adding).toContainText('请填写步骤名称');
  await adding.getByLabel('步骤名称').fill('暂扣');
  await expect(adding.getByLabel('步骤代码')).toHaveValue('zankou');
  await adding.getByLabel('到', { exact: true }).press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await adding.getByLabel('哪些角色可以').fill('培训管理员');
  await page.keyboard.press('Enter');
  await adding.getByRole('button', { name: '加步骤' }).press('Enter');
  await expect(adding).toBeHidden();
  await expect(picture.locator('[data-thing="transitions/zankou"]')).toHaveAttribute('data-chosen', 'true');
  await expect(properties).toContainText('角色：培训管理员');

  await canvas.getByText('表', { exact: true }).click();
  const row = canvas.locator('[data-row="zankou"]');
  await row.getByLabel('步骤名称').fill('暂扣证书');
  await row.getByLabel('步骤名称').press('Enter');
  await expect(page.getByTestId('design-state')).toContainText('已保存为草稿');
  await row.getByRole('button', { name: '详细' }).click();
  await expect(row.locator('[data-entries$="/who"]')).toContainText('角色：培训管理员');

  await canvas.getByText('试走', { exact: true }).click();
  const state = canvas.getByTestId('walk-state');
  await expect(state).toContainText('在册');
  await canvas.getByRole('button', { name: '暂扣证书' }).click();
  await canvas.getByRole('button', { name: '办理', exact: true }).click();
  await expect(state).toContainText('已注销');
  await expect(canvas.getByRole('region', { name: '走过的步骤' })).toContainText('暂扣证书：在册 → 已注销');
  await canvas.getByRole('button', { name: '重新开始' }).click();
  await expect(state).toContainText('在册');
  await discard(page, admin);
});

test('rights are set in a grid by keys and say why, columns are moved at their heads and say what they cost', async ({
  page,
  product,
}) => {
  test.setTimeout(patient(60_000));
  const admin = await personOf(product.url, 'admin', COMPANY);
  await enter(page, product.url, admin, '/design?entity=workCert&view=rights');
  const canvas = page.locator('[data-name="canvas"]');
  const cell = (field: string, role: string) =>
    canvas.getByRole('gridcell', { name: new RegExp(`^${field} ${role} `) });
  await cell('身份证号', '审计查看').click();
  await expect(canvas.getByRole('region', { name: '为什么' })).toContainText('出厂规定：审计查看为不可见');
  await page.keyboard.press('r');
  await expect(cell('身份证号', '审计查看')).toHaveAttribute('data-value', 'read');
  await expect(canvas.getByRole('region', { name: '为什么' })).toContainText('本企业规定：审计查看为只读');
  // Down over the next field, as one command that is taken back as one.
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Control+d');
  await expect(cell('所在单位', '审计查看')).toHaveAttribute('data-value', 'read');
  await page.getByRole('button', { name: '撤销' }).click();
  await expect(cell('所在单位', '审计查看')).toHaveAttribute('data-value', 'write');
  await expect(cell('身份证号', '审计查看')).toHaveAttribute('data-value', 'read');

  await page.goto(`${product.url}/design?entity=workCert&view=pages`);
  const heads = canvas.locator('[data-head]');
  const order = () => heads.evaluateAll((all) => all.map((head) => head.getAttribute('data-head')));
  await canvas.getByRole('button', { name: '证书编号', exact: true }).click();
  const before = await order();
  const index = before.indexOf('certNo');
  await page.keyboard.press('Alt+ArrowLeft');
  await expect
    .poll(order)
    .toEqual([...before.slice(0, index - 1), 'certNo', before[index - 1], ...before.slice(index + 1)]);
  await page.keyboard.press('Delete');
  await expect.poll(order).not.toContain('certNo');
  await expect(canvas.getByRole('region', { name: '代价' })).toContainText(/\d+条记录/);
  await discard(page, admin);
});
