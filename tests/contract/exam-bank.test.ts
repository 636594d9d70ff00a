import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WirePage, WireRecord } from '../../src/core/wire/contract.ts';
import type { ImportAnswer } from '../../src/core/wire/spreadsheet.ts';
import { type ExamDesk, startExamDesk } from '../fixtures/exam-desk.ts';
import { patient } from '../fixtures/patience.ts';
import { type Cells, cellsOf, openedWorkbook, sheetBody, workbookOf } from '../fixtures/workbook.ts';

const HEAD = [
  '所属题库*',
  '题型',
  '难度',
  '题干*',
  '选项（A）',
  '选项（B）',
  '选项（C）',
  '选项（D）',
  '选项（答案）',
  '判断',
  '答案',
  '解析',
];
const BANK = '导入题库';
/** The deep run has as many as a company that brings its whole bank. */
const QUESTIONS = process.env.ANLAN_DEEP === '1' ? 5_000 : 1_200;

/** A row of the file by its number, each kind in turn. */
function questionRow(index: number): Cells[number] {
  const kind = index % 5;
  const stem = `第${index}题：${['单选', '多选', '判断', '填空为 ___ 米', '简述'][kind]}`;
  const choices = kind < 2 ? ['甲', '乙', '丙', null] : [null, null, null, null];
  return [
    BANK,
    ['单选题', '多选题', '判断题', '填空题', '简答题'][kind] ?? null,
    '中',
    stem,
    ...choices,
    ['B', 'A、C', null, null, null][kind] ?? null,
    kind === 2 ? '错误' : null,
    ['', '', '', '1.5/一点五', '先断电后验电'][kind] || null,
    '见规程',
  ];
}

const COLUMN = { bank: 0, type: 1, stem: 3, tick: 8, judged: 9, answer: 10 };

/** What may be wrong in a row: which column, what stands there instead, and what is said. */
const FAULTS: readonly (readonly [kind: number, at: number, cell: string | null, heading: string, said: string])[] = [
  [0, COLUMN.tick, 'AB', '选项', '单选题须有且只有一个正确选项'],
  [1, COLUMN.tick, 'B', '选项', '多选题须有两个以上正确选项'],
  [0, COLUMN.tick, 'H', '选项（答案）', '没有“H”这一项'],
  [2, COLUMN.judged, null, '判断', '请选择判断'],
  [3, COLUMN.answer, null, '答案', '请输入答案'],
  [3, COLUMN.stem, '没有留空的填空题', '题干', '填空题的题干里须有写作 ___ 的空'],
  [0, COLUMN.type, '连线题', '题型', '题型'],
  [0, COLUMN.bank, '没有的题库', '所属题库', '没有的题库'],
  [4, COLUMN.stem, '短', '题干', '题干'],
  [4, COLUMN.stem, '第4题：简述', '所属题库', '所属题库、题干与第6行重复'],
];

describe('the question bank', () => {
  let at: ExamDesk;
  beforeAll(async () => {
    at = await startExamDesk();
    await at.desk.call('trainer', 'POST', 'edu/question/bank/save', { bankName: BANK, category: '8' });
  }, patient(120_000));
  afterAll(() => at?.server.stop());

  const send = async (cells: Cells, mode: string) => sendFile(await workbookOf(cells), { mode });
  async function sendFile(content: Uint8Array, fields: Readonly<Record<string, string>>) {
    const { payload, headers } = sheetBody(content, fields);
    const who = await at.desk.signedIn('trainer');
    const response = await at.server.main.inject({
      method: 'POST',
      url: '/api/anlan-edu/question/import?page=question',
      payload,
      headers: { ...who.headers, ...headers },
    });
    return response.json<{ readonly msg: string; readonly data: ImportAnswer }>();
  }
  const held = async () =>
    (await at.desk.call<WirePage<WireRecord>>('trainer', 'GET', 'edu/question/page?current=1&size=1')).total;

  it(
    'answers 200 faults among thousands of questions by row, column and reason, and keeps nothing of the file',
    async () => {
      const rows = Array.from({ length: QUESTIONS }, (_, index) => [...questionRow(index)]);
      const wanted = new Map<number, (typeof FAULTS)[number]>();
      for (let index = 0; index < 200; index += 1) {
        const fault = FAULTS[index % FAULTS.length];
        if (fault === undefined) continue;
        // Each kind of question comes again after five rows.
        const row = 25 + index * 5 * Math.floor(QUESTIONS / 1_200) + fault[0];
        const cells = rows[row];
        if (cells === undefined) continue;
        // Stems that are wrong by themselves must not be wrong for being there twice.
        const own = ['没有留空的填空题', '短'].includes(fault[2] ?? '');
        cells[fault[1]] = own ? `${fault[2]}${index}` : fault[2];
        wanted.set(row + 2, fault);
      }
      const { data } = await send([HEAD, ...rows], 'all');
      expect(data).toMatchObject({ total: QUESTIONS, failed: 200, valid: QUESTIONS - 200, stored: false, inserted: 0 });
      expect(wanted.size).toBe(200);
      for (const { row, column, msg: said } of data.errors) {
        const [, , , heading, words] = wanted.get(row) ?? [];
        expect([row, column, said]).toEqual([row, heading, expect.stringContaining(words ?? '?')]);
      }
      // The first hundred are told, the others counted.
      expect(data.errors.map(({ row }) => row)).toEqual([...wanted.keys()].slice(0, 100));
      expect(await held()).toBe(0);
    },
    patient(120_000),
  );

  it('takes questions as everybody writes them, choices across, and gives them back so', async () => {
    const rows = Array.from({ length: 10 }, (_, index) => questionRow(index));
    expect((await send([HEAD, ...rows], 'all')).data).toMatchObject({ stored: true, inserted: 10, errors: [] });
    const { records } = await at.desk.call<WirePage<WireRecord>>(
      'trainer',
      'GET',
      'edu/question/page?current=1&size=20',
    );
    const of = (stem: string) =>
      at.desk.call('trainer', 'GET', `edu/question/detail?id=${records.find((one) => one.stem === stem)?.id}`);
    expect((await of('第1题：多选')).options).toMatchObject([
      { key: 'A', text: '甲', correct: '1' },
      { key: 'B', text: '乙', correct: '0' },
      { key: 'C', text: '丙', correct: '1' },
    ]);
    expect(await of('第2题：判断')).toMatchObject({ isTrue: '0', options: null });
    const who = await at.desk.signedIn('trainer');
    const file = await at.server.main.inject({
      url: '/api/anlan-edu/question/export?page=question&columns=bank,questionType,difficulty,stem,options,isTrue,answer,analysis',
      headers: who.headers,
    });
    const [head, ...lines] = cellsOf(await openedWorkbook(file.rawPayload));
    const place = (heading: string) => head?.indexOf(heading) ?? -1;
    const line = lines.find((cells) => cells[place('题干')] === '第1题：多选');
    expect(['选项（A）', '选项（B）', '选项（C）', '选项（答案）'].map((one) => line?.[place(one)])).toEqual([
      '甲',
      '乙',
      '丙',
      'AC',
    ]);
    const again = await sendFile(file.rawPayload, { mode: 'all', key: 'bank,stem' });
    expect(again.data).toMatchObject({ unchanged: 10, updated: 0, inserted: 0, errors: [] });
    const bank = (await at.rows('trainer', 'question/bank/page?current=1&size=10'))[0];
    expect(bank).toMatchObject({ questionCount: 10, singles: 2, multiples: 2, judgements: 2, blanks: 2, essays: 2 });
  });
});
