import { createHash, X509Certificate } from 'node:crypto';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type ClientHttp2Session, connect as connectHttp2, type IncomingHttpHeaders } from 'node:http2';
import { request as httpsRequest } from 'node:https';
import { type AddressInfo, connect as connectTcp } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readCertificate } from '../../server/http/plugins/certificate.ts';
import { patient, promised } from '../fixtures/patience.ts';
import { smallPlantPassword, startTestServer, type TestServer } from '../fixtures/test-server.ts';

const pairs = join(import.meta.dirname, '..', 'fixtures', 'certificates');
const portOf = (server: TestServer, site: 'main' | 'admin') => (server[site].server.address() as AddressInfo).port;

/** Sends bytes and gives everything that comes back until the end, with the milliseconds it took. */
function exchange(port: number, text: string): Promise<{ text: string; ms: number }> {
  const started = performance.now();
  return new Promise((resolve, reject) => {
    const socket = connectTcp(port, '127.0.0.1', () => socket.write(text));
    let answer = '';
    socket.setEncoding('utf8').on('data', (part) => {
      answer += part;
    });
    socket.on('close', () => resolve({ text: answer, ms: performance.now() - started }));
    socket.on('error', reject);
  });
}

const expectHeaders = (text: string) => {
  const lower = text.toLowerCase();
  for (const name of ['content-security-policy', 'x-content-type-options: nosniff', 'referrer-policy: no-referrer']) {
    expect([lower.split('\r\n')[0], name, lower.includes(`\r\n${name}`)]).toEqual([lower.split('\r\n')[0], name, true]);
  }
};

