import type { Page } from 'playwright/test';
import { enter, personOf, storeLaw, uniqueName } from '../support/person.ts';
import { expect, signIn, test } from '../support/story.ts';

const SYSTEM = '/safety/system';
const field = (page: Page, label: string) => page.locator('.anlan-form').getByRole('textbox', { name: label }).first();
const save = (page: Page) => page.getByRole('button', { name: /^(loading )?保存$/ });
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

/** Chooses one entry in the picker behind a field's button. */
async function pick(page: Page, label: string, search: string, entry: string): Promise<void> {
  await page.getByRole('button', { name: label }).click();
  const picker = page.getByRole('dialog', { name: `选择${label}` });
  await picker.locator('input').first().fill(search);
  await picker.getByRole('checkbox', { name: entry, exact: true }).check();
  await picker.getByRole('button', { name: '确定' }).click();
  await expect(picker).toBeHidden();
}

test('the permission settings lead an administrator into the management system, signed in, and back', async ({
  page,
  product,
}) => {
  await enter(page, product.url, await personOf(product.url, 'admin'), '/safety/base/law');
  await page.getByTestId('user-menu').click();
  await page.getByRole('menuitem', { name: '权限设置' }).click();
  await expect(page).toHaveURL(new RegExp(`^${product.adminUrl}${SYSTEM}/user$`));
  await expect(page).toHaveTitle('用户管理 - 管理系统');
  await expect(page.getByTestId('user-menu')).toContainText('赵甲一');
  const menu = page.getByRole('navigation', { name: '主菜单' });
  // Pages that this version lacks have no entry.
  for (const title of [
    '用户管理',
    '部门管理',
    '岗位管理',
    '角色管理',
    '菜单管理',
    '业务字典',
    '企业配置',
    '附件管理',
    '操作日志',
    '登录会话',
  ]) {
    await expect(menu.getByRole('link', { name: title, exact: true })).toBeVisible();
  }
  await expect(menu.getByRole('link', { name: '法律法规' })).toHaveCount(0);
  await page.getByRole('button', { name: '返回平台' }).click();
  await expect(page).toHaveURL(`${product.url}/safety/base/law`);
  await expect(page.getByTestId('user-menu')).toContainText('赵甲一');
});

test('only administrators have permission settings; tenants are kept by the group alone', async ({ page, product }) => {
  await enter(page, product.url, await personOf(product.url, 'safety'), '/safety/overview');
  await page.getByTestId('user-menu').click();
  await expect(page.getByRole('menuitem', { name: '退出登录' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: '权限设置' })).toHaveCount(0);

  await enter(page, product.adminUrl, await personOf(product.url, 'admin', { tenantId: '000000' }), `${SYSTEM}/tenant`);
  await expect(rowOf(page, '蓝岭新材料有限公司(示例)')).toBeVisible();
  await enter(page, product.adminUrl, await personOf(product.url, 'admin'), `${SYSTEM}/tenant`);
  await expect(page).toHaveURL(/\/404$/);
});

