import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WireRecord } from '../../src/core/wire/contract.ts';
import type { ImportAnswer } from '../../src/core/wire/spreadsheet.ts';
import { patient } from '../fixtures/patience.ts';
import { type SignedIn, startTestServer, type TestServer } from '../fixtures/test-server.ts';
import { bookOf, type Cells, cellsOf, openedWorkbook, sheetBody } from '../fixtures/workbook.ts';

const JHA = '/api/anlan-safety/risk/workrisk';
const KEY = 'post,activity';
const STEPS = ['岗位', '作业活动', '步骤', '危害因素', '事故类型', '现有措施', 'L', 'S', '建议措施'];

let server: TestServer;
let officer: SignedIn;
let post = '';
let dept = '';

beforeAll(async () => {
  server = await startTestServer();
  officer = await server.signIn('safetyOfficer');
  const nameOf = async (path: string) => {
    const response = await server.main.inject({ url: `/api/anlan-${path}/select`, headers: officer.headers });
    return response.json<{ data: readonly { label: string }[] }>().data[0]?.label ?? '';
  };
  post = await nameOf('system/post');
  dept = await nameOf('system/dept');
}, patient(120_000));
afterAll(() => server?.stop());

async function sent(file: Uint8Array, mode: string, key?: string, language = 'zh-CN') {
  const body = sheetBody(file, key === undefined ? { mode } : { mode, key });
  const response = await server.main.inject({
    method: 'POST',
    url: `${JHA}/import`,
    payload: body.payload,
    headers: { ...officer.headers, ...body.headers, 'accept-language': language },
  });
  return response.json<{ code: number; data: ImportAnswer; errors?: readonly { msg: string }[] }>();
}

async function imported(sheets: Readonly<Record<string, Cells>>, mode: string, key?: string): Promise<ImportAnswer> {
  const answer = await sent(await bookOf(sheets), mode, key);
  expect([answer.code, answer.errors ?? []]).toEqual([200, []]);
  return answer.data;
}

async function get<T>(path: string): Promise<T> {
  const response = await server.main.inject({ url: `${JHA}/${path}`, headers: officer.headers });
  return response.json<{ data: T }>().data;
}

async function recordOf(activity: string): Promise<WireRecord> {
  const { records } = await get<{ records: readonly WireRecord[] }>(`page?activity=${encodeURIComponent(activity)}`);
  return get<WireRecord>(`detail?id=${records[0]?.id}`);
}

const stepsOf = (record: WireRecord) =>
  (record.steps as readonly Record<string, unknown>[]).map((step) => [step.step, step.lValue, step.rValue ?? null]);

const HEAD = ['责任部门', '岗位', '作业活动', '活动频率', '评价时间'];
const main = (...activities: string[]): Cells => [
  HEAD,
  ...activities.map((activity) => [dept, post, activity, '', '2026-03-01']),
];
const line = (activity: string, step: string, more: Partial<Record<number, string | number>> = {}) =>
  [post, activity, step, '高处坠落', '', '系安全带', '', '', ''].map((cell, index) => more[index] ?? cell);

async function exportedBook(ids: string, language = 'zh-CN') {
  const columns = 'deptId,post,activity,frequency,evaluatorId,evaluationTime,steps';
  const response = await server.main.inject({
    url: `${JHA}/export?lines=true&ids=${ids}&columns=${columns}`,
    headers: { ...officer.headers, 'accept-language': language },
  });
  expect(response.statusCode).toBe(200);
  return new Uint8Array(response.rawPayload);
}

