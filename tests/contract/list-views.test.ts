import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ListGroup, WirePage, WireRecord } from '../../src/core/wire/contract.ts';
import { LIST_VIEW_LIMITS, type SavedListView } from '../../src/core/wire/list-view.ts';
import { callAs } from '../fixtures/call-as.ts';
import { type SignedIn, startTestServer, type TestServer } from '../fixtures/test-server.ts';

const PAGE = 'law';
const LAWS = 'safety/securitysystem/lawsregulations';
const content = {
  query: 'fileType=1&_sort=-issueDate',
  columns: [
    { key: 'name', width: 320 },
    { key: 'docNo', hidden: true },
  ],
};

let server: TestServer;
let safety: SignedIn;
let officer: SignedIn;
let admin: SignedIn;
let employee: SignedIn;
let neighbour: SignedIn;

async function call<T>(person: SignedIn, method: 'GET' | 'POST', path: string, given: Record<string, unknown> = {}) {
  const get = method === 'GET';
  const search = get ? `?${new URLSearchParams(given as Record<string, string>)}` : '';
  return callAs<T>(server.main, person, method, `${path}${search}`, get ? undefined : given);
}

beforeAll(async () => {
  server = await startTestServer();
  safety = await server.signIn('safetyOfficer');
  officer = await server.signIn('second');
  admin = await server.signIn('administrator');
  employee = await server.signIn('employee');
  neighbour = await server.signIn('safetyOfficer', '645968');
});
afterAll(() => server?.stop());

describe('saved views of a list', () => {
  const list = (person: SignedIn) => call<SavedListView[]>(person, 'GET', 'system/list-view/list', { page: PAGE });
  const save = (person: SignedIn, given: Record<string, unknown>) =>
    call<SavedListView>(person, 'POST', 'system/list-view/save', { page: PAGE, name: '法律', content, ...given });
  const remove = (person: SignedIn, id: string) => call<boolean>(person, 'POST', 'system/list-view/remove', { id });

  it('are their owner’s until they are shared, and of their tenant always', async () => {
    const own = await save(safety, {});
    expect(own.data, own.msg).toMatchObject({ name: '法律', shared: false, own: true, content });
    expect((await list(safety)).data).toMatchObject([{ id: own.data.id, own: true, content }]);
    expect((await list(officer)).data).toEqual([]);

    const shared = await save(safety, { id: own.data.id, shared: true, name: '现行法律' });
    expect(shared.data).toMatchObject({ id: own.data.id, shared: true, name: '现行法律' });
    expect((await list(officer)).data).toMatchObject([{ id: own.data.id, own: false, name: '现行法律' }]);
    expect((await list(neighbour)).data).toEqual([]);
  });

  it('are changed and removed by their owner, shared ones by administrators too', async () => {
    const { data } = await save(safety, { name: '待改', shared: true });
    expect((await save(officer, { id: data.id, name: '改名' })).status).toBe(403);
    expect((await remove(officer, data.id)).status).toBe(403);
    expect((await remove(neighbour, data.id)).status).toBe(404);
    expect((await save(admin, { id: data.id, name: '管理员改名', shared: true })).data.name).toBe('管理员改名');
    expect((await list(safety)).data.map(({ name }) => name)).toContain('管理员改名');

    const own = await save(safety, { name: '自己的' });
    expect((await remove(admin, own.data.id)).status).toBe(404);
    expect((await remove(safety, own.data.id)).status).toBe(200);
    expect((await remove(safety, own.data.id)).status).toBe(404);
  });

  it('are refused by name: no page, no right, no name, a name used before, no content, too many', async () => {
    expect((await call(safety, 'GET', 'system/list-view/list', { page: 'none' })).status).toBe(404);
    expect((await call(employee, 'GET', 'system/list-view/list', { page: 'role' })).status).toBe(403);
    expect((await save(safety, { name: ' ' })).errors).toEqual([{ pointer: '/name', msg: '视图名称不能为空' }]);
    expect((await save(safety, { name: '长'.repeat(LIST_VIEW_LIMITS.name + 1) })).errors).toEqual([
      { pointer: '/name', msg: `视图名称不能超过${LIST_VIEW_LIMITS.name}个字` },
    ]);
    await save(safety, { name: '同名' });
    expect((await save(safety, { name: '同名' })).errors).toEqual([{ pointer: '/name', msg: '已有名为“同名”的视图' }]);
    for (const wrong of [undefined, 'x', { query: 1, columns: [] }, { query: '', columns: [{ key: 'a', width: 9 }] }]) {
      expect((await save(safety, { name: '内容', content: wrong })).errors?.[0]?.pointer).toBe('/content');
    }
    const before = (await list(safety)).data.filter(({ own }) => own).length;
    for (let index = before; index < LIST_VIEW_LIMITS.views; index++) {
      expect((await save(safety, { name: `第${index}个` })).status).toBe(200);
    }
    expect((await save(safety, { name: '多出的' })).errors).toEqual([
      { pointer: '/name', msg: `每个页面最多保存${LIST_VIEW_LIMITS.views}个视图` },
    ]);
  });

  it('are refused in the language that is asked for', async () => {
    const english = { headers: { ...safety.headers, 'accept-language': 'en-US' } };
    const told = async (path: string, body: object) =>
      (await callAs(server.main, english, 'POST', `system/list-view/${path}`, { page: PAGE, ...body })).errors[0]?.msg;
    const most = LIST_VIEW_LIMITS.name;
    expect(await told('save', { name: 'x'.repeat(most + 1) })).toBe(
      `The name of a view has at most ${most} characters`,
    );
    expect(await told('save', { name: '同名', content })).toBe('There is a view called “同名” already');
    expect(await told('save', { name: 'x', content: 1 })).toBe('The content of the view is not valid');
  });
});

