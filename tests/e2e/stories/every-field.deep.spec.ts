import type { Locator, Page } from 'playwright/test';
import { patient } from '../../fixtures/patience.ts';
import { barriers } from '../support/barriers.ts';
import { png } from '../support/fill.ts';
import { enter, personOf, type StoredRecord, uniqueName } from '../support/person.ts';
import { expect, test } from '../support/story.ts';

const PATH = '/safety/samples/everyField';

const field = (page: Page, key: string): Locator => page.locator(`[data-field="${key}"]`);

/** Tabs on until the focus stands in a field; fails where the keyboard does not get there. */
async function reach(page: Page, key: string): Promise<void> {
  const here = () =>
    page.evaluate(() => document.activeElement?.closest('[data-field]')?.getAttribute('data-field') ?? '');
  for (let presses = 0; (await here()) !== key; presses += 1) {
    expect([key, presses]).toEqual([key, Math.min(presses, 40)]);
    await page.keyboard.press('Tab');
  }
}

async function write(page: Page, key: string, ...texts: readonly string[]): Promise<void> {
  await reach(page, key);
  for (const text of texts) {
    await page.keyboard.type(text);
    await page.keyboard.press('Enter');
  }
}

/** Tabs on within a dialog to its 确定 and presses it. */
async function confirm(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog');
  const button = dialog.getByRole('button', { name: '确定' });
  for (let presses = 0; !(await button.evaluate((element) => element === document.activeElement)); presses += 1) {
    expect(presses).toBeLessThan(30);
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
}

/** Opens the picker of a field, goes down to the first that can be chosen, takes it and confirms. */
async function pick(page: Page, key: string, first: 'list' | 'tree'): Promise<void> {
  await reach(page, key);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('textbox').first()).toBeFocused();
  await expect(
    dialog.locator(first === 'list' ? '.anlan-picker-list input' : '.ant-tree-treenode').first(),
  ).toBeAttached();
  await page.keyboard.press('ArrowDown');
  if (first === 'tree') await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(dialog).toContainText('已选 1/');
  await confirm(page);
  await expect(field(page, key).locator('.ant-tag')).toHaveCount(1);
}

/** Goes down a tree of choices until the one that holds the text is the active one. */
async function goDown(page: Page, text: string): Promise<void> {
  const active = page.locator('.ant-select-tree-treenode-active').filter({ hasText: text });
  for (let presses = 0; (await active.count()) === 0; presses += 1) {
    expect(presses).toBeLessThan(20);
    await page.keyboard.press('ArrowDown');
  }
}

/** Types into a list of choices and takes what was found. */
async function seek(page: Page, key: string, text: string): Promise<void> {
  await reach(page, key);
  await page.keyboard.type(text);
  const found = page.locator(
    '.ant-select-dropdown:not(.ant-select-dropdown-hidden) :is(.ant-select-item-option, .ant-select-tree-treenode, .ant-cascader-menu-item)',
  );
  await expect(found.filter({ hasText: text }).first()).toBeVisible();
  if ((await field(page, key).locator('.ant-cascader').count()) > 0) await page.keyboard.press('ArrowDown');
  if ((await field(page, key).locator('.ant-tree-select').count()) > 0) await goDown(page, text);
  await page.keyboard.press('Enter');
  await expect(field(page, key)).toContainText(text);
  await page.keyboard.press('Escape');
}

