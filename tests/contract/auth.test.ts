import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TokenAnswer } from '../../src/core/wire/contract.ts';
import {
  clientHeader,
  type SignedIn,
  smallPlantPassword,
  startTestServer,
  type TestServer,
} from '../fixtures/test-server.ts';

const auth = '/api/anlan-auth/oauth';
const minute = 60_000;
let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.stop());

const passwordForm = (more: Record<string, string> = {}) => ({
  grant_type: 'password',
  tenantId: '645967',
  username: 'safetyOfficer',
  password: smallPlantPassword,
  scope: 'all',
  ...more,
});

const info = (headers: Record<string, string>) => server.main.inject({ url: '/api/anlan-system/info', headers });

const refresh = (refreshToken: string) =>
  server.token({ grant_type: 'refresh_token', refresh_token: refreshToken, tenantId: '645967', scope: 'all' });

const bearer = (tokens: TokenAnswer) => ({
  ...clientHeader,
  'anlan-auth': `bearer ${tokens.access_token}`,
  'tenant-id': '645967',
});

async function sql<Row>(text: string, values: unknown[] = [], tenantId = '645967'): Promise<Row[]> {
  return server.database.withTenant(tenantId, (connection) => connection.query<Row>(text, values));
}

/** The sessions' answers are remembered for a second. */
const remembered = () => new Promise((resolve) => setTimeout(resolve, 1_050));

describe('the token call', () => {
  it('answers plain OAuth 2 JSON to credentials in the form body', async () => {
    const response = await server.token(passwordForm());
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({
      access_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      refresh_token: expect.any(String),
      token_type: 'bearer',
      expires_in: 3600,
      tenant_id: '645967',
      user_id: '645967-safetyOfficer',
      account: 'safetyOfficer',
    });
    expect(response.headers['cache-control']).toBe('no-store');
    expect((await info(bearer(response.json()))).json()).toMatchObject({ code: 200, success: true, msg: '操作成功' });
  });

  it("takes the specification's query form, with the tenant in the header", async () => {
    const query = new URLSearchParams({
      username: 'employee',
      password: smallPlantPassword,
      grant_type: 'password',
      scope: 'all',
    });
    const response = await server.main.inject({
      method: 'POST',
      url: `${auth}/token?${query}`,
      headers: { ...clientHeader, 'tenant-id': '645967' },
    });
    expect(response.statusCode).toBe(200);
    expect(response.json<TokenAnswer>().account).toBe('employee');
  });

  it('says the same of a wrong password and of an account that is not there', async () => {
    const wrong = await server.token(passwordForm({ password: 'Wrong@2026' }));
    const nobody = await server.token(passwordForm({ username: 'nobodyAtAll' }));
    expect(wrong.statusCode).toBe(400);
    expect(wrong.json()).toEqual({ error: 'invalid_grant', error_description: '账号或密码错误' });
    expect(nobody.json()).toEqual(wrong.json());
  });

  it('keeps accounts of tenants apart', async () => {
    await sql(`update data."user" set account = 'onlyThere' where id = '645968-employee'`, [], '645968');
    expect((await server.token(passwordForm({ username: 'onlyThere' }))).statusCode).toBe(400);
    expect((await server.token(passwordForm({ username: 'onlyThere', tenantId: '645968' }))).statusCode).toBe(200);
  });

  it.each([
    ['no client', { headers: { authorization: '' } }, 401, 'invalid_client'],
    ['a wrong client secret', { headers: { authorization: `Basic ${btoa('anlan:wrong')}` } }, 401, 'invalid_client'],
  ])('refuses %s', async (_title, more, status, error) => {
    const response = await server.token(passwordForm(), more);
    expect([response.statusCode, response.json<{ error: string }>().error]).toEqual([status, error]);
  });

  it.each([
    ['an unknown grant', { grant_type: 'sms' }, 'unsupported_grant_type', '不支持的授权类型'],
    ['a missing grant', { grant_type: '' }, 'invalid_request', '缺少参数grant_type'],
    ['an unknown tenant', { tenantId: '999999' }, 'invalid_grant', '租户不存在或已停用'],
    ['a tenant that is no id', { tenantId: "1' or '1" }, 'invalid_grant', '租户不存在或已停用'],
    ['an empty password', { password: '' }, 'invalid_grant', '账号或密码错误'],
    ['a NUL in the name', { username: 'safety\u0000Officer' }, 'invalid_grant', '账号或密码错误'],
    ['an over-long password', { password: 'x'.repeat(5000) }, 'invalid_grant', '账号或密码错误'],
  ])('refuses %s', async (_title, form, error, description) => {
    const response = await server.token(passwordForm(form));
    expect(response.statusCode).toBe(400);
    expect(response.json()).toEqual({ error, error_description: description });
  });

  it('refuses a tenant that is disabled or past its date, also for sessions under way', async () => {
    const there = await server.signIn('safetyOfficer', '645968');
    await sql(`update data.tenant set status = '0' where "tenantCode" = '645968'`, [], '000000');
    await remembered();
    expect((await server.token(passwordForm({ tenantId: '645968' }))).json()).toMatchObject({
      error_description: '租户不存在或已停用',
    });
    expect((await info(there.headers)).statusCode).toBe(401);
    await sql(
      `update data.tenant set status = '1', "expireTime" = '2020-01-01' where "tenantCode" = '645968'`,
      [],
      '000000',
    );
    expect((await server.token(passwordForm({ tenantId: '645968' }))).statusCode).toBe(400);
    await sql(`update data.tenant set "expireTime" = null where "tenantCode" = '645968'`, [], '000000');
    expect((await server.token(passwordForm({ tenantId: '645968' }))).statusCode).toBe(200);
  });

  it('refuses a disabled account, and ends its session', async () => {
    const person = await server.signIn('second');
    await sql(`update data."user" set status = '0' where id = '645967-second'`);
    await remembered();
    expect((await info(person.headers)).statusCode).toBe(401);
    expect((await server.token(passwordForm({ username: 'second' }))).json()).toEqual({
      error: 'invalid_grant',
      error_description: '账号已停用，请联系管理员',
    });
    await sql(`update data."user" set status = '1' where id = '645967-second'`);
  });
});

