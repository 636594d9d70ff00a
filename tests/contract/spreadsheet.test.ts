import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { IMPORT_LIMITS } from '../../server/reports/spreadsheet/limits.ts';
import type { WirePage, WireRecord } from '../../src/core/wire/contract.ts';
import type { ImportAnswer } from '../../src/core/wire/spreadsheet.ts';
import { patient } from '../fixtures/patience.ts';
import { type SignedIn, startTestServer, type TestServer } from '../fixtures/test-server.ts';
import { type Cells, cellsOf, openedWorkbook, sheetBody, workbookOf } from '../fixtures/workbook.ts';
import { zipOf } from '../fixtures/zip.ts';

const LAW = '/api/anlan-safety/securitysystem/lawsregulations';
const HEAD = ['文件名称', '文号/标准号', '文件类型', '颁布机关', '颁布日期', '施行日期'];
const row = (name: string, docNo: string, more: Partial<Record<number, string | number>> = {}) =>
  [name, docNo, '法律', '某部', '2024-01-02', '2024-03-01'].map((value, index) => more[index] ?? value);

let server: TestServer;
let officer: SignedIn;

beforeAll(async () => {
  server = await startTestServer();
  officer = await server.signIn('safetyOfficer');
}, patient(120_000));
afterAll(() => server?.stop());

interface Answer<T> {
  readonly code: number;
  readonly msg: string;
  readonly errors?: readonly { readonly pointer: string; readonly msg: string }[];
  readonly data: T;
}

async function exported(query = '', who = officer) {
  const response = await server.main.inject({ url: `${LAW}/export${query}`, headers: who.headers });
  expect([response.statusCode, response.statusCode === 200 ? '' : response.body]).toEqual([200, '']);
  return { file: new Uint8Array(response.rawPayload), headers: response.headers };
}

async function send(file: Uint8Array, fields: Record<string, string>, who = officer, call = LAW) {
  const body = sheetBody(file, fields);
  const response = await server.main.inject({
    method: 'POST',
    url: `${call}/import`,
    payload: body.payload,
    headers: { ...who.headers, ...body.headers },
  });
  return response.json<Answer<ImportAnswer>>();
}

async function imported(cells: Cells, mode: string, key?: string) {
  const answer = await send(await workbookOf(cells), key === undefined ? { mode } : { mode, key });
  expect([answer.code, answer.msg]).toEqual([200, expect.any(String)]);
  return answer.data;
}

async function refused(file: Uint8Array): Promise<readonly string[]> {
  const answer = await send(file, { mode: 'all' });
  expect([answer.code, answer.errors?.[0]?.pointer]).toEqual([400, '/file']);
  return (answer.errors ?? []).map(({ msg }) => msg);
}

async function laws(query = ''): Promise<readonly WireRecord[]> {
  const response = await server.main.inject({
    url: `${LAW}/list-conditions?size=200&orderBy=name,docNo&exact=true${query}`,
    headers: officer.headers,
  });
  return response.json<Answer<WirePage<WireRecord>>>().data.records;
}

