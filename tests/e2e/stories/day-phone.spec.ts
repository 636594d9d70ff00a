import type { Page } from 'playwright/test';
import { patient } from '../../fixtures/patience.ts';
import { state, storeArea, view } from '../support/danger-desk.ts';
import { dangerToAccept, dangerToAssess, delayToDecide } from '../support/day-records.ts';
import { item, png } from '../support/fill.ts';
import { personOf, type StoredRecord, uniqueName } from '../support/person.ts';
import { countDay } from '../support/presses.ts';
import { expect, test } from '../support/story.ts';
import { fits, signByFinger, tap } from '../support/touch.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
test.setTimeout(patient(150_000));

interface WholeDanger extends StoredRecord {
  readonly children: Readonly<Record<string, readonly StoredRecord[]>>;
}

/** Folder to which each step is photographed, for a look at them: `ANLAN_DAY_SHOTS`. */
const shots = process.env.ANLAN_DAY_SHOTS;
let taken = 0;

/** The page as it stands: as wide as the phone. */
async function looked(page: Page, name: string): Promise<void> {
  await fits(page);
  taken += 1;
  if (shots !== undefined) await page.screenshot({ path: `${shots}/${String(taken).padStart(2, '0')}-${name}.png` });
}

const cards = (page: Page) => page.locator('.anlan-card');

/** Opens a page by the menu behind the button of the header. */
async function goByMenu(page: Page, group: string, title: string): Promise<void> {
  await tap(page.getByRole('button', { name: '打开菜单' }));
  const drawer = page.getByRole('dialog');
  // What the person uses most may stand above the menu as well.
  const menu = drawer.getByRole('navigation', { name: '主菜单' });
  const link = menu.getByRole('link', { name: title, exact: true });
  await expect(menu.getByRole('menuitem', { name: group, exact: true })).toBeVisible();
  if (!(await link.isVisible())) await menu.getByRole('menuitem', { name: group, exact: true }).tap();
  await looked(page, `菜单-${title}`);
  await link.tap();
  await expect(drawer).toBeHidden();
  await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible();
}

