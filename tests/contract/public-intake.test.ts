import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { linkToken } from '../../server/flow/intake/public-link.ts';
import { sweepIntake } from '../../server/flow/intake/public-pictures.ts';
import type { Envelope, WirePage, WireRecord } from '../../src/core/wire/contract.ts';
import type { PublicForm, PublicLinks, PublicState } from '../../src/core/wire/public.ts';
import { grayJpeg } from '../fixtures/jpeg.ts';
import { patient } from '../fixtures/patience.ts';
import { clientHeader, type SignedIn, startTestServer, type TestServer } from '../fixtures/test-server.ts';

const TENANT = '645967';
const HOUR = 3_600_000;
const PUBLIC = '/api/anlan-public/intake';
const SYSTEM = '/api/anlan-system/public-link';
const PHOTO = grayJpeg(64, 48, (x, y) => (x * 4 + y * 3) % 256);

let server: TestServer;
let officer: SignedIn;
let token: string;
let keys = 0;

const sql = <Row>(text: string, values: unknown[] = [], tenant = TENANT): Promise<Row[]> =>
  server.database.transaction(tenant, (connection) => connection.query<Row>(text, values));

async function answered<T>(options: InjectOptions) {
  const response = await server.main.inject({ ...options, headers: { ...clientHeader, ...options.headers } });
  return { status: response.statusCode, ...response.json<Envelope<T>>() };
}

const links = async (path: string, form: Record<string, string> = {}, who = officer) =>
  answered<PublicLinks>({
    method: path === 'list' ? 'GET' : 'POST',
    url: `${SYSTEM}/${path}${path === 'list' ? '?entity=peril' : ''}`,
    headers: { ...who.headers, 'content-type': 'application/x-www-form-urlencoded' },
    ...(path === 'list' ? {} : { payload: new URLSearchParams({ entity: 'peril', ...form }).toString() }),
  });

const form = (link: string, more: InjectOptions = {}) =>
  answered<PublicForm>({ url: `${PUBLIC}/form?link=${encodeURIComponent(link)}`, ...more });

const state = (link: string, code: string) =>
  answered<PublicState>({ url: `${PUBLIC}/state?link=${link}&code=${code}` });

interface Sending {
  readonly link?: string;
  readonly values?: Record<string, unknown>;
  readonly pictures?: readonly string[];
  readonly key?: string;
  readonly captcha?: string;
  readonly from?: string;
  readonly body?: unknown;
}

async function solved(): Promise<Record<string, string>> {
  const { data } = await answered<{ key: string }>({ url: '/api/anlan-auth/oauth/captcha' });
  const [row] = await sql<{ answer: string }>(
    'select answer from platform.captcha where key = $1',
    [data.key],
    '000000',
  );
  return { 'captcha-key': data.key, 'captcha-code': row?.answer ?? '' };
}

const REPORT = { perilDesc: '东门外墙的防护栏松动', location: '东门' };

async function send(given: Sending = {}) {
  keys += 1;
  const { link = token, values = REPORT, pictures = [], key = `a-key-of-sixteen-${keys}` } = given;
  return answered<{ code: string }>({
    method: 'POST',
    url: `${PUBLIC}/send?link=${link}`,
    remoteAddress: given.from ?? `10.0.0.${keys % 250}`,
    headers: {
      'content-type': 'application/json',
      ...(given.captcha === undefined ? await solved() : { 'captcha-key': given.captcha, 'captcha-code': 'none' }),
    },
    payload: JSON.stringify(given.body ?? { values, pictures, key }),
  });
}

const picture = (content: Uint8Array, name = 'a.jpg', link = token, from = '10.1.0.1') =>
  answered<{ id: string }>({
    method: 'POST',
    url: `${PUBLIC}/picture?link=${link}`,
    remoteAddress: from,
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
    payload: Buffer.concat([
      Buffer.from(`--b\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n`),
      content,
      Buffer.from('\r\n--b--\r\n'),
    ]),
  });

const records = async (): Promise<readonly WireRecord[]> => {
  const url = '/api/anlan-safety/peril/page?page=manageAssessment&size=100';
  return (await answered<WirePage<WireRecord>>({ url, headers: officer.headers })).data.records;
};

const fire = (transition: string, record: WireRecord, body: object = {}) =>
  answered<WireRecord>({
    method: 'POST',
    url: `/api/anlan-safety/peril/${transition}`,
    headers: { ...officer.headers, 'content-type': 'application/json' },
    payload: JSON.stringify({ id: record.id, version: record.version, ...body }),
  });

