import type { Page } from 'playwright/test';
import { enter, personOf, storeLaw } from '../support/person.ts';
import { expect, test } from '../support/story.ts';

const sideMenu = (page: Page) => page.getByRole('navigation', { name: '主菜单' });

/** Titles of the first level of the side menu. */
const groups = (page: Page) => sideMenu(page).locator('> ul > li');

async function open(page: Page, group: string): Promise<void> {
  await sideMenu(page).getByRole('menuitem', { name: group, exact: true }).click();
}

test('an employee sees the pages meant for everybody and none of the management', async ({ page, product }) => {
  await enter(page, product.url, await personOf(product.url, 'employee'), '/');
  await expect(page).toHaveURL(/\/safety\/overview$/);
  await expect(groups(page)).toHaveText([
    ...['首页', '总览', '综合看板', '安全基础管理', '培训教育', '事故管理', '风险分级管控', '隐患排查治理'],
    ...['特殊作业', '计划日程', 'LED发布'],
  ]);
  await open(page, '安全基础管理');
  const base = sideMenu(page).getByRole('menuitem', { name: '安全基础管理', exact: true }).locator('+ ul');
  await expect(base.getByRole('link')).toHaveText([
    ...['安全会议', '议定事项', '法律法规', '规章制度', '制度阅读', '安全责任制', '承诺签署', '违章处理'],
    ...['违章记分', '危险化学品', '安全文化', '绩效考核', '安全观察', '消防器材'],
  ]);
  // He reads; the buttons of those who write are not there.
  await base.getByRole('link', { name: '法律法规' }).click();
  await expect(page).toHaveTitle('法律法规 - 蓝岭新材料安全管理与风险管控平台');
  await expect(page.getByRole('link', { name: /^查看/ }).first()).toBeVisible();
  await expect(page.getByRole('button', { name: '新增' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: '编辑' })).toHaveCount(0);
});

test('a safety officer sees what there is, and nothing of the administrator’s', async ({ page, product }) => {
  await enter(page, product.url, await personOf(product.url, 'safety'), '/');
  for (const title of [
    '综合看板',
    '承包商管理',
    '特殊作业',
    '安全预警',
    '智能巡检',
    '视频监控',
    '安全档案',
    'LED发布',
  ]) {
    await expect(sideMenu(page).getByRole('menuitem', { name: title, exact: true })).toBeVisible();
  }
  await expect(sideMenu(page).getByRole('menuitem', { name: '系统管理' })).toHaveCount(0);
  // Of a group stays what there is.
  await open(page, '培训教育');
  const training = sideMenu(page).getByRole('menuitem', { name: '培训教育', exact: true }).locator('+ ul');
  await expect(training.getByRole('link')).toHaveText([
    ...[
      '培训计划',
      '考试审批',
      '培训记录',
      '三级教育',
      '题库管理',
      '试卷管理',
      '考试管理',
      '特种作业证书',
      '上岗作业证',
    ],
    ...['安全教育', '培训统计', '一人一档', '错题统计', '成绩申诉', '阅卷', '我的考试', '考试统计', '人员培训情况'],
    '学时要求',
  ]);
  // One group at a time is open.
  await open(page, '承包商管理');
  await expect(training).toBeHidden();
  // In the header and in the menu.
  await expect(page.getByRole('banner').getByRole('link', { name: '监控大屏' })).toHaveAttribute('target', '_blank');
  // The two homes that the menu skips as children are reached by their own addresses.
  for (const path of ['/safety/homePage', '/homePage']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: '公司首页', level: 1 })).toBeVisible();
    await expect(page.getByText('未整改隐患', { exact: true })).toBeVisible();
  }
});

test('a contractor sees his part of the menu', async ({ page, product }) => {
  await enter(page, product.url, await personOf(product.url, 'contractor'), '/');
  await expect(sideMenu(page).getByRole('menuitem', { name: '承包商管理', exact: true })).toBeVisible();
  await expect(sideMenu(page).getByRole('menuitem', { name: '安全预警' })).toHaveCount(0);
  // Of base management he has what he signs, and what he works beside.
  await open(page, '安全基础管理');
  const base = sideMenu(page).getByRole('menuitem', { name: '安全基础管理', exact: true }).locator('+ ul');
  await expect(base.getByRole('link')).toHaveText(['承诺签署', '危险化学品']);
});