describe('figures and ways of filtering of a list', () => {
  const law = (name: string, fileType: string, issueDate: string, keywords?: string) =>
    call(safety, 'POST', `${LAWS}/submit`, {
      name,
      fileType,
      issueDate,
      effectiveDate: issueDate,
      issueDept: '发布机关甲',
      docNo: `示例〔${issueDate}〕`,
      ...(keywords === undefined ? {} : { keywords }),
    });

  beforeAll(async () => {
    const answers = [
      await law('安全示例法', '1', '2021-06-10', '令甲'),
      await law('消防示例法', '1', '2021-04-29'),
      await law('安全示例条例', '2', '2019-02-17', '令乙'),
      await law('作业示例标准', '4', '2022-03-15'),
    ];
    for (const { status, msg } of answers) expect(status, msg).toBe(200);
  });

  const page = async (given: Record<string, string>) =>
    (await call<WirePage<WireRecord>>(safety, 'GET', `${LAWS}/list-conditions`, { size: '200', ...given })).data;
  const count = (given: Record<string, string>) =>
    call<{ total: number; groups?: ListGroup[]; sums?: Record<string, number> }>(safety, 'GET', `${LAWS}/count`, given);

  it('turns a filter round and asks for values that are there or missing, and nothing is in both', async () => {
    const all = await page({});
    const laws = await page({ fileType: '1' });
    const others = await page({ fileType: '1', match: 'fileType:not' });
    expect(laws.total).toBeGreaterThan(0);
    expect(others.total).toBeGreaterThan(0);
    expect(laws.total + others.total).toBe(all.total);
    expect(others.records.every(({ fileType }) => fileType !== '1')).toBe(true);
    const empty = await page({ match: 'keywords:empty' });
    const filled = await page({ match: 'keywords:filled' });
    expect(empty.total + filled.total).toBe(all.total);
    expect(filled.records.every(({ keywords }) => Boolean(keywords))).toBe(true);
    expect(empty.records.some(({ keywords }) => Boolean(keywords))).toBe(false);
    const without = await page({ name: '安全', match: 'name:not' });
    expect(without.records.some(({ name }) => String(name).includes('安全'))).toBe(false);
    expect(without.total + (await page({ name: '安全' })).total).toBe(all.total);
  });

  it('counts groups without the filter on their own field, and with all others', async () => {
    const all = await page({});
    const { data } = await count({ groupBy: 'fileType', fileType: '1' });
    expect(data.groups?.reduce((sum, group) => sum + group.count, 0)).toBe(all.total);
    for (const group of data.groups ?? []) {
      expect((await page({ fileType: group.key ?? '' })).total).toBe(group.count);
      expect(group.label).not.toBe(group.key);
    }
    const years = await count({ groupBy: 'issueDate:year' });
    const [newest] = years.data.groups ?? [];
    expect(newest?.key).toMatch(/^\d{4}$/);
    const within = await page({ issueDate: `${newest?.key}-01-01,${newest?.key}-12-31` });
    expect(within.total).toBe(newest?.count);
    const found = await count({ groupBy: 'fileType', keyword: '安全' });
    expect(found.data.groups?.reduce((sum, group) => sum + group.count, 0)).toBe(
      (await page({ keyword: '安全' })).total,
    );
  });

  it('refuses what it cannot group, sum or turn round, by name', async () => {
    expect((await count({ groupBy: 'name' })).errors).toEqual([{ pointer: '/groupBy', msg: '不能按文件名称分组' }]);
    expect((await count({ groupBy: 'none' })).errors).toEqual([{ pointer: '/groupBy', msg: '没有字段“none”' }]);
    expect((await count({ sums: 'name' })).errors).toEqual([{ pointer: '/sums', msg: '文件名称不是数字，不能求合计' }]);
    for (const match of ['issueDate:not', 'name:odd', 'none:not']) {
      expect((await count({ match })).status).toBe(400);
    }
  });
});
