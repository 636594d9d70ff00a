import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright/test';
import { patient } from '../../fixtures/patience.ts';
import { DEPARTMENT, row, state, storeArea, view } from '../support/danger-desk.ts';
import { dangerToAccept, delayHandedOn } from '../support/day-records.ts';
import { inDays, item, png } from '../support/fill.ts';
import { type Keys, keysOf } from '../support/keys.ts';
import { personOf, uniqueName } from '../support/person.ts';
import { countDay } from '../support/presses.ts';
import { expect, test } from '../support/story.ts';

test.setTimeout(patient(150_000));

const main = (page: Page) => page.getByRole('main');

/** Opens a page by the side menu: into the menu by Tab, along it by the arrows. */
async function goByMenu(page: Page, keys: Keys, group: string, title: string): Promise<void> {
  const menu = page.getByRole('navigation', { name: '主菜单' });
  const link = menu.getByRole('link', { name: title, exact: true });
  await keys.to(menu.getByRole('menu').first(), true);
  if (!(await link.isVisible())) {
    await keys.arrow('ArrowDown', menu.getByRole('menuitem', { name: group, exact: true }));
    await keys.press('Enter');
    await expect(link).toBeVisible();
  }
  await keys.arrow('ArrowDown', menu.getByRole('menuitem', { name: title, exact: true }));
  await keys.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible();
}

/** Takes a choice of a list by its beginning. */
async function choose(page: Page, keys: Keys, key: string, title: string): Promise<void> {
  await keys.to(item(page, key).getByRole('combobox'));
  await keys.type(title);
  await expect(
    page.locator('.ant-select-dropdown:visible .ant-select-item-option-active').filter({ hasText: title }),
  ).toBeVisible();
  await keys.press('Enter');
  await expect(item(page, key)).toContainText(title);
}

const OTHER_DEPARTMENT = '单体二车间';

