import { followOutstanding } from '../support/outstanding.ts';
import { enter, holderOf, personOf, storedSession } from '../support/person.ts';
import { expect, test } from '../support/story.ts';

const HALF_AN_HOUR = 1_800_000;
const CHECK = 10_000;
/** Somebody of the plant as whom no other story signs in: each would be a session of his. */
const LONER = 'lx0140';

test('a session that an administrator ends throws the person out at his next act', async ({
  page,
  browser,
  product,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 401/);
  await enter(page, product.url, await personOf(product.url, LONER), '/safety/base/law');
  await expect(page.getByRole('link', { name: /^查看/ }).first()).toBeVisible();

  const office = await browser.newPage({ locale: 'zh-CN', timezoneId: 'Asia/Shanghai' });
  await enter(
    office,
    product.adminUrl,
    await personOf(product.url, 'admin'),
    `/safety/system/session?account=${LONER}`,
  );
  const row = office.getByRole('row', { name: new RegExp(LONER) }).filter({ hasText: '在线' });
  await expect(row).toHaveCount(1);
  await row.getByRole('button', { name: '强制下线' }).click();
  const question = office.getByRole('dialog');
  await expect(question).toContainText('该用户将立即退出登录，确定吗？');
  await question.getByRole('button', { name: '强制下线' }).click();
  await expect(office.getByText('操作成功')).toBeVisible();
  await expect(row).toHaveCount(0);
  await expect(office.getByRole('row', { name: new RegExp(LONER) }).filter({ hasText: '已结束' })).not.toHaveCount(0);
  await office.close();

  await page.getByRole('button', { name: '刷新' }).click();
  await expect(page).toHaveURL(/\/user\/login\?redirect=%2Fsafety%2Fbase%2Flaw$/);
  await expect(page.getByText('登录已失效，请重新登录')).toBeVisible();
  expect((await storedSession(page)).token).toBe('');
});

test('two tabs whose token grows old refresh it once, and neither is logged out', async ({
  page,
  context,
  product,
}) => {
  const person = await personOf(product.url, 'worker');
  await context.clock.install();
  const allHasCome = followOutstanding(context);
  await enter(page, product.url, person, '/safety/overview');
  const other = await context.newPage();
  await other.goto(`${product.url}/safety/base/law`);
  await expect(page.getByRole('heading', { name: '今日异常与临期' })).toBeVisible();
  await expect(other.getByRole('link', { name: /^查看/ }).first()).toBeVisible();
  // Half an hour passes at once: what is still being loaded then would count as never having arrived.
  await allHasCome();
  const asked: string[] = [];
  context.on('request', (request) => {
    if (request.url().endsWith('/oauth/token')) asked.push(request.postData() ?? '');
  });

  await context.clock.fastForward(HALF_AN_HOUR + CHECK);
  await expect.poll(async () => (await storedSession(page)).token).not.toBe(person.accessToken);
  // Another look of both tabs finds a fresh token and leaves it alone.
  const fresh = await storedSession(page);
  await context.clock.fastForward(CHECK);
  expect(await storedSession(other)).toMatchObject({ token: fresh.token, refreshToken: fresh.refreshToken });
  expect(asked).toHaveLength(1);
  expect(asked[0]).toContain('grant_type=refresh_token');

  for (const tab of [page, other]) {
    await tab.getByRole('link', { name: '首页' }).click();
    await expect(tab.getByRole('heading', { name: '全部功能' })).toBeVisible();
    await tab.goto(`${product.url}/safety/base/law`);
    await expect(tab.getByRole('link', { name: /^查看/ }).first()).toBeVisible();
  }
  expect((await holderOf(product.url, fresh.token).ask('GET', 'system/info')).status).toBe(200);
});

test('a tab that slept past the refresh goes on with the token that another tab has fetched', async ({
  page,
  context,
  product,
}) => {
  const person = await personOf(product.url, 'leader');
  await context.clock.install();
  await enter(page, product.url, person, '/safety/overview');
  const other = await context.newPage();
  await other.goto(`${product.url}/safety/overview`);
  await expect(other.getByRole('heading', { name: '今日异常与临期' })).toBeVisible();
  // As the clock of the machine sees it, the token is half an hour old.
  await page.evaluate((age) => {
    const stored = JSON.parse(localStorage.getItem('anlan-session') ?? '{}');
    stored.state.tokenTime -= age;
    localStorage.setItem('anlan-session', JSON.stringify(stored));
  }, HALF_AN_HOUR);
  // What one tab stores reaches the other some time later, perhaps after a look of its own.
  const nextLook = async () => {
    await context.clock.fastForward(CHECK);
    return (await storedSession(other)).token;
  };
  await expect.poll(nextLook).not.toBe(person.accessToken);
  for (const tab of [page, other]) {
    await tab.goto(`${product.url}/safety/base/law`);
    await expect(tab.getByRole('heading', { level: 1, name: '法律法规' })).toBeVisible();
    await expect(tab.getByTestId('user-menu')).toContainText('韩辰五');
  }
});

test('a logout in one tab ends the other one too', async ({ page, context, product }) => {
  await enter(page, product.url, await personOf(product.url, 'manager'), '/safety/overview');
  const other = await context.newPage();
  await other.goto(`${product.url}/safety/base/law`);
  await expect(other.getByTestId('user-menu')).toBeVisible();
  await page.getByTestId('user-menu').click();
  await page.getByRole('menuitem', { name: '退出登录' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '退出', exact: true }).click();
  await expect(page).toHaveURL(/\/user\/login/);
  await expect(other).toHaveURL(/\/user\/login/);
});
