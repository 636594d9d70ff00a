import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Envelope, WirePage, WireRecord } from '../../src/core/wire/contract.ts';
import { patient } from '../fixtures/patience.ts';
import { type SignedIn, startTestServer, type TestServer } from '../fixtures/test-server.ts';

const TOP = '000000';
const COMPANY = '645967';

let server: TestServer;
let keeper: SignedIn;
let other: SignedIn;

beforeAll(async () => {
  server = await startTestServer();
  keeper = await server.signIn('administrator', TOP);
  other = await server.signIn('safetyOfficer', TOP);
}, patient(120_000));
afterAll(() => server?.stop());

async function call<T = unknown>(who: SignedIn, company: string, method: 'GET' | 'POST', path: string, body?: object) {
  const response = await server.main.inject({
    method,
    url: `/api/anlan-${path}`,
    headers: {
      ...who.headers,
      'tenant-id': company,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  });
  const { msg, data } = response.json<Envelope<T>>();
  return { status: response.statusCode, msg, data };
}

const companies = async (who: SignedIn) =>
  (await call<{ tenantId: string }[]>(who, TOP, 'GET', 'system/tenant/enterable')).data.map(({ tenantId }) => tenantId);

async function logged(tenantId: string, action: string): Promise<readonly { summary: string; account: string }[]> {
  return server.database.withTenant(tenantId, (connection) =>
    connection.query(
      'select summary, account from data."auditLog" where "tenantId" = $1 and action = $2 order by "createTime", id',
      [tenantId, action],
    ),
  );
}

describe('a person of the top tenant', () => {
  it('enters no company that nobody let him enter', async () => {
    expect(await companies(other)).toEqual([TOP]);
    expect(await call(other, COMPANY, 'GET', 'system/info')).toMatchObject({ status: 403 });
    expect(await logged(COMPANY, 'enter')).toEqual([]);
  });

  it('enters one by a right of its own, which an administrator of the platform gives, and until it ends', async () => {
    const grant = { userId: `${TOP}-safetyOfficer`, companyId: COMPANY, reason: '年度检查' };
    expect((await call(other, TOP, 'POST', 'system/companyentry/save', grant)).status).toBe(403);
    const local = await server.signIn('administrator', COMPANY);
    expect((await call(local, COMPANY, 'POST', 'system/companyentry/save', grant)).status).toBeGreaterThanOrEqual(400);
    expect(
      (await call<WirePage<WireRecord>>(local, COMPANY, 'GET', 'system/companyentry/page')).data?.records ?? [],
    ).toEqual([]);
    const given = await call<WireRecord>(keeper, TOP, 'POST', 'system/companyentry/save', grant);
    expect([given.msg, given.status]).toEqual(['操作成功', 200]);
    expect((await call(keeper, TOP, 'POST', 'system/companyentry/save', grant)).msg).toContain(
      '该人员已有进入该企业的授权',
    );
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    expect(await companies(other)).toEqual([TOP, COMPANY]);
    expect((await call(other, COMPANY, 'GET', 'system/info')).status).toBe(200);
    expect((await call(other, '645968', 'GET', 'system/info')).status).toBe(403);
    const { id, version } = given.data;
    const ended = { id, version, ...grant, until: '2020-01-01' };
    expect((await call(keeper, TOP, 'POST', 'system/companyentry/save', ended)).status).toBe(200);
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    expect((await call(other, COMPANY, 'GET', 'system/info')).status).toBe(403);
  });

  it('leaves a row in the log of both, once for a visit', async () => {
    const before = [(await logged(TOP, 'enter')).length, (await logged(COMPANY, 'enter')).length];
    for (let time = 0; time < 3; time += 1) {
      expect((await call(keeper, COMPANY, 'GET', 'system/info')).status).toBe(200);
    }
    const [top, company] = [await logged(TOP, 'enter'), await logged(COMPANY, 'enter')];
    expect([top.length, company.length]).toEqual(before.map((count) => count + 1));
    expect([top.at(-1)?.summary, company.at(-1)?.summary]).toEqual([
      expect.stringMatching(/（administrator）进入企业645967$/),
      expect.stringMatching(/^平台人员.+（administrator）进入本企业$/),
    ]);
  });

  it('leaves one for each masked value that he is given in clear', async () => {
    await server.database.withTenant(COMPANY, (connection) =>
      connection.execute(`update data."user" set "idCard" = '320101190001010010' where id = '645967-employee'`),
    );
    const [top, company] = [(await logged(TOP, 'look')).length, (await logged(COMPANY, 'look')).length];
    const seen = await call<WireRecord>(keeper, COMPANY, 'GET', 'system/user/detail?id=645967-employee');
    expect(seen.data.idCard).toBe('320101190001010010');
    const rows = [await logged(TOP, 'look'), await logged(COMPANY, 'look')];
    expect(rows.map(({ length }) => length)).toEqual([top + 1, company + 1]);
    expect(rows.map((list) => list.at(-1)?.summary)).toEqual(['企业645967；身份证号', '身份证号']);
    const listed = await call<WirePage<WireRecord>>(keeper, COMPANY, 'GET', 'system/user/page?size=200');
    expect(JSON.stringify(listed.data)).not.toContain('320101190001010010');
    expect((await logged(COMPANY, 'look')).length).toBe(company + 1);
  });
});
