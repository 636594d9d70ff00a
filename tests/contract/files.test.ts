import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createPlatformDatabase } from '../../server/assembly/platform-database.ts';
import { createPlatformTables } from '../../server/assembly/platform-tables.ts';
import type { FileLinks } from '../../server/files/contract.ts';
import { createFileLinks } from '../../server/files/file-links.ts';
import { createFileStore, type FileStore } from '../../server/files/file-store.ts';
import { largestUpload } from '../../server/files/receive-upload.ts';
import { sweepFiles } from '../../server/files/sweep-files.ts';
import type { CallContext, Caller } from '../../server/ground/context.ts';
import type { Database } from '../../server/ground/database/database.ts';
import { registerFiles } from '../../server/http/files/register-files.ts';
import { registerBodies } from '../../server/http/plugins/bodies.ts';
import { registerErrors } from '../../server/http/plugins/errors.ts';
import { registerSecurityHeaders } from '../../server/http/plugins/security-headers.ts';
import { importMetadata } from '../../server/metadata/importer.ts';
import { AnlanError } from '../../src/core/errors/catalogue.ts';
import type { Envelope, WireFile } from '../../src/core/wire/contract.ts';
import { plantTenant } from '../fixtures/plant-people.ts';
import type { TestDatabase } from '../fixtures/postgres.ts';
import { createTestDatabase } from '../fixtures/test-database.ts';

const hour = 3_600_000;
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const pdf = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n');

let own: TestDatabase;
let database: Database;
let folder: string;
let drive: FileStore;
let links: FileLinks;
let app: FastifyInstance;
let base: string;
let now = new Date('2026-11-20T08:00:00Z');
const clock = { now: () => now };
/** `entity/record` that people may see, by user. */
const seen = new Map<string, Set<string>>();

const resource = '/api/anlan-resource/oss/endpoint';
const server = '/api/anlan-safety/fileserver';