test('a form with every type of field is filled, sent, read and found by keyboard alone, and keeps nobody out', async ({
  page,
  product,
}) => {
  // Alone it takes half a minute; on a machine that is busy with other suites, more.
  test.setTimeout(patient(150_000));
  const name = uniqueName('逐项检查');
  const admin = await personOf(product.url, 'admin');
  await enter(page, product.url, admin, `${PATH}/add`);
  await expect(field(page, 'name').getByRole('textbox')).toBeVisible();
  await expect(field(page, 'rights').getByRole('switch').first()).toBeVisible();
  expect(await barriers(page)).toEqual([]);

  // What is wrong is announced at its field, and the first of it takes the focus.
  await page.keyboard.press('Control+Enter');
  const fault = field(page, 'name').getByRole('alert');
  await expect(fault).toHaveText('请输入检查名称');
  const box = field(page, 'name').getByRole('textbox', { name: '检查名称' });
  await expect(box).toBeFocused();
  await expect(box).toHaveAttribute('aria-invalid', 'true');
  await expect(box).toHaveAttribute('aria-describedby', (await fault.getAttribute('id')) ?? '');
  expect(await barriers(page)).toEqual([]);

  await page.keyboard.type(name);
  await reach(page, 'batch');
  await page.keyboard.type('AB-001');
  await reach(page, 'note');
  await page.keyboard.type('阀门手柄松动');
  await reach(page, 'story');
  await page.keyboard.type('现场已处置');
  await reach(page, 'count');
  await page.keyboard.type('10');
  await reach(page, 'money');
  await page.keyboard.type('1234.5');
  await reach(page, 'stars');
  for (const _ of [1, 2, 3, 4]) await page.keyboard.press('ArrowRight');
  await reach(page, 'progress');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await reach(page, 'kind');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await reach(page, 'shift');
  await page.keyboard.press('Space');
  await reach(page, 'tools');
  await page.keyboard.press('Space');
  await seek(page, 'place', '围堰');
  await write(page, 'day', '2026-03-05');
  await write(page, 'month', '2026-03');
  await write(page, 'moment', '2026-03-05 08:30');
  await write(page, 'planStart', '2026-03-01', '2026-03-31');
  await write(page, 'hour', '08:30');
  await write(page, 'workStart', '22:00', '06:00');
  await pick(page, 'dept', 'tree');
  await pick(page, 'units', 'tree');
  await pick(page, 'chief', 'list');
  await pick(page, 'members', 'list');
  await pick(page, 'readers', 'tree');
  await pick(page, 'post', 'list');
  await seek(page, 'area', '罐区');
  await seek(page, 'zone', '罐区');
  await seek(page, 'site', '罐区');
  await reach(page, 'spot');
  await page.keyboard.type('121.4737');
  await page.keyboard.press('Tab');
  await page.keyboard.type('31.2304');
  await reach(page, 'ground');
  for (const _ of [1, 2, 3]) await page.keyboard.press('Enter');
  await page.keyboard.press('Shift+Tab');
  await expect(page.locator('.anlan-sketch-corner:focus')).toHaveAttribute('aria-label', /^第3个顶点/);
  await page.keyboard.press('Shift+ArrowRight');
  await expect(field(page, 'ground')).toContainText('3个顶点，约');
  await reach(page, 'files');
  // The widget may come while the focus is on its way into it.
  await expect(async () => {
    await reach(page, 'files');
    const chooser = page.waitForEvent('filechooser', { timeout: patient(3_000) });
    await page.keyboard.press('Enter');
    await (await chooser).setFiles({ name: '现场.png', mimeType: 'image/png', buffer: png() });
  }).toPass();
  await expect(field(page, 'files').getByRole('button', { name: '删除现场.png' })).toBeVisible();
  await reach(page, 'items');
  await page.keyboard.press('Enter');
  await expect(field(page, 'items').getByRole('textbox').first()).toBeFocused();
  await page.keyboard.type('阀门');
  await reach(page, 'sign');
  await page.keyboard.type('赵甲一');
  await page.keyboard.press('Enter');
  await expect(field(page, 'sign').getByRole('img')).toBeVisible();
  await reach(page, 'rights');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await page.keyboard.press('Control+Enter');

  await expect(page).toHaveURL(new RegExp(`${PATH}(/view/|\\?|$)`));
  const [record] = (
    await admin.call<{ records: StoredRecord[] }>('GET', 'safety/samples/everyfield/page', {
      query: { name, page: 'everyField' },
    })
  ).records;
  expect(record).toMatchObject({
    status: 'sent',
    batch: 'AB-001',
    count: 10,
    money: 1234.5,
    stars: 4,
    progress: 2,
    kind: 'daily',
    shift: 'day',
    tools: ['gas'],
    place: 'wall',
    day: '2026-03-05',
    month: '2026-03-01',
    planStart: '2026-03-01',
    planEnd: '2026-03-31',
    hour: '08:30',
    workStart: '22:00',
    workEnd: '06:00',
    spot: { lng: 121.4737, lat: 31.2304 },
  });

  await page.goto(`${PATH}/view/${record?.id}`);
  const main = page.getByRole('main');
  for (const shown of [
    name,
    '阀门手柄松动',
    '现场已处置',
    '10 项',
    '1,234.50',
    '123.45',
    '2 %',
    '日常检查',
    '白班',
    '测爆仪',
    '储罐区 / 围堰',
    '2026-03-05 08:30',
    '121.4737, 31.2304',
    '3个顶点，约',
    '现场.png',
    '阀门',
    '赵甲一',
    String(record?.number),
  ]) {
    await expect(main.getByText(shown).first()).toBeAttached();
  }
  await expect(main.getByRole('img', { name: /^4分/ })).toBeVisible();
  await expect(main.getByRole('link', { name: /罐区/ }).first()).toHaveAttribute('href', /\/view\//);
  expect(await barriers(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(main.getByText('储罐区 / 围堰').first()).toBeAttached();
  expect(await barriers(page)).toEqual([]);
  await page.goto(`${PATH}/edit/${record?.id}`);
  await expect(field(page, 'name').getByRole('textbox')).toHaveValue(name);
  expect(await barriers(page)).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });

  // The row shows each value as the detail does; filters kept in the address narrow the list.
  for (const [filters, hits] of [
    [`name=${name}&place=tank&hour=08:00,09:00&planStart=2026-03-31,`, 1],
    [`name=${name}&hour=09:00,`, 0],
    [`name=${name}&place=pump`, 0],
    [`name=${name}&stars=,3`, 0],
  ] as const) {
    await page.goto(`${PATH}?${filters}`);
    await expect(page.getByRole('link', { name })).toHaveCount(hits);
    await expect(page.locator('.anlan-chips .ant-tag').first()).toBeVisible();
  }
  await admin.call('POST', 'safety/samples/everyfield/remove', { query: { ids: record?.id ?? '' } });
});
