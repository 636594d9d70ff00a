import { dangerToRectify } from '../support/day-records.ts';
import { enter, personOf } from '../support/person.ts';
import { expect, test } from '../support/story.ts';

test('who is to act finds it at home and in his tasks, and a press opens the step itself', async ({
  page,
  product,
}, info) => {
  const { name } = await dangerToRectify(product.url, '轮到谁办');
  const manager = await personOf(product.url, 'manager');
  const looked = async (what: string) => {
    for (const [width, height] of [
      [1440, 900],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.screenshot({ path: info.outputPath(`${what}-${width}.png`) });
    }
    await page.setViewportSize({ width: 1440, height: 900 });
  };
  await enter(page, product.url, manager, '/');
  await expect(page.getByTestId('waiting')).toBeVisible();
  await looked('home');

  await page.goto('/workflow/todo');
  const link = page.getByRole('link', { name: new RegExp(`^提交整改：${name} YH`) });
  await expect(link).toBeVisible();
  await looked('todo');
  await link.click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(page.getByRole('dialog', { name: new RegExp(`^提交整改：${name}`) })).toBeVisible();
  await looked('step');
});
