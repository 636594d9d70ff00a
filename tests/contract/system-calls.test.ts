import { readFileSync } from 'node:fs';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemOperations } from '../../server/http/system/system.ts';
import type { MenuFile } from '../../server/metadata/shipped-files.ts';
import type { ButtonNode, MenuItem } from '../../src/core/wire/menu.ts';
import type { AccountInfo } from '../../src/core/wire/people.ts';
import {
  clientHeader,
  type SignedIn,
  smallPlantPassword,
  startTestServer,
  type TestServer,
} from '../fixtures/test-server.ts';

let server: TestServer;
let administrator: SignedIn;
let officer: SignedIn;
let employee: SignedIn;

beforeAll(async () => {
  server = await startTestServer();
  administrator = await server.signIn('administrator');
  officer = await server.signIn('safetyOfficer');
  employee = await server.signIn('employee');
});
afterAll(() => server?.stop());

const system = '/api/anlan-system';

async function get<T>(
  path: string,
  person: SignedIn | undefined = officer,
  query: Record<string, string> = {},
): Promise<T> {
  const response = await server.main.inject({
    url: `${system}/${path}`,
    query,
    ...(person ? { headers: person.headers } : {}),
  });
  expect(response.json()).toMatchObject({ code: 200, success: true, msg: '操作成功' });
  return response.json<{ data: T }>().data;
}

async function call(path: string, person: SignedIn | undefined, query: Record<string, string> = {}) {
  const response = await server.main.inject({
    url: `${system}/${path}`,
    query,
    ...(person ? { headers: person.headers } : {}),
  });
  return response.json<{ code: number; msg: string; errors?: { pointer: string; msg: string }[] }>();
}

type Tree = { id: string; label: string; hasChildren: boolean; children: Tree[] };

describe('before sign-in', () => {
  it('names the open tenants, the default one first', async () => {
    expect(await get('index/tenant-list', undefined)).toEqual([
      { tenantId: '645967', tenantName: '测试新材料' },
      { tenantId: '000000', tenantName: '测试集团' },
      { tenantId: '645968', tenantName: '测试能源' },
    ]);
  });

  it('shows the display fields of the enterprise configuration, and no other', async () => {
    const config = await get<Record<string, unknown>>('enterprise-config/display', undefined, { tenantId: '645968' });
    expect(config).toMatchObject({
      tenantId: '645968',
      tenantName: '测试能源',
      title: '测试能源安全管理平台',
      captchaMode: '0',
    });
    expect(Object.keys(config).filter((key) => key.startsWith('map') || key === 'id')).toEqual([]);
  });

  it.each(['999999', 'x', "' or 1=1"])('knows no tenant %s', async (tenantId) => {
    expect(await call('enterprise-config/display', undefined, { tenantId })).toMatchObject({
      code: 400,
      msg: '租户不存在或已停用',
    });
  });

  it('says which site it is, on each port', async () => {
    expect(await get('site', undefined)).toMatchObject({ kind: 'platform', defaultTenant: '645967' });
    const response = await server.admin.inject({ url: `${system}/site` });
    expect(response.json().data).toMatchObject({ kind: 'management' });
  });

  it('lets nobody into the other calls', async () => {
    for (const { path, method, open } of systemOperations('anlan')) {
      if (open) continue;
      const response = await server.main.inject({ method, url: path });
      expect([path, response.statusCode]).toEqual([path, 401]);
    }
  });
});

