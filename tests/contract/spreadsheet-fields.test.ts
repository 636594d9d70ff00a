import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Entity } from '../../src/core/dialect/entity.generated.ts';
import type { WirePage, WireRecord } from '../../src/core/wire/contract.ts';
import type { ImportAnswer } from '../../src/core/wire/spreadsheet.ts';
import { createEntityServer, type EntityServer, type TestPerson } from '../fixtures/entity-server.ts';
import { patient } from '../fixtures/patience.ts';
import { type Cells, cellsOf, openedWorkbook, sheetBody, workbookOf } from '../fixtures/workbook.ts';

const vessel: Entity = {
  dialect: 1,
  entity: 'vessel',
  title: '容器',
  label: 'name',
  api: { service: 'safety', base: 'test/vessels' },
  record: {
    type: 'object',
    required: ['name'],
    properties: {
      no: { title: '编号', field: 'serial', type: 'string', serial: { prefix: 'RQ' } },
      name: { title: '名称', field: 'input', type: 'string', maxLength: 20 },
      maker: { title: '厂家', field: 'reference', type: 'string', ref: { entity: 'maker' } },
      media: {
        title: '介质',
        field: 'checkbox',
        type: 'array',
        options: { a: { title: '氯', order: 1 }, b: { title: '氨', order: 2 } },
      },
      volume: { title: '容积', field: 'number', type: 'number', scale: 2, minimum: 0 },
      from: { title: '检验期', field: 'dateDuration', type: 'string', format: 'date', end: 'until' },
      until: { title: '检验期止', field: 'dateDuration', type: 'string', format: 'date', endOf: 'from' },
      double: { title: '两倍', field: 'calculate', type: 'number', scale: 2, compute: 'volume * 2' },
      phone: { title: '电话', field: 'input', type: 'string', mask: 'phone' },
      secret: { title: '秘密', field: 'input', type: 'string' },
      parts: {
        title: '附件表',
        field: 'subTable',
        type: 'array',
        items: { type: 'object', properties: { part: { title: '部件', field: 'input', type: 'string' } } },
      },
      files: { title: '资料', field: 'upload', type: 'array' },
    },
  },
  unique: { name: { fields: ['name'], else: '名称已有' } },
  pages: {
    vessel: {
      title: '容器台账',
      columns: ['no', 'name', 'maker', 'media', 'volume', 'from', 'double', 'phone', 'secret', 'parts', 'files'],
      actions: ['add', 'edit', 'import', 'export'],
      grants: {
        keeper: ['view', 'add', 'edit', 'import', 'export'],
        reader: ['view', 'export'],
        bringer: ['view', 'import'],
      },
    },
  },
  permissions: {
    scope: { keeper: 'tenant', bringer: 'tenant', reader: { where: "name != '乙罐'" } },
    fields: {
      phone: [
        { roles: ['keeper'], access: 'write' },
        { roles: ['everyone'], access: 'masked' },
      ],
      secret: [
        { roles: ['keeper'], access: 'write' },
        { roles: ['everyone'], access: 'hidden' },
      ],
    },
  },
};

const maker: Entity = {
  dialect: 1,
  entity: 'maker',
  title: '厂家',
  label: 'name',
  api: { service: 'safety', base: 'test/makers' },
  record: { type: 'object', properties: { name: { title: '名称', field: 'input', type: 'string' } } },
  pages: { maker: { title: '厂家', grants: { keeper: ['view', 'add', 'edit'] } } },
  permissions: { scope: { everyone: 'tenant' } },
};

const BASE = '/api/anlan-safety/test/vessels';
const person = (role: string): TestPerson => ({ userId: role, account: role, roleCodes: [role], scope: 'tenant' });
const keeper = person('keeper');
const HEAD = ['名称', '厂家', '介质', '容积', '检验期（开始）', '检验期（结束）', '电话', '秘密'];

let server: EntityServer;