test('a user is created, his password reset, and he must change it before anything else', async ({
  page,
  browser,
  product,
}) => {
  test.slow();
  const account = uniqueName('user').slice(0, 30);
  const staffNo = uniqueName('T').slice(-18);
  await enter(page, product.adminUrl, await personOf(product.url, 'admin'), `${SYSTEM}/user`);
  await page.getByRole('button', { name: '新增', exact: true }).click();
  await field(page, '登录账号').fill(account);
  await page.locator('[data-field="password"] input').fill('weak');
  await page.locator('[data-field="password"] input').blur();
  await expect(page.locator('[data-field="password"]').getByRole('alert')).toBeVisible();
  await page.locator('[data-field="password"] input').fill('Kettle-Road@41');
  await field(page, '姓名').fill('测试人');
  await field(page, '工号').fill(staffNo);
  await page.getByRole('radio', { name: '女' }).check();
  await field(page, '手机').fill(`1${String(Date.now()).slice(-10)}`);
  await pick(page, '所属部门', '财务部', '财务部');
  await pick(page, '角色', '审计', '审计查看');
  await pick(page, '岗位', '综合', '综合管理员');
  await page.getByRole('combobox', { name: '人员类别' }).click();
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option').first().click();
  await save(page).click();
  await expect(page.getByText('新增成功')).toBeVisible();

  await page.goto(`${product.adminUrl}${SYSTEM}/user?account=${account}`);
  await rowOf(page, account).getByRole('button', { name: '重置密码' }).click();
  const reset = page.getByRole('dialog');
  await reset.locator('input[type="password"]').fill('Given@2026');
  await reset.getByRole('button', { name: '重置密码' }).click();
  await expect(page.getByText('操作成功')).toBeVisible();

  const his = await browser.newContext({ locale: 'zh-CN', timezoneId: 'Asia/Shanghai', baseURL: product.url });
  const own = await his.newPage();
  await signIn(own, account, { password: 'Given@2026' });
  const dialog = own.getByRole('main');
  await expect(own.getByRole('heading', { name: '修改密码' })).toBeVisible();
  await expect(own.getByRole('navigation')).toHaveCount(0);
  await expect(dialog).toContainText('当前密码由管理员设置，请先修改密码再使用系统');
  await expect(dialog.getByLabel('登录账号')).toHaveValue(account);
  await expect(dialog.getByLabel('登录账号')).not.toBeEditable();
  await expect(dialog).toContainText('新密码至少8位，须包含大写字母、小写字母、数字和特殊字符');
  await own.keyboard.press('Escape');
  await expect(dialog).toBeVisible();

  const [old, fresh, repeat] = [
    dialog.getByLabel('原密码'),
    dialog.getByLabel('新密码', { exact: true }),
    dialog.getByLabel('重复新密码'),
  ];
  const change = dialog.getByRole('button', { name: '修改密码' });
  const fault = (text: string) => dialog.locator('.ant-form-item-explain-error').filter({ hasText: text });
  await change.click();
  await expect(fault('请输入原密码')).toBeVisible();
  await expect(fault('请输入新密码')).toBeVisible();
  await fresh.fill('Ab1@');
  await expect(fault('密码长度不能少于8位')).toBeVisible();
  await fresh.fill(`Ab1@${'x'.repeat(30)}`);
  await expect(fault('密码长度不能超过32位')).toBeVisible();
  await fresh.fill('abcdefgh1');
  await expect(fault('密码复杂度太低,必须包含大小写字母、数字和特殊字符')).toBeVisible();
  await fresh.fill('Mine@2026');
  await repeat.fill('Mine@2027');
  await expect(fault('两次输入的密码不一致')).toBeVisible();
  await repeat.fill('Mine@2026');
  await old.fill('Wrong@2026');
  await change.click();
  await expect(fault('原密码错误')).toBeVisible();
  await old.fill('Given@2026');
  await fresh.fill('Password@2026');
  await repeat.fill('Password@2026');
  await change.click();
  await expect(fault('该密码过于常见，容易被猜到，请更换')).toBeVisible();
  await expect(fresh).toBeFocused();
  await own.screenshot({ path: 'test-results/initial-password.png' });
  await own.setViewportSize({ width: 390, height: 844 });
  await expect(change).toBeInViewport();
  await own.screenshot({ path: 'test-results/initial-password-phone.png' });
  // The rest by keyboard alone.
  await own.keyboard.type('Mine@2026');
  await repeat.focus();
  await own.keyboard.press('ControlOrMeta+a');
  await own.keyboard.type('Mine@2026');
  await own.keyboard.press('Enter');
  await expect(own.getByText('密码修改成功')).toBeVisible();
  await expect(own.getByRole('heading', { name: '修改密码' })).toBeHidden();
  await expect(own.getByRole('heading', { name: '今日异常与临期' })).toBeVisible();
  await his.close();
  // The new one counts from now on, the given one no more.
  await personOf(product.url, account, { password: 'Mine@2026' });
  await expect(personOf(product.url, account, { password: 'Given@2026' })).rejects.toThrow('账号或密码');
});

