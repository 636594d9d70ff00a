import type { Page } from 'playwright/test';
import { type Gateway, startGateway } from '../../../mocks/gateways/gateway.ts';
import { type BaseDesk, startBaseDesk } from '../../fixtures/base-desk.ts';
import { patient } from '../../fixtures/patience.ts';
import { TENANT } from '../../fixtures/plant-desk.ts';
import { expect, test } from '../support/story.ts';

// Their server is their own: what the picture says stands in its database alone.
test.use({ baseURL: '' });
test.setTimeout(patient(120_000));

/** Telephones of the block that no network gives out. */
const OFFICER = '10000010001';
const NEWCOMER = '10000018888';

let at: BaseDesk;
let gateway: Gateway;
let url = '';

test.beforeAll(async () => {
  test.setTimeout(patient(180_000));
  at = await startBaseDesk([['admin1', '管理戊', 'administrator']]);
  gateway = await startGateway('a-secret-of-the-gateway');
  await at.desk.call('admin1', 'POST', 'system/connector/save', {
    ...{ name: '短信', connector: 'sms', kind: 'sms', address: gateway.url, secret: 'a-secret-of-the-gateway' },
    privateAddresses: '127.0.0.1',
  });
  await at.server.database.transaction(TENANT, async (connection) => {
    await connection.execute(`update data."user" set phone = $1 where account = 'safetyOfficer'`, [OFFICER]);
    await connection.execute(
      `update data."enterpriseConfig" set "phoneLogin" = '1', "passwordReset" = '1', "selfRegister" = '1' where "tenantId" = $1`,
      [TENANT],
    );
  });
  url = await at.server.main.listen({ host: '127.0.0.1', port: 0 });
});
test.afterAll(async () => {
  await gateway?.close();
  await at?.server.stop();
});

/** Opens a way in from the login page, and gives what the picture there says. */
async function open(page: Page, way: string): Promise<() => Promise<string>> {
  let key = '';
  page.on('response', async (response) => {
    if (response.url().endsWith('/oauth/captcha')) key = (await response.json()).data.key;
  });
  await page.goto(`${url}/user/login`);
  await page.getByRole('link', { name: way }).click();
  return async () => {
    await expect.poll(() => key).not.toBe('');
    const [row] = await at.server.database.withTenant('000000', (connection) =>
      connection.query<{ answer: string }>('select answer from platform.captcha where key = $1', [key]),
    );
    return row?.answer ?? '';
  };
}

/** Types a telephone and the picture, and gives the six digits that reach the telephone. */
async function codeFor(page: Page, phone: string, picture: () => Promise<string>): Promise<string> {
  const before = gateway.arrivals.length;
  await page.getByLabel('手机号', { exact: true }).fill(phone);
  await page.getByLabel('验证码', { exact: true }).fill(await picture());
  await page.getByRole('button', { name: '获取验证码' }).click();
  await expect(page.getByText(/验证码已发送，5分钟内有效/)).toBeVisible();
  await expect.poll(() => gateway.arrivals.length).toBeGreaterThan(before);
  const body = gateway.arrivals.at(-1)?.body;
  expect(body?.phone).toBe(phone);
  return /验证码(\d{6})/.exec(String(body?.text))?.[1] ?? '';
}

/** Asking again waits for a minute. */
const later = () => at.server.advance(61_000);

for (const [name, viewport] of [
  ['at a desk', { width: 1440, height: 900 }],
  ['on a phone', { width: 390, height: 844 }],
] as const) {
  test(`${name}: a code that reaches the telephone signs in, a wrong one is told in its place`, async ({
    page,
    expectedErrors,
  }) => {
    expectedErrors.push(/status of 4\d\d/);
    later();
    await page.setViewportSize(viewport);
    const picture = await open(page, '手机号登录');
    await page.getByLabel('手机号', { exact: true }).fill('123');
    await page.getByLabel('验证码', { exact: true }).fill('ab');
    await page.getByRole('button', { name: '获取验证码' }).click();
    await expect(page.getByText('手机号码格式错误')).toBeVisible();
    const code = await codeFor(page, OFFICER, picture);
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
    await page.getByLabel('短信验证码').fill(wrong);
    await page.getByRole('button', { name: '登录', exact: true }).click();
    await expect(page.getByText('短信验证码错误或已失效，请重新获取')).toBeVisible();
    await expect(page.getByLabel('手机号', { exact: true })).toHaveValue(OFFICER);
    await page.getByLabel('短信验证码').fill(code);
    await page.getByRole('button', { name: '登录', exact: true }).click();
    await expect(page).toHaveURL(/\/safety\/overview$/);
  });

  test(`${name}: a forgotten password is set anew, and opens the account`, async ({ page }) => {
    later();
    await page.setViewportSize(viewport);
    const picture = await open(page, '忘记密码');
    const password = `Anew@${viewport.width}x`;
    await page.getByLabel('短信验证码').fill(await codeFor(page, OFFICER, picture));
    await page.getByLabel('新密码', { exact: true }).fill(password);
    await page.getByLabel('再次输入新密码').fill(`${password}y`);
    await page.getByRole('button', { name: '设置新密码' }).click();
    await expect(page.getByText('两次输入的密码不一致')).toBeVisible();
    await page.getByLabel('再次输入新密码').fill(password);
    await page.getByRole('button', { name: '设置新密码' }).click();
    await expect(page.getByText('密码已修改，请用新密码登录')).toBeVisible();
    await page.getByLabel('账号', { exact: true }).fill('safetyOfficer');
    await page.getByLabel('密码', { exact: true }).fill(password);
    await page.getByRole('button', { name: '登录', exact: true }).click();
    await expect(page).toHaveURL(/\/safety\/overview$/);
  });

  test(`${name}: who has no account asks for one, and is told what comes next`, async ({ page }) => {
    later();
    await page.setViewportSize(viewport);
    const phone = `${NEWCOMER.slice(0, -4)}${viewport.width}`.padEnd(11, '0').slice(0, 11);
    const picture = await open(page, '注册账号');
    await page.getByLabel('短信验证码').fill(await codeFor(page, phone, picture));
    await page.getByRole('button', { name: '提交申请' }).click();
    await expect(page.getByText('请输入姓名')).toBeVisible();
    await page.getByLabel('姓名').fill(`新人${viewport.width === 390 ? '乙' : '甲'}`);
    await page.getByLabel('所在部门或单位').fill('聚合一车间');
    await page.getByRole('button', { name: '提交申请' }).click();
    await expect(page.getByText('申请已提交', { exact: true })).toBeVisible();
    const waiting = await at.desk.call<{ records: readonly { realName: string }[] }>(
      'admin1',
      'GET',
      'system/registration/page?current=1&size=20',
    );
    expect(waiting.records.map(({ realName }) => realName)).toContain(viewport.width === 390 ? '新人乙' : '新人甲');
  });
}