test('a day of the safety officer on a phone', async ({ page, product }) => {
  const presses = await countDay(page);
  const safety = await personOf(product.url, 'safety');
  const [toAssess, toReturn, toAccept, delay, area] = await Promise.all([
    dangerToAssess(product.url, '法兰渗漏'),
    dangerToAssess(product.url, '标识褪色'),
    dangerToAccept(product.url, '护栏缺失', 'safety'),
    delayToDecide(product.url, '垫片订货'),
    storeArea(safety),
  ]);

  await test.step('signs in', async () => {
    await page.goto('/user/login');
    await page.getByLabel('账号', { exact: true }).tap();
    await page.getByLabel('账号', { exact: true }).fill('safety');
    await page.getByLabel('密码', { exact: true }).fill('Anlan@2026');
    await looked(page, '登录');
    await tap(page.getByRole('button', { name: '登录', exact: true }));
    await page.waitForURL((url) => !url.pathname.startsWith('/user/login'));
    await expect(page.getByRole('heading', { level: 1, name: /孙丙三/ })).toBeVisible();
    await looked(page, '首页');
  });

  await test.step('decides a task with an opinion', async () => {
    await tap(page.getByRole('link', { name: /^待办\d+项$/ }));
    await expect(page.getByRole('heading', { level: 1, name: '我的待办' })).toBeVisible();
    await expect(cards(page).first()).toBeVisible();
    await looked(page, '待办');
    // Other people's stories leave him tasks as well: his stands on the first page only once it is looked for.
    await page.getByRole('textbox', { name: /^搜索标题/ }).fill(delay.name);
    await page.keyboard.press('Enter');
    await cards(page).getByRole('link', { name: delay.name }).tap();
    await expect(page.getByRole('heading', { name: '申请内容：延期申请' })).toBeVisible();
    await looked(page, '审批');
    const vote = page.getByRole('region', { name: '审批' });
    await tap(vote.getByRole('button', { name: '驳回', exact: true }));
    await expect(vote.getByText('驳回时必须填写审批意见')).toBeVisible();
    await vote.getByRole('textbox', { name: '审批意见' }).tap();
    await vote.getByRole('textbox', { name: '审批意见' }).fill('期限过长，请按7日申请。');
    await looked(page, '审批意见');
    await tap(vote.getByRole('button', { name: '驳回', exact: true }));
    await expect(vote).toBeHidden();
    await expect(page.locator('.anlan-step[data-action="reject"]')).toContainText('期限过长，请按7日申请。');
    await looked(page, '已驳回');
  });

  await test.step('finds dangers as cards by a sheet of filters, assesses one and returns another', async () => {
    await goByMenu(page, '隐患排查治理', '隐患台账');
    await tap(view(page, '隐患评估'));
    await expect(page.getByRole('heading', { level: 1, name: '隐患评估', exact: true })).toBeVisible();
    await expect(cards(page).first()).toBeVisible();
    await expect(page.getByRole('table')).toHaveCount(0);
    await looked(page, '隐患评估列表');
    await tap(page.getByRole('button', { name: '筛选' }));
    const sheet = page.getByRole('dialog', { name: '筛选' });
    await sheet.getByRole('textbox', { name: '隐患名称' }).fill(toAssess.name);
    await looked(page, '筛选');
    await tap(sheet.getByRole('button', { name: '查看结果' }));
    await expect(sheet).toBeHidden();
    await expect(cards(page)).toHaveCount(1);
    await looked(page, '筛选结果');
    await cards(page).getByRole('link', { name: toAssess.name }).tap();
    await expect(page.getByRole('heading', { level: 1, name: toAssess.name })).toBeVisible();
    await looked(page, '隐患详情');
    await tap(page.getByRole('button', { name: '评估', exact: true }));
    const drawer = page.getByRole('dialog', { name: `评估：${toAssess.name}` });
    await item(drawer, 'opinion').getByRole('textbox').fill('属一般隐患，10日内更换垫片。');
    await looked(page, '评估');
    await item(drawer, 'dutyUserId').getByRole('button', { name: '整改责任人' }).first().tap();
    const picker = page.getByRole('dialog', { name: '选择整改责任人' });
    await picker.getByLabel('搜索姓名或账号').fill('李丁四');
    await picker.getByRole('radio', { name: /李丁四/ }).check();
    await looked(page, '选人');
    await tap(picker.getByRole('button', { name: '确定' }));
    await expect(picker).toBeHidden();
    await tap(drawer.getByRole('button', { name: '评估', exact: true }));
    await expect(drawer).toBeHidden();
    await expect(state(page)).not.toContainText('待评估');
    await looked(page, '已评估');

    await page.goBack();
    await expect(cards(page).or(page.getByTestId('empty-noMatch')).first()).toBeVisible();
    await page.goto(`/safety/danger/manageAssessment?_q=${encodeURIComponent(toReturn.name)}`);
    await cards(page).getByRole('link', { name: toReturn.name }).tap();
    await expect(page.getByRole('heading', { level: 1, name: toReturn.name })).toBeVisible();
    const direct = page.getByRole('button', { name: '退回', exact: true });
    if (!(await direct.isVisible())) await tap(page.getByRole('button', { name: '更多操作' }));
    await page.getByRole('menuitem', { name: '退回', exact: true }).or(direct).first().tap();
    const dialog = page.getByRole('dialog', { name: `退回：${toReturn.name}` });
    await item(dialog, 'stepOpinion').getByRole('textbox').fill('照片看不清部位，请补拍。');
    await looked(page, '退回');
    await tap(dialog.getByRole('button', { name: '退回', exact: true }));
    await expect(dialog).toBeHidden();
    await expect(state(page)).toContainText('已退回');
  });

  await test.step('accepts what was rectified, signed with a finger', async () => {
    await goByMenu(page, '隐患排查治理', '隐患台账');
    await tap(view(page, '隐患验收'));
    await expect(page.getByRole('heading', { level: 1, name: '隐患验收', exact: true })).toBeVisible();
    await page.getByRole('textbox', { name: '搜索', exact: true }).tap();
    await page.getByRole('textbox', { name: '搜索', exact: true }).fill(toAccept.name);
    await page.keyboard.press('Enter');
    await expect(cards(page)).toHaveCount(1);
    await tap(cards(page).getByRole('button', { name: '验收', exact: true }));
    const drawer = page.getByRole('dialog', { name: `验收：${toAccept.name}` });
    await item(drawer, 'acceptResult').getByText('合格', { exact: true }).tap();
    await expect(item(drawer, 'acceptResult').getByRole('radio', { name: '合格', exact: true })).toBeChecked();
    await item(drawer, 'acceptOpinion').getByRole('textbox').fill('护栏已恢复，牢固。');
    await signByFinger(page);
    await looked(page, '签名');
    await tap(drawer.getByRole('button', { name: '确认签名' }));
    await expect(item(drawer, 'sign').getByRole('img', { name: '签名', exact: true })).toBeVisible();
    await tap(drawer.getByRole('button', { name: '验收', exact: true }));
    await expect(drawer).toBeHidden();
    await page.goto(`/safety/danger/list/view/${toAccept.id}`);
    await expect(state(page)).toContainText('已销号');
    const accepted = page.getByRole('region', { name: '隐患验收', exact: true });
    await accepted.scrollIntoViewIfNeeded();
    await expect(accepted).toContainText('护栏已恢复，牢固。');
    const { children } = await safety.call<WholeDanger>('GET', 'safety/peril/detail', {
      query: { id: toAccept.id, with: 'children' },
    });
    expect(JSON.stringify(children.perilAccept?.[0]?.sign)).toContain('data:image/png');
    await looked(page, '已验收');
  });

  await test.step('reports a danger with a photo', async () => {
    await tap(page.getByRole('banner').getByRole('button', { name: '隐患上报', exact: true }));
    await expect(item(page, 'photos')).toBeVisible();
    await looked(page, '上报表单');
    await item(page, 'photos')
      .locator('input[type="file"]')
      .first()
      .setInputFiles({ name: '通道.png', mimeType: 'image/png', buffer: png(640, 480) });
    await expect(item(page, 'photos').getByRole('button', { name: '删除通道.png' })).toBeVisible();
    await looked(page, '照片');
    await item(page, 'areaId').getByRole('combobox').tap();
    await looked(page, '选区域');
    await page.locator('.ant-cascader-menu-item:visible').filter({ hasText: area }).first().tap();
    await expect(item(page, 'areaId')).toContainText(area);
    await tap(page.getByRole('button', { name: '提交', exact: true }));
    await expect(item(page, 'perilDesc').getByRole('alert')).toHaveText('请输入隐患描述');
    await looked(page, '缺项');
    await item(page, 'perilDesc').getByRole('textbox').tap();
    await item(page, 'perilDesc').getByRole('textbox').fill(uniqueName('消防通道堆放周转箱'));
    await tap(page.getByRole('button', { name: '提交', exact: true }));
    await expect(page.getByText('提交成功')).toBeVisible();
    await looked(page, '已提交');
  });

  await test.step('looks at the board of tickets and at one of them', async () => {
    await goByMenu(page, '特殊作业', '作业票管理');
    await expect(page.locator('.anlan-kb-paper').first()).toBeVisible();
    await looked(page, '看板');
    await page.locator('.anlan-kb-paper .anlan-open').first().tap();
    await expect(state(page)).toBeVisible();
    await looked(page, '作业票');
  });

  await test.step('reads a notice', async () => {
    await tap(page.getByRole('link', { name: /^未读消息\d+条$/ }));
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await looked(page, '消息');
    const notice = page.locator('.anlan-inbox').getByRole('button').filter({ hasText: delay.name }).first();
    await tap(notice);
    await expect(page).not.toHaveURL(/inbox/);
    await looked(page, '消息所指');
  });
  test.info().annotations.push({ type: 'presses', description: String(presses()) });
});
