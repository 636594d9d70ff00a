import { enter, personOf, type StoredRecord } from '../support/person.ts';
import { expect, test } from '../support/story.ts';

const SCREENS = 'led/hkledscreen';

test('a screen is chosen, previewed at its true size at any time, and plays without login and without a network', async ({
  page,
  browser,
  product,
}) => {
  const safety = await personOf(product.url, 'safety');
  const { records } = await safety.call<{ records: readonly StoredRecord[] }>('GET', `${SCREENS}/page`, {
    query: { size: '50' },
  });
  const screen = records.find(({ screenName }) => screenName === '东大门信息屏');
  if (screen === undefined) throw new Error('no screen at the east gate');

  await enter(page, product.url, safety, `/index/preview?screen=${screen.id}`);
  await expect(page.getByRole('status')).toContainText(`${screen.width}×${screen.height} 像素`);
  const stage = page.getByTestId('led-stage');
  await expect(stage).toHaveAttribute('data-program', /^\d+$/);
  // Long after all of them are over.
  await page.getByLabel('时间').fill('2031-01-01 08:00:00');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status')).toContainText('2031-01-01 08:00:00 没有要播放的节目');
  await page.getByRole('button', { name: '回到现在' }).click();
  await expect(page.getByRole('status')).toContainText('正在播放');

  await page.goto(`${product.url}/led`);
  const address = await page.getByRole('link', { name: '东大门信息屏' }).getAttribute('href');
  // Whoever hangs at the gate is nobody.
  const gate = await browser.newContext({ viewport: { width: 1280, height: 320 } });
  const wall = await gate.newPage();
  await wall.goto(`${product.url}${address}`);
  const words = wall.getByTestId('led-stage');
  await expect(words).not.toBeEmpty();
  await expect(wall).toHaveURL(/\/led\?/);
  await wall.route('**/record/open**', (route) => route.abort());
  await wall.reload();
  await expect(wall.getByTestId('led-stage')).not.toBeEmpty();
  // What is no screen says so.
  await wall.unroute('**/record/open**');
  await wall.goto(`${product.url}/led?screen=1`);
  await expect(wall.getByRole('status')).toHaveText('没有这块屏幕，或它已停用');
  await gate.close();
});