describe('a session', () => {
  let person: SignedIn;
  beforeAll(async () => {
    person = await server.signIn('safetyOfficer');
  });

  it('needs client, token and a tenant of its own', async () => {
    const { authorization: _, ...noClient } = person.headers;
    const { 'anlan-auth': __, ...noToken } = person.headers;
    expect((await info(noClient)).json()).toMatchObject({ code: 401, msg: '客户端认证失败' });
    expect((await info(noToken)).json()).toMatchObject({ code: 401, msg: '请先登录' });
    expect((await info({ ...person.headers, 'tenant-id': '645968' })).json()).toMatchObject({
      code: 403,
      msg: '不能访问其他企业的数据',
    });
  });

  it('lets people of 000000 choose an open tenant, and no other', async () => {
    const top = await server.signIn('administrator', '000000');
    const list = await server.main.inject({
      url: '/api/anlan-system/dept/list',
      headers: { ...top.headers, 'tenant-id': '645967' },
    });
    expect(list.json<{ data: { id: string }[] }>().data.map(({ id }) => id)).toContain('645967-shop');
    expect((await info({ ...top.headers, 'tenant-id': '645967' })).json().data).toMatchObject({ tenantId: '000000' });
    expect((await info({ ...top.headers, 'tenant-id': '111111' })).statusCode).toBe(403);
  });

  it.each([
    ['forged', (token: string) => `${token.slice(0, -4)}AAAA`],
    ['unsigned', (token: string) => `${btoa('{"alg":"none","typ":"JWT"}').replace(/=/g, '')}.${token.split('.')[1]}.`],
    ['no token', () => 'nonsense'],
  ])('refuses a %s access token', async (_title, change) => {
    const response = await info({ ...person.headers, 'anlan-auth': `bearer ${change(person.tokens.access_token)}` });
    expect(response.json()).toMatchObject({ code: 401, msg: '登录已失效，请重新登录' });
  });

  it('refuses an access token after an hour, while the refresh token goes on', async () => {
    const short = await server.signIn('employee');
    server.advance(61 * minute);
    expect((await info(short.headers)).statusCode).toBe(401);
    const renewed = await refresh(short.tokens.refresh_token);
    expect((await info(bearer(renewed.json()))).statusCode).toBe(200);
  });

  it('really ends at logout', async () => {
    const leaving = await server.signIn('safetyOfficer');
    const logout = await server.main.inject({ url: `${auth}/logout`, headers: leaving.headers });
    expect(logout.json()).toMatchObject({ code: 200, success: true });
    expect((await info(leaving.headers)).statusCode).toBe(401);
    expect((await refresh(leaving.tokens.refresh_token)).statusCode).toBe(400);
    const [row] = await sql<{ status: string; endReason: string }>(
      'select status, "endReason" from data.session where "userId" = $1 order by "loginTime" desc limit 1',
      ['645967-safetyOfficer'],
    );
    expect(row).toEqual({ status: '0', endReason: '退出登录' });
  });

  it('ends within a second when an administrator ends its record', async () => {
    const watched = await server.signIn('employee');
    expect((await info(watched.headers)).statusCode).toBe(200);
    await sql(`update data.session set status = '0' where "userId" = '645967-employee'`);
    await remembered();
    expect((await info(watched.headers)).statusCode).toBe(401);
    expect((await refresh(watched.tokens.refresh_token)).statusCode).toBe(400);
  });

  it('ends when the password behind it is set anew', async () => {
    const held = await server.signIn('second');
    await sql(`update data."user" set password = password || ' ' where id = '645967-second'`);
    await remembered();
    expect((await info(held.headers)).statusCode).toBe(401);
    await sql(`update data."user" set password = rtrim(password) where id = '645967-second'`);
  });
});

