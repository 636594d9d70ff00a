import { enter, personOf } from '../support/person.ts';
import { expect, test } from '../support/story.ts';

test('fields of a long form that are not drawn yet are reached by Tab, by the search of the browser and by the first fault', async ({
  page,
  product,
}) => {
  await enter(page, product.url, await personOf(product.url, 'analyst'), '/safety/samples/longForm/add');
  const form = page.locator('.anlan-form');
  const drawn = form.locator('[data-field]');
  await expect(form.getByRole('textbox', { name: '名称1', exact: true })).toBeVisible();
  const submit = page.getByRole('button', { name: '保存', exact: true });
  const awaiting = form.locator('.anlan-awaiting');
  await expect(awaiting.last()).toBeAttached();
  const before = await drawn.count();
  expect(before).toBeLessThan(120);

  // Backwards from the buttons below the form: the last field is there when the focus comes to it.
  await submit.focus();
  await page.keyboard.press('Shift+Tab');
  while (!(await page.evaluate(() => document.activeElement?.closest('.anlan-form') !== null))) {
    await page.keyboard.press('Shift+Tab');
  }
  expect(
    await page.evaluate(() => document.activeElement?.closest('[data-field]')?.getAttribute('data-field')),
  ).toMatch(/^s10/);

  // The search of the browser knows their names; what it finds is drawn and takes the focus.
  const sought = awaiting.locator('[data-find="s6Place"]');
  await expect(sought).toHaveText('地点6');
  await sought.evaluate((element) => element.dispatchEvent(new Event('beforematch', { bubbles: true })));
  await expect(form.getByRole('textbox', { name: '地点6' })).toBeFocused();

  // So does the first fault, wherever it is.
  const faulty = form.locator('[data-field="s4Name"]');
  for (const section of [1, 2, 3]) {
    await page
      .locator('.anlan-anchors')
      .getByRole('button')
      .nth(section - 1)
      .click();
    const field = (name: string) => form.locator(`[data-field="s${section}${name}"]`);
    await field('Name').getByRole('textbox').fill('甲');
    await field('Code').getByRole('textbox').fill('AB-001');
    await field('Kind').getByRole('combobox').click();
    await page.locator('.ant-select-dropdown:visible').getByText('乙类').click();
    await field('Urgent').getByText('丙类').click();
    await field('Count').getByRole('spinbutton').fill('1');
    await field('Start').getByRole('textbox').fill('2026-11-01');
    await page.keyboard.press('Enter');
  }
  await submit.click();
  await expect(faulty.getByRole('textbox')).toBeFocused();
  await expect(faulty).toContainText('请输入名称4');
});
