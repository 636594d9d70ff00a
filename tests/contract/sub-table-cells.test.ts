import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { mayReadFile } from '../../server/http/files/visible-files.ts';
import type { Entity } from '../../src/core/dialect/entity.generated.ts';
import type { WireFile, WireRecord } from '../../src/core/wire/contract.ts';
import { createEntityServer, type EntityServer, type TestPerson } from '../fixtures/entity-server.ts';

const P = '/api/anlan-safety';
const officer: TestPerson = { userId: 'u1', roleCodes: ['safetyOfficer'] };
const grants = { everyone: ['view', 'add', 'edit', 'delete'] };

const unit: Entity = {
  dialect: 1,
  entity: 'cellUnit',
  title: '相关方资料',
  api: { service: 'safety', base: 'cellunit' },
  record: {
    type: 'object',
    required: ['name'],
    properties: {
      name: { title: '名称', field: 'input', type: 'string', maxLength: 20 },
      photos: { title: '照片', field: 'upload', type: 'array' },
      papers: {
        title: '资质',
        field: 'subTable',
        type: 'array',
        items: {
          type: 'object',
          required: ['title'],
          properties: {
            title: { title: '证书', field: 'input', type: 'string', maxLength: 20 },
            file: {
              title: '扫描件',
              field: 'upload',
              type: 'array',
              maxItems: 2,
              maxSize: 2048,
              accept: ['pdf', 'jpg'],
            },
            checkedAt: { title: '核验时间', field: 'date', type: 'string', format: 'date-time' },
            sign: { title: '核验人签名', field: 'signature', type: 'object' },
          },
        },
      },
    },
  },
  pages: { cellUnit: { title: '相关方资料', columns: ['name', 'papers'], actions: ['add', 'edit', 'delete'], grants } },
  permissions: { scope: { everyone: 'tenant' } },
};

