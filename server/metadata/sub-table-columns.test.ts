import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestDatabase } from '../../tests/fixtures/postgres.ts';
import { createTestDatabase } from '../../tests/fixtures/test-database.ts';
import { createPlatformDatabase } from '../assembly/platform-database.ts';
import { createPlatformTables } from '../assembly/platform-tables.ts';
import type { Database } from '../ground/database/database.ts';
import { importMetadata } from './importer.ts';

/** Columns of a sub-table, as its file says them. */
type TableColumns = Readonly<Record<string, object>>;

const TENANT = '645967';

/** A file of one entity without pages, all its fields texts but for those given. */
function entityFile(entity: string, texts: readonly string[], properties: object = {}, more: object = {}): object {
  const fields = texts.map((key) => [key, { title: key, field: 'input', type: 'string' }]);
  return {
    dialect: 1,
    entity,
    title: entity === 'kit' ? '工具箱' : entity,
    api: { service: 'safety', base: `demo/${entity}` },
    record: { type: 'object', properties: { ...Object.fromEntries(fields), ...properties } },
    ...more,
  };
}

const MOMENT = { title: 'time', field: 'date', type: 'string', format: 'date-time' };
const LOG = [
  'entityKey',
  'entityTitle',
  'recordId',
  'recordTitle',
  'action',
  'actionTitle',
  'summary',
  'cause',
  'hash',
];

let own: TestDatabase;
let database: Database;
let folder: string;

const write = (file: object & { readonly entity?: unknown }) =>
  writeFile(path.join(folder, `areas/demo/${String(file.entity)}.entity.json`), JSON.stringify(file));
const run = (consent: boolean) =>
  importMetadata({ database, folder, settings: new Map(), now: () => new Date('2026-11-20T00:00:00Z'), consent });
const importAll = () => run(false);
const agree = () => run(true);

beforeAll(async () => {
  own = await createTestDatabase();
  database = createPlatformDatabase({ appUrl: own.appUrl, ownerUrl: own.ownerUrl });
  await database.withOwner((client) => createPlatformTables(client, database.appRole));
  folder = await mkdtemp(path.join(os.tmpdir(), 'anlan-schemas-'));
  await mkdir(path.join(folder, 'areas/demo'), { recursive: true });
  await write(entityFile('tenant', ['tenantCode'], {}, { scope: 'global' }));
  await write(
    entityFile('auditLog', LOG, { time: MOMENT, changes: { title: 'changes', field: 'json', type: 'array' } }),
  );
  expect((await importAll()).problems).toEqual([]);
  await database.transaction('000000', (connection) =>
    connection.execute(
      `insert into data.tenant (id, "tenantId", version, "isDeleted", "tenantCode") values ('held', '000000', 1, 0, $1)`,
      [TENANT],
    ),
  );
});

afterAll(async () => {
  await database?.close();
  await own?.drop();
  await rm(folder, { recursive: true, force: true });
});

/** The kit's file, with a table of these columns or without any. */
const kit = (properties: object = {}, more: object = {}) => write(entityFile('kit', ['name'], properties, more));