describe('refreshing', () => {
  it('gives the same successor to two tabs that refresh at once', async () => {
    const { tokens } = await server.signIn('safetyOfficer');
    const [first, second] = await Promise.all([refresh(tokens.refresh_token), refresh(tokens.refresh_token)]);
    expect([first.statusCode, second.statusCode]).toEqual([200, 200]);
    expect(second.json<TokenAnswer>().refresh_token).toBe(first.json<TokenAnswer>().refresh_token);
    expect(first.json<TokenAnswer>().refresh_token).not.toBe(tokens.refresh_token);
    expect((await refresh(first.json<TokenAnswer>().refresh_token)).statusCode).toBe(200);
    expect((await info(bearer(second.json()))).statusCode).toBe(200);
  });

  it('ends the session when a used token comes back later', async () => {
    const { tokens } = await server.signIn('safetyOfficer');
    const next = (await refresh(tokens.refresh_token)).json<TokenAnswer>();
    server.advance(31_000);
    const reused = await refresh(tokens.refresh_token);
    expect(reused.json()).toEqual({ error: 'invalid_grant', error_description: '登录已失效，请重新登录' });
    expect((await refresh(next.refresh_token)).statusCode).toBe(400);
    expect((await info(bearer(next))).statusCode).toBe(401);
  });

  it('refuses unknown and over-old tokens', async () => {
    expect((await refresh('nonsense')).statusCode).toBe(400);
    const { tokens } = await server.signIn('safetyOfficer');
    server.advance(8 * 24 * 60 * minute);
    expect((await refresh(tokens.refresh_token)).statusCode).toBe(400);
  });

  it('keeps no token in clear in the database', async () => {
    const { tokens } = await server.signIn('safetyOfficer');
    const rows = await sql<{ all: string }>('select t::text as all from platform."refreshToken" t');
    expect(rows.some(({ all }) => all.includes(tokens.refresh_token))).toBe(false);
    expect(rows.length).toBeGreaterThan(0);
  });
});