describe('the signed-in person', () => {
  it('is told who he is', async () => {
    expect(await get('info')).toEqual({
      userId: '645967-safetyOfficer',
      account: 'safetyOfficer',
      name: '安乙二',
      realName: '安乙二',
      avatar: '',
      roleCode: 'safetyOfficer',
      tenantId: '645967',
      tenantName: '测试新材料',
      deptId: '645967-company',
      deptName: '测试新材料',
      deptIds: expect.any(Array),
      mustChangePassword: false,
      designs: null,
    });
  });

  it('is told his departments and all below them, as expressions of the server read them', async () => {
    const all = (await get<{ id: string }[]>('dept/list')).map(({ id }) => id);
    expect((await get<AccountInfo>('info')).deptIds.toSorted()).toEqual(all.toSorted());
    expect((await get<AccountInfo>('info', employee)).deptIds).toEqual(['645967-team']);
  });

  it('holds several roles comma separated', async () => {
    const { roleCode } = await get<{ roleCode: string }>('info', await server.signIn('second'));
    expect(roleCode).toBe('safetyOfficer,employee');
  });

  it.each([
    [{ bizCode: 'safetyOfficer' }, true],
    [{ bizCode: 'principal' }, false],
    [{ bizCode: 'law_view' }, true],
    [{ bizCode: 'law_enable' }, true],
    [{ bizCode: 'law_approve' }, false],
    [{ bizCode: 'law' }, false],
    [{ bizCode: 'law_' }, false],
    [{ bizCode: 'overview_view' }, true],
    [{ bizCode: 'law_enable', userId: '645967-employee' }, false],
    [{ bizCode: 'law_view', userId: '645967-employee' }, true],
    [{ bizCode: 'law_view', userId: '645967-employee', deptId: '645967-team' }, true],
    [{ bizCode: 'law_view', userId: '645967-employee', deptId: '645967-shop' }, false],
    [{ bizCode: 'law_view', userId: '645968-employee' }, false],
    [{ bizCode: 'safetyOfficer', userId: 'nobody-at-all' }, false],
    [{ bizCode: 'employee', userId: '645967-employee' }, true],
    [{ bizCode: 'employee', userId: '645967-employee', deptId: '645967-team' }, true],
    [{ bizCode: 'employee', userId: '645967-employee', deptId: '645967-shop' }, false],
    [{ bizCode: 'employee', userId: '645968-employee' }, false],
  ])('has the authority %j: %s', async (query, expected) => {
    expect(await get('user/getIfUserWithBizCode', officer, query)).toBe(expected);
  });
});

describe('changing the password', () => {
  const base64 = (text: string) => Buffer.from(text).toString('base64');
  const change = (person: SignedIn, passwords: [string, string, string], form = false) => {
    const [oldPassword, newPassword, newPassword1] = passwords.map(base64) as [string, string, string];
    const pairs = new URLSearchParams({ oldPassword, newPassword, newPassword1 }).toString();
    return server.main.inject({
      method: 'POST',
      url: `${system}/update-password${form ? '' : `?${pairs}`}`,
      headers: { ...person.headers, ...(form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}) },
      ...(form ? { payload: pairs } : {}),
    });
  };

  it.each([
    ['a wrong old password', 'Wrong@2026', 'Kettle@2027', 'Kettle@2027', undefined],
    ['a short one', smallPlantPassword, 'Fr@2027', 'Fr@2027', '密码长度不能少于8位'],
    [
      'one without special characters',
      smallPlantPassword,
      'Fresh2027',
      'Fresh2027',
      '密码复杂度太低,必须包含大小写字母、数字和特殊字符',
    ],
    [
      'an over-long one',
      smallPlantPassword,
      `Kettle@2027${'x'.repeat(30)}`,
      `Kettle@2027${'x'.repeat(30)}`,
      '密码长度不能超过32位',
    ],
    ['one that is repeated otherwise', smallPlantPassword, 'Kettle@2027', 'Fresh@2028', '两次输入的密码不一致'],
  ])('refuses %s with the sentence of the catalogue', async (_title, oldPassword, newPassword, newPassword1, fault) => {
    const response = await change(employee, [oldPassword, newPassword, newPassword1]);
    expect([response.statusCode, response.json().msg]).toEqual([400, '原密码错误']);
    expect(response.json().errors?.[0]?.msg).toBe(fault);
  });

  it('sets the new password, keeps this session and ends all others', async () => {
    const other = await server.signIn('employee');
    const response = await change(employee, [smallPlantPassword, 'Kettle@2027', 'Kettle@2027']);
    expect(response.json()).toEqual({ code: 200, success: true, data: null, msg: '密码修改成功' });
    expect((await call('info', other)).code).toBe(401);
    expect((await call('info', employee)).code).toBe(200);
    await expect(server.signIn('employee')).rejects.toThrow('账号或密码错误');
    const next = await change(employee, ['Kettle@2027', 'Kettle@2028', 'Kettle@2028'], true);
    expect(next.json().code).toBe(200);
    expect((await server.signIn('employee', '645967', 'Kettle@2028')).tokens.account).toBe('employee');
  });

  it('takes plain passwords in a JSON body, and says so in the language of the asker', async () => {
    const response = await server.main.inject({
      method: 'POST',
      url: `${system}/update-password`,
      headers: { ...employee.headers, 'accept-language': 'en-US' },
      payload: { oldPassword: 'Kettle@2028', newPassword: 'Kettle@2029', newPassword1: 'Kettle@2029' },
    });
    expect(response.json()).toMatchObject({ code: 200, msg: 'Password changed successfully' });
  });

  it('is all that a person with an initial password can do', async () => {
    await server.database.withTenant('645967', (connection) =>
      connection.execute(`update data."user" set "mustChangePassword" = '1' where id = '645967-teamLeader'`),
    );
    const leader = await server.signIn('teamLeader');
    expect(await get('info', leader)).toMatchObject({ mustChangePassword: true });
    expect(await call('dept/list', leader)).toMatchObject({ code: 403, msg: '请先修改初始密码' });
    expect((await change(leader, [smallPlantPassword, 'Kettle@2027', 'Kettle@2027'])).json().code).toBe(200);
    expect((await call('dept/list', leader)).code).toBe(200);
  });

  it('locks the account after five wrong old passwords too', async () => {
    const leader = await server.signIn('teamLeader', '645967', 'Kettle@2027');
    for (let count = 1; count <= 5; count += 1) await change(leader, ['Wrong@2026', 'Kettle@2027', 'Kettle@2027']);
    await expect(server.signIn('teamLeader')).rejects.toThrow('账号已锁定');
    expect((await call('info', leader)).code).toBe(200);
  });
});