beforeAll(async () => {
  own = await createTestDatabase();
  database = createPlatformDatabase({ appUrl: own.appUrl, ownerUrl: own.ownerUrl });
  await database.withOwner((client) => createPlatformTables(client, database.appRole));
  await importMetadata({ database, folder: 'schemas', settings: new Map(), now: () => now });
  for (const tenant of ['000000', '645967', '645968']) {
    await plantTenant(database, tenant);
  }
  folder = await mkdtemp(path.join(os.tmpdir(), 'anlan-files-'));
  drive = createFileStore({ folder });
  const common = { database, clock, servicePrefix: 'anlan', signingSecret: 'a secret of this test, long enough' };
  links = createFileLinks(common);
  app = fastify() as unknown as FastifyInstance;
  registerErrors(app);
  registerBodies(app);
  registerSecurityHeaders(app, { frameAncestors: "'self'", otherPort: () => 0 });
  const authenticate = async (request: FastifyRequest) => {
    const [tenantId, userId] = String(request.headers['test-user'] ?? '').split('/');
    if (tenantId === undefined || userId === undefined) throw new AnlanError('notSignedIn');
    const key = request.headers['idempotency-key'];
    return { ...contextOf(tenantId, userId), idempotencyKey: typeof key === 'string' ? key : undefined };
  };
  await registerFiles(app, {
    ...common,
    drive,
    ids: await database.ids(),
    authenticate,
    authenticateHolder: async (request, { userId, tenantId }) => {
      const context = await authenticate(request);
      if (context.tenantId !== tenantId || context.caller.userId !== userId) throw new AnlanError('fileLinkForeign');
      return context;
    },
    maySee: async (context, entity, record) => seen.get(context.caller.userId)?.has(`${entity}/${record}`) === true,
    checkPublished: async () => {
      throw new AnlanError('notFound', { what: '公开的内容' });
    },
    defaultTenant: '645967',
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  base = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
});

afterAll(async () => {
  await app?.close();
  await database?.close();
  await own?.drop();
  if (folder) await rm(folder, { recursive: true, force: true });
});

beforeEach(() => {
  now = new Date('2026-11-20T08:00:00Z');
  seen.clear();
});

function contextOf(tenantId: string, userId: string): CallContext {
  const caller: Caller = {
    userId,
    account: userId,
    realName: '测甲一',
    tenantId,
    homeTenantId: tenantId,
    deptId: '6459670020',
    deptIds: ['6459670020'],
    deptTreeIds: ['6459670020'],
    postIds: [],
    roleCodes: [],
    scope: 'own',
    sessionId: '1',
  };
  return { caller, tenantId, clock, requestId: 't', ip: '127.0.0.1', idempotencyKey: undefined };
}

const ann = { 'test-user': '645967/ann' };
const bob = { 'test-user': '645967/bob' };
const foreigner = { 'test-user': '645968/ann' };

type Answer<T> = Envelope<T> & { readonly status: number };

async function call<T>(method: string, url: string, headers: Record<string, string>, body?: BodyInit) {
  const response = await fetch(base + url, { method, headers, ...(body === undefined ? {} : { body }) });
  return { ...((await response.json()) as Envelope<T>), status: response.status } as Answer<T>;
}

function put(name: string, content: Uint8Array | string, headers: Record<string, string> = ann, field = 'file') {
  const form = new FormData();
  form.append(field, new Blob([content as BlobPart]), name);
  return call<WireFile>('POST', `${resource}/put-file`, headers, form);
}

const get = (url: string, headers: Record<string, string> = {}) => fetch(base + url, { headers });
const download = (id: string, headers: Record<string, string>) => get(`${server}/downLoadFileById?id=${id}`, headers);

/** Sends a multipart body piece by piece; gives the answer, or undefined where the connection broke. */
async function stream(pieces: Iterable<Buffer> | AsyncIterable<Buffer>, name = 'big.bin') {
  const edge = 'edge1234567890';
  async function* body() {
    yield Buffer.from(
      `--${edge}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: application/octet-stream\r\n\r\n`,
    );
    yield* pieces;
    yield Buffer.from(`\r\n--${edge}--\r\n`);
  }
  return send(body(), `multipart/form-data; boundary=${edge}`);
}

async function send(body: AsyncIterable<Buffer>, type: string, onRequest?: (request: ClientRequest) => void) {
  const request = httpRequest(`${base}${resource}/put-file`, {
    method: 'POST',
    headers: { ...ann, 'content-type': type },
  });
  const response = new Promise<IncomingMessage>((resolve, reject) => {
    request.once('response', resolve);
    request.once('error', reject);
  });
  onRequest?.(request);
  Readable.from(body)
    .on('error', () => request.destroy())
    .pipe(request);
  const answer = await response;
  let text = '';
  for await (const chunk of answer.setEncoding('utf8')) text += chunk;
  return { ...(JSON.parse(text) as Envelope<WireFile>), status: answer.statusCode };
}

function* zeros(length: number) {
  const piece = Buffer.alloc(65_536, 1);
  for (let left = length; left > 0; left -= piece.length) yield left < piece.length ? piece.subarray(0, left) : piece;
}

async function stored(): Promise<{ rows: number; arriving: number; kept: number }> {
  const [row] = await database.withTenant('645967', (connection) =>
    connection.query<{ count: number }>(`select count(*) from data.attach where "isDeleted" = 0`),
  );
  const kept = (await readdir(path.join(folder, 'kept'), { recursive: true, withFileTypes: true })).filter((entry) =>
    entry.isFile(),
  );
  return { rows: row?.count ?? 0, arriving: (await drive.arrivals()).length, kept: kept.length };
}

async function expectRefused(answer: { status?: number | undefined; msg: string }, status: number, msg: string) {
  expect([answer.status, answer.msg]).toEqual([status, msg]);
}

async function claim(file: WireFile, record: string, userId = 'ann', tenantId = '645967') {
  return database.transaction(tenantId, (connection) =>
    links.claimFiles(
      connection,
      tenantId,
      [file.attachId],
      { entityKey: 'lawRegulation', recordId: record },
      { userId },
    ),
  );
}

describe('uploading', () => {
  it('stores a file and answers as both families do', async () => {
    const answer = await put('安全生产法 正文.pdf', pdf);
    expect(answer).toMatchObject({ status: 200, code: 200, success: true, msg: '上传成功' });
    expect(answer.data).toMatchObject({ originalName: '安全生产法 正文.pdf', size: pdf.length });
    expect(answer.data.attachId).toMatch(/^\d{19}$/);
    expect(answer.data.link).toMatch(/^\/api\/anlan-resource\/oss\/endpoint\/file\/\d{19}\?tenant=645967&user=ann&/);

    const form = new FormData();
    form.append('remark', '别的字段');
    form.append('file', new Blob([pdf]), '旧.pdf');
    const older = await call<Record<string, string>>('POST', `${server}/fileUpload`, ann, form);
    expect(older.data).toMatchObject({ id: older.data.attachId, urlPath: older.data.link, originalFileName: '旧.pdf' });

    const [row] = await database.withTenant('645967', (connection) =>
      connection.query(`select * from data.attach where id = $1`, [answer.data.attachId]),
    );
    expect(row).toMatchObject({
      tenantId: '645967',
      createUser: 'ann',
      createDept: '6459670020',
      extension: 'pdf',
      contentType: 'application/pdf',
      bizId: null,
      name: `20261120/645967/${answer.data.attachId}.pdf`,
      sha256: Buffer.from(await crypto.subtle.digest('SHA-256', pdf)).toString('hex'),
    });
    expect((await stored()).arriving).toBe(0);
  });

  it('takes the same name twice: only the list of one field refuses that', async () => {
    const first = await put('同名.pdf', pdf);
    const second = await put('同名.pdf', pdf);
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(first.data.attachId).not.toBe(second.data.attachId);
  });

  it('takes a file once that is sent again under its key, and another content under it not at all', async () => {
    const before = await stored();
    const send = (headers: Record<string, string>, content: Uint8Array = pdf) => {
      const form = new FormData();
      form.append('file', new Blob([content as BlobPart]), '现场.pdf');
      return call<WireFile>('POST', `${resource}/put-file`, headers, form);
    };
    const key = { ...ann, 'idempotency-key': 'kept.1.a' };
    const answers = await Promise.all([send(key), send(key), send(key)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const [id] = new Set(answers.map(({ data }) => data.attachId));
    expect(new Set(answers.map(({ data }) => data.attachId)).size).toBe(1);
    expect((await send({ ...bob, 'idempotency-key': 'kept.1.a' })).data.attachId).not.toBe(id);
    await expectRefused(await send(key, Buffer.from('%PDF-1.4 anders')), 400, '提交编号已用于另一次提交，请刷新后再试');
    expect((await stored()).kept).toBe(before.kept + 2);
    // What was swept meanwhile, since nothing held it, is taken anew.
    await call('POST', `${resource}/remove-file?id=${id}`, ann);
    const again = await send(key);
    expect([again.status, again.data.attachId === id]).toEqual([200, false]);
    expect((await send(key)).data.attachId).toBe(again.data.attachId);
  });

  it('cleans names of paths, control characters and direction marks, and shortens them', async () => {
    const named = async (name: string) => (await put(name, 'text')).data.originalName;
    expect(await named('../../etc/../p\u202Efdp.txt')).toBe('pfdp.txt');
    expect(await named('C:\\temp\\隐患\u0007.txt')).toBe('隐患.txt');
    expect(await named('..')).toBe('未命名文件');
    const long = await named(`${'长'.repeat(300)}.txt`);
    expect([long.length, long.slice(-5)]).toEqual([255, '长.txt']);
  });

  it('refuses what is no upload, and stores nothing', async () => {
    const before = await stored();
    const json = { ...ann, 'content-type': 'application/json' };
    await expectRefused(await call('POST', `${resource}/put-file`, json, '{}'), 415, '不支持的请求内容类型');
    await expectRefused(await call('POST', `${resource}/put-file`, ann), 415, '不支持的请求内容类型');
    await expectRefused(await put('a.pdf', pdf, {}), 401, '请先登录');
    await expectRefused(await put('a.pdf', pdf, ann, 'document'), 400, '文件的字段名须为file');
    await expectRefused(await put('空.txt', ''), 400, '“空.txt”是空文件');

    const none = new FormData();
    none.append('other', '1');
    await expectRefused(await call('POST', `${resource}/put-file`, ann, none), 400, '请选择要上传的文件');
    const two = new FormData();
    for (const name of ['一.pdf', '二.pdf']) two.append('file', new Blob([pdf]), name);
    await expectRefused(await call('POST', `${resource}/put-file`, ann, two), 400, '一次只能上传一个文件');

    const broken = { ...ann, 'content-type': 'multipart/form-data; boundary=x' };
    const cut = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nhalf';
    await expectRefused(await call('POST', `${resource}/put-file`, broken, cut), 400, '上传的内容不完整，请重新上传');
    const edgeless = { ...ann, 'content-type': 'multipart/form-data' };
    await expectRefused(await call('POST', `${resource}/put-file`, edgeless, cut), 400, '上传的内容不完整，请重新上传');
    expect(await stored()).toEqual(before);
  });

  it('answers the older call with both families of names, and to the same people', async () => {
    const upload = (headers: Record<string, string>) => {
      const form = new FormData();
      form.append('file', new Blob([pdf]), '方案.pdf');
      return call<WireFile & Record<string, unknown>>('POST', `${server}/fileUpload`, headers, form);
    };
    const { data, success, msg } = await upload(ann);
    expect([success, msg]).toEqual([true, '上传成功']);
    expect(data).toMatchObject({ originalName: '方案.pdf', id: data.attachId, urlPath: data.link });
    expect(data.originalFileName).toBe('方案.pdf');
    expect(data.name).toMatch(/\.pdf$/);
    expect((await get(data.link, ann)).status).toBe(200);
    await expectRefused(await upload({}), 401, '请先登录');
  });

  it('keeps what tells duplicates and what fits: time of the last change and pixels', async () => {
    const form = new FormData();
    form.append('lastModified', '1763600000123');
    form.append('file', new Blob([png]), '现场.png');
    const { data } = await call<WireFile>('POST', `${resource}/put-file`, ann, form);
    expect(data.lastModified).toBe(1_763_600_000_123);
    for (const senseless of ['', '-1', '1e3', 'now', '9'.repeat(30)]) {
      const other = new FormData();
      other.append('file', new Blob([png]), '现场.png');
      other.append('lastModified', senseless);
      const answer = await call<WireFile>('POST', `${resource}/put-file`, ann, other);
      expect([senseless, answer.status, 'lastModified' in answer.data]).toEqual([senseless, 200, false]);
    }
    const known = await database.withTenant('645967', (connection) => links.describeFiles(connection, [data.attachId]));
    expect(known.get(data.attachId)).toMatchObject({
      name: '现场.png',
      lastModified: 1_763_600_000_123,
      pixels: { width: 1, height: 1 },
    });
  });

  it('takes nobody in by characters that cannot be seen', async () => {
    expect((await put('照\u200B片\u202E.png', png)).data.originalName).toBe('照片.png');
    // What shows as “安全exe.jpg” is a program.
    await expectRefused(await put('安全\u202Egpj.exe', 'x'), 400, '文件类型不允许：exe');
    await expectRefused(await put('安全.jpg\u200B.e\u200Bxe', 'x'), 400, '文件类型不允许：exe');
  });

  it('believes the content, not the name', async () => {
    const before = await stored();
    await expectRefused(await put('现场照片.jpg', 'no picture at all'), 400, '“现场照片.jpg”不是有效的图片');
    await expectRefused(await put('照片.jpg', png), 400, '“照片.jpg”不是有效的图片');
    await expectRefused(await put('报告.pdf', png), 400, '“报告.pdf”的内容与扩展名不符');
    await expectRefused(await put('说明.txt', png), 400, '“说明.txt”的内容与扩展名不符');
    const program = Buffer.concat([Buffer.from('MZ'), Buffer.alloc(4_200)]);
    await expectRefused(await put('工具.dat', program), 400, '文件类型不允许：exe');
    await expectRefused(await put('工具.bat', 'del *'), 400, '文件类型不允许：bat');
    expect(await stored()).toEqual(before);
    expect((await put('照片.PNG', png)).status).toBe(200);
    expect((await put('没有扩展名', png)).status).toBe(200);
  });

  it('leaves nothing behind when the client goes away', async () => {
    const before = await stored();
    let gone: ClientRequest | undefined;
    async function* body() {
      yield Buffer.from('--x\r\nContent-Disposition: form-data; name="file"; filename="a.bin"\r\n\r\n');
      yield* zeros(1_000_000);
      await expect.poll(async () => (await drive.arrivals()).length).toBe(1);
      gone?.destroy();
      yield Buffer.alloc(1);
    }
    const sent = send(body(), 'multipart/form-data; boundary=x', (request) => {
      gone = request;
    });
    await expect(sent).rejects.toThrow();
    await expect.poll(stored).toEqual(before);
  });

  it('takes 100 MB exactly, with flat memory, and refuses one byte more', async () => {
    let most = 0;
    const used = () => {
      const { heapUsed, external } = process.memoryUsage();
      return heapUsed + external;
    };
    const start = used();
    async function* watched(length: number) {
      let count = 0;
      for (const piece of zeros(length)) {
        yield piece;
        count += 1;
        if (count % 64 === 0) most = Math.max(most, used());
      }
    }
    const whole = await stream(watched(largestUpload));
    expect(whole).toMatchObject({ status: 200, data: { size: 104_857_600 } });
    expect(most - start).toBeLessThan(70 * 1024 * 1024);

    const before = await stored();
    await expectRefused(await stream(watched(largestUpload + 1)), 413, '文件大小超限，最大100M');
    expect(await stored()).toEqual(before);

    const read = await download(whole.data.attachId, ann);
    let size = 0;
    for await (const chunk of read.body ?? []) size += (chunk as Uint8Array).length;
    expect([size, read.headers.get('content-length')]).toEqual([104_857_600, '104857600']);
  });

  it('refuses an announced length beyond the limit before reading it', async () => {
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      const request = httpRequest(`${base}${resource}/put-file`, {
        method: 'POST',
        headers: { ...ann, 'content-type': 'multipart/form-data; boundary=x', 'content-length': 500_000_000 },
      });
      request.once('response', resolve);
      request.once('error', reject);
      request.flushHeaders();
      request.write('--x\r\n');
    });
    expect(answer.statusCode).toBe(413);
    answer.destroy();
  });
});

describe('reading', () => {
  it('lets only the uploader read a file that belongs to nobody', async () => {
    const { data } = await put('草稿.pdf', pdf);
    const read = await download(data.attachId, ann);
    expect(Buffer.from(await read.arrayBuffer())).toEqual(pdf);
    expect(read.headers.get('content-disposition')).toContain("filename*=UTF-8''%E8%8D%89%E7%A8%BF.pdf");
    expect(read.headers.get('cache-control')).toBe('no-store');
    expect((await download(data.attachId, bob)).status).toBe(404);
    expect((await download(data.attachId, foreigner)).status).toBe(404);
    expect((await download(data.attachId, {})).status).toBe(401);
    for (const id of ['', '1', "1' or 1=1", '%00']) expect((await download(id, ann)).status).toBe(404);
  });

  it('lets those read a claimed file who may see the record', async () => {
    const { data } = await put('附件.pdf', pdf);
    expect(await claim(data, 'r1')).toEqual([]);
    seen.set('bob', new Set(['lawRegulation/r1']));
    expect((await download(data.attachId, bob)).status).toBe(200);
    expect((await download(data.attachId, ann)).status).toBe(404);
    seen.set('ann', new Set(['lawRegulation/r1']));
    expect((await download(data.attachId, foreigner)).status).toBe(404);
  });

  it('serves a signed link to its person until it ends, and no other', async () => {
    const { data } = await put('现场.png', png);
    const read = await get(data.link, ann);
    expect(read.status).toBe(200);
    expect(read.headers.get('content-type')).toBe('image/png');
    expect(read.headers.get('content-disposition')).toMatch(/^inline;/);
    expect(read.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
    expect(read.headers.get('x-content-type-options')).toBe('nosniff');
    expect(read.headers.get('cache-control')).toBe('private, no-cache');
    expect(Buffer.from(await read.arrayBuffer())).toEqual(png);

    const other = (await put('别的.png', png)).data.attachId;
    for (const forged of [
      data.link.replace(data.attachId, other),
      data.link.replace('tenant=645967', 'tenant=645968'),
      data.link.replace('user=ann', 'user=bob'),
      data.link.replace(/expires=\d/, 'expires=9'),
      data.link.replace(/signature=.*/, 'signature='),
      data.link.replace(/\?.*/, ''),
      `${data.link}&tenant=645968`,
    ]) {
      expect([forged, (await get(forged, ann)).status]).toEqual([forged, 403]);
    }
    expect((await get(data.link)).status).toBe(401);
    for (const other of [bob, foreigner]) {
      await expectRefused(
        await call('GET', data.link, other),
        403,
        '该文件链接只能由打开页面的本人使用，请登录后从页面打开',
      );
    }
    now = new Date(now.getTime() + 20 * 60_000);
    await expectRefused(await call('GET', data.link, ann), 403, '文件链接已失效，请刷新页面后重试');
    const fresh = await links.linkFiles('645967', [data.attachId, 'none'], 'ann');
    expect([...fresh.keys()]).toEqual([data.attachId]);
    expect((await get(fresh.get(data.attachId)?.link ?? '', ann)).status).toBe(200);
    expect(await links.linkFiles('645968', [data.attachId])).toEqual(new Map());
  });

  it('asks at each opening whether the person may see the file still', async () => {
    const { data } = await put('现场.png', png);
    await claim(data, 'r9');
    const link = (await links.linkFiles('645967', [data.attachId], 'bob')).get(data.attachId)?.link ?? '';
    expect((await get(link, bob)).status).toBe(404);
    seen.set('bob', new Set(['lawRegulation/r9']));
    const read = await get(link, bob);
    expect(read.status).toBe(200);
    const tag = read.headers.get('etag') ?? '';
    // What the browser holds it may show again, and is told so without the content.
    const again = await get(link, { ...bob, 'if-none-match': tag });
    expect([again.status, (await again.arrayBuffer()).byteLength]).toEqual([304, 0]);
    seen.clear();
    expect((await get(link, { ...bob, 'if-none-match': tag })).status).toBe(404);
  });

  it('serves what is linked before sign-in to everybody', async () => {
    const { data } = await put('公开.png', png);
    const link = (await links.linkFiles('645967', [data.attachId])).get(data.attachId)?.link ?? '';
    const read = await get(link);
    expect([read.status, read.headers.get('cache-control')]).toEqual([200, 'private, max-age=1200']);
  });

  it('sends parts to players, of the link and of the older call', async () => {
    const content = Buffer.from(Array.from({ length: 5_000 }, (_, index) => index % 251));
    const { data } = await put('记录.dat', content);
    for (const url of [data.link, `${server}/downLoadFileById?id=${data.attachId}`]) {
      const part = (range: string, more: Record<string, string> = {}) =>
        fetch(base + url, { headers: { ...ann, range, ...more } });
      const whole = await fetch(base + url, { headers: ann });
      expect([whole.status, whole.headers.get('accept-ranges')]).toEqual([200, 'bytes']);
      const tag = whole.headers.get('etag') ?? '';
      expect(Buffer.from(await whole.arrayBuffer())).toEqual(content);
      for (const [range, start, end] of [
        ['bytes=0-0', 0, 0],
        ['bytes=1000-1999', 1_000, 1_999],
        ['bytes=4990-', 4_990, 4_999],
        ['bytes=4990-9999', 4_990, 4_999],
        ['bytes=-3', 4_997, 4_999],
      ] as const) {
        const answer = await part(range, { 'if-range': tag });
        expect([
          range,
          answer.status,
          answer.headers.get('content-range'),
          answer.headers.get('content-length'),
        ]).toEqual([range, 206, `bytes ${start}-${end}/5000`, String(end - start + 1)]);
        expect(Buffer.from(await answer.arrayBuffer())).toEqual(content.subarray(start, end + 1));
      }
      const behind = await part('bytes=5000-');
      expect([behind.status, behind.headers.get('content-range')]).toEqual([416, 'bytes */5000']);
      expect(await behind.json()).toMatchObject({ code: 416, success: false, msg: '请求的范围超出文件大小' });
      // Several parts, nonsense and another content are answered with the whole.
      for (const [range, more] of [
        ['bytes=0-1,5-6', {}],
        ['bytes=9-1', {}],
        ['bytes=0-0', { 'if-range': '"other"' }],
      ] as const) {
        const answer = await part(range, more);
        expect([range, answer.status, (await answer.arrayBuffer()).byteLength]).toEqual([range, 200, 5_000]);
      }
    }
    expect(
      (await fetch(base + data.link.replace('user=ann', 'user=bob'), { headers: { ...ann, range: 'bytes=0-0' } }))
        .status,
    ).toBe(403);
  });

  it('never shows SVG or HTML in place', async () => {
    const script = '<script>alert(1)</script>';
    for (const [name, content] of [
      ['图.svg', `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`],
      ['页.html', `<!doctype html>${script}`],
      ['文.txt', script],
    ] as const) {
      const { data } = await put(name, content);
      const read = await get(data.link, ann);
      expect([name, read.headers.get('content-disposition')?.split(';')[0]]).toEqual([name, 'attachment']);
      expect(read.headers.get('content-security-policy')).toContain('sandbox');
      expect(read.headers.get('x-content-type-options')).toBe('nosniff');
    }
  });
});

describe('claiming and removing', () => {
  it('claims for its uploader and one record only', async () => {
    const { data } = await put('附件.pdf', pdf);
    expect(await claim(data, 'r1', 'bob')).toEqual([data.attachId]);
    expect(await claim(data, 'r1', 'ann', '645968')).toEqual([data.attachId]);
    expect(await claim(data, 'r1')).toEqual([]);
    expect(await claim(data, 'r1', 'bob')).toEqual([]);
    expect(await claim(data, 'r2')).toEqual([data.attachId]);
    const known = await database.withTenant('645967', (connection) =>
      links.describeFiles(connection, [data.attachId, 'none']),
    );
    expect([...known.values()]).toEqual([
      {
        attachId: data.attachId,
        originalName: '附件.pdf',
        extension: 'pdf',
        contentType: 'application/pdf',
        size: pdf.length,
        name: '附件.pdf',
        sha256: createHash('sha256').update(pdf).digest('hex'),
        lastModified: undefined,
        pixels: undefined,
        uploader: 'ann',
        holder: { entityKey: 'lawRegulation', recordId: 'r1' },
      },
    ]);
  });

  it('removes by each of the calls, and the content with it', async () => {
    const ids: string[] = [];
    for (let count = 0; count < 6; count += 1) ids.push((await put(`${count}.pdf`, pdf)).data.attachId);
    const before = await stored();
    const json = { ...ann, 'content-type': 'application/json' };
    const done = { status: 200, data: true, msg: '删除成功' };
    expect(await call('POST', `${resource}/remove-file?id=${ids[0]}`, ann)).toMatchObject(done);
    expect(await call('POST', `${resource}/remove-files?ids=${ids[1]},${ids[2]}`, ann)).toMatchObject(done);
    expect(await call('POST', `${resource}/remove-files`, json, JSON.stringify({ ids: [ids[3]] }))).toMatchObject(done);
    expect(await call('POST', `${server}/deleteByAttachId?attachId=${ids[4]}`, ann)).toMatchObject(done);
    expect(await call('DELETE', `${server}/deleteByAttachId?attachId=${ids[5]}`, ann)).toMatchObject(done);
    const after = await stored();
    expect(after).toEqual({ ...before, rows: before.rows - 6, kept: before.kept - 6 });
    expect((await download(ids[0] ?? '', ann)).status).toBe(404);
    expect((await call('POST', `${resource}/remove-file?id=${ids[0]}`, ann)).status).toBe(404);
  });

  it('refuses to remove what is not one’s own or belongs to a record, and then removes nothing', async () => {
    const mine = (await put('我的.pdf', pdf)).data;
    const held = (await put('已保存.pdf', pdf)).data;
    await claim(held, 'r1');
    seen.set('ann', new Set(['lawRegulation/r1']));
    const both = `${resource}/remove-files?ids=${mine.attachId},${held.attachId}`;
    await expectRefused(await call('POST', both, ann), 400, '“已保存.pdf”已随记录保存，请在所属记录中删除');
    expect((await call('POST', `${resource}/remove-file?id=${mine.attachId}`, bob)).status).toBe(404);
    expect((await call('POST', `${resource}/remove-file?id=${mine.attachId}`, foreigner)).status).toBe(404);
    await expectRefused(await call('POST', `${resource}/remove-files`, ann), 400, '请指定要删除的文件');
    expect((await download(mine.attachId, ann)).status).toBe(200);
    expect((await download(held.attachId, ann)).status).toBe(200);

    await database.transaction('645967', (connection) =>
      links.releaseFiles(connection, '645967', [held.attachId], { entityKey: 'lawRegulation', recordId: 'r1' }),
    );
    expect(await call('POST', both, ann)).toMatchObject({ status: 200 });
  });
});

describe('the sweep', () => {
  it('removes what belongs to nobody for a day, and what a killed server left', async () => {
    now = new Date('2026-11-23T08:00:00Z');
    await sweepFiles({ database, drive, clock });
    const before = await stored();
    const loose = (await put('无主.pdf', pdf)).data;
    const held = (await put('有主.pdf', pdf)).data;
    await claim(held, 'r9');
    await writeFile(drive.arrivalPath(`${now.getTime()}-77.part`), 'half a file');
    const orphan = path.join(folder, 'lost.pdf');
    await writeFile(orphan, pdf);
    await drive.keep(orphan, '20261123/645967/77.pdf');

    now = new Date(now.getTime() + 23 * hour);
    expect(await sweepFiles({ database, drive, clock })).toBe(0);
    expect((await stored()).arriving).toBe(1);
    now = new Date(now.getTime() + 2 * hour);
    expect(await sweepFiles({ database, drive, clock })).toBe(1);
    expect(await stored()).toEqual({ rows: before.rows + 1, kept: before.kept + 2, arriving: 0 });
    now = new Date(now.getTime() + 24 * hour);
    await sweepFiles({ database, drive, clock });
    expect(await stored()).toEqual({ rows: before.rows + 1, kept: before.kept + 1, arriving: 0 });
    expect(await drive.read('20261123/645967/77.pdf')).toBeUndefined();
    expect((await download(loose.attachId, ann)).status).toBe(404);
    const kept = await drive.read(`20261123/645967/${held.attachId}.pdf`);
    expect(kept).toBeDefined();
    kept?.resume();
    if (kept !== undefined) await finished(kept);
  });

  it('keeps a file that a draft of its uploader names, and takes it once the draft is gone', async () => {
    await sweepFiles({ database, drive, clock });
    const named = (await put('草稿.pdf', pdf)).data;
    const draft = (userId: string, content: object) =>
      database.transaction('645967', (connection) =>
        connection.execute(
          `insert into platform."transitionDraft" ("tenantId", "userId", "entityId", "recordId", transition, content, "savedAt")
           values ('645967', $1, 'peril', '1', 'rectify', $2, $3)`,
          [userId, JSON.stringify(content), now],
        ),
      );
    await draft('ann', { row: { values: { photosAfter: [named] } } });
    now = new Date(now.getTime() + 26 * hour);
    expect(await sweepFiles({ database, drive, clock })).toBe(0);
    expect((await download(named.attachId, ann)).status).toBe(200);
    await database.transaction('645967', (connection) =>
      connection.execute('delete from platform."transitionDraft"', []),
    );
    // Of a part of its id, or in another's draft, it is not named.
    await draft('ann', { opinion: `见${named.attachId}` });
    await draft('bob', { files: [named.attachId] });
    expect(await sweepFiles({ database, drive, clock })).toBe(1);
  });
});