describe('over plain HTTP', () => {
  let server: TestServer;
  let port: number;
  beforeAll(async () => {
    server = await startTestServer({}, { headers: 600, idle: 500, body: 1_000, rate: 100_000 });
    await server.main.listen({ host: '127.0.0.1', port: 0 });
    await server.admin.listen({ host: '127.0.0.1', port: 0 });
    port = portOf(server, 'main');
  });
  afterAll(() => server?.stop());

  const token = 'POST /api/anlan-auth/oauth/token HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n';

  it.each([
    ['no HTTP', 'nonsense\r\n\r\n', 400, '请求格式不正确'],
    ['too long headers', `GET / HTTP/1.1\r\nhost: x\r\na: ${'x'.repeat(20_000)}\r\n\r\n`, 431, '请求头过大'],
    ['no host', 'GET /health HTTP/1.1\r\nconnection: close\r\n\r\n', 400, '请求格式不正确'],
    ['an expectation', 'GET /health HTTP/1.1\r\nhost: x\r\nexpect: gifts\r\nconnection: close\r\n\r\n', 417, ''],
    ['a broken address', 'GET /api/%E0%A4%A HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n', 404, '没有这个接口'],
    ['two lengths', `${token}content-length: 1\r\ncontent-length: 2\r\n\r\n`, 400, '请求格式不正确'],
    [
      'a packed body',
      `${token}content-encoding: gzip\r\ncontent-length: 1\r\nconnection: close\r\n\r\nx`,
      415,
      '不支持',
    ],
    ['half a header', 'GET / HTTP/1.1\r\nhost: x\r\n', 408, '请求发送过慢或中断，请检查网络后重试'],
    ['half a body', `${token}content-length: 50\r\n\r\n{"a":`, 408, '请求发送过慢或中断，请检查网络后重试'],
  ])('%s is refused in words, with the headers of every answer', async (_title, sent, status, msg) => {
    const { text } = await exchange(port, sent);
    expect(text.split(' ')[1]).toBe(String(status));
    expect(text).toContain(msg);
    expectHeaders(text);
  });

  it('lets go of a thousand half-open requests and silent connections in a few seconds, and answers others meanwhile', async () => {
    const started = performance.now();
    const half = Array.from({ length: 500 }, () => exchange(port, 'GET / HTTP/1.1\r\nhost: x\r\n'));
    const silent = Array.from({ length: 500 }, () => exchange(port, ''));
    expect((await fetch(`http://127.0.0.1:${port}/health`)).status).toBe(200);
    await Promise.all([...half, ...silent]);
    expect(performance.now() - started).toBeLessThan(promised(10_000));
  });

  it('lets go of a body that trickles, but not of one that is slow for its size', async () => {
    const trickle = (length: number, every: number, part: string) =>
      new Promise<number>((resolve) => {
        const socket = connectTcp(port, '127.0.0.1', async () => {
          socket.write(`${token}content-length: ${length}\r\n\r\n`);
          for (let sent = 0; sent < length && !socket.destroyed; sent += part.length) {
            socket.write(part);
            await sleep(every);
          }
        });
        socket.once('data', (answer) => resolve(Number(String(answer).split(' ')[1])));
        socket.on('error', () => resolve(0));
      });
    const [slow, large] = await Promise.all([trickle(50_000, 100, 'x'), trickle(60_000, 100, 'x'.repeat(10_000))]);
    expect([slow, large]).toEqual([408, 400]);
  });

  it('lets go of a body that goes on after its refusal', async () => {
    const head = 'POST /api/anlan-safety/x/save HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n';
    const chunk = Buffer.from(`100000\r\n${'a'.repeat(1_048_576)}\r\n`);
    let sent = 0;
    await new Promise<void>((resolve) => {
      const socket = connectTcp(port, '127.0.0.1', () => {
        socket.write(`${head}transfer-encoding: chunked\r\n\r\n`);
        // What the system buffers on both sides is sent too, though nobody reads it.
        const more = () => {
          while (!socket.destroyed && sent < 500 && socket.write(chunk)) sent += 1;
          sent += 1;
          if (sent >= 500) socket.destroy();
        };
        socket.on('drain', more);
        more();
      });
      socket.resume();
      socket.on('error', () => undefined);
      socket.on('close', () => resolve());
    });
    expect(sent).toBeLessThan(200);
  });

  it('keeps a stream of changes open that says nothing for longer than anybody may be silent', async () => {
    const { headers } = await server.signIn('employee');
    const events = await fetch(`http://127.0.0.1:${port}/api/anlan-system/events`, { headers });
    const reader = events.body?.getReader();
    expect(new TextDecoder().decode((await reader?.read())?.value)).toContain('event: open');
    await sleep(1_500);
    const told = reader?.read();
    const other = await Promise.race([told, sleep(300).then(() => 'open')]);
    expect(other).toBe('open');
    await reader?.cancel();
  });

  it('answers by address and by name with a policy that lets the other port be called', async () => {
    for (const host of ['127.0.0.1', 'localhost']) {
      for (const [site, other] of [
        ['main', 'admin'],
        ['admin', 'main'],
      ] as const) {
        const { headers } = await server[site].inject({
          url: '/',
          headers: { host: `${host}:${portOf(server, site)}` },
        });
        expect(headers['content-security-policy']).toContain(
          `connect-src 'self' http://${host}:${portOf(server, other)};`,
        );
        expect(headers['strict-transport-security']).toBeUndefined();
      }
    }
  });
});

describe('where origins are set', () => {
  it('names those and never the host of the request', async () => {
    const origins = 'https://plant.example:8080, https://plant.example:8081,https://10.1.2.3:8081';
    const server = await startTestServer({ ANLAN_ORIGINS: origins });
    try {
      for (const site of [server.main, server.admin]) {
        const { headers } = await site.inject({ url: '/', headers: { host: 'evil.example' } });
        expect(headers['content-security-policy']).toContain(
          "connect-src 'self' https://plant.example:8080 https://plant.example:8081 https://10.1.2.3:8081;",
        );
        expect(JSON.stringify(headers)).not.toContain('evil');
      }
    } finally {
      await server.stop();
    }
  });
});