describe('menu and buttons', () => {
  const codes = (items: readonly MenuItem[]): string[] =>
    items.flatMap(({ code, children }) => [code, ...codes(children)]);

  it('differs by role', async () => {
    const forAdministrator = codes(await get<MenuItem[]>('menu/biz/routes-children', administrator));
    const ofEmployee = await get<MenuItem[]>('menu/biz/routes-children', employee);
    const forEmployee = codes(ofEmployee);
    expect(forAdministrator).toEqual(expect.arrayContaining(['systemGroup', 'user', 'role', 'law', 'rules']));
    expect(forEmployee).toEqual(expect.arrayContaining(['law', 'rules', 'overview']));
    for (const code of ['user', 'role', 'session']) expect(forEmployee).not.toContain(code);
    // Of the group he has the ways to what he is named in, none of which the menu shows.
    expect(ofEmployee.find(({ code }) => code === 'systemGroup')).toMatchObject({ isShow: '1' });
  });

  it('gives items with what routes are made of, and no container without a leaf', async () => {
    const items = await get<MenuItem[]>('menu/biz/routes-children', officer, { id: '1000' });
    const base = items.find(({ code }) => code === 'baseGroup');
    expect(base?.children.find(({ code }) => code === 'law')).toMatchObject({
      path: '/safety/base/law',
      name: '法律法规',
      alias: 'menu',
      isShow: '0',
      isOpen: '1',
    });
    const empty = (list: readonly MenuItem[]): MenuItem[] =>
      list.flatMap((item) => (/Group$/.test(item.code) && item.children.length === 0 ? [item] : empty(item.children)));
    expect(empty(items)).toEqual([]);
  });

  it.each([
    ['the safety officer', () => officer],
    ['the administrator', () => administrator],
    ['the employee', () => employee],
  ])(
    'keeps what this version lacks in the menu of %s, hidden, and with it groups that would be empty',
    async (_who, person) => {
      const items = await get<MenuItem[]>('menu/biz/routes-children', person());
      const { pages, jointPages } = await server.metadata.snapshot('645967');
      const shipped = JSON.parse(
        readFileSync(new URL('../../schemas/menus/menu.json', import.meta.url), 'utf8'),
      ) as MenuFile;
      const leaves = (list: readonly MenuItem[]): MenuItem[] =>
        list.flatMap((item) => (item.children.length > 0 ? leaves(item.children) : [item]));
      const wrong = leaves(items).filter(({ code, isShow, within }) => {
        const file = shipped.items[code];
        const described = pages.has(code) || jointPages?.has(code) === true;
        const exists = described || (file?.screen !== undefined && file.coming !== true);
        // What hides itself is listed beside the records to which its own belong.
        const hidden = file === undefined ? pages.get(code)?.page.hidden === true : file.hidden === true;
        return isShow !== (exists && !hidden && within === undefined ? '0' : '1');
      });
      expect(wrong.map(({ code }) => code)).toEqual([]);
      const groups = (list: readonly MenuItem[]): MenuItem[] =>
        list.flatMap((item) => (item.children.length > 0 ? [item, ...groups(item.children)] : []));
      for (const { code, isShow, children } of groups(items)) {
        expect(isShow, code).toBe(children.some((child) => child.isShow === '0') ? '0' : '1');
      }
      expect(leaves(items).filter(({ code }) => ['meetings', 'bigScreen', 'ledView'].includes(code))).not.toEqual([]);
    },
  );

  it('keeps views of a page out of the side menu, with their routes, and shows them to whoever lacks the page', async () => {
    const group = async (who: SignedIn) =>
      (await get<MenuItem[]>('menu/biz/routes-children', who)).find(({ code }) => code === 'dangerGroup')?.children ??
      [];
    const views = await group(officer);
    const hidden = views.filter(({ within }) => within !== undefined);
    expect(hidden.map(({ code, within, isShow, path }) => [code, within, isShow, path])).toContainEqual([
      'manageReview',
      'dangerList',
      '1',
      '/safety/danger/manageReview',
    ]);
    expect(views.filter(({ isShow }) => isShow === '0').length).toBeLessThanOrEqual(8);
    expect(views.find(({ code }) => code === 'riskReport')).toMatchObject({ isShow: '0', isQuick: '1' });
    const granted = async (pages: readonly object[] | null) => {
      await server.database.transaction('645967', async (db) => {
        const sql = `update data.role set permissions = $1 where "roleCode" = 'safetyOfficer'`;
        await db.execute(sql, [pages === null ? null : JSON.stringify(pages)]);
      });
      await server.metadata.invalidate('645967');
    };
    await granted([{ permissionId: 'dangerList', actionList: [] }]);
    const alone = await group(officer);
    expect(alone.map(({ code }) => code)).not.toContain('dangerList');
    expect(alone.find(({ code }) => code === 'manageReview')).toMatchObject({ isShow: '0' });
    expect(alone.find(({ code }) => code === 'manageReview')?.within).toBeUndefined();
    await granted(null);
  });

  it('lets a role be granted what this version lacks', async () => {
    type Grantable = { readonly code: string; readonly children: readonly Grantable[] };
    const all = (list: readonly Grantable[]): string[] =>
      list.flatMap(({ code, children }) => [code, ...all(children)]);
    const grantable = all(await get<Grantable[]>('menu/grantable', administrator));
    expect(grantable).toEqual(expect.arrayContaining(['meetings', 'bigScreen', 'homePage']));
  });

  it('gives a part of it by id, the same for the POST form with an empty array', async () => {
    const whole = await get<MenuItem[]>('menu/biz/routes-children', officer);
    const base = whole.find(({ code }) => code === 'baseGroup');
    expect(await get('menu/biz/routes-children', officer, { id: base?.id ?? '' })).toEqual(base?.children);
    const posted = await server.main.inject({
      method: 'POST',
      url: `${system}/menu/biz/routes-children`,
      headers: officer.headers,
      payload: [],
    });
    expect(posted.json().data).toEqual(whole);
    expect(await call('menu/biz/routes-children', officer, { id: '9' })).toMatchObject({
      code: 404,
      msg: '菜单不存在或已被删除',
    });
  });

  it("gives the system group's children as the management system's menu", async () => {
    const menu = await get<MenuItem[]>('menu/biz/routes-children', administrator, { system: 'management' });
    expect(menu.map(({ code }) => code)).toEqual(
      expect.arrayContaining(['user', 'dept', 'post', 'role', 'menu', 'dictBiz']),
    );
    expect(menu.map(({ code }) => code)).not.toContain('tenant');
    const top = await server.signIn('administrator', '000000');
    const topMenu = await get<MenuItem[]>('menu/biz/routes-children', top, { system: 'management' });
    expect(topMenu.map(({ code }) => code)).toContain('tenant');
  });

  it('lets a role record override what the page ships', async () => {
    const grant = (permissions: unknown) =>
      server.database.withTenant('645967', (connection) =>
        connection.execute(`update data.role set permissions = $1 where "roleCode" = 'safetyOfficer'`, [
          JSON.stringify(permissions),
        ]),
      );
    await grant([
      { permissionId: 'dept', actionList: ['view'] },
      { permissionId: 'user', actionList: [] },
      { permissionId: 'bigScreen', actionList: [] },
    ]);
    await server.metadata.invalidate('645967');
    const menu = codes(await get<MenuItem[]>('menu/biz/routes-children', officer));
    expect(menu).toContain('dept');
    expect(menu).not.toContain('user');
    expect(menu).not.toContain('bigScreen');
    await grant(null);
    await server.metadata.invalidate('645967');
    expect(codes(await get<MenuItem[]>('menu/biz/routes-children', officer))).toContain('user');
  });

  it('gives buttons as leaves below their page', async () => {
    const tree = await get<ButtonNode[]>('menu/buttons', officer);
    const law = tree.find(({ code }) => code === 'law');
    expect(law?.children.map(({ code }) => code)).toEqual(expect.arrayContaining(['law_view', 'law_add', 'law_edit']));
    const forEmployee = await get<ButtonNode[]>('menu/buttons', employee);
    expect(forEmployee.find(({ code }) => code === 'law')?.children).toEqual([{ code: 'law_view' }]);
    expect(forEmployee.some(({ code }) => code === 'user')).toBe(false);
  });

  it('gives the metadata of a page to those who may see it', async () => {
    expect(await get('metadata/page', officer, { code: 'law' })).toMatchObject({
      page: 'law',
      area: 'base',
      timeZone: 'Asia/Shanghai',
    });
    expect((await call('metadata/page', employee, { code: 'user' })).code).toBe(403);
    expect((await call('metadata/page', officer, { code: 'nothing' })).code).toBe(404);
  });
});