describe('tables of records on sheets of their own', () => {
  it('are offered by the template, what finds the record in front', async () => {
    const response = await server.main.inject({ url: `${JHA}/import-template`, headers: officer.headers });
    const book = await openedWorkbook(new Uint8Array(response.rawPayload));
    expect(book.worksheets.map(({ name }) => name)).toEqual(['作业风险(JHA)', '作业步骤', '可选项']);
    const [head = []] = cellsOf(book, 2);
    expect(head.slice(0, 3)).toEqual(['岗位*', '作业活动*', '步骤*']);
    expect(head).not.toContain('R');
  });

  it('are explained by the template: names instead of ids, headings in the words of the language', async () => {
    const templateOf = async (path: string, language: string) => {
      const headers = { ...officer.headers, 'accept-language': language };
      const response = await server.main.inject({ url: `/api/anlan-safety/${path}/import-template`, headers });
      return openedWorkbook(new Uint8Array(response.rawPayload));
    };
    const noteAt = (book: Awaited<ReturnType<typeof templateOf>>, heading: string) => {
      const column = (cellsOf(book)[0] ?? []).indexOf(heading) + 1;
      const note = book.worksheets[0]?.getRow(1).getCell(column).note;
      return typeof note === 'object' ? note.texts?.map(({ text }) => text).join('') : note;
    };
    expect(noteAt(await templateOf('risk/workrisk', 'zh-CN'), '岗位*')).toBe('必填\n填写系统中已有的名称');
    const plan = await templateOf('peril/plan', 'zh-CN');
    expect(noteAt(plan, '受检单位*')).toContain('填写系统中已有的名称\n可填多个，用“、”分开');
    const [head = []] = cellsOf(await templateOf('risk/hazopreport', 'en-US'));
    expect(head.slice(-2)).toEqual(['Analysis period (Start)*', 'Analysis period (End)*']);
  });

  it('come in with their records, each line with its own', async () => {
    const steps = [STEPS, line('换灯', '搭脚手架'), line('换灯', '更换', { 6: '3', 7: '2' }), line('擦窗', '擦')];
    const answer = await imported({ 主表: main('换灯', '擦窗'), 作业步骤: steps }, 'all');
    expect([answer.errors, answer.inserted, answer.failed]).toEqual([[], 2, 0]);
    expect(stepsOf(await recordOf('换灯'))).toEqual([
      ['搭脚手架', null, null],
      ['更换', '3', 6],
    ]);
    expect(stepsOf(await recordOf('擦窗'))).toEqual([['擦', null, null]]);
  });

  it('go out and come back as they were, in every language', async () => {
    const before = [await recordOf('换灯'), await recordOf('擦窗')];
    for (const language of ['zh-CN', 'zh-TW', 'en-US', 'pt-BR']) {
      const file = await exportedBook(before.map(({ id }) => id).join(','), language);
      expect(cellsOf(await openedWorkbook(file), 2)).toHaveLength(4);
      const { data } = await sent(file, 'all', KEY, language);
      expect([language, data.errors, data.unchanged, data.updated]).toEqual([language, [], 2, 0]);
    }
    expect([await recordOf('换灯'), await recordOf('擦窗')]).toEqual(before);
  });

  it('change by their lines; a record without lines in the file keeps its own', async () => {
    const steps = [STEPS, line('换灯', '更换', { 6: '4', 7: '2' }), line('换灯', '清理')];
    const answer = await imported({ 主表: main('换灯', '擦窗'), 作业步骤: steps }, 'all', KEY);
    expect([answer.errors, answer.updated, answer.unchanged]).toEqual([[], 1, 1]);
    expect(stepsOf(await recordOf('换灯'))).toEqual([
      ['更换', '4', 8],
      ['清理', null, null],
    ]);
    expect(stepsOf(await recordOf('擦窗'))).toEqual([['擦', null, null]]);
    const none = await imported({ 主表: main('擦窗'), 作业步骤: [STEPS] }, 'all', KEY);
    expect(none.unchanged).toBe(1);
  });

  it('tell what is wrong by sheet, line and column', async () => {
    const steps = [STEPS, line('焊接', '点火', { 6: '9' }), line('焊接', '步'.repeat(501))];
    const { errors, failed, stored } = await imported({ 主表: main('焊接'), 作业步骤: steps }, 'all');
    expect([failed, stored]).toEqual([1, false]);
    expect(errors.map(({ row, column }) => [row, column])).toEqual([[2, '“作业步骤”第2行 L']]);
    const long = await imported({ 主表: main('焊接'), 作业步骤: [STEPS, steps[2] ?? []] }, 'all');
    expect(long.errors.map(({ row, column }) => [row, column])).toEqual([[2, '“作业步骤”第2行 步骤']]);
  });

  it('tell which sheets are not read, but for hidden, empty and the template’s own ones', async () => {
    const renamed = [STEPS, line('巡检', '看')];
    const sheets = { 主表: main('巡检'), 步骤: renamed, 空表: [], 作业步骤: renamed, 可选项: [['岗位'], [post]] };
    const book = await openedWorkbook(await bookOf({ ...sheets, 草稿: [['随记']], 备注: [[null, '随记']] }));
    const draft = book.getWorksheet('草稿');
    if (draft !== undefined) draft.state = 'hidden';
    const file = Buffer.from(await book.xlsx.writeBuffer());
    const { data } = await sent(file, 'preview');
    expect([data.errors, data.inserted, data.ignoredSheets]).toEqual([[], 1, ['步骤', '备注']]);
    const lone = await imported({ 主表: main('巡检') }, 'preview');
    expect(lone.ignoredSheets).toEqual([]);
  });

  it('refuse lines that belong to no record of the file, unknown and missing columns', async () => {
    const refused = async (sheets: Record<string, Cells>) =>
      ((await sent(await bookOf(sheets), 'preview')).errors ?? []).map(({ msg }) => msg);
    expect(await refused({ 主表: main('甲'), 作业步骤: [STEPS, line('乙', '一')] })).toEqual([
      `工作表“作业步骤”第2行：第一张工作表中没有“${post}、乙”`,
    ]);
    expect(await refused({ 主表: main('甲', '甲'), 作业步骤: [STEPS, line('甲', '一')] })).toEqual([
      `工作表“作业步骤”第2行：第一张工作表中有多行“${post}、甲”`,
    ]);
    const [first = [], ...rest] = [[...STEPS.slice(0, -1), '未知'], line('甲', '一')];
    expect(await refused({ 主表: main('甲'), 作业步骤: [first, ...rest] })).toEqual([
      '工作表“作业步骤”：没有名为“未知”的列',
      '工作表“作业步骤”：缺少“建议措施”列',
    ]);
  });
});
