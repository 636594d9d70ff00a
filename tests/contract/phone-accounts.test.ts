import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Gateway, startGateway } from '../../mocks/gateways/gateway.ts';
import type { WirePage, WireRecord } from '../../src/core/wire/contract.ts';
import { type BaseDesk, startBaseDesk } from '../fixtures/base-desk.ts';
import { patient } from '../fixtures/patience.ts';
import { plantId, TENANT } from '../fixtures/plant-desk.ts';
import { clientHeader } from '../fixtures/test-server.ts';

/** Telephones of the block that no network gives out. */
const OFFICER = '10000010001';
const ADMIN = '10000010002';
const STRANGER = '10000019999';

let at: BaseDesk;
let gateway: Gateway;
let calls = 0;

beforeAll(async () => {
  at = await startBaseDesk([['admin1', '管理戊', 'administrator']]);
  gateway = await startGateway('a-secret-of-the-gateway');
  await at.desk.call('admin1', 'POST', 'system/connector/save', {
    ...{ name: '短信', connector: 'sms', kind: 'sms', address: gateway.url, secret: 'a-secret-of-the-gateway' },
    privateAddresses: '127.0.0.1',
  });
  await at.server.database.transaction(TENANT, async (connection) => {
    for (const [account, phone] of [
      ['safetyOfficer', OFFICER],
      ['admin1', ADMIN],
    ])
      await connection.execute('update data."user" set phone = $2 where account = $1', [account, phone]);
  });
}, patient(120_000));
afterAll(async () => {
  await gateway?.close();
  await at?.server.stop();
});

async function open(...columns: readonly string[]): Promise<void> {
  const all = ['phoneLogin', 'passwordReset', 'selfRegister'];
  const set = all.map((column) => `"${column}" = '${columns.includes(column) ? 1 : 0}'`).join(', ');
  await at.server.database.transaction(TENANT, (connection) =>
    connection.execute(`update data."enterpriseConfig" set ${set} where "tenantId" = $1`, [TENANT]),
  );
}

async function post(path: string, body: object, headers: Record<string, string> = {}) {
  // Each call comes from a telephone of its own, so that one test does not hold back the next.
  calls += 1;
  const response = await at.server.main.inject({
    method: 'POST',
    url: `/api/${path}`,
    remoteAddress: `192.0.2.${calls % 250}`,
    headers: { ...clientHeader, 'content-type': 'application/json', ...headers },
    payload: JSON.stringify({ tenantId: TENANT, ...body }),
  });
  const { msg, error_description, data, errors, ...more } = response.json();
  return { status: response.statusCode, msg: errors?.[0]?.msg ?? msg ?? error_description, data, more };
}

async function solved(): Promise<Record<string, string>> {
  const { data } = (await at.server.main.inject({ url: '/api/anlan-auth/oauth/captcha' })).json();
  const [row] = await at.server.database.withTenant('000000', (connection) =>
    connection.query<{ answer: string }>('select answer from platform.captcha where key = $1', [data.key]),
  );
  return { 'captcha-key': data.key, 'captcha-code': row?.answer ?? '' };
}

/** Codes are counted by the hour of the clock. */
function newHour(): void {
  at.server.advance(3_600_000 - (at.server.now().getTime() % 3_600_000));
}

/** Asks for a code a minute after the last one; gives what the telephone got. */
async function texted(phone: string, purpose: string, patience = 40): Promise<string | undefined> {
  at.server.advance(61_000);
  const before = gateway.arrivals.length;
  const sent = await post('account/sms', { phone, purpose }, await solved());
  expect(sent).toMatchObject({ status: 200, msg: '验证码已发送', data: { seconds: 60, minutes: 5 } });
  for (let tries = 0; tries < patience && gateway.arrivals.length === before; tries += 1) await sleep(25);
  const arrived = gateway.arrivals[before]?.body;
  if (arrived === undefined) return undefined;
  expect(arrived.phone).toBe(phone);
  return String(arrived.text);
}

const codeIn = (text: string | undefined): string => /验证码(\d{6})，5分钟内有效/.exec(text ?? '')?.[1] ?? '';
const wrong = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