test('a day of the safety officer of a workshop, by keyboard alone', async ({ page, product }) => {
  const presses = await countDay(page);
  const [handedOn, toAccept, area] = await Promise.all([
    delayHandedOn(product.url, '氮气阀内漏'),
    dangerToAccept(product.url, '卸料泵地脚松动'),
    storeArea(await personOf(product.url, 'safety')),
  ]);
  const keys = keysOf(page);

  await test.step('signs in', async () => {
    await page.goto('/user/login');
    await expect(page.getByLabel('账号', { exact: true })).toBeFocused();
    await keys.type('officer');
    await keys.press('Tab');
    await expect(page.getByLabel('密码', { exact: true })).toBeFocused();
    await keys.type('Anlan@2026');
    await keys.press('Enter');
    await page.waitForURL((url) => !url.pathname.startsWith('/user/login'));
    await expect(main(page).getByRole('heading', { level: 1 })).toBeVisible();
  });

  await test.step('decides what was handed on to her', async () => {
    await keys.enter(page.getByRole('link', { name: /^待办\d+项$/ }));
    await expect(page.getByRole('heading', { level: 1, name: '我的待办' })).toBeVisible();
    await keys.press('/');
    await expect(page.getByRole('textbox', { name: /^搜索/ })).toBeFocused();
    await keys.type(handedOn.name);
    await expect(main(page).getByRole('row')).toHaveCount(2);
    await keys.enter(page.getByRole('link', { name: handedOn.name }));
    const vote = page.getByRole('region', { name: '审批' });
    await keys.write(vote.getByRole('textbox', { name: '审批意见' }), '现场已核实，同意延期。');
    await keys.enter(vote.getByRole('button', { name: '同意', exact: true }));
    await expect(vote).toBeHidden();
    await expect(page.locator('.anlan-step[data-action="pass"]')).toContainText('现场已核实，同意延期。');
  });

  await test.step('accepts a danger that was rectified, found by the menu and the search', async () => {
    await goByMenu(page, keys, '隐患排查治理', '隐患台账');
    await keys.enter(view(page, '隐患验收'));
    await expect(page.getByRole('heading', { level: 1, name: '隐患验收', exact: true })).toBeVisible();
    // The title stands before the page is there.
    await expect(page.getByRole('textbox', { name: '搜索', exact: true })).toBeVisible();
    await keys.press('/');
    await expect(page.getByRole('textbox', { name: '搜索', exact: true })).toBeFocused();
    await keys.type(toAccept.name);
    await keys.press('Enter');
    await expect(row(page, toAccept.name)).toBeVisible();
    await keys.to(row(page, toAccept.name));
    await keys.press('Space');
    await expect(page.getByRole('dialog')).toContainText(toAccept.name);
    await keys.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(row(page, toAccept.name)).toBeFocused();
    await keys.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: toAccept.name })).toBeVisible();
    await keys.enter(page.getByRole('button', { name: '验收', exact: true }));
    const dialog = page.getByRole('dialog', { name: `验收：${toAccept.name}` });
    await keys.to(item(dialog, 'acceptResult').getByRole('radio').first());
    await keys.arrow('ArrowRight', item(dialog, 'acceptResult').getByRole('radio', { name: '合格', exact: true }));
    await keys.press('Space');
    await expect(item(dialog, 'acceptResult').getByRole('radio', { name: '合格', exact: true })).toBeChecked();
    await keys.write(item(dialog, 'acceptOpinion').getByRole('textbox'), '现场核对，已牢固。');
    await keys.press('Control+Enter');
    await expect(dialog).toBeHidden();
    await expect(state(page)).toContainText('已销号');
  });

  const name = uniqueName('爬梯护笼开焊');
  await test.step('reports a danger: a draft by Ctrl+S, whole by Ctrl+Enter', async () => {
    await goByMenu(page, keys, '隐患排查治理', '隐患上报');
    await keys.enter(page.getByRole('button', { name: '新增', exact: true }));
    await expect(item(page, 'perilDesc').getByRole('textbox')).toBeVisible();
    const chooser = page.waitForEvent('filechooser');
    await keys.enter(item(page, 'photos').getByRole('button').first());
    await (await chooser).setFiles({ name: '护笼.png', mimeType: 'image/png', buffer: png() });
    await expect(item(page, 'photos').getByRole('button', { name: '删除护笼.png' })).toBeVisible();
    await keys.to(item(page, 'areaId').getByRole('combobox'));
    await keys.type(area);
    await expect(page.locator('.ant-cascader-menu-item:visible').filter({ hasText: area })).toBeVisible();
    await keys.press('ArrowDown', 'Enter');
    await expect(item(page, 'areaId')).toContainText(area);

    await keys.enter(page.getByRole('heading', { name: '登记信息', exact: true }).getByRole('button'));
    await keys.write(item(page, 'perilName').getByRole('textbox'), name);
    await keys.press('Control+s');
    await expect(page.getByText('草稿已保存')).toBeVisible();
    await choose(page, keys, 'type', '设备');
    await choose(page, keys, 'causeClass', '物的不安全状态');
    // The unit is the one that answers for the area; another one is chosen instead.
    await expect(item(page, 'deptId')).toContainText(DEPARTMENT);
    await keys.enter(item(page, 'deptId').getByRole('button', { name: '责任单位' }).first());
    const picker = page.getByRole('dialog', { name: '选择责任单位' });
    await expect(picker.getByLabel('搜索部门')).toBeFocused();
    await keys.type(OTHER_DEPARTMENT);
    await expect(picker.getByRole('checkbox', { name: OTHER_DEPARTMENT }).first()).toBeVisible();
    await keys.arrow('ArrowDown', picker.locator('.ant-tree-treenode').filter({ hasText: OTHER_DEPARTMENT }).first());
    await keys.press('Enter');
    await keys.enter(picker.getByRole('button', { name: '确定' }));
    await expect(picker).toBeHidden();
    await expect(item(page, 'deptId')).toContainText(OTHER_DEPARTMENT);
    await expect(item(page, 'deptId').getByRole('button', { name: '责任单位' }).first()).toBeFocused();

    const found = inDays(-1);
    await keys.write(item(page, 'findingTime').getByRole('textbox'), found);
    await keys.press('Enter');
    await expect(item(page, 'findingTime').getByRole('textbox')).toHaveValue(found);

    // What is missing is told at its field, and the first of it has the focus.
    await keys.press('Control+Enter');
    const told = item(page, 'perilDesc');
    await expect(told.getByRole('alert')).toHaveText('请输入隐患描述');
    await expect(told.getByRole('textbox')).toBeFocused();
    await keys.type('爬梯护笼焊缝开裂，攀爬时可能脱落。');
    await keys.press('Control+Enter');
    await expect(page.getByText('提交成功')).toBeVisible();
  });

  await test.step('filters and sorts the ledger, keeps it as a view, and prints two of its records', async () => {
    await goByMenu(page, keys, '隐患排查治理', '隐患台账');
    await expect(page.getByRole('row').nth(2)).toBeVisible();
    await keys.to(page.locator('.anlan-filters').getByRole('combobox', { name: '隐患等级' }));
    await keys.press('ArrowDown');
    const option = page.locator('.ant-select-dropdown:visible .ant-select-item-option').filter({ hasText: '一般隐患' });
    await keys.arrow('ArrowDown', option);
    await keys.press('Enter', 'Escape');
    await expect(page.locator('.anlan-chips')).toContainText('隐患等级：一般隐患');
    await keys.enter(page.getByRole('columnheader', { name: '发现时间' }));
    await expect(page).toHaveURL(/_sort=-?findingTime/);

    const view = uniqueName('我的一般隐患');
    await keys.enter(page.getByRole('button', { name: '视图' }), true);
    await keys.arrow('ArrowDown', page.getByRole('menuitem', { name: '另存为视图' }));
    await keys.press('Enter');
    const dialog = page.getByRole('dialog', { name: '另存为视图' });
    await keys.write(dialog.getByRole('textbox', { name: '视图名称' }), view);
    await keys.enter(dialog.getByRole('button', { name: /确\s*定/ }));
    await expect(page.getByText('视图已保存')).toBeVisible();
    await expect(page.getByRole('button', { name: '视图' })).toContainText(view);

    const rows = page.getByRole('row').filter({ has: page.getByRole('link', { name: /^查看/ }) });
    await keys.to(rows.first());
    await keys.press('x', 'ArrowDown', 'x');
    await expect(rows.nth(1)).toBeFocused();
    await expect(page.getByText('已选2条')).toBeVisible();
    const download = page.waitForEvent('download');
    await keys.enter(page.getByRole('button', { name: '打印', exact: true }), true);
    const content = await readFile(await (await download).path());
    expect(content.subarray(0, 5).toString()).toBe('%PDF-');
  });

  await test.step('signs out', async () => {
    await keys.enter(page.getByRole('button', { name: '用户菜单' }), true);
    await keys.arrow('ArrowDown', page.getByRole('menuitem', { name: '退出登录' }));
    await keys.press('Enter');
    const dialog = page.getByRole('dialog');
    await keys.enter(dialog.getByRole('button', { name: /退出/ }));
    await expect(page).toHaveURL(/\/user\/login/);
    await expect(page.getByLabel('账号', { exact: true })).toBeFocused();
  });

  expect(keys.unseen).toEqual([]);
  test.info().annotations.push({ type: 'presses', description: String(presses()) });
  expect(presses()).toBeLessThanOrEqual(560);
});
