import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../src/core/text/language.ts';
import type { ImportAnswer } from '../../src/core/wire/spreadsheet.ts';
import { patient } from '../fixtures/patience.ts';
import { type SignedIn, startTestServer, type TestServer } from '../fixtures/test-server.ts';
import { bookOf, type Cells, cellsOf, openedWorkbook, sheetBody } from '../fixtures/workbook.ts';

const JHA = '/api/anlan-safety/risk/workrisk';
const KEY = 'post,activity';
const HEAD = ['责任部门', '岗位', '作业活动', '活动频率', '评价时间'];
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

async function sent(file: Uint8Array, mode: string, language: string, key?: string, path = JHA) {
  const body = sheetBody(file, key === undefined ? { mode } : { mode, key });
  const response = await server.main.inject({
    method: 'POST',
    url: `${path}/import`,
    payload: body.payload,
    headers: { ...officer.headers, ...body.headers, 'accept-language': language },
  });
  return response.json<{ code: number; data: ImportAnswer; errors?: readonly { msg: string }[] }>();
}

const sheets = (activity: string, accident = '高处坠落', lValue = '3'): Record<string, Cells> => ({
  作业风险: [HEAD, [dept, post, activity, '', '2026-03-01']],
  作业步骤: [STEPS, [post, activity, '攀爬', '湿滑', accident, '系安全带', lValue, '2', '']],
});

async function exported(activity: string, language: string): Promise<Uint8Array> {
  const columns = 'deptId,post,activity,frequency,evaluationTime,steps';
  const response = await server.main.inject({
    url: `${JHA}/export?lines=true&activity=${encodeURIComponent(activity)}&columns=${columns}`,
    headers: { ...officer.headers, 'accept-language': language },
  });
  expect(response.statusCode).toBe(200);
  return new Uint8Array(response.rawPayload);
}

describe('a file in another language than the person’s', () => {
  it('is read by its own headings, sheets and choices, and the answer says so', async () => {
    const file = await bookOf(sheets('刷墙'));
    const { data } = await sent(file, 'all', 'en-US');
    expect([data.errors, data.inserted, data.readAs]).toEqual([[], 1, 'zh-CN']);
    for (const written of LANGUAGES) {
      const known = await exported('刷墙', written);
      expect(cellsOf(await openedWorkbook(known), 2)).toHaveLength(2);
      for (const spoken of LANGUAGES) {
        const answer = await sent(known, 'preview', spoken, KEY);
        const told = [written, spoken, answer.errors ?? [], answer.data?.errors, answer.data?.unchanged];
        expect(told).toEqual([written, spoken, [], [], 1]);
        expect([written, spoken, answer.data.readAs]).toEqual([
          written,
          spoken,
          written === spoken ? undefined : written,
        ]);
      }
    }
  });

  it('tells its faults in the person’s words, at the headings of the file', async () => {
    const { data } = await sent(await bookOf(sheets('抹灰', '不知道')), 'preview', 'en-US');
    expect(data.errors.map(({ column }) => column)).toEqual(['“作业步骤” row 2 事故类型']);
    expect(data.errors[0]?.msg).toMatch(/[a-z]{3}/);
    const long = await sent(await bookOf(sheets('步'.repeat(501))), 'preview', 'pt-BR');
    expect(long.data.errors.map(({ column, msg }) => [column, /[a-z]{3}/.test(msg)])).toEqual([['作业活动', true]]);
  });

  it('is refused in the person’s language where no language fits its headings', async () => {
    const wrong = await sent(
      await bookOf({
        表: [
          ['Foo', 'Bar'],
          ['1', '2'],
        ],
      }),
      'preview',
      'en-US',
    );
    expect(wrong.errors?.[0]?.msg).toContain('Foo');
    expect(wrong.errors?.every(({ msg }) => !/没有|缺少/.test(msg))).toBe(true);
  });
});