describe('laws in a spreadsheet', () => {
  it('are imported all or none, or as far as they are valid; a preview stores nothing', async () => {
    const before = await laws();
    const cells = [
      HEAD,
      row('甲法', '甲字1号'),
      row('乙法', '乙字1号', { 2: '不存在的类型', 5: '2023-01-01' }),
      row('丙法', '丙字1号'),
    ];
    const seen = await imported(cells, 'preview');
    expect(seen).toMatchObject({ total: 3, valid: 2, failed: 1, inserted: 2, stored: false, errorCount: 1 });
    expect(seen.errors).toEqual([{ row: 3, column: '文件类型', msg: expect.stringContaining('不存在的类型') }]);
    expect(seen.preview?.rows.map(({ row: at }) => at)).toEqual([3, 2, 4]);
    expect(await imported(cells, 'all')).toMatchObject({ inserted: 0, stored: false, failed: 1 });
    expect(await laws()).toEqual(before);
    expect(await imported(cells, 'valid')).toMatchObject({ inserted: 2, stored: true, failed: 1 });
    expect((await laws()).length).toBe(before.length + 2);
    const dated = await imported([HEAD, row('日法', '日字1号', { 4: 45_293, 5: 45_352 })], 'preview');
    expect([dated.valid, dated.preview?.rows[0]?.cells.slice(4)]).toEqual([1, ['2024-01-02', '2024-03-01']]);
    // Rules over several fields speak at their cell too.
    const late = await imported([HEAD, row('丁法', '丁字1号', { 5: '2023-01-01' })], 'preview');
    expect(late.errors).toEqual([{ row: 2, column: '施行日期', msg: '施行日期不能早于颁布日期' }]);
  });

  it('come back unchanged from a file that was exported, and are updated by their key', async () => {
    const stored = await laws();
    const { file, headers } = await exported('?page=law');
    expect(headers['content-disposition']).toContain(encodeURIComponent('法律法规-'));
    const back = await send(file, { mode: 'all', key: 'name,docNo' });
    expect(back.data).toMatchObject({
      total: stored.length,
      unchanged: stored.length,
      updated: 0,
      inserted: 0,
      failed: 0,
    });
    expect(await laws()).toEqual(stored);
    const changed = await imported(
      [
        ['文件名称', '文号/标准号', '颁布机关'],
        ['甲法', '甲字1号', '另一部'],
      ],
      'all',
      'name,docNo',
    );
    expect(changed).toMatchObject({ updated: 1, inserted: 0, stored: true });
    const [after] = (await laws()).filter(({ name }) => name === '甲法');
    expect(after).toMatchObject({
      issueDept: '另一部',
      version: Number(stored.find(({ name }) => name === '甲法')?.version) + 1,
    });
  });

  it('are exported as the list shows them, in its order, of the columns that are asked for', async () => {
    const { file } = await exported('?page=law&columns=docNo,name,issueDate&orderBy=-name&name=法');
    const workbook = await openedWorkbook(file);
    const [head, ...rows] = cellsOf(workbook);
    expect(head).toEqual(['文号/标准号', '文件名称', '颁布日期']);
    const listed = (await laws('&name=法')).map(({ name }) => name);
    expect(rows.map(([, name]) => name).sort()).toEqual([...listed].sort());
    expect(rows[0]?.[2]).toBeInstanceOf(Date);
    const unknown = await server.main.inject({ url: `${LAW}/export?columns=secret`, headers: officer.headers });
    expect(unknown.json<Answer<null>>().errors).toEqual([{ pointer: '/columns', msg: '没有“secret”这一列' }]);
  });

  it('say the state of a record also where a call names no page', async () => {
    const response = await server.main.inject({ url: '/api/anlan-edu/train/plan/export', headers: officer.headers });
    const [head = []] = cellsOf(await openedWorkbook(new Uint8Array(response.rawPayload)));
    expect(head.slice(0, 4)).toEqual(['计划编号', '培训主题', '状态', '培训类别']);
  });

  it('hold no formula, whatever a text begins with', async () => {
    const names = ['=1+1', '+1', '-1', '@SUM(A1)', '=HYPERLINK("http://x","y")', '<b>&amp;lt;</b>'];
    await imported([HEAD, ...names.map((name, index) => row(name, `式字${index}号`))], 'all');
    const { file } = await exported('?page=law&columns=docNo,name&docNo=式字');
    const workbook = await openedWorkbook(file);
    const cells = cellsOf(workbook)
      .slice(1)
      .map(([, name]) => name);
    expect([...cells].sort()).toEqual([...names].sort());
    expect((await send(file, { mode: 'preview', key: 'name,docNo' })).data).toMatchObject({ unchanged: names.length });
  });
});

describe('the template', () => {
  it('marks what is required, offers what may be chosen, and is itself a file that can be imported', async () => {
    const response = await server.main.inject({ url: `${LAW}/import-template`, headers: officer.headers });
    expect(response.statusCode).toBe(200);
    const workbook = await openedWorkbook(new Uint8Array(response.rawPayload));
    const [head = []] = cellsOf(workbook);
    expect(head).toContain('文件名称*');
    expect(head).not.toContain('状态');
    const at = head.indexOf('文件类型*');
    const sheet = workbook.getWorksheet(1);
    expect(sheet?.getCell(2, at + 1).dataValidation).toMatchObject({ type: 'list' });
    expect(JSON.stringify(sheet?.getCell(1, 1).note)).toContain('必填');
    expect(cellsOf(workbook, 2).flat()).toContain('法律');
    const filled = head.map(
      (heading) => row('模法', '模字1号')[HEAD.indexOf(String(heading).replace('*', ''))] ?? null,
    );
    expect(await imported([head.map(String), filled], 'preview')).toMatchObject({ valid: 1, failed: 0 });
  });
});