for (const [account, home, said] of [
  ['nobody', /\/blank$/, '您的账号还没有分配菜单，请联系管理员开通权限。'],
  ['designer', /\/design$/, '修改表单、列表和流程；发布以后才生效，随时可以回退。'],
] as const) {
  test(`${account}, whose menu has no main area, begins where he has something to do, if anywhere`, async ({
    page,
    product,
  }) => {
    await enter(page, product.url, await personOf(product.url, account), '/');
    await expect(page).toHaveURL(home);
    await expect(page.getByText(said)).toBeVisible();
    await expect(groups(page)).toHaveCount(0);
    await page.goto('/safety/base/law');
    await expect(page).toHaveURL(home);
    // He can still leave.
    await page.getByTestId('user-menu').click();
    await expect(page.getByRole('menuitem', { name: '退出登录' })).toBeVisible();
  });
}

test('a screen of its own opens in a new tab, and is guarded', async ({ page, product }) => {
  await enter(page, product.url, await personOf(product.url, 'safety'), '/');
  const [wall] = await Promise.all([
    page.waitForEvent('popup'),
    sideMenu(page).getByRole('link', { name: '视频监控', exact: true }).click(),
  ]);
  await expect(wall).toHaveURL(/\/safety\/videoMonitoring\/index$/);
  await expect(wall).toHaveTitle('视频监控 - 蓝岭新材料安全管理与风险管控平台');
  await expect(wall.getByRole('heading', { name: '视频监控', exact: true })).toBeVisible();
  await wall.close();

  // The employee has no such page.
  await enter(page, product.url, await personOf(product.url, 'employee'), '/safety/videoMonitoring/index');
  await expect(page).toHaveURL(/\/404$/);
});

