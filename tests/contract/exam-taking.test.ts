import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WireRecord } from '../../src/core/wire/contract.ts';
import { type ExamDesk, OBJECTIVE_KINDS, rightAnswer, type Sheet, startExamDesk } from '../fixtures/exam-desk.ts';
import { patient } from '../fixtures/patience.ts';
import { MINUTE } from '../fixtures/plant-desk.ts';
import { runUntil } from '../fixtures/run-until.ts';

const ANSWER = 'edu/exam/answer/save';
const SHEET = 'edu/exam/record';

describe('a sheet that is answered', () => {
  let at: ExamDesk;
  let paper: string;
  let count = 0;
  beforeAll(async () => {
    at = await startExamDesk();
    const bank = await at.bankOf('动火作业', OBJECTIVE_KINDS);
    paper = await at.paperOf(bank, { paperName: '动火试卷', assembly: '2' }, OBJECTIVE_KINDS);
  }, patient(120_000));
  afterAll(() => at?.server.stop());

  /** An examination that has begun, with the sheets of those who start it, each on a device of his own. */
  async function begun(who: readonly string[], more: object = {}): Promise<string> {
    count += 1;
    const exam = await at.examOf(paper, { examName: `第${count}场考试`, duration: 30, ...more }, 1);
    await runUntil(at.server, at.desk.wall(MINUTE));
    for (const one of who) {
      const { id } = await at.sheetOf(one, exam);
      await at.desk.call(one, 'POST', `${SHEET}/start`, { id, device: `${one}-1`, deviceName: 'Chrome' });
    }
    return exam;
  }
  const rowsIn = ({ children }: Sheet): readonly WireRecord[] => children.examAnswer;
  const stored = async (who: string, exam: string, id: unknown) =>
    rowsIn(await at.sheetOf(who, exam)).find((row) => row.id === id);
  const enter = (who: string, id: string, device: string) =>
    at.desk.call(who, 'POST', `${SHEET}/enter`, { id, device, deviceName: device });
  const said = (row: WireRecord | undefined, more: object) => ({ id: row?.id, version: row?.version, ...more });

  it('takes nothing that is late, of another device, of another person, out of the paper or of another kind, and nothing half', async () => {
    const { desk } = at;
    const exam = await begun(['jia', 'yi']);
    const sheet = await at.sheetOf('jia', exam);
    const [row] = rowsIn(sheet).filter(({ questionType }) => questionType === '1');
    const [other] = rowsIn(await at.sheetOf('yi', exam));
    const first = await desk.call('jia', 'POST', ANSWER, said(row, { answer: 'A', device: 'jia-1' }));
    expect(first).toMatchObject({ answer: 'A', version: Number(row?.version) + 1 });
    expect(Object.keys(first)).not.toContain('keyText');

    // The second of two pages has read what the first one had not yet changed.
    expect(await desk.refused('jia', ANSWER, said(row, { answer: 'B', device: 'jia-1' }))).toEqual([
      409,
      expect.any(String),
    ]);
    expect(await desk.refused('jia', ANSWER, said(first, { answer: 'H', device: 'jia-1' }))).toEqual([
      400,
      '这道题没有选项“H”',
    ]);
    expect(await desk.refused('jia', ANSWER, said(first, { answer: 'AB', device: 'jia-1' }))).toEqual([
      400,
      '这道题只能选一项',
    ]);
    expect(await desk.refused('jia', ANSWER, said(first, { answer: 'C', flagged: '7', device: 'jia-1' }))).toEqual([
      400,
      expect.stringContaining('标记'),
    ]);
    expect(await desk.refused('jia', ANSWER, said(first, { given: 10, device: 'jia-1' }))).toEqual([
      400,
      expect.any(String),
    ]);
    expect((await desk.refused('jia', ANSWER, said(other, { answer: 'A' })))[0]).toBe(404);
    expect((await desk.refused('bing', ANSWER, said(first, { answer: 'C', device: 'jia-1' })))[0]).toBe(404);
    expect((await desk.refused('trainer', ANSWER, said(first, { answer: 'C', device: 'jia-1' })))[0]).toBe(403);
    const foreign = {
      sheet: sheet.id,
      question: row?.id,
      questionType: '1',
      stem: '另一道题？',
      points: 1,
      answer: 'A',
    };
    expect((await desk.refused('jia', ANSWER, foreign))[0]).toBeGreaterThanOrEqual(400);
    expect(await stored('jia', exam, row?.id)).toMatchObject({ answer: 'A', version: first.version, flagged: '0' });
    expect(rowsIn(await at.sheetOf('jia', exam))).toHaveLength(rowsIn(sheet).length);
  });

  it('goes on on one device, and lets the other neither answer nor hand in', async () => {
    const { desk } = at;
    const exam = await begun(['jia']);
    const sheet = await at.sheetOf('jia', exam);
    const [one, two] = rowsIn(sheet);
    await desk.call('jia', 'POST', ANSWER, said(one, { answer: 'A', device: 'jia-1' }));
    await enter('jia', sheet.id, 'jia-2');
    const gone = '已在另一台设备上继续作答，这台设备的作答没有保存';
    expect(await desk.refused('jia', ANSWER, said(two, { answer: 'A', device: 'jia-1' }))).toEqual([400, gone]);
    for (const silent of [{ flagged: '1' }, { answer: 'A' }])
      expect(await desk.refused('jia', ANSWER, said(two, silent))).toEqual([400, gone]);
    const cleared = said(await stored('jia', exam, one?.id), { answer: null, device: 'jia-1' });
    expect(await desk.refused('jia', ANSWER, cleared)).toEqual([400, gone]);
    expect(await desk.refused('jia', `${SHEET}/handIn`, { id: sheet.id, device: 'jia-1' })).toEqual([
      400,
      '已在另一台设备上继续作答，请在那台设备上交卷',
    ]);
    const next = await desk.call('jia', 'POST', ANSWER, said(two, { answer: 'B', device: 'jia-2' }));
    expect(await stored('jia', exam, two?.id)).toMatchObject({ answer: 'B', version: next.version });
    await enter('jia', sheet.id, 'jia-1');
    await desk.call('jia', 'POST', ANSWER, said(next, { answer: 'A', device: 'jia-1' }));
    expect((await desk.refused('yi', `${SHEET}/enter`, { id: sheet.id, device: 'yi-1' }))[0]).toBe(404);
    await desk.call('jia', 'POST', `${SHEET}/handIn`, { id: sheet.id, device: 'jia-1' });
    for (const answer of ['B', null]) {
      const late = said(await stored('jia', exam, one?.id), { answer, device: 'jia-1' });
      expect(await desk.refused('jia', ANSWER, late)).toEqual([400, '已经交卷，不能再作答']);
    }
    expect(await stored('jia', exam, one?.id)).toMatchObject({ answer: 'A' });
  });

  it('is handed in at its end by the server, whatever the clock of the device says, and takes nothing after it', async () => {
    const { desk, server } = at;
    const exam = await begun(['jia', 'yi']);
    const [sheet, row] = [await at.sheetOf('jia', exam), rowsIn(await at.sheetOf('jia', exam))[0]];
    const kept = await desk.call('jia', 'POST', ANSWER, said(row, { answer: 'B', device: 'jia-1' }));
    server.advance(30 * MINUTE + 1000);
    const { status, errors, msg } = await desk.ask('jia', 'POST', ANSWER, said(kept, { answer: 'A', device: 'jia-1' }));
    // The timer may have been quicker than the answer; both say that it came too late.
    expect([status, errors?.[0]?.msg ?? msg]).toEqual([
      400,
      expect.stringMatching(/^考试时间已到，不能再作答$|^已经交卷，不能再作答$/),
    ]);
    await runUntil(server, desk.wall(MINUTE));
    const over = await at.sheetOf('jia', exam);
    expect(over).toMatchObject({ status: '4', submitTime: sheet.deadline, usedTime: 30, answered: 1 });
    expect(await at.sheetOf('yi', exam)).toMatchObject({ status: '4', answered: 0 });
  });

  it('is handed in where the page was left too often, by its device as it was', async () => {
    const { desk } = at;
    const exam = await begun(['jia'], { switchLimit: 1 });
    const { id } = await at.sheetOf('jia', exam);
    await desk.call('jia', 'POST', `${SHEET}/leave`, { id });
    expect(await at.sheetOf('jia', exam)).toMatchObject({ status: '1', switchCount: 1, switchLimit: 1 });
    await desk.call('jia', 'POST', `${SHEET}/leave`, { id });
    expect(await at.sheetOf('jia', exam)).toMatchObject({ status: '4', switchCount: 2 });
  });

  it('loses no answer where all answer and hand in at the same moment', async () => {
    const { desk } = at;
    const all = ['jia', 'yi', 'bing'];
    const exam = await begun(all);
    const sheets = await Promise.all(all.map((who) => at.sheetOf(who, exam)));
    await Promise.all(
      all.flatMap((who, index) =>
        rowsIn(sheets[index] as Sheet).map((row) =>
          desk.call(who, 'POST', ANSWER, said(row, { answer: rightAnswer(row), device: `${who}-1` })),
        ),
      ),
    );
    await Promise.all(
      all.map((who, index) => desk.call(who, 'POST', `${SHEET}/handIn`, { id: sheets[index]?.id, device: `${who}-1` })),
    );
    for (const who of all)
      expect(await at.sheetOf(who, exam)).toMatchObject({ status: '3', totalScore: 100, answered: 12 });
  });
});
