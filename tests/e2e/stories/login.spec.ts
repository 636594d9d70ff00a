import type { Page } from 'playwright/test';
import { enter, holderOf, personOf, storedSession } from '../support/person.ts';
import { expect, signIn, test } from '../support/story.ts';

const ENERGY = '645968';
const energyName = '蓝岭能源有限公司(示例)';

const loginButton = (page: Page) => page.getByRole('button', { name: '登录', exact: true });
const account = (page: Page) => page.getByLabel('账号', { exact: true });
const password = (page: Page) => page.getByLabel('密码', { exact: true });

test('the login page shows title, footer, support line and the code of the app, of the chosen company', async ({
  page,
}) => {
  await page.goto('/');
  await expect(page).toHaveURL(/\/user\/login$/);
  await expect(page).toHaveTitle('登录 - 蓝岭新材料安全管理与风险管控平台');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('蓝岭新材料安全管理与风险管控平台');
  await expect(page.getByRole('contentinfo')).toContainText('蓝岭新材料有限公司(示例) 版权所有');
  await expect(page.getByRole('contentinfo')).toContainText('技术支持：蓝岭信息中心(示例)');
  const code = page.getByRole('img', { name: '手机扫码下载应用' });
  await expect(code).toBeVisible();
  await expect.poll(() => code.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(50);

  await page.getByLabel('所属企业').click();
  await page.locator('.ant-select-item-option').filter({ hasText: energyName }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('蓝岭能源安全管理与风险管控平台');
  await expect(page.getByRole('contentinfo')).toContainText('蓝岭能源有限公司(示例) 版权所有');
  // The choice holds: it is the energy company's safety officer who comes in.
  await account(page).fill('safety');
  await password(page).fill('Anlan@2026');
  await loginButton(page).click();
  await expect(page).toHaveURL(/\/safety\/overview$/);
  await expect(page.getByTestId('user-menu')).toContainText('曹丁六');
});

test('a login leads to the overview, or to the page that was asked for', async ({ page }) => {
  await signIn(page, 'trainer');
  await expect(page).toHaveURL(/\/safety\/overview$/);
  await expect(page).toHaveTitle('总览 - 蓝岭新材料安全管理与风险管控平台');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('郑庚七');

  // Whoever opens the login page has left; the form stands there once the session has ended.
  await page.goto('/user/login');
  await expect(account(page)).toBeVisible();
  await page.goto('/safety/base/law?fileType=1');
  await expect(page).toHaveURL(/\/user\/login\?redirect=/);
  await account(page).fill('trainer');
  await password(page).fill('Anlan@2026');
  await loginButton(page).click();
  await expect(page).toHaveURL(/\/safety\/base\/law\?fileType=1$/);
  await expect(page.getByRole('heading', { level: 1, name: '法律法规' })).toBeVisible();
});

test('a wrong password is told in its place, with the input kept', async ({ page, expectedErrors }) => {
  expectedErrors.push(/status of 4\d\d/);
  await page.goto('/user/login');
  await loginButton(page).click();
  await expect(page.getByText('请输入账号')).toBeVisible();
  await expect(page.getByText('请输入密码')).toBeVisible();

  await account(page).fill('inspector01');
  await password(page).fill('not-it');
  await loginButton(page).click();
  await expect(page.getByTestId('login-error')).toContainText('账号或密码错误');
  await expect(account(page)).toHaveValue('inspector01');
  await expect(password(page)).toHaveValue('not-it');
  await expect(password(page)).toBeFocused();
  await expect(loginButton(page)).toBeEnabled();
  await expect(page).toHaveURL(/\/user\/login$/);
  // Typing again takes the message away.
  await password(page).fill('another');
  await expect(page.getByTestId('login-error')).toBeHidden();
});

test('where a company asks for a captcha, a wrong code is refused and brings another picture', async ({
  page,
  product,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 400/);
  const admin = await personOf(product.url, 'admin', { tenantId: ENERGY });
  const captchaMode = async (value: '0' | '1') => {
    const { records } = await admin.call<{ records: Record<string, unknown>[] }>(
      'GET',
      'system/enterprise-config/page',
    );
    await admin.call('POST', 'system/enterprise-config/submit', { json: { ...records[0], captchaMode: value } });
  };
  await captchaMode('1');
  try {
    await page.goto('/user/login');
    await expect(page.getByLabel('密码', { exact: true })).toBeVisible();
    await expect(page.getByLabel('验证码', { exact: true })).toBeHidden();
    await page.getByLabel('所属企业').click();
    await page.locator('.ant-select-item-option').filter({ hasText: energyName }).click();
    const picture = page.getByRole('img', { name: '验证码' });
    await expect(picture).toBeVisible();
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(30);
    const first = await picture.getAttribute('src');

    await account(page).fill('admin');
    await password(page).fill('Anlan@2026');
    await loginButton(page).click();
    await expect(page.getByText('请输入验证码')).toBeVisible();

    await page.getByLabel('验证码', { exact: true }).fill('xxxx');
    await loginButton(page).click();
    await expect(page.getByTestId('login-error')).toContainText('验证码错误或已过期');
    await expect(picture).not.toHaveAttribute('src', first ?? '');
    await expect(page.getByLabel('验证码', { exact: true })).toHaveValue('');
    await expect(account(page)).toHaveValue('admin');
    const second = await picture.getAttribute('src');
    await page.getByRole('button', { name: '看不清，换一张' }).click();
    await expect(picture).not.toHaveAttribute('src', second ?? '');
    // Nobody gets around the picture.
    await expect(personOf(product.url, 'safety', { tenantId: ENERGY })).rejects.toThrow('验证码');
  } finally {
    await captchaMode('0');
  }
  // Once it is off again nobody needs it.
  await signIn(page, 'admin', { company: energyName });
  await expect(page.getByTestId('user-menu')).toContainText('钱乙一');
});

test('visiting the login page ends the session', async ({ page, product }) => {
  const person = await personOf(product.url, 'analyst');
  await enter(page, product.url, person, '/safety/overview');
  await expect(page.getByTestId('user-menu')).toContainText('陈子五');
  await page.goto('/user/login');
  await expect(loginButton(page)).toBeVisible();
  expect((await storedSession(page)).token).toBe('');
  await page.goto('/safety/overview');
  await expect(page).toHaveURL(/\/user\/login\?redirect=/);
});

test('logging out asks first, and really ends the session', async ({ page, product }) => {
  await signIn(page, 'electrician');
  const holder = holderOf(product.url, (await storedSession(page)).token);
  expect((await holder.ask('GET', 'system/info')).status).toBe(200);

  await page.getByTestId('user-menu').click();
  await page.getByRole('menuitem', { name: '退出登录' }).click();
  const question = page.getByRole('dialog');
  await expect(question).toContainText('确定要退出当前账号吗？');
  await question.getByRole('button', { name: '取消' }).click();
  await expect(question).toBeHidden();
  await expect(page).toHaveURL(/\/safety\/overview$/);

  await page.getByTestId('user-menu').click();
  await page.getByRole('menuitem', { name: '退出登录' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '退出', exact: true }).click();
  await expect(page).toHaveURL(/\/user\/login$/);
  await expect(loginButton(page)).toBeVisible();
  expect((await holder.ask('GET', 'system/info')).status).toBe(401);
  await page.goto('/safety/base/law');
  await expect(page).toHaveURL(/\/user\/login/);
});
