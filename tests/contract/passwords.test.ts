import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TokenAnswer, WireRecord } from '../../src/core/wire/contract.ts';
import { callAs, type Said } from '../fixtures/call-as.ts';
import {
  clientHeader,
  type SignedIn,
  smallPlantPassword,
  startTestServer,
  type TestServer,
} from '../fixtures/test-server.ts';

const system = '/api/anlan-system';
let server: TestServer;
let administrator: SignedIn;

beforeAll(async () => {
  server = await startTestServer();
  administrator = await server.signIn('administrator');
});
afterAll(() => server?.stop());

const post = (path: string, payload: object, person: Pick<SignedIn, 'headers'>) =>
  callAs<WireRecord>(server.main, person, 'POST', `system/${path}`, payload);

async function enter(username: string, password: string): Promise<Pick<SignedIn, 'headers'>> {
  const response = await server.token({ grant_type: 'password', tenantId: '645967', username, password });
  if (response.statusCode !== 200) throw new Error(response.body);
  const { access_token } = response.json<TokenAnswer>();
  return { headers: { ...clientHeader, 'anlan-auth': `bearer ${access_token}`, 'tenant-id': '645967' } };
}

const change = (person: Pick<SignedIn, 'headers'>, oldPassword: string, newPassword: string) =>
  post('update-password', { oldPassword, newPassword, newPassword1: newPassword }, person);

let made = 0;
const newcomer = (more: object = {}) => {
  made += 1;
  return {
    account: `plumber${made}`,
    password: 'Kettle-Road@41',
    realName: '章子丑',
    staffNo: `GX${made}77`,
    sex: '1',
    phone: `1390000000${made % 10}`,
    dept: ['645967-team'],
    role: ['645967-role-employee'],
    post: ['645967-operator'],
    personCategory: '1',
    ...more,
  };
};

describe('a new password', () => {
  const weak: [string, string][] = [
    ['Password@1', '该密码过于常见，容易被猜到，请更换'],
    ['P@ssw0rd1!', '该密码过于常见，容易被猜到，请更换'],
    ['Admin@12345', '该密码过于常见，容易被猜到，请更换'],
    ['Qwerty#2026', '该密码过于常见，容易被猜到，请更换'],
    ['TeamLeader@1', '密码不能包含登录账号，请更换'],
    ['T3amLe@der#1', '密码不能包含登录账号，请更换'],
    ['Bingsan@2026', '密码不能包含姓名，请更换'],
    ['Xx@10000000002', '密码不能包含手机，请更换'],
    ['CeShi@202611', '密码不能包含企业名称，请更换'],
    ['Aa1@测试2026', '密码不能包含企业名称，请更换'],
    ['Ab1@', '密码长度不能少于8位'],
  ];

  it.each(weak)('is refused to its owner where it is %s', async (password, message) => {
    const person = await server.signIn('teamLeader');
    const answer = await change(person, smallPlantPassword, password);
    expect(answer).toMatchObject({ code: 400, errors: [{ pointer: '/newPassword', msg: message }] });
    expect(answer.msg).toBe('原密码错误');
  });

  it.each(weak.slice(0, -1))(
    'is refused to whoever resets another one to %s, and stays what it was',
    async (password, message) => {
      const answer = await post('user/resetPassword', { id: '645967-teamLeader', password }, administrator);
      expect(answer).toMatchObject({ code: 400, errors: [{ pointer: '/password', msg: message }] });
      await server.signIn('teamLeader');
    },
  );

  it('is refused for a new person too, by what his form says of him', async () => {
    for (const [body, message] of [
      [{ password: 'Welcome@2026' }, '该密码过于常见，容易被猜到，请更换'],
      [{ account: 'pipefitter', password: 'Pipefitter@9' }, '密码不能包含登录账号，请更换'],
      [{ realName: '诸葛孔明', password: 'Zhuge@2026' }, '密码不能包含姓名，请更换'],
      [{ staffNo: 'GX20261', password: 'Gx20261@ok' }, '密码不能包含工号，请更换'],
      [{ email: 'blueorchid@mail.example', password: 'BlueOrchid@9' }, '密码不能包含邮箱，请更换'],
    ] as const) {
      const answer = await post('user/save', newcomer(body), administrator);
      expect(answer).toMatchObject({ code: 400, errors: [{ pointer: '/password', msg: message }] });
    }
  });

  it('is none of the last five, whoever set them; the sixth may come again', async () => {
    const person = await server.signIn('employee');
    const passwords = [1, 2, 3, 4, 5].map((turn) => `Kettle-Road@${turn}`);
    let before: string = smallPlantPassword;
    for (const password of passwords) {
      expect(await change(person, before, password)).toMatchObject({ code: 200 });
      before = password;
    }
    const used = { code: 400, errors: [{ pointer: '/newPassword', msg: '不能使用最近5次用过的密码' }] };
    for (const password of passwords) expect(await change(person, before, password)).toMatchObject(used);
    const reset = (password: string) => post('user/resetPassword', { id: '645967-employee', password }, administrator);
    expect(await reset('Kettle-Road@3')).toMatchObject({
      code: 400,
      errors: [{ pointer: '/password', msg: '不能使用最近5次用过的密码' }],
    });
    expect(await change(person, before, smallPlantPassword)).toMatchObject({ code: 200 });
  });

  it('is kept as a hash alone', async () => {
    const rows = await server.database.withTenant('645967', (connection) =>
      connection.query<{ password: string }>(`select password from platform."passwordHistory"`),
    );
    expect(rows.length).toBeGreaterThan(5);
    expect(rows.filter(({ password }) => !password.startsWith('$argon2id$'))).toEqual([]);
    const held = await server.database.withTenant('645967', (connection) =>
      connection.query<{ most: number }>(
        `select max(count)::int as most from (select count(*) from platform."passwordHistory" group by "userId") c`,
      ),
    );
    expect(held).toEqual([{ most: 5 }]);
  });
});