describe('over TLS', () => {
  let folder: string;
  let files: { cert: string; key: string };
  let server: TestServer;
  const sessions: ClientHttp2Session[] = [];

  const use = (cert: string, key: string) => {
    copyFileSync(join(pairs, `${cert}.cert.pem`), files.cert);
    copyFileSync(join(pairs, `${key}.key.pem`), files.key);
  };

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'anlan-tls-'));
    files = { cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') };
    use('first', 'first');
    server = await startTestServer({ TLS_CERT: files.cert, TLS_KEY: files.key, ANLAN_HSTS: '3600' }, { idle: 2_000 });
    for (const site of ['main', 'admin'] as const) {
      expect(await server[site].listen({ host: '127.0.0.1', port: 0 })).toMatch(/^https:/);
    }
  });
  afterAll(async () => {
    for (const session of sessions) session.destroy();
    await server?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  function session(site: 'main' | 'admin' = 'main'): ClientHttp2Session {
    const opened = connectHttp2(`https://localhost:${portOf(server, site)}`, { rejectUnauthorized: false });
    sessions.push(opened);
    return opened;
  }

  interface Answer {
    readonly headers: IncomingHttpHeaders & { ':status'?: number };
    readonly body: string;
  }

  function ask(on: ClientHttp2Session, headers: Record<string, string>, body?: Buffer): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const stream = on.request(headers);
      let answered: Answer['headers'] = {};
      let text = '';
      stream.on('response', (found) => {
        answered = found;
      });
      stream.setEncoding('utf8').on('data', (part) => {
        text += part;
      });
      stream.on('end', () => resolve({ headers: answered, body: text }));
      stream.on('error', reject);
      stream.end(body);
    });
  }

  /** Subject of the certificate that a port shows to a new connection. */
  function shown(site: 'main' | 'admin'): Promise<string> {
    return new Promise((resolve, reject) => {
      const socket = connectTls({ port: portOf(server, site), host: '127.0.0.1', rejectUnauthorized: false }, () => {
        resolve(new X509Certificate(socket.getPeerCertificate().raw).subject);
        socket.destroy();
      });
      socket.on('error', reject);
    });
  }

  it('serves both ports by HTTP/2, with all headers, HSTS and the other port by https', async () => {
    for (const site of ['main', 'admin'] as const) {
      const { headers } = await ask(session(site), { ':path': '/health' });
      expect(headers[':status']).toBe(200);
      expect(headers['strict-transport-security']).toBe('max-age=3600');
      expect(headers['x-content-type-options']).toBe('nosniff');
      const other = portOf(server, site === 'main' ? 'admin' : 'main');
      expect(headers['content-security-policy']).toContain(`connect-src 'self' https://localhost:${other};`);
    }
  });

  it('serves those who speak HTTP/1.1 only', async () => {
    const status = await new Promise((resolve, reject) => {
      const options = { port: portOf(server, 'main'), path: '/health', rejectUnauthorized: false };
      httpsRequest(options, (answer) => resolve([answer.statusCode, answer.httpVersion]))
        .on('error', reject)
        .end();
    });
    expect(status).toEqual([200, '1.1']);
  });

  it('signs in, streams changes, and takes an upload of several megabytes by HTTP/2', async () => {
    const on = session();
    const { headers } = await server.signIn('employee');
    const form = new URLSearchParams({
      grant_type: 'password',
      tenantId: '645967',
      username: 'second',
      password: smallPlantPassword,
    });
    const path = '/api/anlan-auth/oauth/token';
    const type = { 'content-type': 'application/x-www-form-urlencoded', authorization: headers.authorization ?? '' };
    const token = await ask(on, { ':method': 'POST', ':path': path, ...type }, Buffer.from(form.toString()));
    expect(token.headers[':status']).toBe(200);
    expect(String(token.headers['set-cookie'])).toContain('; Secure');

    const events = on.request({ ':path': '/api/anlan-system/events', ...headers });
    const opened = await new Promise((resolve) => events.setEncoding('utf8').once('data', resolve));
    expect(opened).toContain('event: open');

    const content = Buffer.alloc(6 * 1024 * 1024, 'plant ');
    const head =
      '--b\r\ncontent-disposition: form-data; name="file"; filename="plan.txt"\r\ncontent-type: text/plain\r\n\r\n';
    const upload = await ask(
      on,
      {
        ':method': 'POST',
        ':path': '/api/anlan-resource/oss/endpoint/put-file',
        ...headers,
        'content-type': 'multipart/form-data; boundary=b',
      },
      Buffer.concat([Buffer.from(head), content, Buffer.from('\r\n--b--\r\n')]),
    );
    const { data } = JSON.parse(upload.body) as { data: { size: number; link: string } };
    expect(data.size).toBe(content.length);
    const { pathname, search } = new URL(data.link, 'https://localhost');
    const read = await ask(on, { ':path': `${pathname}${search}`, ...headers });
    const digest = (value: string | Buffer) => createHash('sha256').update(value).digest('hex');
    expect(digest(read.body)).toBe(digest(content));
    events.close();
  });

  it('lets go of a body that stands still, and of no other request beside it', async () => {
    const on = session();
    const half = on.request({
      ':method': 'POST',
      ':path': '/api/anlan-auth/oauth/token',
      'content-type': 'application/json',
    });
    const refused = new Promise((resolve) => half.once('response', ({ ':status': status }) => resolve(status)));
    const closed = new Promise((resolve) => half.once('close', () => resolve('closed')));
    half.on('error', () => {});
    half.resume().write('{"a":');
    expect(await Promise.race([refused, sleep(20_000)])).toBe(408);
    expect(await Promise.race([closed, sleep(20_000)])).toBe('closed');
    expect((await ask(on, { ':path': '/health' })).headers[':status']).toBe(200);
  });

  it('refuses headers over 16 KB', async () => {
    const on = session();
    const long = { a: 'x'.repeat(9_000), b: 'x'.repeat(9_000) };
    expect((await ask(on, { ':path': '/health', ...long })).headers[':status']).toBe(431);
    expect((await ask(on, { ':path': '/health' })).headers[':status']).toBe(200);
  });

  it(
    'takes a new pair without closing what is open, and keeps the old one while only half is new',
    async () => {
      const before = session();
      await ask(before, { ':path': '/health' });
      expect(await shown('main')).toContain('first');
      use('second', 'first');
      await vi.waitFor(async () => expect(await server.log()).toContain('继续使用原来的证书'), 20_000);
      expect(await shown('main')).toContain('first');
      writeFileSync(files.key, 'no key at all');
      await vi.waitFor(async () => expect(await server.log()).toContain('不是有效的PEM私钥'), 20_000);
      expect(await shown('admin')).toContain('first');
      use('second', 'second');
      await vi.waitFor(async () => expect(await server.log()).toContain('证书已更换'), 20_000);
      expect([await shown('main'), await shown('admin')]).toEqual([
        'CN=second.plant.example',
        'CN=second.plant.example',
      ]);
      expect((await ask(before, { ':path': '/health' })).headers[':status']).toBe(200);
    },
    patient(90_000),
  );

  it('answers what is no TLS and no request without falling over', async () => {
    await exchange(portOf(server, 'main'), 'GET / HTTP/1.1\r\nhost: x\r\n\r\n').catch(() => undefined);
    const text = await new Promise<string>((resolve) => {
      const socket = connectTls({ port: portOf(server, 'main'), host: '127.0.0.1', rejectUnauthorized: false }, () =>
        socket.write('nonsense\r\n\r\n'),
      );
      let answer = '';
      socket.setEncoding('utf8').on('data', (part) => {
        answer += part;
      });
      socket.on('close', () => resolve(answer));
    });
    expect(text).toContain('请求格式不正确');
    expectHeaders(text);
  });
});

it('a pair that cannot be used is refused at the start, naming the file', () => {
  const file = (name: string) => join(pairs, name);
  const read = (cert: string, key: string) => () => readCertificate({ cert: file(cert), key: file(key) });
  expect(read('first.cert.pem', 'first.key.pem')).not.toThrow();
  expect(read('first.cert.pem', 'second.key.pem')).toThrow(/不是一对/);
  expect(read('none.pem', 'first.key.pem')).toThrow(/证书文件 .*none\.pem 不存在或不能读取/);
  expect(read('first.key.pem', 'first.key.pem')).toThrow(/不是有效的PEM证书/);
  expect(read('first.cert.pem', 'first.cert.pem')).toThrow(/不是有效的PEM私钥/);
});