beforeAll(async () => {
  server = await createEntityServer({ entities: { test: [vessel, maker] } });
  for (const name of ['一厂', '二厂', '二厂'])
    await server.call(keeper, 'POST /api/anlan-safety/test/makers/save', { name });
  const made = await server.call(keeper, `POST ${BASE}/save`, {
    name: '甲罐',
    volume: 1.5,
    phone: '13800138000',
    secret: '只有保管人知道',
    parts: [{ part: '法兰' }],
  });
  expect([made.status, made.msg]).toEqual([200, expect.any(String)]);
}, patient(60_000));
afterAll(() => server?.close());

const headersOf = (who: TestPerson) => ({ 'x-test-person': encodeURIComponent(JSON.stringify(who)) });

async function sheetOf(who: TestPerson, query = '') {
  const response = await server.app.inject({ url: `${BASE}/export?page=vessel${query}`, headers: headersOf(who) });
  expect([response.statusCode, response.statusCode === 200 ? '' : response.body]).toEqual([200, '']);
  const file = new Uint8Array(response.rawPayload);
  return { file, cells: cellsOf(await openedWorkbook(file)) };
}

async function send(who: TestPerson, file: Uint8Array, fields: Record<string, string>) {
  const body = sheetBody(file, fields);
  const response = await server.app.inject({
    method: 'POST',
    url: `${BASE}/import?page=vessel`,
    payload: body.payload,
    headers: { ...headersOf(who), ...body.headers },
  });
  return response.json<{ code: number; msg: string; data: ImportAnswer }>();
}

const imported = async (who: TestPerson, cells: Cells, fields: Record<string, string>) =>
  (await send(who, await workbookOf(cells), fields)).data;

async function vessels(): Promise<readonly WireRecord[]> {
  return (await server.call<WirePage<WireRecord>>(keeper, `GET ${BASE}/page?size=100&orderBy=no&page=vessel`)).data
    .records;
}

describe('fields of all kinds', () => {
  it('are read from names, choices, numbers and dates; each fault stands at its cell', async () => {
    const answer = await imported(
      keeper,
      [
        HEAD,
        ['乙罐', '一厂', '氯、氨', 2.25, '2026-01-01', '2026-12-31', '13900139000', '密'],
        ['丙罐', '三厂', '氧', -1, '2026-12-31', '2026-01-01', null, null],
        ['丁罐', '二厂', null, 'x', null, null, null, null],
        [null, null, null, 1, null, null, null, null],
        ['甲罐', null, null, 1, null, null, null, null],
      ],
      { mode: 'valid' },
    );
    expect(answer).toMatchObject({ total: 5, inserted: 1, failed: 4, stored: true });
    const told = answer.errors.map(({ row, column, msg }) => `${row} ${column} ${msg}`);
    expect(told).toContain('3 厂家 厂家中没有“三厂”');
    expect(told).toContain('4 厂家 厂家有2个“二厂”，请改填编号');
    expect(told).toContain('5 名称 请输入名称');
    expect(told).toContain('6 名称 名称已有');
    expect(told.some((line) => line.startsWith('3 介质 '))).toBe(true);
    expect(told.some((line) => line.startsWith('4 容积 '))).toBe(true);
    const stored = (await vessels()).find(({ name }) => name === '乙罐');
    expect(stored).toMatchObject({ name: '乙罐', makerLabel: '一厂', media: ['a', 'b'], volume: 2.25, double: 4.5 });
    expect(stored).toMatchObject({ no: 'RQ0002', from: '2026-01-01', until: '2026-12-31', secret: '密' });
  });

  it('come back unchanged; what a sheet cannot carry stays as it is', async () => {
    const before = await vessels();
    const { file, cells } = await sheetOf(keeper);
    expect(cells[0]).toEqual(['编号', ...HEAD.slice(0, 6), '两倍', '电话', '秘密', '附件表', '资料']);
    const same = await send(keeper, file, { mode: 'all', key: 'name' });
    expect(same.data).toMatchObject({ total: 2, unchanged: 2, updated: 0, failed: 0, ignored: ['编号', '两倍'] });
    expect(await vessels()).toEqual(before);
    // As a new record the table below it would be lost: that is told, not done.
    const copied = await send(keeper, file, { mode: 'preview' });
    expect(copied.data.errors.map(({ column }) => column)).toContain('附件表');
    const emptied = await imported(
      keeper,
      [
        ['名称', '容积'],
        ['甲罐', null],
      ],
      { mode: 'all', key: 'name' },
    );
    expect(emptied).toMatchObject({ updated: 1 });
    expect((await vessels())[0]).toMatchObject({ name: '甲罐', volume: null, parts: [{ part: '法兰' }], version: 2 });
  });
});

