import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../src/core/text/language.ts';
import type { WireRecord } from '../../src/core/wire/contract.ts';
import type { ImportAnswer } from '../../src/core/wire/spreadsheet.ts';
import { patient } from '../fixtures/patience.ts';
import { type SignedIn, startTestServer, type TestServer } from '../fixtures/test-server.ts';
import { bookOf, type Cells, cellsOf, openedWorkbook, sheetBody } from '../fixtures/workbook.ts';

const LISTS = '/api/anlan-safety/investigation';
const HEAD = ['清单名称', '排查类型'];
const ITEMS = ['清单名称', '序号', '检查内容', '检查标准', '检查方法', '依据'];

let server: TestServer;
let officer: SignedIn;
let source = '';

beforeAll(async () => {
  server = await startTestServer();
  officer = await server.signIn('safetyOfficer');
  const book = await template();
  source = String(cellsOf(book, 3)[1]?.[0] ?? '');
}, patient(120_000));
afterAll(() => server?.stop());

async function template() {
  const response = await server.main.inject({ url: `${LISTS}/import-template`, headers: officer.headers });
  return openedWorkbook(new Uint8Array(response.rawPayload));
}

async function sent(file: Uint8Array, mode: string, key?: string, language = 'zh-CN') {
  const body = sheetBody(file, key === undefined ? { mode } : { mode, key });
  const response = await server.main.inject({
    method: 'POST',
    url: `${LISTS}/import`,
    payload: body.payload,
    headers: { ...officer.headers, ...body.headers, 'accept-language': language },
  });
  return response.json<{ code: number; data: ImportAnswer; errors?: readonly { msg: string }[] }>();
}

const item = (list: string, seq: number, content: string, standard = '符合要求'): Cells[number] => [
  list,
  seq,
  content,
  standard,
  '目视',
  '',
];
const bookWith = (lists: readonly string[], items: Cells) =>
  bookOf({ 排查清单: [HEAD, ...lists.map((list) => [list, source])], 检查项: [ITEMS, ...items] });

async function imported(lists: readonly string[], items: Cells, mode = 'all', key?: string): Promise<ImportAnswer> {
  const answer = await sent(await bookWith(lists, items), mode, key);
  expect([answer.code, answer.errors ?? []]).toEqual([200, []]);
  return answer.data;
}

async function get<T>(path: string): Promise<T> {
  const response = await server.main.inject({ url: `${LISTS}/${path}`, headers: officer.headers });
  return response.json<{ data: T }>().data;
}

async function listOf(name: string): Promise<WireRecord | undefined> {
  const { records } = await get<{ records: readonly WireRecord[] }>(`list?name=${encodeURIComponent(name)}`);
  return records.find((record) => record.name === name);
}

async function itemsOf(name: string): Promise<readonly Record<string, unknown>[]> {
  const detail = await get<WireRecord>(`detail?id=${(await listOf(name))?.id}&with=children`);
  const { perilCheckItem = [] } = detail.children as Record<string, readonly Record<string, unknown>[]>;
  return perilCheckItem;
}

const told = async (name: string) =>
  (await itemsOf(name)).map(({ seq, content, standard }) => `${seq} ${content} ${standard}`);

describe('rows of an entity that is entered within another one', () => {
  it('have a sheet in the template, what finds their record in front', async () => {
    const book = await template();
    expect(book.worksheets.map(({ name }) => name)).toEqual(['排查清单', '检查项', '可选项']);
    expect(cellsOf(book, 2)[0]).toEqual(['清单名称*', '序号*', '检查内容*', '检查标准*', '检查方法', '依据']);
  });

  it('come in with their records', async () => {
    const items = [item('表格清单甲', 1, '看门'), item('表格清单甲', 2, '看窗'), item('表格清单乙', 1, '看灯')];
    const answer = await imported(['表格清单甲', '表格清单乙'], items);
    expect([answer.errors, answer.inserted]).toEqual([[], 2]);
    expect(await told('表格清单甲')).toEqual(['1 看门 符合要求', '2 看窗 符合要求']);
    expect(await told('表格清单乙')).toEqual(['1 看灯 符合要求']);
  });

  it('go out and come back as they were, whatever language the file and the person have', async () => {
    const ids = [(await listOf('表格清单甲'))?.id, (await listOf('表格清单乙'))?.id].join(',');
    const before = [await itemsOf('表格清单甲'), await itemsOf('表格清单乙')];
    for (const written of LANGUAGES) {
      const response = await server.main.inject({
        url: `${LISTS}/export?lines=true&ids=${ids}&columns=name,source`,
        headers: { ...officer.headers, 'accept-language': written },
      });
      expect(cellsOf(await openedWorkbook(new Uint8Array(response.rawPayload)), 2)).toHaveLength(4);
      for (const spoken of [written, 'en-US']) {
        const { data } = await sent(new Uint8Array(response.rawPayload), 'all', 'name', spoken);
        expect([written, spoken, data?.errors, data?.unchanged]).toEqual([written, spoken, [], 2]);
      }
    }
    expect([await itemsOf('表格清单甲'), await itemsOf('表格清单乙')]).toEqual(before);
  });

  it('are changed by their name, added and removed; a record without lines keeps its own', async () => {
    const [door] = await itemsOf('表格清单甲');
    const items = [item('表格清单甲', 1, '看门', '关好'), item('表格清单甲', 2, '看墙')];
    const answer = await imported(['表格清单甲', '表格清单乙'], items, 'all', 'name');
    expect([answer.errors, answer.updated, answer.unchanged]).toEqual([[], 1, 1]);
    expect(await told('表格清单甲')).toEqual(['1 看门 关好', '2 看墙 符合要求']);
    expect((await itemsOf('表格清单甲'))[0]?.id).toBe(door?.id);
    expect(await told('表格清单乙')).toEqual(['1 看灯 符合要求']);
  });

  it('tell what is wrong by sheet, line and column, and are stored with the valid records alone', async () => {
    const items = [item('表格清单丙', 1, '看门'), item('表格清单丁', 0, '看灯'), ['表格清单丁', '二', '看灯', '亮']];
    const all = await imported(['表格清单丙', '表格清单丁'], items);
    expect([all.stored, all.failed, all.errors.map(({ row, column }) => [row, column])]).toEqual([
      false,
      1,
      [[3, '“检查项”第4行 序号']],
    ]);
    const low = [item('表格清单丙', 1, '看门'), item('表格清单丁', 0, '看灯')];
    const valid = await imported(['表格清单丙', '表格清单丁'], low, 'valid');
    expect([valid.inserted, valid.errors.map(({ row, column }) => [row, column])]).toEqual([
      1,
      [[3, '“检查项”第3行 序号']],
    ]);
    expect(await told('表格清单丙')).toEqual(['1 看门 符合要求']);
    expect(await listOf('表格清单丁')).toBeUndefined();
  });
});
