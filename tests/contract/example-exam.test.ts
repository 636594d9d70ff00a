import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { approvals } from '../../server/flow/approval/approvals.ts';
import { evidence } from '../../server/flow/evidence/evidence.ts';
import { createNotices } from '../../server/flow/notices/notices.ts';
import { makeCompanions } from '../../server/flow/rollup/companions.ts';
import { createTimerRunner, type TimerRunner, timers } from '../../server/flow/time/timers.ts';
import type { WirePage, WireRecord } from '../../src/core/wire/contract.ts';
import { createEntityServer, type EntityServer, type TestPerson } from '../fixtures/entity-server.ts';
import { exampleEntities, exampleRules } from '../fixtures/example-areas.ts';
import { plantPeople, plantTenant } from '../fixtures/plant-people.ts';

const tenant = '645967';
const P = '/api/anlan-edu';

const person = (userId: string, realName: string, role: string): TestPerson => ({
  userId,
  realName,
  roleCodes: [role],
  deptIds: ['shop'],
  scope: 'own',
});
const trainer = { ...person('trainer', '韩培训', 'trainingOfficer'), scope: 'tenant' as const };
const director = { ...person('director', '方总监', 'safetyDirector'), scope: 'tenant' as const };
const marker = person('marker', '陆阅卷', 'employee');
const [jia, yi, bing] = [
  person('jia', '学员甲', 'employee'),
  person('yi', '学员乙', 'employee'),
  person('bing', '学员丙', 'employee'),
];

interface Sheet extends WireRecord {
  readonly children: { readonly examAnswer: readonly WireRecord[] };
}

/** Sections of the paper: type, how many, points each, how many questions the bank has. */
const sections = [
  ['1', 5, 8, 20],
  ['2', 2, 10, 4],
  ['3', 2, 5, 4],
  ['4', 1, 10, 3],
  ['5', 1, 20, 3],
] as const;

/** What nobody may learn of his own sheet while he sits. */
const secret = new Set([
  'keyText',
  'analysis',
  'score',
  'given',
  'objectiveScore',
  'subjectiveScore',
  'totalScore',
  'unmarked',
]);

const choices = (right: string) =>
  ['A', 'B', 'C', 'D'].map((letter) => ({
    letter,
    text: `做法${letter}`,
    correct: right.includes(letter) ? '1' : '0',
  }));
const keyOf: Readonly<Record<string, object>> = {
  '1': { choices: choices('B') },
  '2': { choices: choices('ACD') },
  '3': { isTrue: '0' },
  '4': { answer: '30/三十\n两' },
  '5': { answer: '先通风，再检测，后进入。' },
};
/** What is right, by type. */
const right: Readonly<Record<string, string>> = {
  '1': 'b',
  '2': 'dca',
  '3': '错',
  '4': '三十\n两',
  '5': '先通风后检测',
};

