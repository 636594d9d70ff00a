import { type Portal, startPortal } from '../../../mocks/portal/portal.ts';
import { patient } from '../../fixtures/patience.ts';
import { DEMO_PASSWORD } from '../../fixtures/product-client.ts';
import { type ProductServer, startProductServer } from '../support/product-server.ts';
import { expect, test } from '../support/story.ts';

// The server is its own: it knows the portal's address.
test.use({ baseURL: '' });
test.setTimeout(patient(60_000));

let server: ProductServer;
let portal: Portal;
let stranger: Portal;

test.beforeAll(async () => {
  test.setTimeout(patient(180_000));
  const before = await startPortal('http://127.0.0.1:1');
  const { port, origin } = new URL(before.url);
  await before.close();
  server = await startProductServer({
    env: { ANLAN_MESSAGE_ORIGINS: origin, ANLAN_FRAME_ANCESTORS: `'self' ${origin}` },
  });
  portal = await startPortal(server.url, Number(port));
  stranger = await startPortal(server.url);
});

test.afterAll(async () => {
  await Promise.all([portal?.close(), stranger?.close(), server?.stop()]);
});

test('a listed site signs a person in to the platform that it shows, and prolongs the session; wrong words change nothing', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 40[01]/);
  await page.goto(portal.url);
  const frame = page.frameLocator('iframe');
  const login = frame.getByRole('heading', { name: '账号登录' });
  await expect(login).toBeVisible({ timeout: patient(15_000) });
  await page.getByLabel('账号').fill('safety');
  await page.getByLabel('密码').fill('wrong');
  const refused = page.waitForResponse(/oauth\/token/);
  await page.getByRole('button', { name: '进入安澜平台' }).click();
  expect((await refused).ok()).toBe(false);
  await expect(login).toBeVisible();

  await page.getByLabel('密码').fill(DEMO_PASSWORD);
  await page.getByRole('button', { name: '进入安澜平台' }).click();
  await expect(frame.getByRole('heading', { name: /好，/ })).toBeVisible({
    timeout: patient(15_000),
  });
  await expect(login).toBeHidden();

  const prolonged = page.waitForResponse(/oauth\/token/);
  await page.getByRole('button', { name: '续期登录' }).click();
  expect((await prolonged).ok()).toBe(true);
});

test('a site that is not listed is shown nothing and signs nobody in', async ({ page, expectedErrors }) => {
  expectedErrors.push(/frame-ancestors/, /Failed to execute 'postMessage'/);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto(stranger.url);
  await page.getByLabel('账号').fill('safety');
  await page.getByLabel('密码').fill(DEMO_PASSWORD);
  await page.getByRole('button', { name: '进入安澜平台' }).click();
  await expect(page.frameLocator('iframe').getByRole('heading', { name: '账号登录' })).toHaveCount(0);
  expect(asked.filter((url) => url.includes('oauth/token'))).toEqual([]);

  // Nor from a window that it opened, which may show the page but is not heard there.
  const [opened] = await Promise.all([
    page.waitForEvent('popup'),
    page.evaluate((url) => {
      Reflect.set(window, 'opened', window.open(url));
    }, server.url),
  ]);
  await expect(opened.getByRole('heading', { name: '账号登录' })).toBeVisible({ timeout: patient(15_000) });
  const tokens: string[] = [];
  opened.on('request', (request) => tokens.push(request.url()));
  await page.evaluate(
    ({ url, password }) => {
      const message = { type: 'login', username: 'safety', password, tenantId: '645967' };
      (Reflect.get(window, 'opened') as Window).postMessage(message, url);
    },
    { url: server.url, password: DEMO_PASSWORD },
  );
  await opened.waitForTimeout(1_000);
  expect(tokens.filter((url) => url.includes('oauth/token'))).toEqual([]);
  await expect(opened.getByRole('heading', { name: '账号登录' })).toBeVisible();
});
