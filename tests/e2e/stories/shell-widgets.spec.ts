import type { Page } from 'playwright/test';
import { demoPassword } from '../../../server/ground/config.ts';
import { enter, LAWS, personOf, storeLaw } from '../support/person.ts';
import { expect, test } from '../support/story.ts';

const ENERGY = '645968';
const LAW = '/safety/base/law';

const menuLink = (page: Page, title: string) =>
  page.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: title, exact: true });

/** Neither common nor made of the person, and not among his last ones. */
const NEXT = 'Qingshan#7391';

test('the own password is changed by old and new one; each fault has its message, and nothing stands in an address', async ({
  page,
  product,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 400/);
  await enter(page, product.url, await personOf(product.url, 'employee', { tenantId: ENERGY }), LAW);
  await page.getByTestId('user-menu').click();
  await page.getByRole('menuitem', { name: '修改密码' }).click();
  const dialog = page.getByRole('dialog', { name: '修改密码' });
  const box = (label: string) => dialog.getByLabel(label, { exact: true });
  const confirm = () => dialog.getByRole('button', { name: /确\s*定/ }).click();
  await expect(box('登录账号')).toHaveValue('employee');
  await expect(box('登录账号')).toHaveAttribute('readonly');
  await expect(dialog).toContainText('新密码至少8位，须包含大写字母、小写字母、数字和特殊字符');
  await confirm();
  for (const message of ['请输入原密码', '请输入新密码', '请再次输入新密码']) {
    await expect(dialog.getByText(message, { exact: true })).toBeVisible();
  }
  for (const [password, message] of [
    ['Ab1!567', '密码长度不能少于8位'],
    [`Ab1!${'x'.repeat(29)}`, '密码长度不能超过32位'],
    ['abcdefg1!', '密码复杂度太低,必须包含大小写字母、数字和特殊字符'],
  ] as const) {
    await box('新密码').fill(password);
    await expect(dialog.getByText(message, { exact: true })).toBeVisible();
  }
  await box('新密码').fill(NEXT);
  await box('重复新密码').fill('Other@2026');
  await expect(dialog.getByText('两次输入的密码不一致')).toBeVisible();
  await box('重复新密码').fill(NEXT);
  await expect(dialog.getByText('两次输入的密码不一致')).toBeHidden();

  await box('原密码').fill('Wrong@2026');
  const sent = page.waitForRequest(/update-password/);
  await confirm();
  const request = await sent;
  expect(request.url()).not.toContain('?');
  const encoded = new URLSearchParams(request.postData() ?? '').get('newPassword') ?? '';
  expect(Buffer.from(encoded, 'base64').toString()).toBe(NEXT);
  await expect(dialog.getByText('原密码错误', { exact: true })).toBeVisible();
  await expect(box('原密码')).toBeFocused();
  await expect(box('新密码')).toHaveValue(NEXT);
  await box('原密码').fill(demoPassword);
  await confirm();
  await expect(page.getByText('密码修改成功')).toBeVisible();
  await expect(dialog).toBeHidden();
});

test('a list of more than three unfolds, and says so on its toggle', async ({ page, product }) => {
  const safety = await personOf(product.url, 'safety');
  const law = await storeLaw(safety);
  const { version } = await safety.call<{ version: number }>('GET', `${LAWS}/detail`, { query: { id: law.id } });
  const changes = { docNo: `${String(law.docNo)}甲`, issueDept: '新机关', issueDate: '2025-01-02', keywords: '动火' };
  await safety.call('POST', `${LAWS}/submit`, { json: { id: law.id, version, ...changes } });
  await enter(page, product.url, safety, `${LAW}/view/${law.id}`);
  const entry = page.getByRole('complementary', { name: '操作记录' }).locator('.anlan-history').first();
  await expect(entry.getByRole('listitem')).toHaveCount(3);
  const toggle = entry.getByRole('button');
  await toggle.hover();
  await expect(page.getByRole('tooltip')).toHaveText('展开');
  await toggle.click();
  await expect(entry.getByRole('listitem')).toHaveCount(4);
  // The list grew: the toggle is no longer where the pointer stands.
  await toggle.hover();
  await expect(page.getByRole('tooltip').filter({ hasText: '收起' })).toBeVisible();
  await toggle.click();
  await expect(entry.getByRole('listitem')).toHaveCount(3);
});

test('of more than four buttons three stand there, the rest behind one', async ({ page, product }) => {
  // He keeps the equipment: stops, starts, repairs, scraps and removes it.
  await enter(page, product.url, await personOf(product.url, 'lx0021'), '/safety/archives/equipment');
  await page.getByRole('row').nth(1).getByRole('checkbox').check();
  const batch = page.getByRole('status').filter({ hasText: '已选' });
  const buttons = batch.getByRole('group').getByRole('button');
  await expect(buttons).toHaveCount(4);
  await expect(buttons.last()).toHaveText('更多');
  await buttons.last().click();
  expect(await page.getByRole('menuitem').filter({ visible: true }).count()).toBeGreaterThan(1);
  // What is folded is none of those that stand there.
  for (const name of (await buttons.allTextContents()).slice(0, 3)) {
    await expect(page.locator('.ant-dropdown').getByRole('menuitem', { name, exact: true })).toHaveCount(0);
  }
});

test('several units are chosen where the box says so', async ({ page, product }) => {
  await enter(page, product.url, await personOf(product.url, 'safety'), `${LAW}/add`);
  const units = page.locator('[data-field="applicableDepts"]');
  await expect(units).toContainText('请选择单位多选');
  await units.getByRole('button', { name: '适用部门' }).click();
  const picker = page.getByRole('dialog', { name: '选择适用部门' });
  await expect(picker).toContainText('已选 0/99');
  for (const unit of ['安全环保部', '财务部']) await picker.getByRole('checkbox', { name: unit, exact: true }).check();
  await expect(picker).toContainText('已选 2/99');
  await picker.getByRole('button', { name: '确定' }).click();
  await expect(units).toContainText('安全环保部');
  await expect(units).toContainText('财务部');
  await expect(units).not.toContainText('请选择单位多选');
});

test('what loads shows its outline, and that it is slow only after two seconds', async ({ page, product }) => {
  await page.clock.install();
  // The home would ask for the metadata of the first pages of the menu.
  await enter(page, product.url, await personOf(product.url, 'trainer'), '/403');
  await expect(page.getByTestId('exception-403')).toBeVisible();
  await page.getByRole('menuitem', { name: '安全基础管理', exact: true }).click();
  await expect(menuLink(page, '规章制度')).toBeVisible();
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/anlan-system/metadata/page?*', async (route) => {
    await held;
    await route.continue();
  });
  await page.clock.pauseAt(Date.now() + 60_000);
  await menuLink(page, '规章制度').click();
  await expect(page.locator('main [aria-busy=true]')).toBeVisible();
  await page.clock.runFor(1_900);
  await expect(page.getByText('仍在加载，请稍候')).toHaveCount(0);
  await page.clock.runFor(200);
  await expect(page.getByText('仍在加载，请稍候')).toBeVisible();
  await page.clock.resume();
  release();
  await expect(page.getByRole('heading', { level: 1, name: '规章制度' })).toBeVisible();
  await expect(page.getByText('仍在加载，请稍候')).toHaveCount(0);
});