describe('an examination of the areas among the examples', () => {
  let server: EntityServer;
  let runner: TimerRunner;
  let instant = new Date('2026-05-06T00:00:00Z');
  const complaints: unknown[] = [];

  const call = <T = WireRecord>(who: TestPerson, path: string, body?: object) =>
    server.call<T>(who, `${body === undefined ? 'GET' : 'POST'} ${P}/${path}`, body);
  const ok = async (who: TestPerson, path: string, body: object) => {
    const answer = await call(who, path, body);
    const said = answer.errors.map(({ pointer, msg }) => `${pointer} ${msg}`).join() || answer.msg;
    expect(`${path} ${said}`).toBe(`${path} 操作成功`);
    return answer.data;
  };
  const refused = async (who: TestPerson, path: string, body: object) => {
    const answer = await call(who, path, body);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    return answer.errors.map(({ msg }) => msg).join() || answer.msg;
  };
  const detail = async (who: TestPerson, base: string, id: unknown) =>
    (await call(who, `${base}/detail?id=${String(id)}`)).data;
  const rowsOf = async (who: TestPerson, base: string) =>
    (await call<WirePage<WireRecord>>(who, `${base}/page?current=1&size=100`)).data.records;
  const sheetOf = async (who: TestPerson) => {
    const rows = (await rowsOf(who, 'exam/record')).filter(({ user }) => user === who.userId);
    const newest = [...rows].sort((a, b) => Number(b.attempt) - Number(a.attempt))[0];
    return (await call<Sheet>(who, `exam/record/detail?id=${String(newest?.id)}&with=children`)).data;
  };
  const clock = async (wall: string) => {
    instant = new Date(`${wall.replace(' ', 'T')}+08:00`);
    server.setNow(instant.toISOString());
    while ((await runner.runDue()) > 0);
  };
  const answer = async (who: TestPerson, given: (type: string) => string | null) => {
    for (const { id, version, questionType } of (await sheetOf(who)).children.examAnswer)
      await ok(who, 'exam/answer/save', { id, version, answer: given(String(questionType)) });
  };
  const stems = (sheet: Sheet) => sheet.children.examAnswer.map(({ stem }) => stem);

  beforeAll(async () => {
    server = await createEntityServer({
      entities: { training: exampleEntities('training') },
      rules: await exampleRules(),
      parts: { approvals, evidence, timers, notices: createNotices() },
    });
    const logger = { info() {}, warn() {}, error: (entry: unknown) => complaints.push(entry) };
    const { services, service } = server;
    runner = createTimerRunner({
      services,
      service,
      clock: { now: () => instant },
      logger,
      pendingVoters: async () => [],
    });
    await plantTenant(server.database, tenant);
    const people = [trainer, director, marker, jia, yi, bing].map(({ userId = '', realName = '', roleCodes = [] }) => ({
      id: userId,
      name: realName,
      dept: 'shop',
      roles: roleCodes,
    }));
    await plantPeople(server.database, tenant, people, { shop: { leader: 'director' } });
    await makeCompanions(services, instant);
  });
  afterAll(() => server?.close());

  const bankOf = async (name: string) => {
    const { id } = await ok(trainer, 'question/bank/save', { bankName: name, category: '4' });
    for (const [questionType, , , many] of sections) {
      for (let index = 0; index < many; index += 1) {
        const stem = `${name}第${questionType}类第${index}题`;
        const body = { bank: id, questionType, difficulty: '2', stem, defaultScore: 2, ...keyOf[questionType] };
        await ok(trainer, 'question/save', body);
      }
    }
    return id;
  };
  const paperOf = async (bank: unknown, more: object) => {
    const { id } = await ok(trainer, 'paper/save', {
      paperName: '受限空间作业',
      category: '4',
      duration: 60,
      passScore: 80,
      multiRule: '2',
      ...more,
    });
    for (const [questionType, count, scoreEach] of sections)
      await ok(trainer, 'paper/section/save', {
        paper: id,
        sectionName: `第${questionType}大题`,
        questionType,
        bank,
        count,
        scoreEach,
      });
    await ok(trainer, 'paper/compose', { id });
    return id;
  };
  let bank: unknown;
  let paper: unknown;
  let plan: unknown;
  let exam: unknown;

  it('is planned for a training that was held', async () => {
    await clock('2026-05-06 08:00:00');
    bank = await bankOf('受限空间');
    paper = await paperOf(bank, { assembly: '2' });
    const saved = await ok(trainer, 'train/plan/save', {
      title: '受限空间监护人取证',
      trainType: '3',
      executeType: '1',
      planNature: '1',
      trainLevel: '1',
      organizeDept: 'shop',
      owner: 'trainer',
      lecturerType: '1',
      lecturer: '韩师傅',
      startTime: '2026-05-08 09:00:00',
      endTime: '2026-05-08 11:00:00',
      hours: 4,
      place: '培训教室',
      trainees: ['jia', 'yi', 'bing'],
      content: '监护人的职责与应急处置',
      needSign: '0',
      needExam: '1',
      examPaper: paper,
      passScore: 80,
      maxMakeup: 1,
      certIssue: '1',
      certKind: '2',
    });
    plan = saved.id;
    await ok(trainer, 'train/plan/submit', { id: plan, version: saved.version });
    await ok(director, 'train/plan/complete-task', { id: plan, result: 'pass' });
    await clock('2026-05-08 09:00:00');
    await clock('2026-05-08 11:00:00');
    expect(await detail(trainer, 'train/plan', plan)).toMatchObject({ status: '5' });
    expect(await refused(trainer, 'train/plan/results', { id: plan })).toContain('考试还没有结束');
  });

  it('gives each examinee a sheet of his own, which nobody else among them sees', async () => {
    const draft = {
      examName: '监护人取证考试',
      plan,
      startTime: '2026-05-10 09:00:00',
      endTime: '2026-05-10 11:00:00',
      samePaper: '0',
      showAnswer: '1',
    };
    const first = await ok(trainer, 'exam/save', { ...draft, marker: 'jia' });
    const { id, version } = first;
    expect(await refused(trainer, 'exam/publish', { id, version })).toContain('考生不能阅自己的卷');
    const saved = await ok(trainer, 'exam/save', { id, version, marker: 'marker' });
    expect(saved).toMatchObject({
      paper,
      duration: 60,
      passScore: 80,
      maxMakeup: 1,
      examinees: ['jia', 'yi', 'bing'],
      essays: 1,
    });
    exam = saved.id;
    await ok(trainer, 'exam/publish', { id: exam });
    expect(await detail(trainer, 'exam', exam)).toMatchObject({ status: '1', expected: 3, sat: 0, open: 3 });
    expect((await rowsOf(jia, 'exam/record')).map(({ user }) => user)).toEqual(['jia']);
    const other = (await rowsOf(trainer, 'exam/record')).find(({ user }) => user === 'yi');
    expect((await call(jia, `exam/record/detail?id=${String(other?.id)}`)).status).toBe(404);
    expect(await refused(jia, 'exam/record/start', { id: (await sheetOf(jia)).id })).toContain('还没有到考试时间');
  });

  it('is sat on different papers, without the key and without a score', async () => {
    await clock('2026-05-10 09:00:00');
    for (const who of [jia, yi]) await ok(who, 'exam/record/start', { id: (await sheetOf(who)).id });
    const [one, two] = [await sheetOf(jia), await sheetOf(yi)];
    expect(one).toMatchObject({ status: '1', deadline: '2026-05-10 10:00:00', questions: 11, answered: 0 });
    expect(stems(one)).toHaveLength(11);
    expect(stems(one)).not.toEqual(stems(two));
    await answer(jia, (type) => right[type] ?? null);
    await answer(yi, (type) => (type === '2' ? 'A' : type === '1' ? 'B' : null));
    const seen = await sheetOf(jia);
    expect(seen).toMatchObject({ answered: 11 });
    for (const row of [seen, ...seen.children.examAnswer])
      expect(Object.keys(row).filter((key) => secret.has(key))).toEqual([]);
    expect((await call(jia, `question/detail?id=${String(seen.children.examAnswer[0]?.question)}`)).status).toBe(403);
    const history = await call(jia, `exam/answer/history?id=${String(seen.children.examAnswer[0]?.id)}`);
    expect(JSON.stringify(history.data)).not.toMatch(/得分|标准答案/);
    const found = await call<WirePage<WireRecord>>(jia, 'exam/record/page?current=1&size=10&objectiveScore=80');
    expect(JSON.stringify(found)).not.toContain(seen.id);
    const [first] = two.children.examAnswer;
    expect((await call(jia, 'exam/answer/save', { id: first?.id, answer: 'B' })).status).toBe(404);
    const [mine] = seen.children.examAnswer;
    const graded = { id: mine?.id, version: mine?.version, given: 20, answer: 'B' };
    expect(await refused(jia, 'exam/answer/save', graded)).toContain('不认识的字段：given');
  });

  it('is handed in by hand or by the clock, marked, and rolled up', async () => {
    await ok(jia, 'exam/record/handIn', { id: (await sheetOf(jia)).id });
    expect(
      await refused(jia, 'exam/answer/save', { id: (await sheetOf(jia)).children.examAnswer[0]?.id, answer: 'C' }),
    ).not.toBe('');
    await clock('2026-05-10 10:00:00');
    expect(await sheetOf(yi)).toMatchObject({ status: '2', submitTime: '2026-05-10 10:00:00', usedTime: 60 });
    expect(await sheetOf(bing)).toMatchObject({ status: '0' });
    await clock('2026-05-10 11:00:00');
    expect(await sheetOf(bing)).toMatchObject({ status: '5', result: '0' });
    expect(await detail(trainer, 'exam', exam)).toMatchObject({ status: '3', sat: 2, open: 2 });
    const sheets = await rowsOf(marker, 'exam/record');
    expect(sheets.filter(({ status }) => status === '2')).toHaveLength(2);
    for (const [who, points] of [
      ['jia', 18],
      ['yi', 0],
    ] as const) {
      const id = sheets.find(({ user }) => user === who)?.id;
      const { children } = (await call<Sheet>(marker, `exam/record/detail?id=${String(id)}&with=children`)).data;
      const essay = children.examAnswer.find(({ questionType }) => questionType === '5');
      expect(essay).toMatchObject({ keyText: '先通风，再检测，后进入。' });
      expect(await refused(marker, 'exam/record/marked', { id })).toContain('还有简答题没有评分');
      expect(
        await refused(marker, 'exam/answer/save', { id: essay?.id, version: essay?.version, given: 21 }),
      ).toContain('评分不能超过分值');
      await ok(marker, 'exam/answer/save', { id: essay?.id, version: essay?.version, given: points });
      await ok(marker, 'exam/record/marked', { id });
    }
    expect(await sheetOf(jia)).toMatchObject({
      status: '3',
      objectiveScore: 80,
      subjectiveScore: 18,
      totalScore: 98,
      result: '1',
    });
    expect(await sheetOf(yi)).toMatchObject({ status: '4', totalScore: 50, result: '0' });
    expect(await detail(trainer, 'exam', exam)).toMatchObject({
      status: '4',
      expected: 3,
      sat: 2,
      passed: 1,
      open: 0,
      passRate: 50,
      avgScore: 74,
    });
    expect((await sheetOf(jia)).children.examAnswer[0]).toMatchObject({ keyText: 'B', score: 8 });
  });

  it('is made up by those who failed or were absent, as often as it says', async () => {
    await ok(trainer, 'exam/makeup', {
      id: exam,
      makeupStart: '2026-05-12 09:00:00',
      makeupEnd: '2026-05-12 11:00:00',
    });
    expect(await detail(trainer, 'exam', exam)).toMatchObject({ status: '2', expected: 3, open: 2 });
    await clock('2026-05-12 09:00:00');
    await ok(yi, 'exam/record/start', { id: (await sheetOf(yi)).id });
    await answer(yi, (type) => right[type] ?? null);
    await ok(yi, 'exam/record/handIn', { id: (await sheetOf(yi)).id });
    await clock('2026-05-12 11:00:00');
    const { id } = (await rowsOf(marker, 'exam/record')).find(({ status }) => status === '2') ?? {};
    const { children } = (await call<Sheet>(marker, `exam/record/detail?id=${String(id)}&with=children`)).data;
    const essay = children.examAnswer.find(({ questionType }) => questionType === '5');
    await ok(marker, 'exam/answer/save', { id: essay?.id, version: essay?.version, given: 10 });
    await ok(marker, 'exam/record/marked', { id });
    expect(await sheetOf(yi)).toMatchObject({ attempt: 2, totalScore: 90, result: '1' });
    expect(await detail(trainer, 'exam', exam)).toMatchObject({ status: '4', sat: 2, passed: 2, passRate: 100 });
    expect(
      await refused(trainer, 'exam/makeup', {
        id: exam,
        makeupStart: '2026-05-13 09:00:00',
        makeupEnd: '2026-05-13 11:00:00',
      }),
    ).toContain('补考次数已用完');
  });

  it('gives hours and certificates to those who passed', async () => {
    await ok(trainer, 'train/plan/results', { id: plan });
    await ok(director, 'train/plan/approve-results', { id: plan, result: 'pass' });
    const records = [...(await rowsOf(trainer, 'train/record'))].sort((a, b) =>
      String(a.user).localeCompare(String(b.user)),
    );
    expect(
      records.map(({ user, gotHours, score, makeupCount, result }) => [user, gotHours, score, makeupCount, result]),
    ).toEqual([
      ['bing', 4, null, 1, '0'],
      ['jia', 4, 98, 0, '1'],
      ['yi', 4, 90, 1, '1'],
    ]);
    const certificates = await rowsOf(trainer, 'post/certificate');
    expect(certificates.map(({ user }) => user).sort()).toEqual(['jia', 'yi']);
    expect(certificates[0]).toMatchObject({
      certKind: '2',
      issueDate: '2026-05-12',
      expireDate: '2028-05-12',
      dept: 'shop',
    });
    expect(records[1]).toMatchObject({ certificate: certificates.find(({ user }) => user === 'jia')?.certNo });
    const files = await rowsOf(trainer, 'person/education');
    expect(files.find(({ user }) => user === 'jia')).toMatchObject({
      yearHours: 4,
      trainings: 1,
      exams: 1,
      postCertificates: 1,
    });
    expect(files.find(({ user }) => user === 'bing')).toMatchObject({
      yearHours: 0,
      trainings: 1,
      exams: 0,
      postCertificates: 0,
    });
    expect(complaints).toEqual([]);
  });

  it('draws the same paper from the same seed', async () => {
    const saved = await ok(trainer, 'exam/save', {
      examName: '同卷考试',
      paper,
      examinees: ['jia', 'yi'],
      startTime: '2026-05-20 09:00:00',
      endTime: '2026-05-20 11:00:00',
      samePaper: '1',
      marker: 'marker',
    });
    await ok(trainer, 'exam/publish', { id: saved.id });
    await clock('2026-05-20 09:00:00');
    for (const who of [jia, yi]) {
      const mine = (await rowsOf(who, 'exam/record')).find(({ exam: of }) => of === saved.id);
      await ok(who, 'exam/record/start', { id: mine?.id });
    }
    const drawn = async (who: TestPerson) => {
      const mine = (await rowsOf(who, 'exam/record')).find(({ exam: of }) => of === saved.id);
      return stems((await call<Sheet>(who, `exam/record/detail?id=${String(mine?.id)}&with=children`)).data);
    };
    expect(await drawn(jia)).toEqual(await drawn(yi));
  });

  it('takes the questions of a fixed paper, and hands in whoever leaves it too often', async () => {
    const composed = await paperOf(bank, { assembly: '1' });
    const saved = await ok(trainer, 'exam/save', {
      examName: '固定卷考试',
      paper: composed,
      examDepts: ['shop'],
      startTime: '2026-05-21 09:00:00',
      endTime: '2026-05-21 11:00:00',
      switchLimit: 1,
      marker: 'marker',
    });
    await ok(trainer, 'exam/publish', { id: saved.id });
    expect(await detail(trainer, 'exam', saved.id)).toMatchObject({ expected: 6 });
    await clock('2026-05-21 09:00:00');
    const mineOf = async (who: TestPerson) => {
      const { id } =
        (await rowsOf(who, 'exam/record')).find(({ exam: of, user }) => of === saved.id && user === who.userId) ?? {};
      return (await call<Sheet>(who, `exam/record/detail?id=${String(id)}&with=children`)).data;
    };
    for (const who of [jia, yi]) await ok(who, 'exam/record/start', { id: (await mineOf(who)).id });
    expect(stems(await mineOf(jia))).toHaveLength(11);
    expect(stems(await mineOf(jia))).toEqual(stems(await mineOf(yi)));
    expect((await mineOf(jia)).children.examAnswer[0]).toMatchObject({
      points: 8,
      choiceText: 'A．做法A　B．做法B　C．做法C　D．做法D',
    });
    const { id } = await mineOf(jia);
    await ok(jia, 'exam/record/leave', { id });
    expect(await mineOf(jia)).toMatchObject({ status: '1', switchCount: 1 });
    await ok(jia, 'exam/record/leave', { id });
    expect(await mineOf(jia)).toMatchObject({ status: '2', switchCount: 2, submitTime: '2026-05-21 09:00:00' });
  });
});
