import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { WireRecord } from '../../src/core/wire/contract.ts';
import type { ScanCodeAnswer } from '../../src/core/wire/scan.ts';
import { createEntityServer, type EntityServer } from '../fixtures/entity-server.ts';
import { rowsHolding } from '../fixtures/rows-holding.ts';
import { signature, training } from '../fixtures/scan-entities.ts';

const HERE = { lng: 121.473701, lat: 31.230416 };
const TRAINER = { userId: 'trainer', roleCodes: ['trainer'] };

describe('a transition that wants a code scanned', () => {
  let server: EntityServer;
  let record: WireRecord;
  let other: WireRecord;

  beforeAll(async () => {
    server = await createEntityServer({
      entities: { test: [training, signature] },
      shipped: ['user', 'dept', 'role', 'tenant', 'post'],
      parts: { evidence: { seal: async () => ({ id: 'e', hash: 'h' }) } },
    });
    await server.database.transaction('645967', async (db) => {
      for (const id of ['u1', 'u2', 'u3', 'u4', 'trainer'])
        await db.execute(
          `insert into data."user" (id, "tenantId", account, "realName", status) values ($1, '645967', $1, $1, '1')`,
          [id],
        );
    });
  });
  afterAll(() => server?.close());

  const save = async (body: object) =>
    (await server.call<WireRecord>(TRAINER, 'POST /api/anlan-safety/training/save', body)).data;
  const show = (id: string, person: object = TRAINER) =>
    server.call<ScanCodeAnswer>(person, `GET /api/anlan-safety/training/signIn-code?id=${id}`);
  const sign = (id: string, scan: object | undefined, userId = 'u1', row?: object) =>
    server.call({ userId }, 'POST /api/anlan-safety/training/signIn', {
      id,
      scan,
      ...(row === undefined ? {} : { row }),
    });

  beforeEach(async () => {
    // 09:00 at the plant.
    server.setNow('2026-05-01T01:00:00Z');
    record = await save({ name: '甲', trainTime: '2026-05-01 09:10:00', geo: HERE, tagCode: 'GATE-7' });
    other = await save({ name: '乙', trainTime: '2026-05-01 09:10:00', geo: HERE });
  });

  it('takes the code on the screen, typed with or without its dash, and the one before it', async () => {
    const { code, remaining } = (await show(record.id)).data;
    expect(code).toMatch(/^[2-9A-HJ-NP-Z]{8}$/);
    expect(remaining).toBe(30_000);
    expect(await sign(record.id, { code, record: record.id, place: HERE })).toMatchObject({ status: 200 });
    server.setNow('2026-05-01T01:00:59Z');
    const dashed = `${code.slice(0, 4)}-${code.slice(4)}`.toLowerCase();
    expect(await sign(record.id, { code: dashed, place: HERE }, 'u2')).toMatchObject({ status: 200 });
    const rows = await server.call<readonly WireRecord[]>(
      TRAINER,
      `GET /api/anlan-safety/signature/list?training=${record.id}`,
    );
    expect(rows.data.map(({ user }) => user).sort()).toEqual(['u1', 'u2']);
  });

  it.each<[string, string]>([
    ['2026-05-01T01:01:00Z', '不能签到：码已过期，请扫描屏幕上现在的码'],
    ['2026-05-01T01:09:00Z', '不能签到：码已过期，请扫描屏幕上现在的码'],
    ['2026-05-01T01:11:00Z', '不能签到：码不正确，请核对后重新扫描或输入'],
  ])('says of the code of 09:00 at %s: %s', async (now, msg) => {
    const { code } = (await show(record.id)).data;
    server.setNow(now);
    expect(await sign(record.id, { code, place: HERE })).toMatchObject({ status: 400, msg });
  });

  it('says that a code is another record’s', async () => {
    const { code } = (await show(other.id)).data;
    expect(await sign(record.id, { code, record: other.id, place: HERE })).toMatchObject({
      msg: '不能签到：扫描的是另一条记录的码，请扫描本记录的码',
    });
    expect(await sign(record.id, { code, record: record.id, place: HERE })).toMatchObject({
      msg: '不能签到：码不正确，请核对后重新扫描或输入',
    });
  });

  it.each<[string, number, string | undefined]>([
    ['2026-05-01T00:39:59Z', 400, '不能签到：还没有到时间，2026-05-01 08:40 开始'],
    ['2026-05-01T00:40:00Z', 200, undefined],
    ['2026-05-01T01:25:00Z', 200, undefined],
    ['2026-05-01T01:25:01Z', 400, '不能签到：时间已过，2026-05-01 09:25 截止'],
  ])('opens 30 minutes before and closes 15 minutes after: %s', async (now, status, msg) => {
    server.setNow(now);
    const { code } = (await show(record.id)).data;
    const answer = await sign(record.id, { code, place: HERE });
    expect(answer.status).toBe(status);
    if (msg !== undefined) expect(answer.msg).toBe(msg);
  });

  it('wants the person near the place', async () => {
    const { code } = (await show(record.id)).data;
    // 0.0005 degrees of latitude are 56 metres, 0.0004 are 44.
    const far = { ...HERE, lat: HERE.lat + 0.0005 };
    expect(await sign(record.id, { code, place: far })).toMatchObject({
      msg: '不能签到：您离现场约56米，须在50米以内',
    });
    expect(await sign(record.id, { code })).toMatchObject({
      msg: '不能签到：需要您的位置，请允许浏览器定位后重试',
    });
    const near = { ...HERE, lat: HERE.lat + 0.0004 };
    expect(await sign(record.id, { code, place: near })).toMatchObject({ status: 200 });
  });

  it('lets each sign for himself, once, also where he presses twice at once', async () => {
    const { code } = (await show(record.id)).data;
    const scan = { code, place: HERE };
    expect(await sign(record.id, scan, 'u1', { user: 'u2' })).toMatchObject({
      errors: [{ pointer: '/row/user', msg: '人员只能是您本人' }],
    });
    const both = await Promise.all([sign(record.id, scan), sign(record.id, scan)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(await sign(record.id, scan)).toMatchObject({ status: 400, msg: '您已签到，不能重复' });
  });

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['an empty code', { code: '  ' }],
    ['a code that is a number', { code: 12345678 }],
    ['a place that is none', { code: 'ABCDEFGH', place: { lng: '1', lat: 2 } }],
    ['degrees that do not exist', { code: 'ABCDEFGH', place: { lng: 181, lat: 2 } }],
    ['a text', 'ABCDEFGH'],
  ])('refuses %s in a sentence', async (_, scan) => {
    const answer = await sign(record.id, scan as object);
    expect(answer.status).toBe(400);
    expect(`${answer.msg}${answer.errors.map(({ msg }) => msg).join()}`).toMatch(/扫描/);
  });

  it('shows the code to whom the file names, and to nobody else', async () => {
    expect(await show(record.id, { userId: 'u1', roleCodes: ['employee'] })).toMatchObject({ status: 403 });
    expect(await show('nobody')).toMatchObject({ status: 404 });
  });

  it('compares a fixed tag with its field', async () => {
    const pass = (id: string, code: string) =>
      server.call<WireRecord>({}, 'POST /api/anlan-safety/training/pass', { id, scan: { code } });
    expect(await pass(record.id, 'GATE-8')).toMatchObject({
      msg: '不能过门：扫描的不是本记录的标签，请扫描现场的标签',
    });
    expect(await pass(other.id, 'GATE-7')).toMatchObject({ msg: '不能过门：本记录没有设置标签，请联系管理人员' });
    expect((await pass(record.id, ' GATE-7 ')).data).toMatchObject({ passed: '1' });
  });

  it('stores nothing of the code', async () => {
    const { code } = (await show(record.id)).data;
    await sign(record.id, { code, place: HERE });
    expect(await rowsHolding(server.database, '645967', code)).toEqual([]);
    expect(await rowsHolding(server.database, '645967', record.id)).toContain('data.signature');
  });
});