describe('a password that somebody else has set', () => {
  it('is to be changed before anything else, whatever the form said', async () => {
    const body = newcomer();
    expect(await post('user/save', { ...body, mustChangePassword: '0' }, administrator)).toMatchObject({
      code: 400,
      errors: [{ pointer: '/mustChangePassword' }],
    });
    const saved = await post('user/save', body, administrator);
    expect(saved).toMatchObject({ code: 200, data: { mustChangePassword: '1' } });
    // Nobody takes the duty off him.
    const { id, version } = saved.data;
    const waived = await post('user/save', { id, version, mustChangePassword: '0' }, administrator);
    expect(waived).toMatchObject({ code: 400, errors: [{ pointer: '/mustChangePassword' }] });

    const person = await enter(body.account, body.password);
    expect(await everythingElse(person)).toEqual([]);
    expect(await change(person, body.password, 'River-Lamp@52')).toMatchObject({ code: 200 });
    const page = await server.main.inject({ url: `${system}/notice/page`, headers: person.headers });
    expect(page.statusCode).toBe(200);
  });

  it('is not one’s own in the edit form, which leaves the session and ends the others', async () => {
    const [other, own] = [await server.signIn('administrator'), await server.signIn('administrator')];
    const detail = await server.main.inject({
      url: `${system}/user/detail`,
      query: { id: '645967-administrator' },
      headers: own.headers,
    });
    const { id, version } = detail.json<Said<WireRecord>>().data;
    const values = { phone: '13700000011', post: ['645967-operator'], personCategory: '1' };
    const saved = await post('user/submit', { id, version, ...values, password: 'Kettle-Road@52' }, own);
    expect(saved).toMatchObject({ code: 200 });
    const info = async ({ headers }: Pick<SignedIn, 'headers'>) =>
      (await server.main.inject({ url: `${system}/info`, headers })).json<Said<WireRecord>>();
    expect(await info(own)).toMatchObject({ code: 200, data: { mustChangePassword: false } });
    expect((await info(other)).code).toBe(401);
    administrator = await server.signIn('administrator', '645967', 'Kettle-Road@52');
    expect(await info(administrator)).toMatchObject({ code: 200, data: { mustChangePassword: false } });
    expect((await info(own)).code).toBe(200);
  });

  it('counts also where it is set in the edit form, or by hand in the database', async () => {
    const detail = await server.main.inject({
      url: `${system}/user/detail`,
      query: { id: '645967-second' },
      headers: administrator.headers,
    });
    const { id, version } = detail.json<Said<WireRecord>>().data;
    const person = await server.signIn('second');
    expect(await post('user/save', { id, version, password: 'River-Lamp@53' }, administrator)).toMatchObject({
      code: 200,
    });
    expect((await server.main.inject({ url: `${system}/info`, headers: person.headers })).statusCode).toBe(401);
    const again = await enter('second', 'River-Lamp@53');
    expect((await server.main.inject({ url: `${system}/info`, headers: again.headers })).json()).toMatchObject({
      data: { mustChangePassword: true },
    });
  });
});

/** Calls of the whole interface that answer the person anything but that he must change his password. */
async function everythingElse(person: Pick<SignedIn, 'headers'>): Promise<string[]> {
  const document = await server.main.inject({ url: '/api/openapi.json', headers: administrator.headers });
  const { paths } = document.json<{ paths: Record<string, object> }>();
  const open = [
    `${system}/info`,
    `${system}/update-password`,
    '/api/anlan-auth/oauth/token',
    '/api/anlan-auth/oauth/captcha',
    '/api/anlan-auth/oauth/logout',
  ];
  const found: string[] = [];
  for (const [path, methods] of Object.entries(paths)) {
    if (open.includes(path)) continue;
    for (const [method, operation] of Object.entries(methods as Record<string, { security?: readonly object[] }>)) {
      // Anybody may call these, also without signing in.
      if (operation.security?.every((way) => !('session' in way)) === true) continue;
      const response = await server.main.inject({
        method: method.toUpperCase() as 'GET' | 'POST',
        url: path.replace(/\{\w+\}/g, 'x'),
        headers: person.headers,
        ...(method === 'get' ? {} : { payload: {} }),
      });
      if (response.statusCode !== 403 || !response.body.includes('请先修改初始密码')) {
        found.push(`${method} ${path} ${response.statusCode}`);
      }
    }
  }
  return found;
}
