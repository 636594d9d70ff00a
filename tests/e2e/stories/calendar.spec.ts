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
