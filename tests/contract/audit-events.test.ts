import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WirePage, WireRecord } from '../../src/core/wire/contract.ts';
import { addNewcomers } from '../fixtures/plant-newcomers.ts';
import { type SignedIn, smallPlantPassword, startTestServer, type TestServer } from '../fixtures/test-server.ts';

const system = '/api/anlan-system';
let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
  await addNewcomers(server, '645967', [{ account: 'auditor', role: 'auditor' }]);
});
afterAll(() => server?.stop());

const get = (path: string, { headers }: SignedIn, more: Record<string, string> = {}) =>
  server.main.inject({ url: `${system}/${path}`, headers: { ...headers, ...more } });

const tryPassword = (username: string, tenantId = '645967') =>
  server.token({ grant_type: 'password', tenantId, username, password: 'Wrong@2026' });

async function rows(action: string, tenantId = '645967'): Promise<Record<string, string | null>[]> {
  return server.database.withTenant(tenantId, (connection) =>
    connection.query(
      `select "userId", account, "recordId", "recordTitle", summary, ip, "actionTitle" from data."auditLog"
       where action = $1 order by time`,
      [action],
    ),
  );
}

describe('the audit log', () => {
  it('tells of failed logins, of accounts that there are and others, in the log of the company that was named', async () => {
    await tryPassword('employee');
    await tryPassword('nobodyHere', '645968');
    await tryPassword('emp\u0000loyee');
    expect(await rows('signInFailed')).toMatchObject([
      {
        account: 'employee',
        recordId: '645967-employee',
        summary: '账号或密码错误',
        ip: '127.0.0.1',
        actionTitle: '登录失败',
      },
      { account: '', recordId: '', summary: '账号或密码错误' },
    ]);
    expect(await rows('signInFailed', '645968')).toMatchObject([{ account: 'nobodyHere', recordId: '' }]);
  });

  it('takes at most twenty of them an hour from one address, and says where it stops', async () => {
    for (let turn = 0; turn < 25; turn += 1) await tryPassword(`guess${turn}`);
    const failed = await rows('signInFailed');
    // The account that there is counts for itself.
    expect(failed).toHaveLength(21);
    expect(failed.at(-1)?.summary).toBe('账号或密码错误；本小时内的后续失败不再逐条记录');
    server.advance(3_600_000);
    await tryPassword('guess99');
    expect(await rows('signInFailed')).toHaveLength(22);
  });

  it('is not needed to refuse, nor to lock: a failed login is answered as any other, and the process log tells', async () => {
    const refusals = async (username: string, times: number) => {
      const answers: unknown[] = [];
      for (let turn = 0; turn < times; turn += 1) {
        const { statusCode, body } = await tryPassword(username);
        answers.push([statusCode, body]);
      }
      return answers;
    };
    server.advance(3_600_000);
    const usual = await refusals('teamLeader', 5);
    expect(usual.at(-1)).toEqual([400, expect.stringContaining('账号已锁定')]);
    await server.database.withOwner((owner) =>
      owner.query('alter table data."auditLog" add constraint full_log check (false) not valid'),
    );
    try {
      expect(await refusals('safetyOfficer', 5)).toEqual(usual);
      expect((await tryPassword('nobodyElse')).statusCode).toBe(400);
      // The lock stands although its row does not.
      const right = await server.token({
        grant_type: 'password',
        tenantId: '645967',
        username: 'safetyOfficer',
        password: smallPlantPassword,
      });
      expect(right.body).toContain('账号已锁定');
      expect((await server.log()).match(/full_log/g)?.length).toBeGreaterThanOrEqual(7);
    } finally {
      await server.database.withOwner((owner) => owner.query('alter table data."auditLog" drop constraint full_log'));
    }
    server.advance(3_600_000);
  });

  it('tells of refused reads once each, at most twenty a person and hour, without what was asked with them', async () => {
    const [person, other] = [await server.signIn('employee'), await server.signIn('teamLeader')];
    expect((await get('session/page?account=secret', person)).statusCode).toBe(403);
    expect((await get('user/page', person, { 'tenant-id': '645968' })).statusCode).toBe(403);
    expect(await rows('readRefused')).toMatchObject([
      { userId: '645967-employee', recordTitle: 'GET /api/anlan-system/session/page' },
      { userId: '645967-employee', summary: '不能访问其他企业的数据', actionTitle: '访问被拒绝' },
    ]);
    for (let turn = 0; turn < 30; turn += 1) await get('session/page', person);
    expect(await rows('readRefused')).toHaveLength(20);
    await get('session/page', other);
    const all = await rows('readRefused');
    expect([all.length, all.at(-1)?.userId]).toEqual([21, '645967-teamLeader']);
    expect(JSON.stringify(all)).not.toContain('secret');
  });

  it('holds a refused write once, with its record, and nothing for what was only not found', async () => {
    const person = await server.signIn('second');
    const before = (await rows('readRefused')).length;
    await server.main.inject({
      method: 'POST',
      url: `${system}/user/disable`,
      headers: person.headers,
      payload: { id: '645967-teamLeader' },
    });
    await get('nothing/page', person);
    expect((await rows('refused')).filter(({ userId }) => userId === '645967-second')).toHaveLength(1);
    expect(await rows('readRefused')).toHaveLength(before);
  });

  it('tells of a refused act also of who has used up his reads of the hour', async () => {
    server.advance(3_600_000);
    const person = await server.signIn('employee');
    const before = (await rows('readRefused')).length;
    for (let turn = 0; turn < 25; turn += 1) await get('session/page', person);
    const act = await server.main.inject({
      method: 'POST',
      url: `${system}/list-view/save`,
      headers: person.headers,
      payload: { page: 'session', name: '别人的' },
    });
    expect(act.statusCode).toBe(403);
    const left = (await rows('readRefused')).slice(before);
    expect(left.map(({ recordTitle }) => recordTitle?.split(' ')[0])).toEqual([...Array(20).fill('GET'), 'POST']);
  });

  it('tells a company that is closed of those who try to get in', async () => {
    const close = (status: string) =>
      server.database.withTenant('000000', (connection) =>
        connection.execute(`update data.tenant set status = $1 where "tenantCode" = '645968'`, [status]),
      );
    await close('0');
    const answer = await tryPassword('employee', '645968');
    await close('1');
    expect(answer.statusCode).toBe(400);
    expect((await rows('signInFailed', '645968')).at(-1)).toMatchObject({
      account: 'employee',
      summary: answer.json<{ error_description: string }>().error_description,
    });
  });

  it('is read by the auditor of the company, whole and his own company alone, and changed by nobody', async () => {
    const auditor = await server.signIn('auditor');
    const page = await get('audit-log/page', auditor);
    expect(page.statusCode).toBe(200);
    const { records } = page.json<{ data: WirePage<WireRecord> }>().data;
    expect(records.some(({ userId }) => userId === '645967-employee')).toBe(true);
    expect(records.some(({ account }) => account === 'nobodyHere')).toBe(false);
    const menu = await get('menu/biz/routes-children?system=management', auditor);
    expect(menu.body).toContain('"operLog"');
    expect(menu.body).not.toContain('"code":"session"');
    expect((await get('audit-log/page', await server.signIn('employee'))).statusCode).toBe(403);
  });
});
