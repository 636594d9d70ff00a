import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ExamDesk, rightAnswer, startExamDesk } from '../fixtures/exam-desk.ts';
import { MINUTE } from '../fixtures/plant-desk.ts';
import { runUntil } from '../fixtures/run-until.ts';

describe('an examination', () => {
  let at: ExamDesk;
  let bank: string;
  beforeAll(async () => {
    at = await startExamDesk();
    bank = await at.bankOf('受限空间');
  }, 120_000);
  afterAll(() => at?.server.stop());

  it('is sat on questions of one’s own, marked blind, published and made up', async () => {
    const { desk, server } = at;
    const paper = await at.paperOf(bank, { paperName: '随机卷', assembly: '2' });
    const exam = await at.examOf(paper, { examName: '监护人取证考试', maxMakeup: 1 });
    await runUntil(server, desk.wall(60 * MINUTE));
    await at.fire('jia', 'edu/exam/record', 'start', (await at.sheetOf('jia', exam)).id);
    await at.answer('jia', exam, rightAnswer);
    await at.fire('jia', 'edu/exam/record', 'handIn', (await at.sheetOf('jia', exam)).id);
  });
});