test('a right taken from a role in the matrix takes the button from its people', async ({ page, browser, product }) => {
  const admin = await personOf(product.url, 'admin');
  const leader = await browser.newContext({ locale: 'zh-CN', timezoneId: 'Asia/Shanghai' });
  const seat = await leader.newPage();
  await enter(seat, product.url, await personOf(product.url, 'leader'), '/safety/base/law');
  await expect(seat.getByRole('link', { name: /^查看/ }).first()).toBeVisible();
  await expect(seat.getByRole('button', { name: '新增', exact: true })).toBeVisible();

  await enter(page, product.adminUrl, admin, `${SYSTEM}/role`);
  await rowOf(page, 'teamLeader').getByRole('button', { name: '编辑' }).click();
  await page.getByLabel('搜索页面').fill('法律法规');
  const line = page.getByRole('row').filter({ hasText: '法律法规' });
  await line.getByRole('switch', { name: '法律法规单独设置' }).click();
  const add = line.getByRole('checkbox', { name: '新增' });
  await line.getByRole('checkbox', { name: '查看' }).check();
  await expect(add).toBeVisible();
  await add.uncheck();
  await save(page).click();
  await expect(page.getByText('修改成功')).toBeVisible();

  await seat.reload();
  await expect(seat.getByRole('link', { name: /^查看/ }).first()).toBeVisible();
  await expect(seat.getByRole('button', { name: '新增', exact: true })).toHaveCount(0);
  await seat.goto(`${product.url}/safety/base/law/add`);
  await expect(seat.getByText('您没有新增法律法规的权限')).toBeVisible();
  // Behind the button the call is closed too.
  const refused = await personOf(product.url, 'leader').then((person) => storeLaw(person).catch(String));
  expect(refused).toContain('403');

  // All rights of the page taken: it leaves the menu. Given back to what is shipped: all is as before.
  await rowOf(page, 'teamLeader').getByRole('button', { name: '编辑' }).click();
  await page.getByLabel('搜索页面').fill('法律法规');
  await line.getByRole('checkbox', { name: '查看' }).uncheck();
  await save(page).click();
  await expect(page).toHaveURL(/\/role$/);
  await seat.goto(`${product.url}/safety/base/law`);
  await expect(seat).toHaveURL(/\/404$/);
  await rowOf(page, 'teamLeader').getByRole('button', { name: '编辑' }).click();
  await page.getByLabel('搜索页面').fill('法律法规');
  await line.getByRole('switch', { name: '法律法规单独设置' }).click();
  await expect(line).toContainText('按出厂权限');
  await save(page).click();
  await expect(page).toHaveURL(/\/role$/);
  await seat.goto(`${product.url}/safety/base/law`);
  await expect(seat.getByRole('button', { name: '新增', exact: true })).toBeVisible();
  await leader.close();
});

test('an entry added to a dictionary can be chosen in forms', async ({ page, product }) => {
  const admin = await personOf(product.url, 'admin');
  const title = uniqueName('团体标准').slice(0, 20);
  await enter(page, product.adminUrl, admin, `${SYSTEM}/dictBiz?code=law-file-type`);
  await expect(rowOf(page, '行政法规')).toBeVisible();
  await page.getByRole('button', { name: '新增', exact: true }).first().click();
  await page.locator('[data-field="code"] input').fill('law-file-type');
  await page.locator('[data-field="dictKey"] input').fill(uniqueName('t').slice(-12));
  await page.locator('[data-field="dictValue"] input').fill(title);
  await save(page).click();
  await expect(page.getByText('新增成功')).toBeVisible();
  await expect(rowOf(page, title)).toBeVisible();

  await enter(page, product.url, await personOf(product.url, 'safety'), '/safety/base/law/add');
  await page.getByRole('combobox', { name: '文件类型' }).fill(title);
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option').filter({ hasText: title }).click();
  await expect(page.locator('[data-field="fileType"]')).toContainText(title);
});

test('the log tells who did what and when, with what it was before', async ({ page, product }) => {
  const safety = await personOf(product.url, 'safety');
  const law = await storeLaw(safety, { issueDept: '旧机关' });
  await safety.call('POST', 'safety/securitysystem/lawsregulations/submit', {
    json: { id: law.id, version: law.version, issueDept: '新机关' },
  });
  await enter(
    page,
    product.adminUrl,
    await personOf(product.url, 'admin'),
    `${SYSTEM}/operLog?_q=${encodeURIComponent(law.name)}`,
  );
  const acts = page.getByRole('row').filter({ hasText: law.name });
  await expect(acts).toHaveCount(2);
  await expect(acts.first()).toContainText('孙丙三');
  await expect(acts.first()).toContainText('法律法规');
  await expect(acts.first()).toContainText('修改');
  await expect(acts.first()).toContainText('颁布机关：旧机关 → 新机关');
  await expect(acts.last()).toContainText('新增');
  await expect(page.getByRole('button', { name: '新增', exact: true })).toHaveCount(0);
  await expect(page.getByRole('button', { name: '删除' })).toHaveCount(0);
});