describe('rights', () => {
  it('of the buttons decide, whoever may see the list', async () => {
    const file = await workbookOf([HEAD, row('无权', '无权1号')]);
    for (const account of ['teamLeader', 'administrator']) {
      const person = await server.signIn(account);
      for (const call of ['export', 'import-template']) {
        const answer = await server.main.inject({ url: `${LAW}/${call}`, headers: person.headers });
        expect([account, call, answer.statusCode]).toEqual([account, call, 403]);
      }
      expect(await send(file, { mode: 'all' }, person)).toMatchObject({ code: 403, msg: '您没有“导入法律法规”的权限' });
    }
    expect((await laws()).filter(({ name }) => name === '无权')).toEqual([]);
    const json = { method: 'POST', url: `${LAW}/import`, headers: officer.headers, payload: {} } as const;
    expect((await server.main.inject(json)).statusCode).toBe(415);
    const elsewhere = { ...json, url: `${LAW}/submit`, ...sheetBody(file) };
    const mixed = { ...elsewhere, headers: { ...officer.headers, ...sheetBody(file).headers } };
    expect((await server.main.inject(mixed)).statusCode).toBe(415);
  });

  it('are kept over companies: nobody exports or updates what is not theirs', async () => {
    const other = await server.signIn('safetyOfficer', '645968');
    const { file } = await exported('', other);
    expect(cellsOf(await openedWorkbook(file)).flat()).not.toContain('甲法');
  });

  it('are logged: who took how much out, and brought how much in', async () => {
    const rows = await server.database.withTenant('645967', (connection) =>
      connection.query<{ action: string; summary: string }>(
        `select action, summary from data."auditLog" where "entityKey" = 'lawRegulation' and action in ('export', 'import')`,
      ),
    );
    expect(rows.map(({ action }) => action)).toContain('export');
    expect(rows).toContainEqual({ action: 'import', summary: '导入：新增2条，更新0条' });
  });
});

describe('a file that cannot be imported is refused by name', () => {
  it('no xlsx', async () => {
    const told = ['不是有效的Excel文件，请上传.xlsx文件'];
    expect(await refused(Buffer.from('name,docNo\n1,2'))).toEqual(told);
    const whole = await workbookOf([HEAD]);
    expect(await refused(whole.subarray(0, whole.length / 3))).toEqual([
      expect.stringMatching(/^“.+”不完整或已损坏，可能没有传完：请用Excel打开检查，另存后重新上传$/),
    ]);
    expect(await refused(zipOf([['a.txt', Buffer.from('x')]]))).toEqual(told);
  });

  it('headings that are unknown, repeated, missing or merged', async () => {
    expect(await refused(await workbookOf([[...HEAD.slice(1), '颜色', HEAD[1] ?? ''], row('a', 'b')]))).toEqual([
      'F列：没有名为“颜色”的字段',
      'G列：表头“文号/标准号”重复',
      '缺少“文件名称”列',
    ]);
    expect(await refused(await workbookOf([HEAD, row('a', 'b')], ['A1:B1']))).toEqual([
      '表头A1:B1有合并的单元格，请取消合并',
    ]);
    expect(await refused(await workbookOf([HEAD]))).toEqual(['表格中没有数据行']);
  });

  it('more than 10,000 rows, more than 20 MB, and what swells when it is unpacked', async () => {
    const many = Array.from({ length: IMPORT_LIMITS.rows + 1 }, (_, index) => [`名${index}`]);
    expect(await refused(await workbookOf([HEAD, ...many]))).toEqual(['一次最多导入10000行，请分开导入']);
    expect(await refused(Buffer.alloc(IMPORT_LIMITS.bytes + 1))).toEqual(['表格文件不能超过20M']);
    const room = '<a>x</a>'.repeat(2_000);
    const bomb = zipOf([
      ['[Content_Types].xml', '<Types/>'],
      ['xl/_rels/workbook.xml.rels', `<r>${' <!-- -->'.repeat(IMPORT_LIMITS.unpackedBytes / 9)}</r>${room}`],
      ['xl/workbook.xml', '<workbook/>'],
    ]);
    expect(bomb.length).toBeLessThan(1_000_000);
    expect(await refused(bomb)).toEqual(['“a.xlsx”展开后超过128M，请减少内容或分开导入']);
  });

  it('a formula, at its cell; a name that repeats one above; a cell without heading', async () => {
    const { errors } = await imported(
      [
        HEAD,
        [{ formula: '1+1', result: 2 }, ...row('', '公字1号').slice(1)],
        row('重名', '重字'),
        row('重名', '重字'),
        [...row('多名', '多字'), '多出'],
      ],
      'preview',
    );
    expect(errors).toEqual([
      { row: 2, column: '文件名称', msg: 'A2含有公式，请改为值' },
      expect.objectContaining({ row: 4, msg: expect.stringContaining('与第3行重复') }),
      { row: 5, column: 'G', msg: 'G列没有表头' },
    ]);
  });

  it('over 100 faults: the first 100, and how many there are', async () => {
    const bad = Array.from({ length: 250 }, (_, index) => row(`错${index}`, `错字${index}号`, { 4: '不是日期' }));
    const answer = await imported([HEAD, ...bad], 'preview');
    expect([answer.errors.length, answer.errorCount, answer.failed]).toEqual([100, 250, 250]);
  });
});
