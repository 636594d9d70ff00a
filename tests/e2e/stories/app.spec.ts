import { patient } from '../../fixtures/patience.ts';
import { expect, test } from '../support/story.ts';

test('the code of the login page leads to the installable program, which opens without a network and comes back with it', async ({
  page,
  product,
  context,
  expectedErrors,
}) => {
  expectedErrors.push(/ERR_INTERNET_DISCONNECTED/);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/app');
  await expect(page.getByRole('heading', { name: '把安澜装到手机' })).toBeVisible();
  await expect(page.getByText('点底部的分享按钮，选“添加到主屏幕”。')).toBeVisible();
  const session = await context.newCDPSession(page);
  // A private window installs nothing; nothing else is in the way.
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
  expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual([]);
  const { errors, data } = await session.send('Page.getAppManifest');
  expect([errors, JSON.parse(data ?? '{}').display]).toEqual([[], 'standalone']);
  for (const { src } of JSON.parse(data ?? '{}').icons) {
    expect((await fetch(`${product.url}${src}`)).headers.get('content-type')).toMatch(/^image\//);
  }
  // Installed, the program registers the worker that opens it; a private window does it by hand.
  await page.evaluate(async () => {
    await navigator.serviceWorker.register('/sw.js');
    await navigator.serviceWorker.ready;
  });
  await context.setOffline(true);
  await page.goto('/');
  await expect(page.getByText('连接不上服务器，请检查网络，连上后会自动重试')).toBeVisible();
  await expect(page.getByRole('heading', { name: '账号登录' })).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText('连接不上服务器，请检查网络，连上后会自动重试')).toBeHidden({ timeout: patient(20_000) });
  await expect(page.getByText('蓝岭新材料有限公司(示例)', { exact: true })).toBeVisible();
});