describe('what rows of a sub-table hold', () => {
  const choices = { a: { title: '甲', order: 1 }, b: { title: '乙', order: 2 } };
  const base: TableColumns = {
    code: { title: '编号', field: 'input', type: 'string' },
    amount: { title: '数量', field: 'number', type: 'number', scale: 2 },
    at: { title: '时间', field: 'date', type: 'string', format: 'date-time' },
    grade: { title: '等级', field: 'select', type: 'string', options: choices },
    marks: { title: '标记', field: 'checkbox', type: 'array', options: choices },
  };
  const table = (columns: TableColumns, more: object = {}) =>
    kit({
      parts: {
        title: '部件',
        field: 'subTable',
        type: 'array',
        items: { type: 'object', properties: columns, ...more },
      },
    });
  const cells = async () =>
    (
      await database.withTenant(TENANT, (connection) =>
        connection.query<{ parts: unknown }>(`select parts from data.kit where id like 'held%' order by id`),
      )
    ).map(({ parts }) => parts);
  const hold = (...all: object[][]) =>
    database.transaction(TENANT, async (connection) => {
      for (const [index, parts] of all.entries()) {
        await connection.execute(
          `insert into data.kit (id, "tenantId", version, "isDeleted", name, parts)
           values ($1, $2, 1, 0, $1, $3)`,
          [`held${index}`, TENANT, JSON.stringify(parts)],
        );
      }
    });
  const messages = async () => (await importAll()).problems.map(({ message }) => message);

  beforeEach(async () => {
    await kit({}, { removed: ['parts'] });
    expect((await agree()).problems).toEqual([]);
    await database.transaction(TENANT, (connection) => connection.execute('delete from data.kit'));
    await table(base);
    expect(await messages()).toEqual([]);
  });

  it('is not lost by a column that goes: said to be removed it stays, by consent it goes', async () => {
    await hold([{ code: 'A1' }, { code: null }], [{ code: null }], []);
    const { code: _, ...left } = base;
    await table(left);
    expect(await messages()).toEqual(['删除“部件”的列“编号”（parts.code）：1 条记录有值']);
    await table(left, { removed: ['code'] });
    expect(await messages()).toEqual([]);
    expect(await cells()).toEqual([[{ code: 'A1' }, { code: null }], [{ code: null }], []]);
    await table(base);
    expect(await messages()).toEqual([]);
    await table(left);
    expect((await agree()).problems).toEqual([]);
    expect(await cells()).toEqual([[{}, {}], [{}], []]);
  });

  it('stays where a column only has another key, and a key without its id is told', async () => {
    await hold([{ code: 'A1' }]);
    const { code, ...left } = base;
    if (code === undefined) throw new Error('no column');
    await table({ no: code, ...left });
    const { problems } = await importAll();
    expect(problems[0]?.fix).toContain('若“no”就是它，在那里写 "id": "code"');
    await table({ no: { ...code, id: 'code' }, ...left });
    expect(await messages()).toEqual([]);
    expect(await cells()).toEqual([[{ code: 'A1' }]]);
  });

  it('is not served in a column of another type: what is lost is counted, the rest converted', async () => {
    await hold([{ code: '1' }, { code: '2.505' }], [{ code: '三' }, { code: '4' }], [{ code: null }], [{}]);
    await table({ ...base, code: { title: '编号', field: 'number', type: 'number', scale: 2 } });
    expect(await messages()).toEqual([
      '“编号”（parts.code）的存储类型由 text 改为 numeric(15,2)：2 条记录有值，其中 2 条不能完整转换',
    ]);
    await table({
      ...base,
      code: { title: '编号', field: 'number', type: 'number', scale: 3, convert: 'number(old) * 2' },
    });
    expect(await messages()).toEqual([expect.stringContaining('其中 1 条不能完整转换')]);
    expect(await cells()).toEqual([
      [{ code: '1' }, { code: '2.505' }],
      [{ code: '三' }, { code: '4' }],
      [{ code: null }],
      [{}],
    ]);
    expect((await agree()).problems).toEqual([]);
    expect(await cells()).toEqual([
      [{ code: 2 }, { code: 5.01 }],
      [{ code: null }, { code: 8 }],
      [{ code: null }],
      [{}],
    ]);
    // It is done once.
    expect((await importAll()).changes).toEqual([]);
    expect((await cells())[0]).toEqual([{ code: 2 }, { code: 5.01 }]);
  });

  it('is written as its column says where nothing can be lost: a number as text, a moment by the clock on the wall', async () => {
    await hold([{ amount: 4.5, at: '2026-01-01 08:30:00' }]);
    await table({
      ...base,
      amount: { title: '数量', field: 'input', type: 'string' },
      at: { title: '时间', field: 'input', type: 'string' },
    });
    expect(await messages()).toEqual([]);
    expect(await cells()).toEqual([[{ amount: '4.50', at: '2026-01-01 08:30:00' }]]);
  });

  it('is rounded only by consent, and what is cut off a moment is counted', async () => {
    await hold([{ amount: 4.5 }], [{ amount: 4 }], [{ at: '2026-01-01 08:30:00' }], [{ at: '2026-01-01 00:00:00' }]);
    await table({
      ...base,
      amount: { title: '数量', field: 'number', type: 'number', scale: 0 },
      at: { title: '时间', field: 'date', type: 'string', format: 'date' },
    });
    expect(await messages()).toEqual([
      expect.stringContaining('（parts.amount）的存储类型由 numeric(15,2) 改为 numeric(15,0)：2 条记录有值，其中 1 条'),
      expect.stringContaining(
        '（parts.at）的存储类型由 timestamp(0) with time zone 改为 date：2 条记录有值，其中 1 条',
      ),
    ]);
  });

  it('is not converted, whoever agrees, by what cannot read the stored type', async () => {
    await hold([{ code: '1' }]);
    await table({ ...base, code: { title: '编号', field: 'number', type: 'number', convert: 'old * 10' } });
    const { imported, problems } = await agree();
    expect(imported).toEqual([]);
    expect(problems.map(({ pointer }) => pointer)).toEqual(['/record/properties/parts/items/properties/code/convert']);
  });

  it('needs no conversion that can read the stored type where nothing is stored', async () => {
    await hold([{ code: null }]);
    await table({ ...base, code: { title: '编号', field: 'number', type: 'number', convert: 'old * 10' } });
    expect(await messages()).toEqual([]);
    expect(await cells()).toEqual([[{ code: null }]]);
  });

  it('moves to the option that takes the place of one that went, each change logged', async () => {
    await hold([{ grade: 'b', marks: ['b', 'a'] }, { grade: 'a' }], [{ grade: 'a', marks: ['a'] }]);
    const shrink = (more: object) =>
      table({
        ...base,
        grade: { title: '等级', field: 'select', type: 'string', options: { a: choices.a }, ...more },
        marks: { title: '标记', field: 'checkbox', type: 'array', options: { a: choices.a }, ...more },
      });
    await shrink({});
    expect((await agree()).problems.map(({ message }) => message)).toEqual([
      '删除“部件的等级”的选项“乙”（b）：1 条记录还是它',
      '删除“部件的标记”的选项“乙”（b）：1 条记录还是它',
    ]);
    await shrink({ removedOptions: { b: 'a' } });
    const { problems, changes } = await importAll();
    expect(problems).toEqual([]);
    expect(changes.filter((line) => line.includes('换成'))).toEqual([
      '工具箱（kit）的部件的等级“乙”换成“甲”：1 条记录',
      '工具箱（kit）的部件的标记“乙”换成“甲”：1 条记录',
    ]);
    expect(await cells()).toEqual([[{ grade: 'a', marks: ['a'] }, { grade: 'a' }], [{ grade: 'a', marks: ['a'] }]]);
    const logged = await database.withTenant(TENANT, (connection) =>
      connection.query<{ summary: string }>(
        `select summary from data."auditLog" where "recordId" = 'held0' and summary like '部件%' order by summary`,
      ),
    );
    expect(logged.map(({ summary }) => summary).sort()).toEqual(['部件的标记：乙 → 甲', '部件的等级：乙 → 甲']);
  });
});