describe('departments, people, roles and positions', () => {
  it('gives the departments as a tree, in part, as lists and level by level', async () => {
    const [company] = await get<Tree[]>('dept/tree');
    expect([company?.label, company?.children[0]?.label, company?.children[0]?.children[0]?.label]).toEqual([
      '测试新材料',
      '聚合车间',
      '甲班',
    ]);
    expect((await get<Tree[]>('dept/tree', officer, { parentId: '645967-shop' })).map(({ id }) => id)).toEqual([
      '645967-team',
    ]);
    expect((await get<Tree[]>('dept/list')).map(({ id }) => id)).toEqual([
      '645967-company',
      '645967-shop',
      '645967-team',
    ]);
    expect((await get<Tree[]>('dept/workList')).map(({ id }) => id)).toEqual(['645967-shop', '645967-team']);
    expect(await get('dept/lazy-tree', officer, { parentId: '645967-company' })).toMatchObject([
      {
        nodeId: '645967-shop',
        label: '聚合车间',
        deptId: '645967-shop',
        parentDeptId: '645967-company',
        hasChildren: true,
      },
    ]);
    expect(await get('dept/lazy-tree', officer, { parentId: '645967-shop' })).toMatchObject([{ hasChildren: false }]);
    expect(await get('dept/root')).toMatchObject({ id: '645967-company' });
  });

  it('gives the people below their departments', async () => {
    const [company] = await get<Tree[]>('dept/personnel-tree', officer, { parentId: '0' });
    const labels = (node: Tree): unknown => (node.children ? [node.label, ...node.children.map(labels)] : node.label);
    expect(company && labels(company)).toEqual([
      '测试新材料',
      ['聚合车间', ['甲班', '班丙三', '员丁四', '兼戊五'], '兼戊五'],
      '管甲一',
      '安乙二',
    ]);
  });

  it('lists people by GET and POST, and never more of them than a door plate says', async () => {
    const people = await get<Record<string, unknown>[]>('users-list');
    expect(people).toHaveLength(5);
    expect(people[3]).toEqual({
      id: '645967-employee',
      realName: '员丁四',
      account: 'employee',
      deptId: '645967-team',
      deptIds: ['645967-team'],
      deptName: '甲班',
    });
    const posted = await server.main.inject({
      method: 'POST',
      url: `${system}/users-list`,
      query: { roleCode: 'employee' },
      headers: officer.headers,
    });
    expect(posted.json().data.map(({ realName }: { realName: string }) => realName)).toEqual(['员丁四', '兼戊五']);
    const group = await server.main.inject({
      method: 'POST',
      url: `${system}/users-list-own-group`,
      headers: employee.headers,
    });
    expect(group.json().data.map(({ realName }: { realName: string }) => realName)).toEqual([
      '班丙三',
      '员丁四',
      '兼戊五',
    ]);
  });

  it('pages and searches people', async () => {
    expect(await get('user/getPageVOList', officer, { current: '2', size: '2' })).toMatchObject({
      total: 5,
      size: 2,
      current: 2,
      pages: 3,
    });
    expect(await get('employee/page', officer, { size: '9999' })).toMatchObject({ total: 5, size: 9999, pages: 1 });
    expect(await get('user/like', officer, { search: '丁' })).toMatchObject([{ realName: '员丁四' }]);
    expect(await get('user/like', officer, { search: '%' })).toEqual([]);
    expect(await get('user/search', officer, { realName: '乙二' })).toMatchObject([{ realName: '安乙二' }]);
    expect(await call('user/like', officer)).toMatchObject({ code: 400, msg: '姓名、账号或工号不能为空' });
    expect(await call('user/like', officer, { search: 'a\u0000' })).toMatchObject({
      code: 400,
      msg: '姓名、账号或工号含有无效字符',
    });
    expect((await call('employee/page', officer, { size: '10000' })).code).toBe(400);
  });

  it('shows nothing of another tenant', async () => {
    const there = await server.signIn('employee', '645968');
    const people = await get<{ id: string }[]>('users-list', there);
    expect(people.every(({ id }) => id.startsWith('645968-'))).toBe(true);
    expect((await get<{ id: string }[]>('dept/list', there)).every(({ id }) => id.startsWith('645968-'))).toBe(true);
  });

  it('gives roles and positions to pickers', async () => {
    expect(await get('role/lazy-tree')).toMatchObject([
      { nodeId: '645967-role-administrator', label: '系统管理员', roleName: '系统管理员', hasChildren: false },
      { roleName: '安全管理员' },
      { roleName: '班组长' },
      { roleName: '员工' },
      { roleName: '系统运维管理员' },
      { roleName: '安全保密管理员' },
      { roleName: '安全审计员' },
    ]);
    expect(await get<Tree[]>('role/tree-by-parent')).toHaveLength(7);
    expect(await get('position/list')).toMatchObject([{ postId: '645967-operator', postName: '外操', label: '外操' }]);
  });
});