describe('telephones and accounts', () => {
  it('are closed until the company opens each way', async () => {
    await open();
    for (const [path, way] of [
      ['auth/phone', '手机号登录'],
      ['anlan-auth/auth/phone', '手机号登录'],
      ['account/sms', '手机号登录'],
      ['auth/register', '自助注册'],
      ['auth/forge-password', '自助找回密码'],
      ['anlan-auth/auth/forget-password', '自助找回密码'],
    ]) {
      const refused = await post(path ?? '', { phone: OFFICER });
      expect([path, refused.status, refused.msg]).toEqual([path, 403, `企业没有开通${way}`]);
    }
    const display = await at.server.main.inject({ url: '/api/anlan-system/enterprise-config/display' });
    expect(display.json().data).toMatchObject({ phoneLogin: '0', passwordReset: '0', selfRegister: '0' });
  });

  it('sign in by a code that reaches the telephone once, within five minutes, and is kept nowhere in plain', async () => {
    await open('phoneLogin');
    expect((await post('account/sms', { phone: OFFICER })).msg).toBe('验证码错误或已过期');
    expect((await post('account/sms', { phone: '2000' }, await solved())).msg).toBe('手机号码须为11位');
    const code = codeIn(await texted(OFFICER, 'login'));
    expect((await post('account/sms', { phone: OFFICER }, await solved())).status).toBe(429);
    expect(await post('auth/phone', { phone: OFFICER, smsCode: wrong(code) })).toMatchObject({
      status: 400,
      msg: '短信验证码错误或已失效，请重新获取',
    });
    const kept = await at.server.database.transaction(TENANT, (connection) =>
      connection.query(
        `select t::text as row from platform."smsCode" t union all select o::text from platform.outbox o`,
      ),
    );
    expect(JSON.stringify(kept)).not.toContain(code);
    expect(JSON.stringify(kept)).not.toContain(OFFICER);
    expect(await at.server.log()).not.toContain(code);
    // A code for something else is none.
    expect((await post('auth/forget-password', { phone: OFFICER, smsCode: code })).status).toBe(403);
    const { status, more } = await post('auth/phone', { phone: OFFICER, smsCode: code });
    expect([status, more.account, more.tenant_id]).toEqual([200, 'safetyOfficer', TENANT]);
    const headers = { ...clientHeader, 'anlan-auth': `bearer ${more.access_token}`, 'tenant-id': TENANT };
    const info = await at.server.main.inject({ url: '/api/anlan-system/info', headers });
    expect(info.json().data.account).toBe('safetyOfficer');
    expect((await post('auth/phone', { phone: OFFICER, smsCode: code })).status).toBe(400);
    const late = codeIn(await texted(OFFICER, 'login'));
    at.server.advance(5 * 60_000);
    expect((await post('auth/phone', { phone: OFFICER, smsCode: late })).status).toBe(400);
  });

  it('are done with after five wrong codes, and say of nobody whether he has an account', async () => {
    await open('phoneLogin', 'passwordReset');
    newHour();
    const code = codeIn(await texted(OFFICER, 'login'));
    for (let tries = 0; tries < 5; tries += 1)
      expect((await post('auth/phone', { phone: OFFICER, smsCode: wrong(code) })).status).toBe(400);
    expect((await post('auth/phone', { phone: OFFICER, smsCode: code })).status).toBe(400);
    // Nothing reaches a stranger or an administrator, whom a telephone alone lets in nowhere; what is answered is the same.
    for (const phone of [STRANGER, ADMIN]) {
      for (const purpose of ['login', 'reset']) expect(await texted(phone, purpose, 6)).toBeUndefined();
      const refused = await post('auth/phone', { phone, smsCode: '123456' });
      expect([refused.status, refused.msg]).toEqual([400, '短信验证码错误或已失效，请重新获取']);
    }
  });

  it('get five codes an hour', async () => {
    await open('passwordReset');
    newHour();
    for (let sent = 0; sent < 5; sent += 1) await texted(STRANGER, 'reset', 1);
    at.server.advance(61_000);
    const refused = await post('account/sms', { phone: STRANGER, purpose: 'reset' }, await solved());
    expect([refused.status, refused.msg]).toEqual([429, '操作过于频繁，请稍后再试']);
  });

  it('set a password that the rules let pass, which ends every session', async () => {
    await open('passwordReset');
    newHour();
    const before = await at.server.signIn('safetyOfficer');
    const smsCode = codeIn(await texted(OFFICER, 'reset'));
    const reset = (newPassword: string, newPassword1 = newPassword) =>
      post('auth/forge-password', { phone: OFFICER, smsCode, newPassword, newPassword1 });
    expect((await reset('short')).msg).toBe('密码长度不能少于8位');
    expect((await reset('Quiet#Harbor77', 'Quiet#Harbor78')).msg).toBe('两次输入的密码不一致');
    expect((await reset('SafetyOfficer#1')).msg).toContain('密码不能包含登录账号');
    expect(await reset('Quiet#Harbor77')).toMatchObject({ status: 200, msg: '密码修改成功' });
    const info = await at.server.main.inject({ url: '/api/anlan-system/info', headers: before.headers });
    expect(info.statusCode).toBe(401);
    expect((await at.server.signIn('safetyOfficer', TENANT, 'Quiet#Harbor77')).tokens.account).toBe('safetyOfficer');
    expect((await reset('Quiet#Harbor79')).status).toBe(400);
  });

  it('ask for an account, which an administrator opens, and set its first password by another code', async () => {
    await open('selfRegister', 'passwordReset');
    newHour();
    expect(await texted(OFFICER, 'register')).toContain('已有账号');
    const phone = '10000010003';
    const asked = { phone, smsCode: codeIn(await texted(phone, 'register')), unitName: '聚合一车间', reason: '新入职' };
    expect((await post('auth/register', { ...asked, realName: '1' })).status).toBe(400);
    expect(await post('auth/register', { ...asked, realName: '新甲一' })).toMatchObject({
      status: 200,
      msg: '提交成功',
    });
    const page = 'system/registration/page?current=1&size=20';
    const { records } = await at.desk.call<WirePage<WireRecord>>('admin1', 'GET', page);
    expect(records.map(({ realName, status, unitName }) => [realName, status, unitName])).toEqual([
      ['新甲一', 'pending', '聚合一车间'],
    ]);
    expect((await at.desk.ask('chief', 'GET', page)).status).toBe(403);
    const id = String(records[0]?.id);
    const given = { account: 'newcomer', staffNo: 'N001', sex: '1', personCategory: '1', dept: [plantId('shop')] };
    const [role, post1] = await at.server.database.withTenant(TENANT, async (connection) => [
      await connection.query<{ id: string }>(`select id from data.role where "roleCode" = 'employee' limit 1`),
      await connection.query<{ id: string }>('select id from data.post limit 1'),
    ]);
    expect((await at.desk.refused('admin1', 'system/registration/approve', { id, version: 1, ...given }))[0]).toBe(400);
    const opened = await at.desk.call('admin1', 'POST', 'system/registration/approve', {
      ...{ id, version: 1, ...given, role: [role?.[0]?.id], post: [post1?.[0]?.id] },
    });
    expect(opened).toMatchObject({ status: 'approved', userId: expect.any(String) });
    await at.server.outbox.runDue(at.server.now());
    expect(gateway.arrivals.at(-1)?.body).toMatchObject({ phone, text: expect.stringContaining('newcomer') });
    // Until then nothing opens the account.
    expect(
      (await at.server.token({ grant_type: 'password', tenantId: TENANT, username: 'newcomer', password: 'x' }))
        .statusCode,
    ).toBe(400);
    const smsCode = codeIn(await texted(phone, 'reset'));
    const words = { newPassword: 'Quiet#Harbor77', newPassword1: 'Quiet#Harbor77' };
    expect((await post('auth/forget-password', { phone, smsCode, ...words })).status).toBe(200);
    const { headers } = await at.server.signIn('newcomer', TENANT, 'Quiet#Harbor77');
    const info = await at.server.main.inject({ url: '/api/anlan-system/info', headers });
    expect(info.json().data).toMatchObject({ realName: '新甲一', mustChangePassword: false, roleCode: 'employee' });
  });
});