describe('cells of a table', () => {
  let server: EntityServer;
  let number = 0;

  beforeAll(async () => {
    server = await createEntityServer({ entities: { test: [unit] } });
  });
  afterAll(() => server.close());
  beforeEach(() => server.setNow('2026-04-30T02:00:00Z'));

  /** A file that somebody has uploaded and no record holds. */
  async function file(name: string, more: { userId?: string; tenantId?: string; size?: number; sha?: string } = {}) {
    const { userId = 'u1', tenantId = '645967', size = 1000 } = more;
    number += 1;
    const id = `90000000000000000${String(number).padStart(2, '0')}`;
    await server.database.withTenant(tenantId, (connection) =>
      connection.execute(
        `insert into data.attach (id, "tenantId", "createUser", "createTime", "originalName", name, link, extension,
           "contentType", "attachSize", sha256) values ($1, $2, $3, now(), $4, $5, '', $6, 'application/pdf', $7, $8)`,
        [id, tenantId, userId, name, `kept/${id}`, name.split('.').at(-1), size, more.sha ?? id],
      ),
    );
    return id;
  }

  const holderOf = async (id: string, tenantId = '645967') => {
    const [row] = await server.database.withTenant(tenantId, (connection) =>
      connection.query<{ bizType: string | null; bizId: string | null }>(
        'select "bizType", "bizId" from data.attach where id = $1',
        [id],
      ),
    );
    return row?.bizId ?? null;
  };
  const submit = (body: object, person = officer) =>
    server.call<WireRecord>(person, `POST ${P}/cellunit/submit`, { name: '甲', ...body });
  const detail = async (id: string) =>
    (await server.call<WireRecord>(officer, `GET ${P}/cellunit/detail?id=${id}`)).data as WireRecord & {
      papers: { title: string; file: WireFile[] | null }[];
    };

  it('claims files in rows with the record, answers them with links, lets removed ones go', async () => {
    const [one, two, three] = [await file('营业执照.pdf'), await file('许可证.pdf'), await file('现场.jpg')];
    const made = await submit({
      photos: [three],
      papers: [
        { title: '营业执照', file: [{ attachId: one, name: 'x' }] },
        { title: '许可证', file: [two] },
        { title: '空', file: [] },
      ],
    });
    expect([made.status, made.msg]).toEqual([200, made.msg]);
    const { id } = made.data;
    expect(await Promise.all([one, two, three].map((one) => holderOf(one)))).toEqual([id, id, id]);
    const read = await detail(id);
    expect(read.papers.map(({ file }) => file?.map(({ attachId, originalName }) => [attachId, originalName]))).toEqual([
      [[one, '营业执照.pdf']],
      [[two, '许可证.pdf']],
      undefined,
    ]);
    expect(read.papers[0]?.file?.[0]).toMatchObject({ name: `kept/${one}`, link: expect.stringContaining(`/${one}?`) });

    // A file goes to another row, one is taken out, one leaves its field for a row.
    const changed = await server.call<WireRecord>(officer, `POST ${P}/cellunit/submit`, {
      id,
      version: made.data.version,
      photos: [],
      papers: [
        { title: '营业执照', file: null },
        { title: '许可证', file: [one, three] },
      ],
    });
    expect([changed.status, changed.errors]).toEqual([200, []]);
    expect(await Promise.all([one, two, three].map((one) => holderOf(one)))).toEqual([id, null, id]);

    const removed = await server.call(officer, `POST ${P}/cellunit/remove?ids=${id}`);
    expect(removed.status).toBe(200);
    expect(await holderOf(one)).toBeNull();
  });

  it('refuses files of other people, other records and other tenants at their cells, and claims none', async () => {
    const [own, foreign, elsewhere] = [
      await file('甲.pdf'),
      await file('乙.pdf', { userId: 'u2' }),
      await file('丙.pdf', { tenantId: '645968' }),
    ];
    const refused = await submit({
      papers: [
        { title: '一', file: [own] },
        { title: '二', file: [foreign] },
      ],
    });
    expect([refused.status, refused.errors]).toEqual([
      400,
      [{ pointer: '/papers/1/file', msg: '资质第2行扫描件含有不存在的附件' }],
    ]);
    const missing = await submit({ papers: [{ title: '一' }, { title: '二', file: [elsewhere] }] });
    expect(missing.errors).toEqual([{ pointer: '/papers/1/file', msg: '资质第2行扫描件含有不存在的附件' }]);
    expect([await holderOf(own), await holderOf(foreign), await holderOf(elsewhere, '645968')]).toEqual([
      null,
      null,
      null,
    ]);
    const first = await submit({ papers: [{ title: '一', file: [own] }] });
    expect(first.status).toBe(200);
    const second = await submit({ papers: [{ title: '一', file: [own] }] });
    expect(second.errors).toEqual([{ pointer: '/papers/0/file', msg: '资质第1行扫描件含有不存在的附件' }]);
  });

  it('checks number, kind, size and duplicates cell by cell', async () => {
    const files = [await file('1.pdf'), await file('2.pdf'), await file('3.pdf')];
    const [exe, large, twin, limit] = [
      await file('4.exe'),
      await file('5.pdf', { size: 2049 }),
      await file('1.pdf', { sha: files[0] ?? '' }),
      await file('6.pdf', { size: 2048 }),
    ];
    const many = await submit({
      papers: [
        { title: '一', file: files.slice(0, 2) },
        { title: '二', file: files },
      ],
    });
    expect(many.errors).toEqual([
      { pointer: '/papers/1/file', msg: '资质第2行已超出上传文件数量限制, 最多可上传2个文件' },
    ]);
    const { errors } = await submit({
      papers: [
        { title: '一', file: [exe] },
        { title: '二', file: [large] },
        { title: '三', file: [files[0], twin] },
        { title: '四', file: [limit] },
      ],
    });
    expect(errors).toEqual([
      { pointer: '/papers/0/file', msg: '资质第1行扫描件“4.exe”：文件类型不允许，只能上传pdf、jpg' },
      { pointer: '/papers/1/file', msg: '资质第2行扫描件“5.pdf”：文件大小超限，最大2K' },
      { pointer: '/papers/2/file', msg: '资质第3行扫描件“1.pdf”：不能重复导入文件' },
    ]);
    const strange = await submit({ papers: [{ title: '一', file: [7] }] });
    expect(strange.errors.map(({ pointer }) => pointer)).toEqual(['/papers/0/file']);
  });

  it('shows a file in a row to those who may see the record', async () => {
    const one = await file('执照.pdf');
    const { data } = await submit({ papers: [{ title: '一', file: [one] }] });
    const maySee = mayReadFile(server.service, server.services);
    const other = await file('别的.pdf');
    expect(await maySee(server.context(officer), 'cellUnit', data.id, one)).toBe(true);
    expect(await maySee(server.context(officer), 'cellUnit', data.id, other)).toBe(false);
    expect(await maySee(server.context({ ...officer, tenantId: '645968' }), 'cellUnit', data.id, one)).toBe(false);
  });

  it('names unstorable characters, skipped moments and foreign signatures at their cells', async () => {
    const sign = { image: 'data:image/png;base64,iVBORw0KGgoAAAA=', signer: 'u2' };
    const bad = await submit({ papers: [{ title: '好' }, { title: '坏\u0000', checkedAt: '2026-01-01 08:00:00' }] });
    expect([bad.status, bad.errors]).toEqual([400, [{ pointer: '/papers/1/title', msg: '资质第2行证书含有无效字符' }]]);
    const skipped = await submit({
      papers: [
        { title: '一', checkedAt: '1988-04-17 03:00:00' },
        { title: '二', checkedAt: '1988-04-17 02:30:00' },
      ],
    });
    expect(skipped.errors).toEqual([
      {
        pointer: '/papers/1/checkedAt',
        msg: '资质第2行核验时间不存在这一时刻：当天时钟因夏令时拨快了一小时，请改填',
      },
    ]);
    const foreign = await submit({ papers: [{ title: '一' }, { title: '二', sign }] });
    expect(foreign.errors).toEqual([{ pointer: '/papers/1/sign', msg: '资质第2行核验人签名：不能代他人签名' }]);
  });
});
