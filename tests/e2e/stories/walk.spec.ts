import type { Page } from 'playwright/test';
import { patient } from '../../fixtures/patience.ts';
import { enter, personOf } from '../support/person.ts';
import { expect, test } from '../support/story.ts';
import { answerPoint, beginOffline, beginRound, photo, point, storedHashes } from '../support/walk-desk.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
test.setTimeout(patient(90_000));

/** Folder to which pages are photographed, for a look at them: `ANLAN_SHOTS`. */
const shots = process.env.ANLAN_SHOTS;

async function looked(page: Page, name: string): Promise<void> {
  if (shots !== undefined) await page.screenshot({ path: `${shots}/${name}.png` });
}

const waiting = (page: Page) => page.getByTestId('kept-waiting');
const progress = (page: Page) => page.getByTestId('walk-progress');

test('a round is walked without a network, with photos, closed and opened again, and goes up once', async ({
  page,
  context,
  product,
  expectedErrors,
}) => {
  const round = await beginOffline(page, context, product.url, expectedErrors);
  const photos = [photo(1), photo(2), photo(3)] as const;
  await answerPoint(page, [photos[0], photos[1]], '已复紧');
  await expect(waiting(page)).toHaveText('1项待上传');
  // Opened anew without a network, it goes on where it was.
  await page.reload();
  await expect(progress(page)).toHaveText(/已办1\//);
  await answerPoint(page, [photos[2]]);
  await expect(waiting(page)).toHaveText('2项待上传');
  await looked(page, 'walk-offline');
  expect((await round.rows()).filter(({ result }) => result !== null)).toEqual([]);

  await page.close();
  const [again, other] = [await context.newPage(), await context.newPage()];
  await again.goto(`${product.url}${round.path}`);
  await expect(waiting(again)).toHaveText('2项待上传');
  await other.goto(`${product.url}${round.path}`);
  // Two tabs send: each answer arrives once.
  await context.setOffline(false);
  await expect(waiting(again)).toBeHidden({ timeout: patient(40_000) });
  const [first, second] = await round.rows();
  expect([first?.result, first?.note, second?.result]).toEqual(['0', '已复紧', '0']);
  expect(await storedHashes(round.employee, first, product.url)).toEqual([photos[0].hash, photos[1].hash]);
  expect(await storedHashes(round.employee, second, product.url)).toEqual([photos[2].hash]);
  for (const row of [first, second]) {
    const told = (await round.history(row?.id ?? '')).filter(({ changes }) =>
      changes.some(({ title }) => title === '检查结果'),
    );
    expect(told).toHaveLength(1);
    expect(told[0]?.changes.map(({ title }) => title)).toContain('设备时间');
  }
});

test('an answer to a row that another has answered meanwhile stands beside his, and the person chooses', async ({
  page,
  context,
  product,
  expectedErrors,
}) => {
  const round = await beginOffline(page, context, product.url, expectedErrors);
  await answerPoint(page, [], '我看是好的');
  const [row] = await round.rows();
  await round.officer.call('POST', 'safety/peril/check/save', {
    json: { id: row?.id, version: row?.version, result: '2', note: '设备停用' },
  });
  await context.setOffline(false);
  await page
    .getByRole('button', { name: '立即上传' })
    .click({ timeout: patient(20_000) })
    .catch(() => undefined);
  await expect(page.getByText('1项未被接受')).toBeVisible({ timeout: patient(40_000) });
  await page.getByRole('button', { name: '全部项目' }).click();
  await page.getByRole('dialog').getByText('有冲突').click();
  const refusal = page.getByTestId('kept-refusal');
  await expect(refusal).toContainText('我看是好的');
  await expect(refusal).toContainText('设备停用');
  await looked(page, 'walk-conflict');
  await refusal.getByRole('button', { name: '用我的填写' }).click();
  await expect(refusal).toBeHidden();
  await expect(waiting(page)).toBeHidden({ timeout: patient(20_000) });
  expect((await round.rows())[0]).toMatchObject({ result: '0', note: '我看是好的' });
});

test('a device that is full says so before anything is lost', async ({ page, product }) => {
  const round = await beginRound(product.url);
  await enter(page, product.url, round.employee, round.path);
  await expect(point(page)).toBeVisible();
  await page.evaluate(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  await point(page).getByText('正常', { exact: true }).click();
  await point(page).getByRole('textbox').fill('写了很多');
  await point(page).getByRole('button', { name: '保存，下一项' }).click();
  await expect(page.getByText('本机存储空间已满，没有保存')).toBeVisible();
  await expect(point(page).getByRole('textbox')).toHaveValue('写了很多');
  await expect(progress(page)).toHaveText(/已办0\//);
});

test('what waits is its person’s: signing out asks, and another on the device neither sees nor sends it', async ({
  page,
  context,
  product,
  expectedErrors,
}) => {
  const round = await beginOffline(page, context, product.url, expectedErrors);
  await answerPoint(page, [photo(4)]);
  await page.getByTestId('user-menu').click();
  await page.getByRole('menuitem', { name: '退出登录' }).click();
  const asked = page.getByRole('dialog');
  await expect(asked).toContainText('还有1项填写没有上传');
  await asked.getByRole('button', { name: '仍然退出' }).click();
  await expect(page).toHaveURL(/login/);
  await context.setOffline(false);

  await enter(page, product.url, round.officer, round.path);
  await expect(progress(page)).toHaveText(/已办0\//);
  await expect(waiting(page)).toBeHidden();
  expect((await round.rows())[0]?.result).toBeNull();

  await enter(page, product.url, await personOf(product.url, 'employee'), round.path);
  await expect.poll(async () => (await round.rows())[0]?.result, { timeout: patient(40_000) }).toBe('0');
});