const read = async (id: string) =>
  (
    await answered<WireRecord & { photos: { attachId: string; link: string }[] | null }>({
      url: `/api/anlan-safety/peril/detail?id=${id}`,
      headers: officer.headers,
    })
  ).data;

const kept = async (recordId?: string): Promise<number> => {
  const [row] = await sql<{ count: number }>(
    `select count(*)::int as count from platform."publicPicture" where $1::text is null or "recordId" = $1`,
    [recordId ?? null],
  );
  return row?.count ?? 0;
};

const settled = () => new Promise((resolve) => setTimeout(resolve, 400));

const switchTo = async (open: boolean): Promise<void> => {
  await sql(
    `update data."tenantSetting" set status = 'changed', "flagValue" = $1 where "settingKey" = 'peril.outside'`,
    [open ? '1' : '0'],
  );
  await server.metadata.invalidate(TENANT);
};

beforeAll(async () => {
  server = await startTestServer();
  officer = await server.signIn('safetyOfficer');
  await links('list');
  await switchTo(true);
  const made = await links('make', { title: '东门', days: '30' });
  token = made.data.links[0]?.token ?? '';
}, patient(120_000));
afterAll(() => server?.stop());

describe('a link', () => {
  it('is made, listed and revoked by whoever has the button, and logged', async () => {
    const listed = await links('list');
    expect(listed.data).toMatchObject({ open: true, links: [{ title: '东门', state: 'open', sent: 0 }] });
    const employee = await server.signIn('employee');
    expect((await links('list', {}, employee)).status).toBe(403);
    expect((await links('make', { title: '西门', days: '3' }, employee)).status).toBe(403);
    const bad = await links('make', { title: ' ', days: '9999' });
    expect([bad.status, bad.errors?.map(({ pointer }) => pointer)]).toEqual([400, ['/title', '/days']]);
    const [logged] = await sql<{ summary: string }>(
      `select summary from data."auditLog" where action = 'publicLink' order by id desc limit 1`,
    );
    expect(logged?.summary).toBe('发放上报二维码');
  });

  it('says what is asked, in the language of whoever opens it, and nothing of the company', async () => {
    const { data } = await form(token);
    expect(data).toMatchObject({ title: '隐患随手报', pictures: { title: '隐患照片', most: 3 } });
    expect(data.fields.map(({ key, kind, required }) => [key, kind, required])).toEqual([
      ['perilDesc', 'text', true],
      ['location', 'line', false],
      ['urgency', 'choice', true],
    ]);
    const english = await form(token, { headers: { 'accept-language': 'en-US' } });
    expect(english.data.title).toBe('Report a danger');
    expect(Object.keys(data).sort()).toEqual(['company', 'fields', 'pictures', 'title']);
  });

  it('that is forged, of another company, revoked or over is refused with the same words', async () => {
    const [tenant, id, signature = ''] = token.split('.');
    const forged = [
      '',
      'x',
      `${tenant}.${id}`,
      `${tenant}.${id}.${signature.replace(/^./, (one) => (one === 'A' ? 'B' : 'A'))}`,
      `645968.${id}.${signature}`,
      linkToken(server.services, '645968', id ?? ''),
      linkToken(server.services, TENANT, '1234567890123456789'),
      `${token}.more`,
    ];
    for (const link of forged) {
      const answer = await form(link);
      expect([link, answer.status, answer.msg]).toEqual([
        link,
        403,
        '这个上报入口无效或已停用，请向企业索取新的二维码',
      ]);
    }
    const made = await links('make', { title: '西门', days: '1' });
    const west = made.data.links.find(({ title }) => title === '西门');
    expect((await form(west?.token ?? '')).status).toBe(200);
    const revoked = await links('revoke', { id: west?.id ?? '' });
    expect(revoked.data.links.find(({ id: one }) => one === west?.id)?.state).toBe('revoked');
    expect((await form(west?.token ?? '')).status).toBe(403);
    expect((await send({ link: west?.token ?? '' })).status).toBe(403);
    expect((await picture(PHOTO, 'a.jpg', west?.token)).status).toBe(403);
    expect((await links('revoke', { id: west?.id ?? '' })).status).toBe(404);
    const soon = (await links('make', { title: '北门', days: '1' })).data.links.find(({ title }) => title === '北门');
    server.advance(25 * HOUR);
    officer = await server.signIn('safetyOfficer');
    expect((await form(soon?.token ?? '')).status).toBe(403);
    expect((await links('list')).data.links.find(({ title }) => title === '北门')?.state).toBe('over');
  });

  it('is no use where the company has not switched it on', async () => {
    await switchTo(false);
    expect((await form(token)).status).toBe(403);
    expect((await links('list')).data.open).toBe(false);
    await switchTo(true);
    expect((await form(token)).status).toBe(200);
  });
});