describe('guessing', () => {
  const guess = (username: string) => server.token(passwordForm({ username, password: 'Wrong@2026' }));
  const calm = () => server.advance(2 * minute);

  it('locks an account after five wrong passwords, for thirty minutes', async () => {
    calm();
    for (let count = 1; count <= 4; count += 1)
      expect((await guess('teamLeader')).json()).toMatchObject({ error_description: '账号或密码错误' });
    expect((await guess('teamLeader')).json()).toMatchObject({
      error_description: '密码错误次数过多，账号已锁定，请30分钟后再试',
    });
    const right = await server.token(passwordForm({ username: 'teamLeader' }));
    expect(right.json()).toMatchObject({ error_description: expect.stringMatching(/账号已锁定/) });
    const [locked] = await sql<{ status: string }>(`select status from data."user" where id = '645967-teamLeader'`);
    expect(locked?.status).toBe('2');
    server.advance(31 * minute);
    expect((await server.token(passwordForm({ username: 'teamLeader' }))).statusCode).toBe(200);
    const [open] = await sql<{ status: string }>(`select status from data."user" where id = '645967-teamLeader'`);
    expect(open?.status).toBe('1');
  });

  it('knows an account however its letters are written, and counts guesses at it once', async () => {
    calm();
    const right = await server.token(passwordForm({ username: 'SAFETYofficer' }));
    expect(right.statusCode).toBe(200);
    expect(right.json<TokenAnswer>()).toMatchObject({ account: 'safetyOfficer' });
    for (const username of ['second', 'SECOND', 'Second', 'secOnd']) {
      const wrong = await server.token(passwordForm({ username, password: 'Wrong@2026' }));
      expect(wrong.json()).toMatchObject({ error_description: '账号或密码错误' });
    }
    const last = await server.token(passwordForm({ username: 'SecOND', password: 'Wrong@2026' }));
    expect(last.json()).toMatchObject({ error_description: expect.stringMatching(/账号已锁定/) });
    const locked = await server.token(passwordForm({ username: 'second' }));
    expect(locked.json()).toMatchObject({ error_description: expect.stringMatching(/账号已锁定/) });
    server.advance(31 * minute);
  });

  it('opens a locked account at once when an administrator unlocks it', async () => {
    calm();
    for (let count = 1; count <= 5; count += 1) await guess('teamLeader');
    await sql(`update data."user" set status = '1' where id = '645967-teamLeader'`);
    expect((await server.token(passwordForm({ username: 'teamLeader' }))).statusCode).toBe(200);
  });

  it('counts guesses that are sent side by side, and treats unknown accounts alike', async () => {
    calm();
    const answers = await Promise.all(Array.from({ length: 9 }, () => guess('nobodyHere')));
    const texts = answers.map((answer) => answer.json<{ error_description: string }>().error_description);
    expect(texts.filter((text) => text === '账号或密码错误')).toHaveLength(4);
    expect(texts.filter((text) => text.includes('账号已锁定'))).toHaveLength(5);
  });

  it('forgets wrong passwords that lie more than thirty minutes back', async () => {
    calm();
    for (let count = 1; count <= 4; count += 1) await guess('employee');
    server.advance(31 * minute);
    expect((await guess('employee')).json()).toMatchObject({ error_description: '账号或密码错误' });
    expect((await server.token(passwordForm({ username: 'employee' }))).statusCode).toBe(200);
  });

  it('makes an address wait that fails thirty times within a minute', async () => {
    calm();
    const from = { remoteAddress: '10.1.1.1' };
    for (let count = 0; count < 30; count += 1) await server.token(passwordForm({ tenantId: '999999' }), from);
    const held = await server.token(passwordForm(), from);
    expect([held.statusCode, held.json<{ error_description: string }>().error_description]).toEqual([
      429,
      '操作过于频繁，请稍后再试',
    ]);
    expect((await server.token(passwordForm(), { remoteAddress: '10.1.1.2' })).statusCode).toBe(200);
    calm();
    expect((await server.token(passwordForm(), from)).statusCode).toBe(200);
  });
});

