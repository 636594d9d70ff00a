import { enter, personOf } from '../support/person.ts';
import { expect, test } from '../support/story.ts';

const DAY = 86_400_000;

test('a calendar tells today by the clock of the plant, whatever that of the machine says', async ({
  page,
  product,
}) => {
  await page.clock.setFixedTime(Date.now() + 3 * DAY);
  await enter(
    page,
    product.url,
    await personOf(product.url, 'safety'),
    '/safety/danger/allTroubleshooting?_kind=calendar',
  );
  const today = new Date().toLocaleDateString('sv-SE', { timeZone: 'Asia/Shanghai' });
  await expect(page.locator('.ec-day.ec-today time')).toHaveAttribute('datetime', today);
});

test('a crowded day shows some of its entries, and all of them by a press; one opens its record', async ({
  page,
  product,
}) => {
  const calendar = '/safety/danger/allTroubleshooting?_kind=calendar';
  await enter(page, product.url, await personOf(product.url, 'safety'), calendar);
  const more = page.locator('.anlan-more').first();
  const left = Number(/还有(\d+)条$/.exec((await more.innerText()).trim())?.[1]);
  expect(left).toBeGreaterThan(0);
  await more.getByRole('button').focus();
  await page.keyboard.press('Enter');
  const day = page.getByRole('dialog', { name: /^\d{4}-\d\d-\d\d，共\d+条$/ });
  const entries = day.getByRole('listitem');
  expect(await entries.count()).toBeGreaterThan(left);
  const title = await entries.last().getByRole('button').textContent();
  await entries.last().getByRole('button').press('Enter');
  await expect(page).toHaveURL(/allTroubleshooting\/view\/\d+/);
  await expect(page.locator('main')).toContainText(/任务/);
  expect(title).not.toBe('');
  await page.goBack();
  await expect(page.locator('.anlan-more').first()).toBeVisible();
});