test('an unknown path, and a page without right, lead to the page of what does not exist', async ({
  page,
  product,
}) => {
  const employee = await personOf(product.url, 'employee');
  for (const path of ['/nothing/here', '/safety/base/law/view/1/2', '/safety/system/user', '/safety/system/role/add']) {
    await enter(page, product.url, employee, path);
    if (path.startsWith('/safety/base/law')) {
      await expect(page.getByText('没有这个地址')).toBeVisible();
      continue;
    }
    await expect(page).toHaveURL(/\/404$/);
    await expect(page).toHaveTitle('页面不存在 - 蓝岭新材料安全管理与风险管控平台');
    await expect(page.getByRole('heading', { name: '抱歉，您访问的页面不存在' })).toBeVisible();
  }
  await page.getByRole('button', { name: '回到首页' }).click();
  await expect(page).toHaveURL(/\/safety\/overview$/);
  for (const [path, title] of [
    ['/403', '抱歉，您无权访问该页面'],
    ['/500', '抱歉，服务器出错了'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
  }
  // Behind the pages the calls are guarded themselves.
  expect((await employee.ask('GET', 'system/user/page')).status).toBe(403);
});

test('a form without right, and a record that is not his, show nothing of it', async ({
  page,
  product,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 404/);
  const law = await storeLaw(await personOf(product.url, 'safety'));
  const employee = await personOf(product.url, 'employee');
  await enter(page, product.url, employee, '/safety/base/law/add');
  await expect(page.getByText('您没有新增法律法规的权限')).toBeVisible();
  await expect(page.getByRole('textbox')).toHaveCount(0);
  await expect(page.getByRole('button', { name: '保存' })).toHaveCount(0);

  const { records } = await employee.call<{ records: { id: string }[] }>(
    'GET',
    'safety/securitysystem/lawsregulations/list-conditions',
  );
  await page.goto(`/safety/base/law/edit/${records[0]?.id}`);
  await expect(page.getByText('您没有编辑法律法规的权限')).toBeVisible();
  await expect(page.getByRole('textbox')).toHaveCount(0);

  // A law that is not in force is for those who keep the register.
  await page.goto(`/safety/base/law/view/${law.id}`);
  await expect(page.getByText('法律法规不存在或已被删除')).toBeVisible();
  await expect(page.getByText(law.name)).toHaveCount(0);
});

test('only the group sees the company switcher, and it really shows the other company', async ({ page, product }) => {
  await enter(page, product.url, await personOf(product.url, 'admin'), '/safety/overview');
  await expect(page.getByTestId('user-menu')).toBeVisible();
  await expect(page.getByLabel('切换企业')).toHaveCount(0);

  await enter(page, product.url, await personOf(product.url, 'admin', { tenantId: '000000' }), '/safety/base/law');
  await expect(page.getByText('还没有法律法规')).toBeVisible();
  const choose = async (company: string) => {
    await page.getByLabel('切换企业').click();
    await page.locator('.ant-select-item-option').filter({ hasText: company }).click();
  };
  await choose('蓝岭新材料有限公司(示例)');
  await expect(page.getByRole('link', { name: '查看生产安全事故分类与编码' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('link', { name: '查看生产安全事故分类与编码' })).toBeVisible();
  // Whoever is inside is told so on every page, with the way out.
  const banner = page.getByRole('status').filter({ hasText: '您正以平台人员身份在' });
  await expect(banner).toContainText('蓝岭新材料有限公司(示例)');
  const inMaterials = await page.getByText(/^共\d+条$/).textContent();

  await choose('蓝岭能源有限公司(示例)');
  await expect(page.getByText(/^共\d+条$/)).not.toHaveText(inMaterials ?? '');
  await banner.getByRole('button').click();
  await expect(banner).toHaveCount(0);
  await expect(page.getByText('还没有法律法规')).toBeVisible();
});

for (const [at, width, height] of [
  ['a desk', 1440, 900],
  ['a phone', 390, 844],
] as const) {
  test(`all of the page is of the company that was switched to: greeting, titles, tabs and figures, at ${at}`, async ({
    page,
    product,
  }) => {
    await page.setViewportSize({ width, height });
    const group = await personOf(product.url, 'admin', { tenantId: '000000' });
    await enter(page, product.url, group, '/safety/system/workplace');
    const companies = ['蓝岭新材料有限公司(示例)', '蓝岭能源有限公司(示例)'] as const;
    const switcher = page.getByLabel('切换企业');
    const choose = async (company: string) => {
      await switcher.click();
      await page.locator('.ant-select-item-option:visible').filter({ hasText: company }).click();
    };
    const systems: string[] = [];
    for (const [index, company] of companies.entries()) {
      await choose(company);
      const other = companies[1 - index] ?? '';
      await expect(page.getByRole('status').filter({ hasText: '您正以平台人员身份在' })).toContainText(company);
      // The line below the greeting names the company, and the tab's title its platform.
      await expect(page.getByRole('main').getByText(company).first()).toBeVisible();
      await expect(page.getByRole('heading', { level: 1 })).toContainText('管甲零');
      await expect(page).toHaveTitle(/^首页 - /);
      systems.push((await page.title()).replace(/^首页 - /, ''));
      // Nothing of the other one is left, but its name in a list of choices.
      await expect(page.getByRole('main').getByText(other)).toHaveCount(0);
      await expect(page.getByRole('banner')).not.toContainText(other);
      await page.reload();
      await expect(page.getByRole('main').getByText(company).first()).toBeVisible();
    }
    expect(new Set(systems).size).toBe(companies.length);
    // Back in the group's own company nothing of a visit is left.
    await page.getByRole('status').filter({ hasText: '您正以平台人员身份在' }).getByRole('button').click();
    await expect(page.getByRole('main').getByText(companies[1])).toHaveCount(0);
    await expect(page).not.toHaveTitle(new RegExp(systems[1] ?? ''));
  });
}

test('the guard holds without a session, but for the pages that need none', async ({ page, product }) => {
  await page.goto('/safety/base/law');
  await expect(page).toHaveURL(/\/user\/login\?redirect=%2Fsafety%2Fbase%2Flaw$/);
  await page.goto('/bigScreen');
  await expect(page).toHaveURL(`${product.url}/bigScreen`);
  await expect(page.getByRole('heading', { name: /安全监控大屏/ })).toBeVisible();
  await page.goto('/index/preview');
  await expect(page).toHaveURL(/\/user\/login/);
});

test('a page that is reached by its address shows where it stands in a long menu', async ({ page, product }) => {
  await page.setViewportSize({ width: 1440, height: 500 });
  await enter(page, product.url, await personOf(product.url, 'safety'), '/safety/ticket/statistic');
  const place = sideMenu(page).getByRole('link', { name: '作业票统计', exact: true });
  await expect(place).toBeInViewport({ ratio: 1 });
  // One further up, reached from elsewhere than the menu.
  await enter(page, product.url, await personOf(product.url, 'safety'), '/safety/base/law');
  await expect(sideMenu(page).getByRole('link', { name: '法律法规', exact: true })).toBeInViewport({ ratio: 1 });
});
