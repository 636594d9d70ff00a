import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WireRecord } from '../../src/core/wire/contract.ts';
import type { StatisticsBlock } from '../../src/core/wire/statistics.ts';
import { type ExamDesk, OBJECTIVE_KINDS, rightAnswer, startExamDesk } from '../fixtures/exam-desk.ts';
import { patient } from '../fixtures/patience.ts';
import { MINUTE, plantId } from '../fixtures/plant-desk.ts';
import { runUntil } from '../fixtures/run-until.ts';

const SHEET = 'edu/exam/record';
const EXAM = 'edu/exam';

/** What nobody may learn of his own sheet before it is shown him. */
const SECRET = ['keyText', 'analysis', 'score', 'given', 'source', 'isTrue', 'reference', 'seed', 'question'];
const SUMS = ['objectiveScore', 'subjectiveScore', 'totalScore', 'unmarked', 'bestScore'];

describe('an examination', () => {
  let at: ExamDesk;
  let bank: string;
  let random: string;
  beforeAll(async () => {
    at = await startExamDesk();
    bank = await at.bankOf('受限空间');
    random = await at.paperOf(bank, { paperName: '随机卷', assembly: '2' });
  }, patient(120_000));
  afterAll(() => at?.server.stop());

  const ahead = (minutes: number) => runUntil(at.server, at.desk.wall(minutes * MINUTE));
  const sheetId = async (who: string, exam: string) => (await at.sheetOf(who, exam)).id;
  const start = async (who: string, exam: string) => at.fire(who, SHEET, 'start', await sheetId(who, exam));
  const handIn = async (who: string, exam: string) => at.fire(who, SHEET, 'handIn', await sheetId(who, exam));
  const examOf = (id: string) => at.desk.call('trainer', 'GET', `${EXAM}/detail?id=${id}`);
  const refusedStart = async (who: string, exam: string) =>
    (await at.desk.refused(who, `${SHEET}/start`, { id: await sheetId(who, exam) }))[1];
  const stems = (rows: readonly WireRecord[]) => rows.map(({ stem }) => stem);
  const tasks = async (who: string, record: string) =>
    (await at.desk.call<{ records: readonly WireRecord[] }>(who, 'GET', 'system/flow/todo?current=1&size=50')).records
      .filter(({ recordId }) => recordId === record)
      .map(({ title }) => title);

  describe('from its publication to its make-up', () => {
    let exam: string;

    it('calls its examinees, each to a sheet of his own', async () => {
      exam = await at.examOf(random, { examName: '监护人取证考试', maxMakeup: 1 });
      expect((await at.rows('jia', `exam/record/page?exam=${exam}&`)).map(({ user }) => user)).toEqual([
        plantId('jia'),
      ]);
      const other = await sheetId('yi', exam);
      expect((await at.desk.ask('jia', 'GET', `${SHEET}/detail?id=${other}`)).status).toBe(404);
      expect((await at.desk.refused('jia', `${SHEET}/start`, { id: other }))[0]).toBe(404);
      expect(await refusedStart('jia', exam)).toBe('还没有到考试时间');
      expect(await tasks('jia', await sheetId('jia', exam))).toEqual([]);
      await ahead(60);
      expect(await tasks('jia', await sheetId('jia', exam))).toHaveLength(1);
      expect(await examOf(exam)).toMatchObject({ status: '2' });
    });

    it('draws for each his own questions: of each kind as many as wanted, none twice, shuffled and kept', async () => {
      for (const who of ['jia', 'yi']) await start(who, exam);
      const [one, two] = [await at.sheetOf('jia', exam), await at.sheetOf('yi', exam)];
      expect(one).toMatchObject({ status: '1', questions: 11, answered: 0 });
      for (const { children } of [one, two]) {
        expect(new Set(stems(children.examAnswer)).size).toBe(11);
        expect(children.examAnswer.map(({ questionType }) => questionType).join('')).toBe('11111223345');
        expect(children.examAnswer.reduce((sum, { points }) => sum + Number(points), 0)).toBe(100);
      }
      expect(stems(one.children.examAnswer)).not.toEqual(stems(two.children.examAnswer));
      expect(stems((await at.sheetOf('jia', exam)).children.examAnswer)).toEqual(stems(one.children.examAnswer));
      const orders = one.children.examAnswer.flatMap(({ options }) =>
        Array.isArray(options) && options.length === 4 ? [options.map(({ text }) => text).join()] : [],
      );
      expect(new Set(orders).size).toBeGreaterThan(1);
    });

    it('keeps the key on the server, whatever is asked', async () => {
      await at.answer('jia', exam, rightAnswer);
      await at.answer('yi', exam, ({ questionType }) => (questionType === '2' ? 'A' : null));
      const seen = await at.sheetOf('jia', exam);
      expect(seen).toMatchObject({ answered: 11, status: '1' });
      for (const key of SUMS) expect(seen[key]).toBeUndefined();
      for (const row of seen.children.examAnswer)
        for (const key of SECRET) expect([key, row[key]]).toEqual([key, undefined]);
      const [first] = seen.children.examAnswer;
      const paths = [
        ...['question', 'paper/question', 'paper', 'question/bank'].flatMap((base) =>
          ['page?current=1&size=50', 'select?current=1&size=50', 'export'].map((call) => `edu/${base}/${call}`),
        ),
        `edu/exam/answer/history?id=${first?.id}`,
        `${SHEET}/history?id=${seen.id}`,
        `${SHEET}/print?id=${seen.id}`,
        `${SHEET}/export?exam=${exam}&columns=exam,user,objectiveScore,totalScore,status`,
        `${EXAM}/detail?id=${exam}&with=children`,
        `edu/exam/mark/page?current=1&size=50`,
      ];
      for (const path of paths) {
        const { headers } = await at.desk.signedIn('jia');
        const { body } = await at.server.main.inject({ url: `/api/anlan-${path}`, headers });
        expect([path, /"(keyText|correct|reference|isTrue)"|解析\d|先通风，再检测|标准答案/.test(body)]).toEqual([
          path,
          false,
        ]);
      }
      for (const key of SUMS) {
        const found = await at.desk.ask('jia', 'GET', `${SHEET}/page?exam=${exam}&${key}=80`);
        expect(JSON.stringify(found.data ?? null)).not.toContain(seen.id);
      }
      // An answer is changed by nobody else, nor scored by oneself.
      expect((await at.desk.refused('yi', 'edu/exam/answer/save', { id: first?.id, answer: 'B' }))[0]).toBe(404);
      const scored = await at.desk.refused('jia', 'edu/exam/answer/save', {
        id: first?.id,
        version: first?.version,
        given: 8,
      });
      expect(scored[1]).toContain('given');
      expect((await at.desk.refused('jia', `${SHEET}/review`, { id: seen.id }))[0]).toBe(400);
    });

    it('takes no answer after it was handed in, or after its end', async () => {
      await handIn('jia', exam);
      const { children, status } = await at.sheetOf('jia', exam);
      expect(status).toBe('2');
      const [row] = children.examAnswer;
      // Another one than stands there: nothing that changes nothing comes too late.
      const other = (now: unknown) => (now === 'A' ? 'B' : 'A');
      const late = { id: row?.id, version: row?.version, answer: other(row?.answer) };
      expect(await at.desk.refused('jia', 'edu/exam/answer/save', late)).toEqual([400, '已经交卷，不能再作答']);
      const [open] = (await at.sheetOf('yi', exam)).children.examAnswer;
      at.server.advance(61 * MINUTE);
      const over = { id: open?.id, version: open?.version, answer: other(open?.answer) };
      expect(await at.desk.refused('yi', 'edu/exam/answer/save', over)).toEqual([400, '考试时间已到，不能再作答']);
      await ahead(1);
      expect(await at.sheetOf('yi', exam)).toMatchObject({ status: '4', usedTime: 60 });
      await ahead(60);
      expect(await at.sheetOf('bing', exam)).toMatchObject({ status: '5', result: '0' });
      expect(await refusedStart('bing', exam)).not.toBe('');
      expect(await examOf(exam)).toMatchObject({ status: '3' });
    });

    it('is marked by somebody who is told no name', async () => {
      expect(await tasks('marker', exam)).toHaveLength(1);
      expect((await at.desk.refused('marker', `${EXAM}/finish`, { id: exam }))[1]).toBe('还有简答题没有评分');
      const [mark] = await at.rows('marker', `exam/mark/page?exam=${exam}&`);
      const whole = JSON.stringify(await at.desk.call('marker', 'GET', `edu/exam/mark/detail?id=${mark?.id}`));
      const told = JSON.stringify((await at.desk.ask('marker', 'GET', `edu/exam/mark/history?id=${mark?.id}`)).data);
      const jia = await at.sheetOf('jia', exam);
      const names = ['学员甲', plantId('jia'), jia.id, ...jia.children.examAnswer.map(({ id }) => id)];
      for (const name of names) expect([name, whole.includes(name), told.includes(name)]).toEqual([name, false, false]);
      expect((await at.desk.ask('marker', 'GET', `${SHEET}/detail?id=${jia.id}`)).status).toBe(404);
      expect(await at.rows('jia', 'exam/mark/page?').catch(() => [])).toEqual([]);
      expect((await at.desk.refused('marker', 'edu/exam/mark/grade', { id: mark?.id, given: 21 }))[1]).toBe(
        '评分不能超过分值',
      );
      await at.fire('marker', 'edu/exam/mark', 'grade', mark?.id ?? '', { given: 15 });
      expect(await at.sheetOf('jia', exam)).toMatchObject({ status: '2' });
      expect((await at.sheetOf('jia', exam)).totalScore).toBeUndefined();
      await at.fire('marker', EXAM, 'finish', exam);
      expect((await at.desk.refused('marker', 'edu/exam/mark/grade', { id: mark?.id, given: 20 }))[1]).toContain(
        '成绩已经公布',
      );
      expect(await at.sheetOf('jia', exam)).toMatchObject({
        status: '3',
        objectiveScore: 80,
        subjectiveScore: 15,
        totalScore: 95,
      });
    });

    it('shows the key to whoever was examined, once it is published, and only when he asks', async () => {
      const before = await at.sheetOf('jia', exam);
      expect(before.children.examAnswer[0]?.keyText).toBeUndefined();
      expect([before.keyState, before.abilities?.review]).toEqual(['open', true]);
      await at.fire('jia', SHEET, 'review', await sheetId('jia', exam));
      for (const row of (await at.sheetOf('jia', exam)).children.examAnswer) {
        if (row.questionType !== '5' && row.questionType !== '4') expect(row).toMatchObject({ keyText: row.answer });
        expect(row.source).toBeUndefined();
      }
      expect((await at.sheetOf('yi', exam)).children.examAnswer[0]?.keyText).toBeUndefined();
    });

    it('is made up by those who failed or were absent, and the best attempt counts', async () => {
      const window = { makeupTime: at.desk.wall(10 * MINUTE), makeupEnd: at.desk.wall(100 * MINUTE) };
      const past = { ...window, makeupTime: at.desk.wall(-10 * MINUTE) };
      expect((await at.desk.refused('trainer', `${EXAM}/makeup`, { id: exam, ...past }))[1]).toBe('补考时间须晚于现在');
      await at.fire('trainer', EXAM, 'makeup', exam, window);
      expect(await refusedStart('yi', exam)).toBe('还没有到考试时间');
      // Whoever has yet to sit it again would read the key over another's shoulder.
      const [failed] = (await at.rows('yi', `exam/record/page?exam=${exam}&`)).filter(({ attempt }) => attempt === 1);
      expect([failed?.status, failed?.keyState, failed?.abilities?.review]).toEqual(['4', 'wait', undefined]);
      expect((await at.desk.refused('yi', `${SHEET}/review`, { id: failed?.id }))[1]).toContain('公布成绩以后');
      await ahead(10);
      for (const who of ['yi', 'bing']) await start(who, exam);
      await at.answer('yi', exam, (row) => (row.questionType === '5' ? null : rightAnswer(row)));
      await handIn('yi', exam);
      expect(await at.sheetOf('yi', exam)).toMatchObject({ attempt: 2, status: '3', totalScore: 80, bestScore: 80 });
      await ahead(90);
      expect(await at.sheetOf('bing', exam)).toMatchObject({ attempt: 2, status: '4', totalScore: 0 });
      await at.fire('marker', EXAM, 'finish', exam);
      await at.server.rollups.runDue();
      expect(await examOf(exam)).toMatchObject({
        status: '4',
        expected: 3,
        sat: 3,
        passed: 2,
        passRate: 66.7,
        avgScore: 58.3,
      });
      const again = { makeupTime: at.desk.wall(10 * MINUTE), makeupEnd: at.desk.wall(100 * MINUTE) };
      expect((await at.desk.refused('trainer', `${EXAM}/makeup`, { id: exam, ...again }))[1]).toContain(
        '补考次数已用完',
      );
    });

    it('is appealed against question by question, and judged anew', async () => {
      const sheets = await at.rows('yi', `exam/record/page?exam=${exam}&`);
      const first = sheets.find(({ attempt }) => attempt === 1);
      await at.fire('yi', SHEET, 'review', first?.id ?? '');
      const { children } = await at.desk.call<WireRecord & { children: { examAnswer: WireRecord[] } }>(
        'yi',
        'GET',
        `${SHEET}/detail?id=${first?.id}&with=children`,
      );
      const wrong = children.examAnswer.find(({ score }) => score === 0);
      const reason = '题干有歧义，两个选项都对';
      const appeal = { sheet: first?.id, answer: wrong?.id, reason };
      expect((await at.desk.refused('jia', 'edu/exam/appeal/save', appeal))[0]).toBe(400);
      const { id } = await at.desk.call('yi', 'POST', 'edu/exam/appeal/save', appeal);
      expect((await at.desk.refused('yi', 'edu/exam/appeal/save', appeal))[1]).toBe('这道题已经申诉过');
      expect(await tasks('trainer', id)).toHaveLength(1);
      const points = Number(wrong?.points);
      const more = { id, newScore: points + 1, opinion: '成立' };
      expect((await at.desk.refused('trainer', 'edu/exam/appeal/adjust', more))[1]).toBe('复核得分不能超过分值');
      await at.fire('trainer', 'edu/exam/appeal', 'adjust', id, { newScore: points, opinion: '题目有误，给满分' });
      expect(await at.desk.call('yi', 'GET', `${SHEET}/detail?id=${first?.id}`)).toMatchObject({
        totalScore: Number(first?.totalScore) + points,
        status: '4',
      });
    });

    it('tells which questions are answered wrongly most often, to those who see all results (handbook B8)', async () => {
      const sheets = (await at.rows('trainer', `exam/record/page?exam=${exam}&size=100&`)).filter(({ status }) =>
        ['3', '4'].includes(String(status)),
      );
      const details = await Promise.all(
        sheets.map((sheet) =>
          at.desk.call<WireRecord & { children: { examAnswer: WireRecord[] } }>(
            'trainer',
            'GET',
            `${SHEET}/detail?id=${sheet.id}&with=children`,
          ),
        ),
      );
      const answers = details.flatMap(({ children }) => children.examAnswer);
      const told = new Map<string, { all: number; wrong: number }>();
      for (const { question, score, points } of answers) {
        const one = told.get(String(question)) ?? { all: 0, wrong: 0 };
        told.set(String(question), { all: one.all + 1, wrong: one.wrong + (Number(score) < Number(points) ? 1 : 0) });
      }
      const path = `edu/exam/answer/stats?page=questionErrors&block=byQuestion&exam=${exam}`;
      const { blocks } = await at.desk.call<{ blocks: readonly StatisticsBlock[] }>('trainer', 'GET', path);
      const [block] = blocks;
      expect(block?.columns.map(({ key }) => key)).toEqual(['wrongRate', 'asked', 'wrong', 'blank']);
      const rateOf = ({ all, wrong }: { all: number; wrong: number }) => Math.round((wrong / all) * 1000) / 10;
      const shown = block?.rows ?? [];
      // The worst twenty, each with its own figures; how many are left out is said.
      expect([shown.length, block?.left]).toEqual([20, told.size - 20]);
      for (const { key, values } of shown) {
        const one = told.get(String(key)) ?? { all: 0, wrong: 0 };
        expect([key, ...values.slice(0, 3)]).toEqual([key, rateOf(one), one.all, one.wrong]);
      }
      const others = [...told].filter(([key]) => !shown.some((row) => row.key === key));
      expect(Math.max(...others.map(([, one]) => rateOf(one)))).toBeLessThanOrEqual(Number(shown.at(-1)?.values[0]));
      const rates = (block?.rows ?? []).map(({ values }) => Number(values[0]));
      expect(rates).toEqual([...rates].sort((left, right) => right - left));
      expect(rates[0]).toBeGreaterThan(0);
      // Whoever is examined learns nothing of it.
      expect((await at.desk.ask('jia', 'GET', path)).status).toBe(403);
    });
  });

  it('takes nobody who wrote its paper or its questions, and no paper that is not published', async () => {
    const draft = {
      examName: '资格',
      paper: random,
      examTime: at.desk.wall(60 * MINUTE),
      examEnd: at.desk.wall(180 * MINUTE),
      marker: plantId('marker'),
    };
    const save = (more: object) => at.desk.call('trainer', 'POST', `${EXAM}/save`, { ...draft, ...more });
    const publish = async (id: string) => (await at.desk.refused('trainer', `${EXAM}/publish`, { id }))[1];
    expect(await publish((await save({ examinees: [plantId('trainer')] })).id)).toBe(
      '出卷人不能参加用自己的试卷的考试',
    );
    expect(await publish((await save({ examinees: [plantId('marker')] })).id)).toBe('考生不能阅自己的卷');
    expect(await publish((await save({ examinees: [plantId('jia')], examEnd: at.desk.wall(90 * MINUTE) })).id)).toBe(
      '考试时间不能短于时长',
    );
    expect(await publish((await save({ examinees: [plantId('jia')], marker: plantId('yi') })).id)).toContain(
      '阅卷人须是',
    );
    const question = {
      bank,
      questionType: '3',
      difficulty: '1',
      stem: '出题的人不能参加考试。',
      isTrue: '1',
      defaultScore: 1,
    };
    await at.desk.call('trainer2', 'POST', 'edu/question/save', question);
    expect(await publish((await save({ examinees: [plantId('trainer2')] })).id)).toContain('出过题');
    expect((await at.desk.refused('jia', `${EXAM}/save`, draft))[0]).toBe(403);
    expect(
      (await at.desk.refused('trainer', `${EXAM}/cancel`, { id: (await save({ examinees: [plantId('jia')] })).id }))[1],
    ).toContain('取消原因');
  });

  it('gives a fixed paper in an order of one’s own, and hands in whoever leaves it too often', async () => {
    const own = await at.bankOf('固定题库', OBJECTIVE_KINDS);
    const paper = await at.paperOf(own, { paperName: '固定卷', assembly: '1' }, OBJECTIVE_KINDS);
    const exam = await at.examOf(paper, { examName: '固定卷考试', marker: null, switchLimit: 1 }, 5);
    await ahead(5);
    for (const who of ['jia', 'yi']) await start(who, exam);
    const [one, two] = [await at.sheetOf('jia', exam), await at.sheetOf('yi', exam)];
    const [mine, his] = [stems(one.children.examAnswer), stems(two.children.examAnswer)];
    expect(mine).toHaveLength(12);
    expect(mine).not.toEqual(his);
    expect(mine.toSorted()).toEqual(his.toSorted());
    await at.answer('jia', exam, rightAnswer);
    await at.fire('jia', SHEET, 'leave', one.id);
    expect(await at.sheetOf('jia', exam)).toMatchObject({ status: '1', switchCount: 1 });
    await at.fire('jia', SHEET, 'leave', one.id);
    expect(await at.sheetOf('jia', exam)).toMatchObject({ status: '3', switchCount: 2, totalScore: 100 });
    // Without an essay it is over when its time is.
    await ahead(120);
    expect(await examOf(exam)).toMatchObject({ status: '4' });
    expect((await at.desk.refused('trainer', 'edu/question/remove', {}))[0]).toBeGreaterThanOrEqual(400);
  });

  it('is cancelled with a reason, which its examinees are told', async () => {
    const exam = await at.examOf(random, { examName: '取消的考试' }, 30);
    const sheet = await at.sheetOf('jia', exam);
    await at.fire('trainer', EXAM, 'cancel', exam, { cancelReason: '装置检修，改期' });
    expect(await at.desk.call('jia', 'GET', `${SHEET}/detail?id=${sheet.id}`)).toMatchObject({ status: '6' });
    expect((await at.desk.refused('jia', `${SHEET}/start`, { id: sheet.id }))[0]).toBe(400);
  });

  it('stands on a paper that is frozen: a change is a copy to a new version', async () => {
    const { version } = await at.desk.call('trainer', 'GET', `edu/paper/detail?id=${random}`);
    expect((await at.desk.refused('trainer', 'edu/paper/save', { id: random, version, duration: 90 }))[0]).toBe(400);
    await at.fire('trainer', 'edu/paper', 'revise', random);
    const papers = await at.rows('trainer', 'paper/page?paperName=随机卷&');
    const next = papers.find(({ edition }) => edition === 2);
    expect(next).toMatchObject({ status: '0', fullScore: 100, origin: random });
    expect((await at.desk.refused('trainer', 'edu/paper/revise', { id: random }))[1]).toContain('已有更新的版次');
    const sections = [{ sectionName: '判断', type: '3', bank, count: 40, scoreEach: 2.5 }];
    const { id } = await at.desk.call('trainer', 'POST', 'edu/paper/save', {
      paperName: '题不够',
      category: '4',
      assembly: '2',
      paperSection: sections,
    });
    expect((await at.desk.refused('trainer', 'edu/paper/publish', { id }))[1]).toContain('不够抽');
    const less = { paperName: '分不够', category: '4', assembly: '2', paperSection: [{ ...sections[0], count: 2 }] };
    const short = await at.desk.call('trainer', 'POST', 'edu/paper/save', less);
    expect((await at.desk.refused('trainer', 'edu/paper/publish', { id: short.id }))[1]).toBe('各大题合计须为 100 分');
  });

  it('draws by difficulty and topic, and what parts share is counted once', async () => {
    const part = (more: object) => ({ sectionName: '单选', type: '1', bank, count: 4, scoreEach: 12.5, ...more });
    const paperSection = [part({ difficulty: '1', knowledge: '双数' }), part({ knowledge: '单数' })];
    const { id } = await at.desk.call('trainer', 'POST', 'edu/paper/save', {
      paperName: '按难度和知识点',
      category: '4',
      assembly: '2',
      paperSection,
    });
    await at.fire('trainer', 'edu/paper', 'publish', id).catch(() => undefined);
    const whole = await at.desk.call<WireRecord & { children: { paperSection: WireRecord[] } }>(
      'trainer',
      'GET',
      `edu/paper/detail?id=${id}&with=children`,
    );
    expect(whole.children.paperSection.map(({ available, claimed }) => [available, claimed])).toEqual([
      [4, 4],
      [10, 4],
    ]);
    expect(whole).toMatchObject({ status: '1' });
    const exam = await at.examOf(id, { examName: '分类抽题', marker: null }, 5);
    await ahead(5);
    await start('jia', exam);
    const { children } = await at.sheetOf('jia', exam);
    const numbers = stems(children.examAnswer).map((stem) => Number(/第(\d+)题/.exec(String(stem))?.[1]));
    expect(numbers.slice(0, 4).every((number) => number % 2 === 0 && number % 3 === 0)).toBe(true);
    expect(numbers.slice(4).every((number) => number % 2 === 1)).toBe(true);
  });
});
