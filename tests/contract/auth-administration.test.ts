import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WirePage, WireRecord } from '../../src/core/wire/contract.ts';
import { callAs } from '../fixtures/call-as.ts';
import { type SignedIn, smallPlantPassword, startTestServer, type TestServer } from '../fixtures/test-server.ts';

let server: TestServer;
let administrator: SignedIn;

beforeAll(async () => {
  server = await startTestServer();
  administrator = await server.signIn('administrator');
});
afterAll(() => server?.stop());

const system = '/api/anlan-system';

const post = <T>(path: string, payload: object, person = administrator) =>
  callAs<T>(server.main, person, 'POST', `system/${path}`, payload);

const info = async (person: SignedIn) =>
  (await server.main.inject({ url: `${system}/info`, headers: person.headers })).json<{
    code: number;
    data: { mustChangePassword: boolean };
  }>();

const signIn = (username: string, password: string) =>
  server.token({ grant_type: 'password', tenantId: '645967', username, password });

const remembered = () => new Promise((resolve) => setTimeout(resolve, 1_050));

describe('an administrator', () => {
  it('makes an account whose password only its owner knows', async () => {
    const made = await post<WireRecord>('user/save', {
      account: 'newcomer',
      password: 'Given@2026',
      realName: '新己六',
      staffNo: 'N001',
      sex: '1',
      phone: '13800000001',
      dept: ['645967-team'],
      role: ['645967-role-employee'],
      post: ['645967-operator'],
      personCategory: '1',
      mustChangePassword: '1',
    });
    expect(made).toMatchObject({ code: 200 });
    expect(JSON.stringify(made)).not.toContain('argon2');
    expect(made.data).not.toHaveProperty('password');
    const [row] = await server.database.withTenant('645967', (connection) =>
      connection.query<{ password: string }>(`select password from data."user" where account = 'newcomer'`),
    );
    expect(row?.password).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect((await signIn('newcomer', 'Given@2026')).statusCode).toBe(200);
  });

  it('makes no second account that differs in the case of its letters alone', async () => {
    const person = (account: string, staffNo: string) => ({
      account,
      password: 'Given@2026',
      realName: '同名甲',
      staffNo,
      sex: '1',
      phone: '13800000009',
      dept: ['645967-team'],
      role: ['645967-role-employee'],
      post: ['645967-operator'],
      personCategory: '1',
    });
    const refused = await post<WireRecord>('user/save', person('EMPLOYEE', 'N101'));
    expect(refused).toMatchObject({
      code: 400,
      errors: [{ pointer: '/account', msg: '登录账号已存在（不区分大小写）' }],
    });
    // Its own record may take other letters.
    const made = await post<WireRecord>('user/save', person('caseOwn', 'N102'));
    const own = { id: made.data.id, version: made.data.version, account: 'CaseOwn' };
    expect(await post('user/save', own)).toMatchObject({ code: 200 });
    expect((await signIn('caseown', 'Given@2026')).statusCode).toBe(200);
  });

  it('resets a password, which ends the sessions of its owner and makes him change it', async () => {
    const before = await server.signIn('employee');
    const reset = await post('user/resetPassword', { id: '645967-employee', password: 'Reset@2026' });
    expect(reset).toMatchObject({ code: 200 });
    await remembered();
    expect((await info(before)).code).toBe(401);
    expect((await signIn('employee', smallPlantPassword)).statusCode).toBe(400);
    const again = (await signIn('employee', 'Reset@2026')).json<SignedIn['tokens']>();
    const person = { tokens: again, headers: { ...before.headers, 'anlan-auth': `bearer ${again.access_token}` } };
    expect((await info(person)).data.mustChangePassword).toBe(true);
    const law = await server.main.inject({
      url: '/api/anlan-safety/securitysystem/lawsregulations/list-conditions',
      headers: person.headers,
    });
    expect(law.json()).toMatchObject({ code: 403, msg: '请先修改初始密码' });
  });

  it('takes a right away at once in the process that takes it', async () => {
    const watched = await server.signIn('second');
    expect((await info(watched)).code).toBe(200);
    await post('user/disable', { id: '645967-second' });
    expect((await info(watched)).code).toBe(401);
    await post('user/enable', { id: '645967-second' });
  });

  it('cannot lock the company out by giving the administrators role another code', async () => {
    const roles = await server.main.inject({ url: '/api/anlan-system/role/list', headers: administrator.headers });
    const role = roles
      .json<{ data: { id: string; version: number; roleCode: string }[] }>()
      .data.find(({ roleCode }) => roleCode === 'administrator');
    const answer = await post('role/save', { id: role?.id, version: role?.version, roleCode: 'administratorTwo' });
    expect(answer).toMatchObject({ code: 400, msg: '角色编码已确定，不能再修改' });
  });

  it('unlocks an account, and it may try five times again', async () => {
    for (let count = 1; count <= 5; count += 1) await signIn('teamLeader', 'Wrong@2026');
    expect((await signIn('teamLeader', smallPlantPassword)).json().error_description).toContain('账号已锁定');
    expect(await post('user/unlock', { id: '645967-teamLeader' })).toMatchObject({ code: 200 });
    for (let count = 1; count <= 4; count += 1) {
      expect((await signIn('teamLeader', 'Wrong@2026')).json().error_description).toBe('账号或密码错误');
    }
    expect((await signIn('teamLeader', smallPlantPassword)).statusCode).toBe(200);
  });

  it('sees the sessions and ends one at once', async () => {
    const watched = await server.signIn('second');
    expect((await info(watched)).code).toBe(200);
    const list = await server.main.inject({
      url: `${system}/session/page`,
      query: { account: 'second', status: '1' },
      headers: administrator.headers,
    });
    const [session] = list.json<{ data: WirePage<WireRecord> }>().data.records;
    expect(session).toMatchObject({ account: 'second', realName: '兼戊五', status: '1', ip: '127.0.0.1' });
    expect(await post('session/end', { id: session?.id })).toMatchObject({ code: 200 });
    expect((await info(watched)).code).toBe(401);
  });

  it('gives a role to a person, who has it within a second', async () => {
    const person = await server.signIn('safetyOfficer');
    const menu = async () =>
      (await server.main.inject({ url: `${system}/menu/biz/routes-children`, headers: person.headers })).body;
    expect(await menu()).not.toContain('"code":"session"');
    const user = (
      await server.main.inject({
        url: `${system}/user/detail`,
        query: { id: '645967-safetyOfficer' },
        headers: administrator.headers,
      })
    ).json<{ data: WireRecord }>().data;
    const saved = await post('user/submit', {
      id: user.id,
      version: user.version,
      role: ['645967-role-safetyOfficer', '645967-role-administrator'],
    });
    expect(saved).toMatchObject({ code: 200 });
    await remembered();
    expect(await menu()).toContain('"code":"session"');
  });

  it('cannot sign anybody in again by another tenant', async () => {
    const there = await server.signIn('administrator', '645968');
    expect(await post('user/resetPassword', { id: '645967-second', password: 'Reset@2026' }, there)).toMatchObject({
      code: 404,
    });
  });
});

describe('anybody else', () => {
  it('can neither read sessions nor set passwords', async () => {
    const person = await server.signIn('second');
    await server.database.withTenant('645967', (connection) =>
      connection.execute(`update data."user" set status = '2' where id = '645967-teamLeader'`),
    );
    const id = '645967-administrator';
    const calls: [string, object][] = [
      ['user/resetPassword', { id, password: 'Reset@2026' }],
      ['user/unlock', { id: '645967-teamLeader' }],
      ['session/end', { id }],
    ];
    for (const [path, body] of calls) {
      const { code } = await post(path, body, person);
      expect([path, [403, 404].includes(code)]).toEqual([path, true]);
    }
    const list = await server.main.inject({ url: `${system}/session/page`, headers: person.headers });
    expect(list.statusCode).toBe(403);
  });
});