describe('a report', () => {
  const values = { ...REPORT, urgency: '1' };

  it('becomes a record of nobody, whose pictures nobody sees, and a code', async () => {
    const shot = await picture(PHOTO);
    const sent = await send({ values, pictures: [shot.data.id] });
    expect([sent.status, sent.data?.code]).toEqual([200, expect.stringMatching(/^[2-9A-Z]{12}$/)]);
    const record = (await records()).find(({ perilName }) => perilName === '随手报：东门');
    expect(record).toMatchObject({ status: 'outside', finderId: null, registrantId: null, createUser: null });
    const whole = await read(record?.id ?? '');
    expect(whole.photos ?? []).toEqual([]);
    expect(await kept(record?.id)).toBe(1);
    const [attached] = await sql<{ count: number }>('select count(*)::int as count from data.attach');
    expect(attached?.count).toBe(0);
    expect(await state(token, sent.data.code)).toMatchObject({
      data: { state: '外部上报，待受理', sent: expect.any(String) },
    });
    const text = JSON.stringify(await sql(`select * from data."auditLog" where "recordId" = $1`, [record?.id]));
    expect(text).not.toContain('10.0.0.');
    expect(text).not.toContain('10.1.0.');
  });

  it('is accepted by the safety officer, whose draft it becomes with its pictures, and goes on as any other', async () => {
    const sent = await send({
      values: { ...values, location: '受理的一条' },
      pictures: [(await picture(PHOTO)).data.id],
    });
    const record = (await records()).find(({ perilName }) => perilName === '随手报：受理的一条');
    if (record === undefined) throw new Error('no record');
    const employee = await server.signIn('employee');
    const refused = await answered({
      method: 'POST',
      url: '/api/anlan-safety/peril/takeUp',
      headers: { ...employee.headers, 'content-type': 'application/json' },
      payload: JSON.stringify({ id: record.id, version: record.version }),
    });
    expect([403, 404]).toContain(refused.status);
    expect((await fire('takeUp', record)).status).toBe(200);
    await settled();
    const whole = await read(record.id);
    expect(whole).toMatchObject({ status: 'draft', registrantId: `${TENANT}-safetyOfficer` });
    expect(whole.photos).toHaveLength(1);
    const shown = await server.main.inject({ url: whole.photos?.[0]?.link ?? '', headers: officer.headers });
    expect([shown.statusCode, shown.headers['content-type']]).toEqual([200, 'image/jpeg']);
    expect(await kept(record.id)).toBe(0);
    expect((await state(token, sent.data.code)).data.state).toBe('已受理');
  });

  it('that is turned down loses its pictures, and its sender sees that it is over', async () => {
    const sent = await send({
      values: { ...values, location: '不受理的一条' },
      pictures: [(await picture(PHOTO)).data.id],
    });
    const record = (await records()).find(({ perilName }) => perilName === '随手报：不受理的一条');
    if (record === undefined) throw new Error('no record');
    expect((await fire('decline', record, { stepOpinion: '内容不实' })).status).toBe(200);
    await settled();
    expect(await kept(record.id)).toBe(0);
    expect((await read(record.id)).photos ?? []).toEqual([]);
    const told = await state(token, sent.data.code.toLowerCase());
    expect(told.data.state).toBe('不予受理');
    expect(JSON.stringify(told)).not.toContain('内容不实');
  });

  it('is told by its code at its own link alone, and a guess learns nothing', async () => {
    const sent = await send({ values: { ...values, perilDesc: '查询的一条' } });
    const other = (await links('make', { title: '南门', days: '3' })).data.links.find(({ title }) => title === '南门');
    expect((await state(other?.token ?? '', sent.data.code)).status).toBe(404);
    expect((await state(token, 'AAAAAAAAAAAA')).status).toBe(404);
    expect((await state(token, '')).status).toBe(404);
  });

  it('counts once however often it is sent, and asks for no second captcha then', async () => {
    const key = 'the-same-key-of-sixteen';
    const first = await send({ values: { ...values, location: '重复的一条' }, key });
    const again = await send({ values: { ...values, location: '重复的一条' }, key, captcha: 'used' });
    expect([again.status, again.data.code]).toEqual([200, first.data.code]);
    expect((await records()).filter(({ perilName }) => perilName === '随手报：重复的一条')).toHaveLength(1);
  });

  it('wants its captcha, and its own fields alone, each of its type', async () => {
    const before = (await records()).length;
    expect((await send({ values, captcha: 'none' })).msg).toBe('验证码错误或已过期');
    const cases: readonly [Sending, string][] = [
      [{ values: { ...values, level: '1' } }, '/level'],
      [{ values: { ...values, status: 'closed' } }, '/status'],
      [{ values: { ...values, createUser: 'x' } }, '/createUser'],
      [{ values: { ...values, photos: ['1'] } }, '/photos'],
      [{ values: { ...values, __proto__x: 1 } }, '/__proto__x'],
      [{ values: { location: '东门', urgency: '1' } }, '/perilDesc'],
      [{ values: { ...values, urgency: 'soon' } }, '/urgency'],
      [{ values: { ...values, perilDesc: 7 } }, '/perilDesc'],
      [{ values: { ...values, perilDesc: 'x'.repeat(2_001) } }, '/perilDesc'],
      [{ body: { values: [], key: 'a-key-of-sixteen-chars' } }, '/values'],
      [{ body: { values, key: 'short' } }, '/key'],
      [{ values, pictures: ['1', '2', '3', '4'] }, '/pictures'],
      [{ values, pictures: ['1234567890123456789'] }, '/pictures'],
    ];
    for (const [given, pointer] of cases) {
      const answer = await send(given);
      expect([answer.status, answer.errors?.[0]?.pointer]).toEqual([400, pointer]);
    }
    const large = await server.main.inject({
      method: 'POST',
      url: `${PUBLIC}/send?link=${token}`,
      headers: { ...clientHeader, 'content-type': 'application/json' },
      payload: JSON.stringify({ values: { perilDesc: 'x'.repeat(70_000) }, key: 'a-key-of-sixteen-chars' }),
    });
    expect(large.statusCode).toBe(413);
    expect((await records()).length).toBe(before);
  });

  it('takes no picture that lies, none of another report, and none that is too large', async () => {
    const html = Buffer.from('<html><script>alert(1)</script></html>');
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>');
    const before = await kept();
    for (const [content, name] of [
      [html, 'a.jpg'],
      [svg, 'a.svg'],
      [html, 'a.html'],
      [PHOTO, 'a.pdf'],
      [PHOTO.subarray(0, 40), 'a.jpg'],
      [Buffer.from('MZ'), 'a.exe'],
      [Buffer.alloc(0), 'a.jpg'],
    ] as const) {
      const answer = await picture(content, name, token, '10.2.0.1');
      expect([name, answer.status]).toEqual([name, 400]);
    }
    const large = await picture(Buffer.concat([PHOTO, Buffer.alloc(5 * 1024 * 1024)]), 'a.jpg', token, '10.2.0.2');
    expect(large.status).toBe(413);
    expect(await kept()).toBe(before);
    const shot = (await picture(PHOTO, 'a.jpg', token, '10.2.0.3')).data.id;
    expect((await send({ values: { ...values, location: '第一份' }, pictures: [shot] })).status).toBe(200);
    expect((await send({ values: { ...values, location: '第二份' }, pictures: [shot] })).errors?.[0]?.pointer).toBe(
      '/pictures',
    );
    expect((await records()).some(({ perilName }) => perilName === '随手报：第二份')).toBe(false);
  });

  it(
    'sent a thousand times is told in words, by link and by address, and the next hour is open again',
    async () => {
      server.advance(2 * HOUR);
      officer = await server.signIn('safetyOfficer');
      const before = (await records()).length;
      const told = new Map<number, number>();
      for (let count = 0; count < 1_000; count += 1) {
        const { status } = await send({ values: { ...values, perilDesc: `第${count}次` } });
        told.set(status, (told.get(status) ?? 0) + 1);
      }
      expect(Object.fromEntries(told)).toEqual({ 200: 20, 429: 980 });
      expect((await records()).length).toBe(before + 20);
      expect((await send({ values })).msg).toBe('收到的上报已经很多，暂时不能再提交；情况紧急请直接打电话报告');
      server.advance(HOUR);
      const one = { values, from: '10.9.9.9' };
      const statuses: number[] = [];
      for (let count = 0; count < 12; count += 1) statuses.push((await send(one)).status);
      expect(statuses.filter((status) => status === 200)).toHaveLength(10);
    },
    patient(240_000),
  );

  it('leaves nothing of pictures that no report took', async () => {
    await picture(PHOTO, 'a.jpg', token, '10.3.0.1');
    const before = await kept();
    server.advance(2 * HOUR);
    const { services } = server;
    const options = { services, intake: undefined as never, clock: { now: server.now } };
    await sweepIntake(options, server.now()).catch(() => undefined);
    expect(await kept()).toBeLessThan(before);
  });
});
