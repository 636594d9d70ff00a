import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { get, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  clientHeader,
  smallPlantPassword,
  startTestServer,
  type TestServer,
} from '../../tests/fixtures/test-server.ts';
import { openBodyLimit } from './plugins/body-limits.ts';

let client: string;
let server: TestServer;
let platform: string;
let management: string;

beforeAll(async () => {
  client = mkdtempSync(join(tmpdir(), 'anlan-client-'));
  mkdirSync(join(client, 'assets'));
  writeFileSync(
    join(client, 'index.html'),
    '<!doctype html><html><head><title>安澜</title></head><body></body></html>',
  );
  writeFileSync(join(client, 'assets', 'index-abc123.js'), `console.log("${'x'.repeat(5000)}")`);
  writeFileSync(join(client, 'assets', 'index-abc123.js.map'), '{}');
  writeFileSync(join(client, 'assets', 'page-abc123.js'), 'plain');
  writeFileSync(join(client, 'assets', 'page-abc123.js.br'), brotliCompressSync('as the build compressed it'));
  writeFileSync(join(client, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  writeFileSync(join(client, 'sbom.json'), '{"bomFormat":"CycloneDX"}');
  writeFileSync(join(client, '.build-stamp'), 'stamp of the build');
  server = await startTestServer({ ANLAN_CLIENT: client, ANLAN_MESSAGE_ORIGINS: 'https://portal.example' });
  platform = await server.main.listen({ host: '127.0.0.1', port: 0 });
  management = await server.admin.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await server?.stop();
  rmSync(client, { recursive: true, force: true });
});

const portOf = (site: 'main' | 'admin') => (server[site].server.address() as AddressInfo).port;

describe('the client', () => {
  it('gets index.html for every path that is no file, telling it of the installation', async () => {
    for (const path of ['/', '/index.html', '/safety/base/law?page=2', '/user/login']) {
      const page = await fetch(`${platform}${path}`);
      expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
      expect(page.headers.get('cache-control')).toBe('no-cache');
      const html = await page.text();
      expect(html).toContain('<meta name="anlan-site" content="platform">');
      expect(html).toContain('<meta name="anlan-token-header" content="anlan-auth">');
      expect(html).toContain('<meta name="anlan-message-origins" content="https://portal.example">');
    }
    expect(await (await fetch(management)).text()).toContain('<meta name="anlan-site" content="management">');
  });

  it('gets hashed assets compressed and for good, and no source maps or hidden files', async () => {
    const script = await fetch(`${platform}/assets/index-abc123.js`, { headers: { 'accept-encoding': 'br, gzip' } });
    expect(script.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(script.headers.get('content-encoding')).toBe('br');
    expect((await script.text()).length).toBeGreaterThan(5000);
    expect((await fetch(`${platform}/favicon.svg`)).headers.get('cache-control')).toBe('no-cache');
    expect((await fetch(`${platform}/assets/index-abc123.js.map`)).status).toBe(404);
    expect((await fetch(`${platform}/assets/gone-abc.js`)).status).toBe(404);
    expect(await (await fetch(`${platform}/.build-stamp`)).text()).not.toContain('stamp');
    expect((await fetch(`${platform}/..%2f..%2fetc%2fpasswd`)).status).not.toBe(500);
  });

  it('gets the bill of materials as an administrator only, and never as a file', async () => {
    expect(await (await fetch(`${platform}/sbom.json`)).text()).not.toContain('CycloneDX');
    expect(await (await fetch(`${platform}/assets/../sbom.json`)).text()).not.toContain('CycloneDX');
    const as = async (account: string) =>
      fetch(`${platform}/api/anlan-system/sbom`, { headers: (await server.signIn(account)).headers });
    const [given, refused] = [await as('administrator'), await as('employee')];
    expect([given.status, given.headers.get('content-type'), await given.text()]).toEqual([
      200,
      'application/vnd.cyclonedx+json',
      '{"bomFormat":"CycloneDX"}',
    ]);
    expect([refused.status, (await refused.json()).msg]).toEqual([403, '您没有“查看软件物料清单”的权限']);
  });

  it('gets what the build has compressed, where it understands that', async () => {
    const script = (encoding: string) =>
      fetch(`${platform}/assets/page-abc123.js`, { headers: { 'accept-encoding': encoding } });
    const packed = await script('gzip, deflate, br, zstd');
    expect(packed.headers.get('content-encoding')).toBe('br');
    expect(packed.headers.get('content-type')).toMatch(/javascript/);
    expect(packed.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(packed.headers.get('vary')).toBe('accept-encoding');
    expect(await packed.text()).toBe('as the build compressed it');
    const plain = await script('gzip');
    expect([plain.headers.get('content-encoding'), await plain.text()]).toEqual(['gzip', 'plain']);
    expect(plain.headers.get('vary')).toBe('accept-encoding');
  });

  it('is sent under a strict policy that lets it call the other port', async () => {
    const { headers } = await fetch(platform);
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain(`connect-src 'self' http://127.0.0.1:${portOf('admin')};`);
    expect(policy).toContain("frame-ancestors 'self'");
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    const forged = await server.main.inject({ url: '/', headers: { host: "x'; script-src *" } });
    expect(forged.headers['content-security-policy']).not.toContain('script-src *');
  });
});

describe('the server', () => {
  it('tells its health, and each site of the other', async () => {
    expect(await (await fetch(`${platform}/health`)).json()).toEqual({
      status: 'ok',
      database: { status: 'ok', ms: expect.any(Number) },
      metadata: { revision: expect.stringMatching(/\d/) },
      uptime: expect.any(Number),
    });
    const ports = { platformPort: portOf('main'), managementPort: portOf('admin') };
    expect(await (await fetch(`${platform}/api/anlan-system/site`)).json()).toMatchObject({
      data: { kind: 'platform', ...ports },
    });
    expect(await (await fetch(`${management}/api/anlan-system/site`)).json()).toMatchObject({
      data: { kind: 'management', ...ports },
    });
  });

  it('names the metadata revision with every answer to a signed-in person', async () => {
    const { headers } = await server.signIn('employee');
    const answer = await fetch(`${platform}/api/anlan-system/info`, { headers });
    expect(answer.headers.get('anlan-revision')).toBe((await server.metadata.snapshot('645967')).revision);
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  let signedIn: Record<string, string>;
  beforeAll(async () => {
    signedIn = (await server.signIn('employee')).headers;
  });
  const post = (body: string, type = 'application/json', path = '/api/anlan-system/dept/save', headers = signedIn) =>
    fetch(`${platform}${path}`, { method: 'POST', body, headers: { 'content-type': type, ...headers } });

  it.each([
    ['broken JSON', '{"a":', 400, '请求内容不是有效的JSON'],
    ['no JSON at all', '', 400, '请求内容不是有效的JSON'],
    ['a prototype', '{"__proto__": {"x": 1}}', 400, '请求内容不是有效的JSON'],
    ['deep nesting', '['.repeat(40) + ']'.repeat(40), 400, '请求内容嵌套过深'],
    ['ten million brackets', '['.repeat(3_000_000), 400, '请求内容嵌套过深'],
    ['too much', JSON.stringify('x'.repeat(5_000_000)), 413, '请求内容过大，最大4M'],
  ])('refuses a body with %s', async (_title, body, status, msg) => {
    const answer = await post(body);
    expect([answer.status, await answer.json()]).toEqual([status, { code: status, success: false, data: null, msg }]);
  });

  it('reads no more than 64K of whoever has not signed in, and nothing of who asks for more', async () => {
    const large = 'x'.repeat(70_000);
    const form = 'application/x-www-form-urlencoded';
    const anonymous = (body: string, path: string, type = form) => post(body, type, path, clientHeader);
    const token = await anonymous(`grant_type=password&username=${large}`, '/api/anlan-auth/oauth/token');
    expect([token.status, (await token.json()).error_description]).toEqual([413, '请求内容过大，最大64K']);
    for (const path of ['/api/anlan-system/dept/save', '/api/anlan-system/list-view/save', '/api/nothing']) {
      const answer = await anonymous(`{"a": "${large}"`, path, 'application/json');
      expect([path, answer.status, (await answer.json()).msg]).toEqual([path, 401, '请先登录']);
    }
  });

  it('lets no route have a larger body before it knows who calls', async () => {
    const paths = ['/api/anlan-auth/oauth/token', '/api/anlan-auth/auth/phone', '/health', '/nothing', '/api/x/y'];
    const body = JSON.stringify({ text: 'x'.repeat(openBodyLimit) });
    for (const path of paths) {
      expect([path, (await post(body, 'application/json', path, clientHeader)).status]).toEqual([
        path,
        path === '/api/x/y' ? 401 : 413,
      ]);
    }
  });

  it('takes a form of a thousand values of one name, and refuses more at once', async () => {
    const form = (pairs: number) =>
      post(
        Array(pairs).fill('a=1').join('&'),
        'application/x-www-form-urlencoded',
        '/api/anlan-auth/oauth/token',
        clientHeader,
      );
    expect(await (await form(1_000)).json()).toMatchObject({ error: 'invalid_request' });
    const refused = await form(1_001);
    expect([refused.status, (await refused.json()).error_description]).toEqual([400, '参数过多，最多1000个']);
  });

  it('refuses an unknown media type, unknown calls and broken addresses in the envelope', async () => {
    expect(await (await post('<a/>', 'application/xml')).json()).toMatchObject({
      code: 415,
      msg: '不支持的请求内容类型',
    });
    const { headers } = await server.signIn('employee');
    for (const path of ['/api/anlan-system/nothing', '/api', '/api/%E0%A4%A', '/apix/../api/none']) {
      const answer = await fetch(`${platform}${path}`, { headers });
      expect([path, answer.status, (await answer.json()).msg]).toEqual([path, 404, '没有这个接口']);
    }
    expect((await fetch(`${platform}/safety`, { method: 'POST' })).status).toBe(404);
  });

  it('answers faults of the framework with their own status, and logs none of them as an error', async () => {
    const asked = [
      '/assets/',
      '/assets/%00',
      '/%2e%2e/package.json',
      '/assets/..%2f..%2fpackage.json',
      '/assets',
      '/%',
    ];
    for (const path of asked) {
      // As it stands: a browser or fetch would tidy it up.
      const answer = await new Promise<{ status: number; text: string }>((resolve, reject) => {
        get({ host: '127.0.0.1', port: portOf('main'), path }, async (response) =>
          resolve({ status: response.statusCode ?? 0, text: (await response.setEncoding('utf8').toArray()).join('') }),
        ).on('error', reject);
      });
      expect([path, answer.status < 500, answer.text.includes('"private"')]).toEqual([path, true, false]);
    }
    const { headers } = await server.signIn('employee');
    const before = (await server.log()).split('\n').length;
    await new Promise<void>((resolve) => {
      const path = '/api/anlan-resource/oss/endpoint/put-file';
      const type = { 'content-type': 'multipart/form-data; boundary=b', 'content-length': '100000' };
      const upload = request({
        host: '127.0.0.1',
        port: portOf('main'),
        path,
        method: 'POST',
        headers: { ...headers, ...type },
      });
      upload.on('error', () => resolve());
      upload.write('--b\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\nhalf');
      setTimeout(() => upload.destroy(), 300);
    });
    await sleep(500);
    const lines = (await server.log()).split('\n').slice(before);
    expect(lines.filter((line) => line.includes('"level":50'))).toEqual([]);
    const all = (await server.log()).split('\n').filter((line) => line.includes('"level":50'));
    expect(all.filter((line) => /assets|package\.json/.test(line))).toEqual([]);
  });

  it('answers what it did not foresee with a number under which the log holds it', async () => {
    const { headers } = await server.signIn('employee');
    await server.database.withOwner((owner) => owner.query('alter table data.post rename to post_away'));
    const answer = await server.main.inject({ url: '/api/anlan-system/position/list', headers });
    await server.database.withOwner((owner) => owner.query('alter table data.post_away rename to post'));
    const { msg } = answer.json<{ msg: string }>();
    expect([answer.statusCode, msg]).toEqual([
      500,
      expect.stringMatching(/^系统繁忙，请稍后重试（编号[0-9a-f]{10}）$/),
    ]);
    const id = /编号([0-9a-f]+)/.exec(msg)?.[1] ?? '';
    const lines = (await server.log()).split('\n').filter((line) => line.includes(id) && line.includes('"level":50'));
    expect(lines[0]).toContain('relation \\"data.post\\" does not exist');
  });
});

describe('the log', () => {
  it('holds no password, token, captcha or query of any call', async () => {
    const secrets = ['Sehr@Geheim1', 'Noch@Geheim2', 'captchaSecret'];
    const [secret = '', fresh = '', captcha = ''] = secrets;
    const form = { grant_type: 'password', tenantId: '645967', username: 'employee', password: secret };
    await server.token(form, { headers: { 'captcha-key': captcha, 'captcha-code': captcha } });
    const query = new URLSearchParams(form).toString();
    await fetch(`${platform}/api/anlan-auth/oauth/token?${query}`, { method: 'POST', headers: clientHeader });
    await fetch(`${platform}/api/anlan-auth/oauth/token;${query}`, { method: 'POST', headers: clientHeader });
    const { tokens, headers } = await server.signIn('second');
    const encoded = Buffer.from(secret).toString('base64');
    await fetch(`${platform}/api/anlan-system/update-password?oldPassword=${encoded}&newPassword=${fresh}`, {
      method: 'POST',
      headers,
    });
    await post400(`{"oldPassword": "${secret}`, headers);
    await fetch(`${platform}/safety?token=${tokens.access_token}`);
    const handover = await fetch(`${platform}/api/anlan-auth/oauth/handover`, { method: 'POST', headers });
    const { code } = ((await handover.json()) as { data: { code: string } }).data;
    await server.token({ grant_type: 'handover', code });
    const log = await server.log();
    expect(log).toContain('/api/anlan-auth/oauth/token');
    expect(log).toContain('/api/anlan-system/update-password');
    const forbidden = [
      ...secrets,
      encoded,
      code,
      tokens.access_token,
      tokens.refresh_token,
      smallPlantPassword,
      'grant_type',
    ];
    for (const text of [...forbidden, 'anlan_secret', btoa('anlan:anlan_secret')])
      expect(log.includes(text)).toBe(false);
  });

  async function post400(body: string, headers: Record<string, string>): Promise<void> {
    const answer = await fetch(`${platform}/api/anlan-system/update-password`, {
      method: 'POST',
      body,
      headers: { ...headers, 'content-type': 'application/json' },
    });
    expect(answer.status).toBe(400);
  }
});

describe('stopping', () => {
  it('finishes what is under way and takes nothing new', async () => {
    const other = await startTestServer();
    const url = await other.main.listen({ host: '127.0.0.1', port: 0 });
    const { headers } = await other.signIn('employee');
    const slow = other.database.transaction('645967', async (connection) => {
      await connection.execute('lock table data.post in access exclusive mode');
      await sleep(500);
    });
    await sleep(50);
    const underWay = fetch(`${url}/api/anlan-system/position/list`, { headers });
    await sleep(100);
    const stopped = other.stop();
    await slow;
    expect((await underWay).status).toBe(200);
    await stopped;
    await expect(fetch(`${url}/health`)).rejects.toThrow();
  });
});
