import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Envelope, WireFile, WireRecord } from '../../src/core/wire/contract.ts';
import { patient } from '../fixtures/patience.ts';
import { SITE_PHOTO } from '../fixtures/photo.ts';
import { type SignedIn, smallPlantPassword, startTestServer, type TestServer } from '../fixtures/test-server.ts';

const pdf = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n');
let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
}, patient(120_000));
afterAll(() => server?.stop());

/** What a browser holds after signing in: headers for calls, and the cookie that it sends with pictures. */
interface Browser extends SignedIn {
  readonly cookie: string;
  readonly setCookie: string;
}

async function browserOf(account: string, tenantId = '645967'): Promise<Browser> {
  const form = { grant_type: 'password', tenantId, username: account, password: smallPlantPassword, scope: 'all' };
  const response = await server.token(form);
  const setCookie = String(response.headers['set-cookie']);
  const tokens = response.json<SignedIn['tokens']>();
  const { headers } = await server.signIn(account, tenantId);
  return {
    tokens,
    headers: { ...headers, 'anlan-auth': `bearer ${tokens.access_token}` },
    setCookie,
    cookie: setCookie.split(';')[0] ?? '',
  };
}

async function upload(browser: Browser, name: string): Promise<WireFile> {
  const head = `--edge\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: application/octet-stream\r\n\r\n`;
  const response = await server.main.inject({
    method: 'POST',
    url: '/api/anlan-resource/oss/endpoint/put-file',
    headers: { ...browser.headers, 'content-type': 'multipart/form-data; boundary=edge' },
    payload: Buffer.concat([
      Buffer.from(head),
      name.endsWith('.pdf') ? pdf : SITE_PHOTO,
      Buffer.from('\r\n--edge--\r\n'),
    ]),
  });
  return response.json<Envelope<WireFile>>().data;
}

/** Opens a link as `<img src>` does: with what cookies there are, without token. */
const open = async (link: string, cookie?: string) =>
  server.main.inject({ url: link, ...(cookie === undefined ? {} : { headers: { cookie } }) });

async function call<T = WireRecord>(browser: Browser, method: 'GET' | 'POST', path: string, payload?: object) {
  const response = await server.main.inject({
    method,
    url: `/api/anlan-${path}`,
    headers: browser.headers,
    ...(payload === undefined ? {} : { payload }),
  });
  return { status: response.statusCode, ...response.json<Envelope<T>>() };
}

describe('a file link', () => {
  it('opens in the browser of its person, for nobody else, and not once he has signed out', async () => {
    const [safety, other] = [await browserOf('safetyOfficer'), await browserOf('employee')];
    expect(safety.setCookie).toMatch(/; Path=\/api\/anlan-resource\/oss\/endpoint\/file; HttpOnly; SameSite=Strict$/);
    const { link } = await upload(safety, '现场.png');
    const read = await open(link, `${other.cookie}; ${safety.cookie}`);
    expect([read.statusCode, read.headers['content-type'], read.rawPayload.equals(SITE_PHOTO)]).toEqual([
      200,
      'image/png',
      true,
    ]);
    const forged = safety.cookie.replace(/.{4}$/, 'AAAA');
    const renamed = other.cookie.replace(/^[^=]+/, safety.cookie.split('=')[0] ?? '');
    for (const cookie of [undefined, other.cookie, forged, renamed, '']) {
      expect([cookie, (await open(link, cookie)).statusCode]).toEqual([cookie, 403]);
    }
    // Clients that send their token need no cookie; a foreign token does not help.
    expect((await server.main.inject({ url: link, headers: safety.headers })).statusCode).toBe(200);
    const stolen = await server.main.inject({ url: link, headers: { ...other.headers, cookie: safety.cookie } });
    expect(stolen.statusCode).toBe(403);
    const out = await server.main.inject({ url: '/api/anlan-auth/oauth/logout', headers: safety.headers });
    expect(String(out.headers['set-cookie'])).toMatch(/^anlan-file-645967-safetyOfficer=; Max-Age=0; /);
    expect((await open(link, safety.cookie)).statusCode).toBe(401);
  });

  it('ends with the right to see the record', async () => {
    const safety = await browserOf('safetyOfficer');
    const employee = await browserOf('employee');
    const file = await upload(safety, '附件.pdf');
    const saved = await call(safety, 'POST', 'safety/securitysystem/lawsregulations/save', {
      name: '链接试验法规',
      docNo: '虚构〔2026〕1号',
      issueDept: '虚构发文单位',
      issueDate: '2025-12-01',
      fileType: '1',
      effectiveDate: '2026-01-01',
      attachments: [file.attachId],
    });
    expect([saved.msg, saved.status]).toEqual(['操作成功', 200]);
    const { id } = saved.data;
    const detail = () =>
      call<{ attachments?: WireFile[] }>(employee, 'GET', `safety/securitysystem/lawsregulations/detail?id=${id}`);
    const state = (status: string) =>
      server.database.transaction('645967', (connection) =>
        connection.execute(`update data."lawRegulation" set status = $1 where id = $2`, [status, id]),
      );
    await state('1');
    const shown = (await detail()).data.attachments?.[0]?.link ?? '';
    expect((await open(shown, employee.cookie)).statusCode).toBe(200);
    // A disabled law is no longer shown to employees, nor are its files by links that they still hold.
    await state('0');
    expect((await detail()).status).toBe(404);
    expect((await open(shown, employee.cookie)).statusCode).toBe(404);
  });

  it("shows a person his own picture, though he reads no account's record", async () => {
    const employee = await browserOf('employee');
    const administrator = await browserOf('administrator');
    const file = await upload(administrator, '头像.png');
    const path = 'system/user';
    const { version } = (await call(administrator, 'GET', `${path}/detail?id=645967-employee`)).data;
    const saved = await call(administrator, 'POST', `${path}/save`, {
      id: '645967-employee',
      version,
      avatar: [file.attachId],
    });
    expect([saved.msg, saved.status]).toEqual(['操作成功', 200]);
    const { avatar } = (await call<{ avatar: string }>(employee, 'GET', 'system/info')).data;
    expect((await open(avatar, employee.cookie)).statusCode).toBe(200);
  });
});