describe('OpenAPI', () => {
  interface Document {
    readonly openapi: string;
    readonly paths: Record<string, Record<string, { operationId: string }>>;
  }
  let top: SignedIn;
  beforeAll(async () => {
    top = await server.signIn('administrator', '000000');
  });
  const ask = (headers: Record<string, string> = {}) =>
    server.main.inject({ url: '/api/openapi.json', headers: { ...top.headers, ...headers } });
  const read = async () => (await ask()).json<Document>();
  const callsOf = ({ paths }: Document) =>
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );

  it("lists exactly the dispatcher's calls and the platform's own", async () => {
    const document = await read();
    expect(document.openapi).toBe('3.1.0');
    const snapshot = await server.metadata.snapshot('000000');
    const own = systemOperations('anlan').map(({ method, path }) => `${method} ${path}`);
    const listed = new Set(callsOf(document));
    for (const call of [...snapshot.operations.keys(), ...own, 'POST /api/anlan-auth/oauth/token'])
      expect(listed).toContain(call);
    const known = new Set([...snapshot.operations.keys(), ...own]);
    const others = [...listed].filter((call) => !known.has(call));
    const isAround = (call: string) =>
      /-auth\/(oauth|auth|account)\/|-rhd\/(readings|video\/)|\/oss\/endpoint\/|\/fileserver\/|-system\/(record\/open-(events|file)|events)$|-public\/intake\//.test(
        call,
      );
    expect(others.filter((call) => !isAround(call))).toEqual([]);
    const names = Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).map(({ operationId }) => operationId),
    );
    expect(new Set(names).size).toBe(names.length);
  });

  it("leaves out what a tenant's own people cannot call", async () => {
    const response = await server.main.inject({ url: '/api/openapi.json', headers: officer.headers });
    expect(Object.keys(response.json<Document>().paths)).not.toContain('/api/anlan-system/tenant/page');
  });

  it('is for people who have signed in', async () => {
    const refused = await server.main.inject({ url: '/api/openapi.json', headers: clientHeader });
    expect([refused.statusCode, refused.json<{ msg: string }>().msg]).toEqual([401, '请先登录']);
  });

  it('is made and packed once, and not sent again to who has it', async () => {
    const plain = await ask();
    expect([plain.headers['content-encoding'], plain.headers['cache-control']]).toEqual([
      undefined,
      'private, no-cache',
    ]);
    for (const [encoding, unpack] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      const packed = await ask({ 'accept-encoding': encoding });
      expect([packed.headers['content-encoding'], packed.headers.vary]).toEqual([encoding, 'accept-encoding']);
      expect(unpack(packed.rawPayload).equals(plain.rawPayload)).toBe(true);
      const again = await ask({ 'accept-encoding': encoding, 'if-none-match': String(packed.headers.etag) });
      expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0]);
    }
    const making = process.cpuUsage();
    await server.metadata.invalidate('000000');
    await ask({ 'accept-encoding': 'br' });
    const made = process.cpuUsage(making).user;
    const giving = process.cpuUsage();
    for (let time = 0; time < 5; time += 1) await ask({ 'accept-encoding': 'br' });
    expect(process.cpuUsage(giving).user).toBeLessThan(made);
  });

  it('lists nothing that is not served', async () => {
    for (const call of callsOf(await read())) {
      const [method = '', path = ''] = call.split(' ');
      // Logging out would end the session of the calls that follow, and the stream of changes never ends by itself.
      if (/logout$|-system\/events$/.test(path)) continue;
      const response = await server.main.inject({
        method: method as 'GET',
        url: path.replace(/\{\w+\}/g, '0'),
        headers: top.headers,
      });
      // A spreadsheet is an answer too.
      const { msg } = /json/.test(String(response.headers['content-type'])) ? response.json<{ msg?: string }>() : {};
      expect([call, msg]).not.toEqual([call, '没有这个接口']);
      expect([call, response.statusCode]).not.toEqual([call, 500]);
    }
  });
});

describe('dictionaries', () => {
  it('are lists in order, and trees', async () => {
    expect(await get('dict-biz/dictionary', officer, { code: 'yes-no' })).toMatchObject([
      { dictKey: '1' },
      { dictKey: '0' },
    ]);
    const tree = await get<{ children: unknown[] }[]>('dict-biz/dictionary-tree', officer, { code: 'yes-no' });
    expect(tree).toHaveLength(2);
    expect(await call('dict-biz/dictionary', officer, { code: 'nothing' })).toMatchObject({
      code: 404,
      msg: '字典不存在或已被删除',
    });
    expect((await call('dict-biz/dictionary', officer)).code).toBe(400);
  });
});