describe('captcha', () => {
  const picture = async () =>
    (await server.main.inject({ url: `${auth}/captcha` })).json<{ data: { key: string; image: string } }>().data;
  const answerOf = async (key: string) =>
    (await sql<{ answer: string }>('select answer from platform.captcha where key = $1', [key]))[0]?.answer ?? '';
  const login = (key: string, code: string, grant = 'captcha') =>
    server.token(passwordForm({ grant_type: grant }), { headers: { 'captcha-key': key, 'captcha-code': code } });

  it('is a picture whose answer counts once, in any case of letters', async () => {
    const { key, image } = await picture();
    expect(Buffer.from(image.replace('data:image/svg+xml;base64,', ''), 'base64').toString()).toMatch(/^<svg/);
    const code = await answerOf(key);
    expect((await login(key, code.toUpperCase())).statusCode).toBe(200);
    expect((await login(key, code)).json()).toMatchObject({ error_description: '验证码错误或已过期' });
  });

  it('is used up by a wrong answer, and runs out after five minutes', async () => {
    const first = await picture();
    const right = await answerOf(first.key);
    expect((await login(first.key, 'zzzz')).statusCode).toBe(400);
    expect((await login(first.key, right)).statusCode).toBe(400);
    const second = await picture();
    const code = await answerOf(second.key);
    server.advance(6 * minute);
    expect((await login(second.key, code)).statusCode).toBe(400);
  });

  it('is asked for by a tenant in captcha mode, whatever the grant', async () => {
    await sql(`update data."enterpriseConfig" set "captchaMode" = '1'`);
    expect((await server.token(passwordForm())).json()).toMatchObject({ error_description: '验证码错误或已过期' });
    const { key } = await picture();
    expect((await login(key, await answerOf(key), 'password')).statusCode).toBe(200);
    await sql(`update data."enterpriseConfig" set "captchaMode" = '0'`);
  });
});

describe('going to the other site', () => {
  it('exchanges a one-time code for a session of its own', async () => {
    const person = await server.signIn('administrator');
    const handover = await server.main.inject({ method: 'POST', url: `${auth}/handover`, headers: person.headers });
    const { code } = handover.json<{ data: { code: string } }>().data;
    const redeem = () =>
      server.admin.inject({
        method: 'POST',
        url: `${auth}/token`,
        headers: { ...clientHeader, 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams({ grant_type: 'handover', code }).toString(),
      });
    const there = await redeem();
    expect(there.statusCode).toBe(200);
    expect((await redeem()).statusCode).toBe(400);
    await server.main.inject({ url: `${auth}/logout`, headers: person.headers });
    const response = await server.admin.inject({ url: '/api/anlan-system/info', headers: bearer(there.json()) });
    expect(response.json().data).toMatchObject({ account: 'administrator' });
  });

  it('needs a signed-in person, and a code that is a minute old at most', async () => {
    expect(
      (await server.main.inject({ method: 'POST', url: `${auth}/handover`, headers: clientHeader })).statusCode,
    ).toBe(401);
    const person = await server.signIn('administrator');
    const handover = await server.main.inject({ method: 'POST', url: `${auth}/handover`, headers: person.headers });
    server.advance(2 * minute);
    const { code } = handover.json<{ data: { code: string } }>().data;
    expect((await server.token({ grant_type: 'handover', code })).statusCode).toBe(400);
  });
});

describe('after a password was set anew', () => {
  it('neither a refresh token nor a code made before leads on', async () => {
    const held = await server.signIn('administrator');
    const handover = await server.main.inject({ method: 'POST', url: `${auth}/handover`, headers: held.headers });
    const { code } = handover.json<{ data: { code: string } }>().data;
    await sql(`update data."user" set password = password || ' ' where id = '645967-administrator'`);
    expect((await server.token({ grant_type: 'handover', code })).statusCode).toBe(400);
    expect((await refresh(held.tokens.refresh_token)).statusCode).toBe(400);
    await sql(`update data."user" set password = rtrim(password) where id = '645967-administrator'`);
  });
});

describe('the audit log', () => {
  it('tells of sign-in, sign-out, reuse, lock and changed passwords', async () => {
    const rows = await sql<{ action: string; account: string; ip: string; summary: string }>(
      'select action, account, ip, summary from data."auditLog" order by "createTime"',
    );
    const of = (action: string) => rows.filter((row) => row.action === action);
    expect(of('signIn')[0]).toEqual({ action: 'signIn', account: 'safetyOfficer', ip: '127.0.0.1', summary: '登录' });
    expect(of('signOut')[0]).toMatchObject({ account: 'safetyOfficer', summary: '退出登录' });
    expect(of('tokenReused')[0]).toMatchObject({ account: 'safetyOfficer', summary: '刷新令牌被重复使用' });
    expect(of('lock')[0]).toMatchObject({ account: 'teamLeader' });
    expect(of('lock').some(({ account }) => account === 'nobodyHere')).toBe(false);
  });
});
