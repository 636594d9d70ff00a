import { globSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EVERYONE, rightsOf } from '../../server/access/permission/rights.ts';
import { SEPARATE_ROLES } from '../../server/access/permission/separation.ts';
import { shippedRowId } from '../../server/metadata/tenant-rows.ts';
import type { WireRecord } from '../../src/core/wire/contract.ts';
import { callAs, type Said } from '../fixtures/call-as.ts';
import { addNewcomers } from '../fixtures/plant-newcomers.ts';
import { type SignedIn, startTestServer, type TestServer } from '../fixtures/test-server.ts';

const system = '/api/anlan-system';
let server: TestServer;
let administrator: SignedIn;
const people = new Map<string, SignedIn>();

beforeAll(async () => {
  server = await startTestServer();
  administrator = await server.signIn('administrator');
});
afterAll(() => server?.stop());

const post = (path: string, payload: object, person = administrator) =>
  callAs<WireRecord>(server.main, person, 'POST', `system/${path}`, payload);

const status = async (path: string, { headers }: SignedIn) =>
  (await server.main.inject({ url: `${system}/${path}`, headers })).statusCode;

const as = (role: string): SignedIn => people.get(role) ?? administrator;

async function configure(separateDuties: string, person = administrator): Promise<Said<WireRecord>> {
  const [config] = await server.database.withTenant('645967', (connection) =>
    connection.query<{ version: number }>(`select version from data."enterpriseConfig" where id = '645967-config'`),
  );
  const values = {
    mapTileUrl: '/t/{z}/{x}/{y}',
    mapCenterLng: 1,
    mapCenterLat: 1,
    mapAlt: 1,
    mapHeading: 1,
    layout: 'sidemenu',
    theme: 'light',
    contentWidth: 'fluid',
    multiTab: '0',
  };
  return post(
    'enterprise-config/save',
    { id: '645967-config', version: config?.version, ...values, separateDuties },
    person,
  );
}

/** Status of what each of the three, and the administrator, may do: manage people, departments, read the log. */
async function powers(): Promise<Record<string, number[]>> {
  const found: Record<string, number[]> = {};
  for (const role of ['administrator', ...SEPARATE_ROLES]) {
    found[role] = [
      await status('session/page', as(role)),
      await status('post/page', as(role)),
      await status('audit-log/page', as(role)),
    ];
  }
  return found;
}