describe('the rights of the person', () => {
  it('leave out rows and hidden columns, and mask what is masked', async () => {
    const { cells } = await sheetOf(person('reader'));
    expect(cells[0]).not.toContain('秘密');
    expect(cells.flat()).not.toContain('乙罐');
    expect(cells[1]).toContain('138****8000');
    const response = await server.app.inject({
      url: `${BASE}/export?page=vessel&columns=name,secret`,
      headers: headersOf(person('reader')),
    });
    expect(response.statusCode).toBe(400);
    const asked = await server.app.inject({ url: `${BASE}/export?secret=密`, headers: headersOf(person('reader')) });
    expect(asked.json<{ msg: string }>().msg).toBe('不支持按“secret”筛选');
  });

  it('are those of the save: the button alone brings nothing in', async () => {
    const answer = await imported(person('bringer'), [['名称'], ['戊罐']], { mode: 'all' });
    expect(answer).toMatchObject({ inserted: 0, failed: 1, stored: false });
    expect(answer.errors).toEqual([{ row: 2, column: '', msg: '您没有“新增容器”的权限' }]);
    const reader = await send(person('reader'), await workbookOf([['名称'], ['戊罐']]), { mode: 'all' });
    expect(reader).toMatchObject({ code: 403, msg: '您没有“导入容器”的权限' });
    const key = await send(keeper, await workbookOf([['名称'], ['戊罐']]), { mode: 'all', key: 'volume' });
    expect(key).toMatchObject({ code: 400, msg: '不能按“volume”更新：须为唯一的字段' });
    expect((await vessels()).map(({ name }) => name)).not.toContain('戊罐');
  });
});

describe('a range that ends before it starts', () => {
  const REVERSED = '检验期的结束不能早于开始';
  const DATES = ['名称', '检验期（开始）', '检验期（结束）'];

  it.each(['preview', 'all', 'valid'])('is refused at its end, by its name: %s', async (mode) => {
    const before = await vessels();
    const answer = await imported(keeper, [DATES, ['寅罐', '2026-12-31', '2026-01-01']], { mode });
    expect(answer).toMatchObject({ total: 1, inserted: 0, failed: 1, stored: false });
    expect(answer.errors).toEqual([{ row: 2, column: '检验期（结束）', msg: REVERSED }]);
    expect(await vessels()).toEqual(before);
  });

  it('is refused for a record that is there already; one end alone is no column that can be read', async () => {
    await imported(keeper, [DATES, ['卯罐', '2026-03-01', '2026-03-31']], { mode: 'all' });
    const answer = await imported(keeper, [DATES, ['卯罐', '2026-03-01', '2026-02-28']], { mode: 'all', key: 'name' });
    expect(answer).toMatchObject({ updated: 0, failed: 1, stored: false });
    expect(answer.errors).toEqual([{ row: 2, column: '检验期（结束）', msg: REVERSED }]);
    const half = await workbookOf([
      ['名称', '检验期（结束）'],
      ['卯罐', '2026-02-28'],
    ]);
    expect(await send(keeper, half, { mode: 'all', key: 'name' })).toMatchObject({
      code: 400,
      msg: expect.stringContaining('缺少“检验期（开始）”列'),
    });
    expect((await vessels()).find(({ name }) => name === '卯罐')).toMatchObject({
      from: '2026-03-01',
      until: '2026-03-31',
      version: 1,
    });
  });
});
