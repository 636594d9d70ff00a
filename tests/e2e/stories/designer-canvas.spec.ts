import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright/test';
import { patient } from '../../fixtures/patience.ts';
import { enter, personOf } from '../support/person.ts';
import { expect, test } from '../support/story.ts';

const ENTITY = '/design?entity=contractor';

const order = (page: Page) =>
  page
    .locator('.anlan-ds-canvas [data-section]')
    .first()
    .locator('[data-field]')
    .evaluateAll((fields) => fields.map((field) => field.getAttribute('data-field') ?? ''));

test('20 of 20 fields are dropped by a finger where its line stands, scrolling drags nothing, and one undo takes each back', async ({
  browser,
  product,
}) => {
  test.setTimeout(patient(120_000));
  const phone = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true });
  const page = await phone.newPage();
  await enter(page, product.url, await personOf(product.url, 'designer'), ENTITY);
  const canvas = page.locator('.anlan-ds-canvas');
  await expect(canvas.locator('[data-field]').nth(5)).toBeAttached();
  const client = await phone.newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: { x: number; y: number }) =>
    client.send('Input.dispatchTouchEvent', { type, touchPoints: at === undefined ? [] : [at] });
  const labelOf = async (key: string) => {
    const field = canvas.locator(`[data-field="${key}"]`);
    const box = await field.locator('.anlan-label').boundingBox();
    const whole = await field.boundingBox();
    if (box === null || whole === null) throw new Error(`${key} is not in sight`);
    return { x: box.x + 30, y: box.y + box.height / 2, bottom: whole.y + whole.height - 4 };
  };

  const shipped = await order(page);
  for (let count = 0; count < 20; count += 1) {
    const before = await order(page);
    const [from = '', to = ''] = count % 2 === 0 ? [before[0], before[2]] : [before[2], before[0]];
    await canvas.locator(`[data-field="${before[0]}"]`).evaluate((field) => field.scrollIntoView({ block: 'center' }));
    const start = await labelOf(from);
    const end = await labelOf(to);
    await touch('touchStart', start);
    await expect(page.locator('.anlan-ds-ghost')).toBeVisible();
    await touch('touchMove', { x: start.x, y: start.y + 5 });
    await touch('touchMove', { x: end.x, y: count % 2 === 0 ? end.bottom : end.y });
    await expect(page.getByTestId('drop-line')).toBeVisible();
    await touch('touchEnd');
    const rest = before.filter((key) => key !== from);
    const at = rest.indexOf(to) + (count % 2 === 0 ? 1 : 0);
    await expect.poll(() => order(page)).toEqual([...rest.slice(0, at), from, ...rest.slice(at)]);
  }
  expect(await order(page)).toEqual(shipped);
  // A finger that moves at once scrolls. Last, since a page that still glides takes no drag.
  const first = await labelOf(shipped[2] ?? '');
  await touch('touchStart', first);
  for (let step = 1; step <= 6; step += 1) await touch('touchMove', { x: first.x, y: first.y - step * 25 });
  await touch('touchEnd');
  expect(await order(page)).toEqual(shipped);
  await page.getByRole('button', { name: '撤销' }).click();
  await expect.poll(() => order(page)).not.toEqual(shipped);
  await page.getByRole('button', { name: '恢复' }).click();
  await expect.poll(() => order(page)).toEqual(shipped);

  // A sheet says the same without dragging.
  await canvas.locator('[data-field] .anlan-label').first().tap();
  await page.getByRole('button', { name: '移到…' }).click();
  const sheet = page.getByRole('dialog', { name: '移到…' });
  await sheet.getByLabel('位置').press('ArrowDown');
  await page.locator('.ant-select-item-option').nth(1).click();
  await sheet.getByRole('button', { name: '移动' }).click();
  await expect.poll(async () => (await order(page))[1]).toBe(shipped[0]);
  await phone.close();
});

test('fields are dragged by a mouse, moved and changed together by keys, and copied into another form', async ({
  page,
  product,
}) => {
  test.setTimeout(patient(90_000));
  await enter(page, product.url, await personOf(product.url, 'designer'), ENTITY);
  const canvas = page.locator('.anlan-ds-canvas');
  await expect(canvas.locator('[data-field]').nth(5)).toBeAttached();
  const before = await order(page);
  const [one = '', two = '', three = ''] = before;

  const box = await canvas.locator(`[data-field="${three}"] .anlan-label`).boundingBox();
  const goal = await canvas.locator(`[data-field="${one}"] .anlan-label`).boundingBox();
  if (box === null || goal === null) throw new Error('no labels');
  const drag = async () => {
    await page.mouse.move(box.x + 20, box.y + 8);
    await page.mouse.down();
    await page.mouse.move(goal.x + 20, goal.y + 2, { steps: 5 });
    await expect(page.getByTestId('drop-line')).toBeVisible();
  };
  await drag();
  await page.keyboard.press('Escape');
  await expect(page.getByTestId('drop-line')).toHaveCount(0);
  await page.mouse.up();
  expect(await order(page)).toEqual(before);
  await drag();
  await page.mouse.up();
  await expect.poll(() => order(page)).toEqual([three, one, two, ...before.slice(3)]);

  // Alt and an arrow move the field that has the focus, which keeps it.
  const input = canvas.locator(`[data-field="${three}"]`).locator('input, textarea, button').first();
  await input.focus();
  await page.keyboard.press('Alt+ArrowDown');
  await expect.poll(async () => (await order(page))[1]).toBe(three);
  await expect(input).toBeFocused();

  // Two at once: one command.
  const outline = page.getByRole('navigation', { name: '结构' });
  await outline.locator(`[data-item="${one}"]`).press('Enter');
  await page.keyboard.press('Shift+ArrowDown');
  const properties = page.locator('[data-name="properties"]');
  await expect(properties.getByRole('heading', { name: '2项' })).toBeVisible();
  const hidden = properties.locator('[data-keyword="span"]').getByRole('combobox');
  await hidden.press('ArrowDown');
  await page.locator('.ant-select-item-option').last().click();
  await expect(canvas.locator('.anlan-item-full[data-chosen="true"]')).toHaveCount(2);
  await page.getByRole('button', { name: '撤销' }).click();
  await expect(canvas.locator('.anlan-item-full[data-chosen="true"]')).not.toHaveCount(2);

  const { violations } = await new AxeBuilder({ page }).include('.anlan-ds').analyze();
  expect(violations.map(({ id, nodes }) => `${id} ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`)).toEqual(
    [],
  );
  // 200 % of 1440 px.
  await page.setViewportSize({ width: 720, height: 450 });
  await expect(page.getByRole('button', { name: '加入…' })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: '放弃草稿' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '放弃草稿' }).click();
  await expect(page.getByTestId('design-state')).toContainText('没有未发布的修改');
});