describe('the three administrators', () => {
  it('are asked for before the powers are divided', async () => {
    expect(await configure('1')).toMatchObject({
      code: 400,
      errors: [
        {
          pointer: '/separateDuties',
          msg: '开启三员分立前，请先为各角色指定在用的人员：系统运维管理员、安全保密管理员、安全审计员',
        },
      ],
    });
    // They are there in every company, and nobody holds them yet.
    const roles = await callAs<{ records: WireRecord[] }>(
      server.main,
      administrator,
      'GET',
      'system/role/page?size=50',
    );
    const shipped = roles.data.records.filter(({ roleCode }) => SEPARATE_ROLES.some((code) => code === roleCode));
    expect(shipped.map(({ roleName }) => roleName)).toEqual(['系统运维管理员', '安全保密管理员', '安全审计员']);
    await addNewcomers(
      server,
      '645967',
      SEPARATE_ROLES.map((role) => ({ account: role, role })),
    );
    for (const role of SEPARATE_ROLES) people.set(role, await server.signIn(role));
  });

  it('are nobody as long as the administrator has it all', async () => {
    expect(await powers()).toEqual({
      administrator: [200, 200, 200],
      systemAdmin: [403, 403, 403],
      securityAdmin: [403, 403, 403],
      auditAdmin: [403, 403, 403],
    });
  });

  it('have each his own powers once they are divided, and the administrator none, which the log tells', async () => {
    expect(await configure('1')).toMatchObject({ code: 200 });
    expect(await powers()).toEqual({
      administrator: [403, 403, 403],
      systemAdmin: [403, 200, 403],
      securityAdmin: [200, 403, 403],
      auditAdmin: [403, 403, 200],
    });
    const [row] = await server.database.withTenant('645967', (connection) =>
      connection.query<{ summary: string; account: string }>(
        `select summary, account from data."auditLog" where "entityKey" = 'enterpriseConfig' and action = 'update' order by time desc, id desc limit 1`,
      ),
    );
    expect(row).toMatchObject({ account: 'administrator', summary: expect.stringContaining('三员分立') });
  });

  it('share no power on any page, and have together what the administrator had', async () => {
    const snapshot = await server.metadata.snapshot('645967');
    const whole = { ...snapshot, separated: false };
    const pages = [...snapshot.pages].filter(([, { page }]) => page.grants.administrator !== undefined);
    expect(pages.length).toBeGreaterThan(30);
    for (const [code, { page }] of pages) {
      const open = new Set(page.grants[EVERYONE] ?? []);
      if (open.size > 0) open.add('view');
      const own = (roles: readonly string[], over = snapshot) =>
        [...rightsOf({ roleCodes: roles }, over).page(code)].filter((action) => !open.has(action));
      const parts = SEPARATE_ROLES.map((role) => own([role]));
      const all = parts.flat();
      expect([code, new Set(all).size]).toEqual([code, all.length]);
      expect([code, all.sort()]).toEqual([code, own(['administrator'], whole).sort()]);
      expect([code, own(['administrator'])]).toEqual([code, []]);
      // A second role brings nothing: neither a business one, nor another of the three.
      for (const role of SEPARATE_ROLES) {
        expect([code, own([role, 'safetyDirector', 'auditor'])]).toEqual([code, own([role])]);
      }
      expect([code, own(['securityAdmin', 'auditAdmin'])]).toEqual([code, []]);
    }
  });

  it('cannot give themselves what is another one’s', async () => {
    const id = '645967-securityAdmin';
    const [user] = await server.database.withTenant('645967', (connection) =>
      connection.query<{ version: number }>(`select version from data."user" where id = $1`, [id]),
    );
    const both = await post(
      'user/submit',
      {
        id,
        version: user?.version,
        phone: '13700000001',
        post: ['645967-operator'],
        personCategory: '1',
        role: [shippedRowId('role', 'securityAdmin'), shippedRowId('role', 'auditAdmin')],
      },
      as('securityAdmin'),
    );
    expect(both.errors).toMatchObject([
      { pointer: '/role', msg: expect.stringMatching(/^三员分立：.+、.+不能由同一人担任$/) },
    ]);
    // Neither by the rights of a role that he may edit.
    const made = await post(
      'role/save',
      {
        roleName: '看日志的人',
        roleCode: 'logReader',
        dataScope: '1',
        sort: 99,
        permissions: [{ permissionId: 'operLog', actionList: ['view', 'export'] }],
      },
      as('securityAdmin'),
    );
    expect(made).toMatchObject({ code: 200 });
    await server.metadata.invalidate('645967');
    const snapshot = await server.metadata.snapshot('645967');
    expect([...rightsOf({ roleCodes: ['logReader'] }, snapshot).page('operLog')]).toEqual([]);
  });

  describe('never go without a holder', () => {
    const holder = '645967-systemAdmin';
    const refusal = '三员分立：systemAdmin是最后一名在用的系统运维管理员，请先指定另一人';
    const act = (what: string, id: string) => post(`user/${what}`, { id, ids: id }, as('securityAdmin'));
    const version = async (id: string) => {
      const [user] = await server.database.withTenant('645967', (connection) =>
        connection.query<{ version: number }>('select version from data."user" where id = $1', [id]),
      );
      return user?.version;
    };
    const demote = async (id: string) =>
      post(
        'user/submit',
        {
          id,
          version: await version(id),
          phone: '13700000002',
          post: ['645967-operator'],
          personCategory: '1',
          role: ['645967-role-employee'],
        },
        as('securityAdmin'),
      );

    it('who is neither disabled nor deleted, and keeps the role', async () => {
      expect(await act('disable', holder)).toMatchObject({ code: 400, msg: refusal });
      expect(await act('remove', holder)).toMatchObject({ code: 400, msg: refusal });
      expect((await demote(holder)).errors).toContainEqual({ pointer: '/role', msg: refusal });
      expect(await status('post/page', as('systemAdmin'))).toBe(200);
    });

    it('but for whom there is another one, and of two who go at once one stays', async () => {
      await server.database.withTenant('645967', (connection) =>
        connection.execute(
          `insert into data."user" (id, "tenantId", status, account, "realName", name, "staffNo", sex, dept, role)
           select '645967-deputy', "tenantId", '1', 'deputy', '副手', '副手', 'deputy', '1', dept, role
           from data."user" where id = $1`,
          [holder],
        ),
      );
      expect(await demote('645967-deputy')).toMatchObject({ code: 200 });
      expect(await act('disable', holder)).toMatchObject({ code: 400, msg: refusal });
      await server.database.withTenant('645967', (connection) =>
        connection.execute(
          `update data."user" u set role = o.role from data."user" o where u.id = '645967-deputy' and o.id = $1`,
          [holder],
        ),
      );
      const both = await Promise.all([act('disable', holder), act('disable', '645967-deputy')]);
      expect(both.map(({ code }) => code).sort()).toEqual([200, 400]);
      await act('enable', holder);
      people.set('systemAdmin', await server.signIn('systemAdmin'));
    });
  });

  describe('beside entities', () => {
    const root = new URL('../../', import.meta.url);
    const documented = readFileSync(new URL('docs/decisions/identity.md', root), 'utf8')
      .split('\n')
      .flatMap((line) => {
        const [, file, , owner] = /^\| `([^`]+)` \| (.+) \| (.+) \|$/.exec(line) ?? [];
        return file === undefined || owner === undefined ? [] : [{ file, owner }];
      });

    it('have an owner for each place that asks for the administrator, in one table', () => {
      const asking = globSync('{server,src}/**/*.{ts,tsx}', { cwd: root })
        .filter((file) => !/\.test\.tsx?$|generated|^server\/access\/permission\/(rights|separation)\.ts$/.test(file))
        .filter((file) => /['"]administrator['"]|\bADMINISTRATOR\b/.test(readFileSync(new URL(file, root), 'utf8')));
      expect(documented.map(({ file }) => file).sort()).toEqual(asking.sort());
      expect(
        documented.filter(({ owner }) => !['`systemAdmin`', 'owner of the record', 'nobody'].includes(owner)),
      ).toEqual([]);
    });

    it('are the system administrator’s: views of others, the playground, the bill of materials', async () => {
      const officer = await server.signIn('safetyOfficer');
      const content = { query: '', columns: [] };
      const view = { page: 'law', name: '大家的', content, shared: true };
      const shared = await post('list-view/save', view, officer);
      expect(shared).toMatchObject({ code: 200 });
      const found: Record<string, unknown[]> = {};
      for (const role of ['administrator', ...SEPARATE_ROLES]) {
        const { headers } = as(role);
        const lint = await server.main.inject({
          method: 'POST',
          url: `${system}/metadata/lint`,
          headers: { ...headers, 'content-type': 'text/plain' },
          payload: '{}',
        });
        const renamed = await post('list-view/save', { ...view, id: shared.data.id, name: role }, as(role));
        const own = (await server.main.inject({ url: `${system}/info`, headers })).json<Said<WireRecord>>().data
          .roleCode;
        found[role] = [
          lint.statusCode,
          (await status('sbom', as(role))) === 403 ? 403 : 'open',
          renamed.code,
          String(own).split(',').includes('administrator'),
        ];
      }
      expect(found).toEqual({
        administrator: [403, 403, 403, false],
        systemAdmin: [200, 'open', 200, true],
        // He designs rights, and has to see what is wrong with them.
        securityAdmin: [200, 403, 403, false],
        auditAdmin: [403, 403, 403, false],
      });
    });

    it('design together: rights are the security administrator’s alone, all else is not his', async () => {
      const base = { edit: 'set', at: ['record', 'properties', 'docNo'], base: null } as const;
      const title = { ...base, property: 'title', value: '文号' };
      const right = {
        edit: 'add',
        at: ['permissions', 'fields', 'docNo', 'own1'],
        after: null,
        value: { roles: ['worker'], access: 'read' },
      };
      const found: Record<string, unknown[]> = {};
      for (const role of ['administrator', ...SEPARATE_ROLES]) {
        const given: unknown[] = [];
        for (const [index, edits] of [[title], [right], [title, right]].entries()) {
          const step = { step: 'do', id: `step-${role}-${index}`, entity: 'lawRegulation', edits };
          const { code, msg } = await post('design/step', { draft: '', after: 0, step }, as(role));
          given.push(code === 403 ? msg : code);
        }
        const { code } = await post('design/publish', { after: 0, title: '试', reason: '' }, as(role));
        found[role] = [...given, code === 403];
      }
      const [designs, rights] = [
        '您没有“修改权限以外的设计”的权限',
        '您没有“三员分立时修改权限（由安全保密管理员修改）”的权限',
      ];
      const nothing = Array(3).fill('您没有“表单设计”的权限');
      expect(found).toEqual({
        administrator: [...nothing, true],
        systemAdmin: [200, rights, rights, false],
        securityAdmin: [designs, 200, designs, true],
        auditAdmin: [...nothing, true],
      });
    });
  });

  it('end when the system administrator says so, and the log tells', async () => {
    expect((await configure('0', as('securityAdmin'))).code).toBe(403);
    expect(await configure('0', as('systemAdmin'))).toMatchObject({ code: 200 });
    expect((await powers()).administrator).toEqual([200, 200, 200]);
    expect(await post('user/disable', { id: '645967-auditAdmin' })).toMatchObject({ code: 200 });
    const [row] = await server.database.withTenant('645967', (connection) =>
      connection.query<{ summary: string; account: string }>(
        `select summary, account from data."auditLog" where "entityKey" = 'enterpriseConfig' and action = 'update' order by time desc, id desc limit 1`,
      ),
    );
    expect(row).toMatchObject({ account: 'systemAdmin', summary: expect.stringContaining('三员分立') });
  });
});
