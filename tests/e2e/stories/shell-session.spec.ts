import type { Page } from 'playwright/test';
import { demoPassword } from '../../../server/ground/config.ts';
import { enter, personOf, storedSession } from '../support/person.ts';
import { expect, test } from '../support/story.ts';

const ENERGY = '645968';
const LAW = '/safety/base/law';
const nothing = { status: 404, contentType: 'application/json', body: '{}' };

const nameField = (page: Page) => page.locator('.anlan-form').getByRole('textbox', { name: '文件名称' }).first();

test('a token in the address signs in, is gone from it at once, and reaches no other address', async ({
  page,
  product,
}) => {
  const person = await personOf(product.url, 'safety', { tenantId: ENERGY });
  const told: string[] = [];
  page.on('request', (request) => {
    if (!request.isNavigationRequest()) told.push(`${request.url()} ${request.headers().referer ?? ''}`);
  });
  await page.goto(`${LAW}?fileType=1&token=${encodeURIComponent(person.accessToken)}`);
  await expect(page.getByRole('heading', { level: 1, name: '法律法规' })).toBeVisible();
  await expect(page).toHaveURL(`${product.url}${LAW}?fileType=1`);
  // It is the token that names the company, not what this browser was used for before.
  await expect(page.getByTestId('user-menu')).toContainText('曹丁六');
  expect(told.filter((address) => address.includes(person.accessToken))).toEqual([]);
  expect(await storedSession(page)).toMatchObject({ token: person.accessToken, menuId: '1000', tenantId: ENERGY });
  expect(await page.evaluate(() => history.length)).toBeLessThanOrEqual(2);
});

test('messages log in and refresh only when their origin is listed', async ({ page, product }) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/oauth/token')) asked.push(request.postData() ?? '');
  });
  const tell = (data: Readonly<Record<string, string>>) =>
    page.evaluate((message) => window.postMessage(message), data);
  const login = { type: 'login', username: 'trainer', password: demoPassword, tenantId: '645967' };

  await page.goto('/user/login');
  await expect(page.getByLabel('账号', { exact: true })).toBeVisible();
  await tell(login);
  // What follows in the same queue has been heard after it.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)));
  expect(asked).toEqual([]);

  await page.route(`${product.url}/user/login`, async (route) => {
    const response = await route.fetch();
    const html = await response.text();
    await route.fulfill({
      response,
      body: html.replace('name="anlan-message-origins" content="', `$&${product.url},`),
    });
  });
  await page.reload();
  await expect(page.getByLabel('账号', { exact: true })).toBeVisible();
  await tell({ type: 'something', username: 'trainer', password: demoPassword });
  await tell(login);
  await expect(page).toHaveURL(/\/safety\/overview$/);
  await expect(page.getByTestId('user-menu')).toContainText('郑庚七');
  const first = await storedSession(page);
  await tell({ type: 'refreshToken' });
  await expect.poll(async () => (await storedSession(page)).token).not.toBe(first.token);
  expect(asked.map((body) => new URLSearchParams(body).get('grant_type'))).toEqual(['password', 'refresh_token']);
});

test('refused calls are told as the catalogue says', async ({ page, product, expectedErrors }) => {
  expectedErrors.push(/status of [45]0\d/);
  await enter(page, product.url, await personOf(product.url, 'trainer'), '/workflow/inbox');
  const act = page.getByRole('button', { name: '全部标为已读' });
  const refuse = async (status: number, code: number, msg: string) => {
    await page.unroute('**/notice/read-all');
    await page.route('**/notice/read-all', (route) =>
      route.fulfill({ status, json: { code, success: false, data: null, msg } }),
    );
    await act.click();
    await expect(act).toBeEnabled();
  };
  const notice = (kind: string, msg: string) =>
    page.locator(`[class*="ant-message"][class*="${kind}"]`).filter({ hasText: msg });

  await refuse(400, 400, '安全措施确认未全部签字');
  await refuse(500, 500, '系统繁忙甲');
  await expect(notice('warning', '系统繁忙甲').first()).toBeVisible();
  await refuse(400, 400, '参数有误乙');
  await expect(notice('warning', '参数有误乙').first()).toBeVisible();
  await refuse(200, 500, '处理失败丙');
  await expect(notice('error', '处理失败丙').first()).toBeVisible();
  await refuse(200, 400, '不能处理丁');
  await expect(notice('warning', '不能处理丁').first()).toBeVisible();
  await expect(page.getByText('安全措施确认未全部签字')).toHaveCount(0);
  // Last, since it lies over the button.
  await refuse(403, 403, '您没有“标为已读”的权限');
  await expect(page.locator('[class*="ant-notification"]').filter({ hasText: 'Forbidden' }).first()).toContainText(
    '您没有“标为已读”的权限',
  );

  for (const [path, title] of [
    ['/403', '403'],
    ['/500', '500'],
    ['/nowhere', '404'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByTestId(`exception-${title}`)).toBeVisible();
  }
});

test('after a deployment a part that is gone says so, offers to reload, and loses nothing that was typed', async ({
  page,
  product,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 404/, /ChunkError/);
  await enter(page, product.url, await personOf(product.url, 'safety'), `${LAW}/add`);
  await page.route('**/assets/OrgPicker*', (route) => route.fulfill(nothing));
  await nameField(page).fill('升级时正在填写的规定');
  const units = page.locator('[data-field="applicableDepts"]').getByRole('button', { name: '适用部门' });
  await units.click();
  const failed = page.getByRole('dialog', { name: '这部分内容加载失败' });
  await failed.getByRole('button', { name: /取\s*消/ }).click();
  await expect(nameField(page)).toHaveValue('升级时正在填写的规定');
  // Only the network was away: the next press brings it.
  await page.unroute('**/assets/OrgPicker*');
  await units.click();
  await page.getByRole('dialog', { name: '选择适用部门' }).getByRole('button', { name: '取消' }).click();

  // A form whose own part is gone keeps the rest; the reload brings what was typed back.
  await page.route('**/assets/UploadEdit*', (route) => route.fulfill(nothing));
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await page.getByRole('button', { name: /恢\s*复/ }).click();
  const files = page.locator('[data-field="attachments"]');
  await expect(files.getByRole('alert')).toContainText('这部分内容加载失败');
  await nameField(page).fill('升级后接着填写的规定');
  await page.unroute('**/assets/UploadEdit*');
  await files.getByRole('button', { name: '重新加载' }).click();
  await page.getByRole('button', { name: /恢\s*复/ }).click();
  await expect(nameField(page)).toHaveValue('升级后接着填写的规定');
  await expect(files.getByRole('alert')).toHaveCount(0);
  await page.getByRole('button', { name: '取消', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: '离开', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: '法律法规', exact: true })).toBeVisible();

  // A whole page that is gone leaves the shell standing.
  await page.route('**/assets/WorkplacePage*', (route) => route.fulfill(nothing));
  await page.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: '首页', exact: true }).click();
  await expect(page.locator('main').getByRole('alert')).toContainText('页面加载失败');
  await page.unroute('**/assets/WorkplacePage*');
  await page.getByRole('button', { name: '重新加载' }).click();
  await expect(page.getByRole('heading', { name: '全部功能' })).toBeVisible();
});
