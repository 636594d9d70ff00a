import type { Locator, Page } from 'playwright';
import type { Person, StoredRecord } from '../e2e/support/person.ts';

/** A kind of page that is looked at: who opens it, where, and what is done there before the picture is taken. */
export interface Scene {
  readonly name: string;
  readonly title: string;
  /** Undefined for nobody. Default the safety officer. */
  readonly account?: string | undefined;
  /** Whether phones have it too. Default true. */
  readonly onPhones?: false;
  /** The path, or how it is found. */
  readonly path: string | ((person: Person) => Promise<string>);
  /** Makes the page what the picture shall show; what it waits for is what must be there. */
  readonly prepare: (page: Page) => Promise<void>;
}

const LAW = '/safety/base/law';
const DANGER = '/safety/danger';

/** A row of a table, or on a phone a card. */
const row = (page: Page): Locator => page.locator('.ant-table-row a, .anlan-card').first();
const seen = (locator: (page: Page) => Locator) => async (page: Page) => locator(page).first().waitFor();
const heading = seen((page) => page.getByRole('heading', { level: 1 }));

/** Address of the first record that a call lists. */
async function first(person: Person, call: string, base: string, query: Record<string, string>): Promise<string> {
  const { records } = await person.call<{ records: StoredRecord[] }>('GET', call, { query: { ...query, size: '1' } });
  const [record] = records;
  if (record === undefined) throw new Error(`演示工厂里没有 ${call} ${JSON.stringify(query)}`);
  return `${base}/view/${record.id}`;
}

/** A button that stands on the page or, where there is little room, among the rest of the actions. */
async function press(page: Page, name: string): Promise<void> {
  const button = page.getByRole('button', { name, exact: true });
  if ((await button.count()) === 0) {
    await page.getByRole('button', { name: '更多' }).first().click();
    await page.getByRole('menuitem', { name, exact: true }).click();
  } else await button.first().click();
}

/** All scenes, in the order of the contact sheet. */
export const SCENES: readonly Scene[] = [
  {
    name: 'login',
    title: '登录',
    account: undefined,
    path: '/user/login',
    prepare: seen((page) => page.getByRole('button', { name: '登录', exact: true })),
  },
  { name: 'home', title: '总览', path: '/safety/overview', prepare: heading },
  { name: 'list', title: '列表', path: `${DANGER}/list`, prepare: seen(row) },
  {
    name: 'list-filters',
    title: '列表：筛选和分组',
    path: `${LAW}?fileType=1,4&_group=fileType`,
    prepare: async (page) => {
      await row(page).waitFor();
      const unfold = page.getByRole('button', { name: '展开' });
      if (await unfold.isVisible()) await unfold.click();
    },
  },
  {
    name: 'list-empty',
    title: '列表：没有符合条件的数据',
    path: `${LAW}?_q=${encodeURIComponent('没有这样的法规')}`,
    prepare: seen((page) => page.getByTestId('empty-noMatch')),
  },
  {
    name: 'preview',
    onPhones: false,
    title: '列表：预览',
    path: LAW,
    prepare: async (page) => {
      await row(page).waitFor();
      const eye = page.getByRole('button', { name: /^预览/ }).first();
      await eye.click({ force: true });
      await page.getByRole('dialog').locator('dd').first().waitFor();
    },
  },
  {
    name: 'import',
    onPhones: false,
    title: '导入',
    path: LAW,
    prepare: async (page) => {
      await row(page).waitFor();
      await press(page, '导入');
      await page.getByRole('dialog').getByRole('button', { name: '下载模板' }).waitFor();
    },
  },
  {
    name: 'form-new',
    title: '表单：新增',
    path: `${LAW}/add`,
    prepare: seen((page) => page.locator('[data-field="name"] input')),
  },
  {
    name: 'form-faults',
    title: '表单：有错误',
    path: `${LAW}/add`,
    prepare: async (page) => {
      await page.locator('[data-field="name"] input').waitFor();
      await page.getByRole('button', { name: '保存', exact: true }).click();
      await page.getByText('请输入文件名称', { exact: true }).first().waitFor();
    },
  },
  {
    name: 'form-danger',
    title: '表单：隐患',
    path: `${DANGER}/riskReport/add`,
    prepare: seen((page) => page.locator('[data-field] input')),
  },
  {
    name: 'form-ticket',
    title: '表单：作业票',
    account: 'leader',
    path: '/safety/ticket/taskadd/add',
    prepare: seen((page) => page.locator('[data-field] input')),
  },
  {
    name: 'organisation',
    title: '选择人员',
    path: `${DANGER}/riskReport/add`,
    prepare: async (page) => {
      await page.getByRole('heading', { name: '登记信息', exact: true }).getByRole('button').click();
      await page.locator('[data-field="finderId"]').getByRole('button', { name: '发现人' }).first().click();
      await page.getByRole('dialog').locator('.ant-tree-list-holder-inner .ant-tree-treenode').first().waitFor();
    },
  },
  {
    name: 'detail',
    title: '详情',
    path: (person) => first(person, 'safety/securitysystem/lawsregulations/list-conditions', LAW, {}),
    prepare: heading,
  },
  {
    name: 'detail-flow',
    title: '详情：有流程',
    path: (person) => first(person, 'safety/peril/page', `${DANGER}/list`, { status: 'rectifying' }),
    prepare: heading,
  },
  {
    name: 'detail-ticket',
    title: '详情：作业票',
    path: (person) =>
      first(person, 'workticket/ticket/page', '/safety/ticket/list', { page: 'taskManage', status: 'working' }),
    prepare: heading,
  },
  { name: 'statistics', title: '统计', path: `${DANGER}/statistic`, prepare: heading },
  {
    name: 'ticket-board',
    title: '作业票看板',
    path: '/safety/ticket/taskManage',
    prepare: seen((page) => page.locator('[data-record]')),
  },
  {
    name: 'print',
    title: '打印',
    path: (person) =>
      first(person, 'workticket/ticket/page', '/safety/ticket/list', { page: 'taskManage', status: 'working' }),
    prepare: async (page) => {
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.emulateMedia({ media: 'print' });
    },
  },
  {
    name: 'print-list',
    title: '打印：列表',
    path: `${DANGER}/list`,
    prepare: async (page) => {
      await row(page).waitFor();
      await page.emulateMedia({ media: 'print' });
    },
  },
  {
    name: 'workflow-inbox',
    title: '消息',
    path: '/workflow/inbox',
    prepare: seen((page) => page.locator('.anlan-inbox-item, [data-testid^="empty"]')),
  },
  {
    name: 'workflow-todo',
    title: '待办',
    path: '/workflow/todo',
    prepare: seen((page) => page.locator('.ant-table-row, .anlan-card, [data-testid^="empty"]')),
  },
  {
    name: 'playground',
    title: '演练场',
    account: 'admin',
    path: '/playground',
    prepare: seen((page) => page.getByTestId('playground-body')),
  },
  {
    name: 'user-menu',
    title: '用户菜单',
    path: LAW,
    prepare: async (page) => {
      await row(page).waitFor();
      await page.getByTestId('user-menu').click();
      await page.getByRole('menu').getByText('退出登录').waitFor();
    },
  },
  ...(['403', '404', '500'] as const).map((code) => ({ name: code, title: code, path: `/${code}`, prepare: heading })),
];
