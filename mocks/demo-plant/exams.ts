import { fieldPeople } from './base-people.ts';
import { accountId, type CompanyTenant } from './contractors.ts';
import { plantDate, wallTime } from './dates.ts';
import { demoPapers, type PaperQuestion, paperId, questionsOf } from './exam-papers.ts';
import { stableId } from './ids.ts';
import type { SeedRecord } from './seed-record.ts';
import type { User } from './types.ts';

const DAY = 86_400_000;
const HOUR = 1 / 24;
/** Past examinations: one a quarter for two years, each of so many people. */
const PAST = 8;
const SEATS = 5;
/** Days since the last of them, of which results may still be appealed against. */
const SINCE_LAST = -6;

/** What an examination brings along. */
interface Exam {
  readonly record: SeedRecord;
  readonly sheets: readonly SeedRecord[];
  readonly answers: readonly SeedRecord[];
  readonly marks: readonly SeedRecord[];
}

/** A sheet that is being made. */
interface Seat {
  readonly tenantId: CompanyTenant;
  readonly exam: string;
  readonly paper: number;
  readonly number: number;
  readonly user: User | undefined;
  readonly begun: Date;
}

const pad = (number: number) => String(number).padStart(2, '0');

/** What somebody answers who knows so much of a hundred: every so many questions he errs. */
function answerOf({ question }: PaperQuestion, wrong: boolean): string {
  const { type, options = [], isTrue, answer = '' } = question;
  if (type === '3') return (isTrue === '1') !== wrong ? 'A' : 'B';
  const right = options.flatMap(({ key, correct }) => (correct === '1' ? [key] : [])).join('');
  const other = options.find(({ correct }) => correct === '0')?.key ?? '';
  if (options.length > 0) return wrong ? other : right;
  if (type === '5') return wrong ? '先报告班长，等待处理。' : `${answer.replaceAll('；', '，')}。`;
  return wrong ? '不清楚' : answer;
}

/** The answers of a seat, and how many points they bring, essays left out. */
function answersOf(seat: Seat, errs: (at: number) => boolean, given?: number): { rows: SeedRecord[]; points: number } {
  const { tenantId, exam, paper, number, user, begun } = seat;
  const drawn = questionsOf(tenantId, paper, paper === 1 ? 0 : number);
  let points = 0;
  const rows = drawn.map((one, at) => {
    const { question } = one;
    if (question.type !== '5' && !errs(at)) points += one.points;
    return {
      id: stableId(tenantId, 'examAnswer', number * 50 + at + 1),
      createUser: user?.id ?? '',
      createTime: begun,
      body: {
        sheet: stableId(tenantId, 'examRecord', number),
        exam,
        user: user?.id,
        question: question.id,
        questionType: question.type,
        stem: question.stem,
        points: one.points,
        answer: answerOf(one, errs(at)),
        source: question.options,
        isTrue: question.isTrue,
        reference: question.answer,
        analysis: `知识点：${question.topic}。`,
        multiRule: '2',
        shuffled: '0',
        ...(question.type === '5' && given !== undefined ? { given } : {}),
      },
    };
  });
  return { rows, points };
}

/** A past examination: most pass, one in some is absent or fails. */
function pastExam(tenantId: CompanyTenant, now: Date, index: number): Exam {
  const days = SINCE_LAST - (PAST - 1 - index) * 90;
  const date = plantDate(now, days);
  const paper = index % 2;
  const people = fieldPeople(tenantId);
  const trainer = accountId(tenantId, 'trainer');
  const exam = stableId(tenantId, 'examination', index + 1);
  const createTime = new Date(now.getTime() + (days - 7) * DAY);
  const begun = new Date(now.getTime() + days * DAY);
  const seats = Array.from({ length: SEATS }, (_, at): Seat => {
    const user = people[(index * 7 + at * 3) % people.length];
    return { tenantId, exam, paper, number: index * SEATS + at + 1, user, begun };
  });
  const answers: SeedRecord[] = [];
  const sheets = seats.map((seat, at): SeedRecord => {
    const absent = (index + at) % 17 === 5;
    const weak = (index * 5 + at) % 8 === 3;
    const { rows, points } = absent
      ? { rows: [], points: 0 }
      : answersOf(seat, (one) => (one + at) % (weak ? 3 : 9) === 1);
    answers.push(...rows);
    const start = `09:${pad(at)}:00`;
    return {
      id: stableId(tenantId, 'examRecord', seat.number),
      createUser: trainer,
      createTime,
      status: absent ? '5' : points >= 80 ? '3' : '4',
      body: {
        ...sheetBody(seat, `${date} 09:00:00`, `${date} 11:00:00`),
        // Whoever appeals has looked at the key first.
        ...(APPEALED.some((one) => one.index === index && one.at === at) ? { opened: '1' } : {}),
        ...(absent
          ? {}
          : {
              startTime: `${date} ${start}`,
              deadline: `${date} 10:${pad(at)}:00`,
              submitTime: `${date} 09:${pad(34 + at * 3)}:20`,
            }),
      },
    };
  });
  const body = {
    examName: `${date.slice(0, 7)} ${demoPapers[paper]?.name ?? ''}`,
    paper: paperId(tenantId, paper),
    examinees: seats.map(({ user }) => user?.id),
    examTime: `${date} 09:00:00`,
    examEnd: `${date} 11:00:00`,
    closesAt: `${date} 11:00:00`,
    maxMakeup: index < PAST - 1 ? 0 : 2,
  };
  return { record: { id: exam, createUser: trainer, createTime, status: '4', body }, sheets, answers, marks: [] };
}

const sheetBody = ({ exam, paper, tenantId, user }: Seat, windowStart: string, windowEnd: string) => ({
  exam,
  user: user?.id,
  dept: user?.dept[0],
  paper: paperId(tenantId, paper),
  windowStart,
  windowEnd,
  duration: 60,
  passScore: 80,
});

/** An examination whose essays wait for the team leader. */
function markedExam(tenantId: CompanyTenant, now: Date): Exam {
  const date = plantDate(now, -2);
  const exam = stableId(tenantId, 'examination', 101);
  const trainer = accountId(tenantId, 'trainer');
  const marker = accountId(tenantId, 'leader');
  const createTime = new Date(now.getTime() - 9 * DAY);
  const begun = new Date(now.getTime() - 2 * DAY);
  const people = fieldPeople(tenantId).filter(({ id }) => id !== marker);
  const seats = Array.from(
    { length: 4 },
    (_, at): Seat => ({ tenantId, exam, paper: 2, number: 101 + at, user: people[at * 5 + 2], begun }),
  );
  const answers = seats.flatMap((seat, at) => answersOf(seat, (one) => (one + at) % 8 === 2).rows);
  const sheets = seats.map(
    (seat, at): SeedRecord => ({
      id: stableId(tenantId, 'examRecord', seat.number),
      createUser: trainer,
      createTime,
      status: '2',
      body: {
        ...sheetBody(seat, `${date} 14:00:00`, `${date} 16:00:00`),
        startTime: `${date} 14:0${at}:00`,
        deadline: `${date} 15:0${at}:00`,
        submitTime: `${date} 14:5${at}:30`,
      },
    }),
  );
  const marks = answers.flatMap(({ id, body }, at): SeedRecord[] =>
    body.questionType === '5'
      ? [
          {
            id: stableId(tenantId, 'examMark', at + 1),
            createTime: begun,
            body: {
              exam,
              marker,
              answer: id,
              stem: body.stem,
              written: body.answer,
              reference: body.reference,
              points: body.points,
            },
          },
        ]
      : [],
  );
  const body = {
    examName: '危险化学品年度考试',
    paper: paperId(tenantId, 2),
    examinees: seats.map(({ user }) => user?.id),
    marker,
    examTime: `${date} 14:00:00`,
    examEnd: `${date} 16:00:00`,
    closesAt: `${date} 16:00:00`,
  };
  return { record: { id: exam, createUser: trainer, createTime, status: '3', body }, sheets, answers, marks };
}

/** An examination to come, or one that runs: its sheets wait. */
function waitingExam(tenantId: CompanyTenant, now: Date, number: number, from: number, to: number): Exam {
  const [examTime, examEnd] = [wallTime(now, from), wallTime(now, to)];
  const exam = stableId(tenantId, 'examination', number);
  const trainer = accountId(tenantId, 'trainer');
  const createTime = new Date(now.getTime() - 3 * DAY);
  const paper = from < 0 ? 0 : 1;
  const employee = accountId(tenantId, 'employee');
  const people = fieldPeople(tenantId);
  const others = people.filter(({ id }) => id !== employee).slice(number % 7, (number % 7) + 5);
  const users = [...people.filter(({ id }) => id === employee), ...others];
  const seats = users.map(
    (user, at): Seat => ({ tenantId, exam, paper, number: number * 2 + at, user, begun: createTime }),
  );
  const sheets = seats.map(
    (seat): SeedRecord => ({
      id: stableId(tenantId, 'examRecord', seat.number),
      createUser: trainer,
      createTime,
      status: '0',
      body: sheetBody(seat, examTime, examEnd),
    }),
  );
  const body = {
    examName: from < 0 ? '本月特殊作业安全考试' : '季度安全法规考试',
    paper: paperId(tenantId, paper),
    examinees: users.map(({ id }) => id),
    examTime,
    examEnd,
    closesAt: examEnd,
    switchLimit: 3,
  };
  return {
    record: { id: exam, createUser: trainer, createTime, status: from < 0 ? '2' : '1', body },
    sheets,
    answers: [],
    marks: [],
  };
}

/** Examinations of two years as of a day: those that are over, one being marked, one open for the employee, one from tomorrow on. */
export function examRecordsOf(tenantId: CompanyTenant, now: Date) {
  if (tenantId !== '645967') return { exams: [], sheets: [], answers: [], marks: [], appeals: [] };
  const all = [
    ...Array.from({ length: PAST }, (_, index) => pastExam(tenantId, now, index)),
    markedExam(tenantId, now),
    waitingExam(tenantId, now, 111, -2 * HOUR, 3),
    waitingExam(tenantId, now, 121, 1, 1 + 4 * HOUR),
  ];
  return {
    exams: all.map(({ record }) => record),
    sheets: all.flatMap(({ sheets }) => sheets),
    answers: all.flatMap(({ answers }) => answers),
    marks: all.flatMap(({ marks }) => marks),
    appeals: appealRecords(tenantId, now),
  };
}

/** Seats of the past examinations whose examinee appealed, the question that he got wrong, and what came of it. */
const APPEALED = [
  { index: PAST - 1, at: 1, question: 0, status: '0', ago: 2, reason: '选项的表述与现行标准的条文不一致，请复核。' },
  { index: PAST - 1, at: 2, question: 8, status: '2', ago: 4, reason: '题干没有写明作业地点，另一选项也说得通。' },
  { index: PAST - 2, at: 2, question: 8, status: '2', ago: 92, reason: '教材第二版与题目的说法不同，请核对。' },
] as const;

/** Appeals against marks: one waits for the trainer, others were kept. */
function appealRecords(tenantId: CompanyTenant, now: Date): SeedRecord[] {
  const people = fieldPeople(tenantId);
  return APPEALED.map(({ index, at, question, status, ago, reason }, place): SeedRecord => {
    const number = index * SEATS + at + 1;
    return {
      id: stableId(tenantId, 'examAppeal', place + 1),
      createUser: people[(index * 7 + at * 3) % people.length]?.id ?? '',
      createTime: new Date(now.getTime() - ago * DAY),
      status,
      body: {
        sheet: stableId(tenantId, 'examRecord', number),
        answer: stableId(tenantId, 'examAnswer', number * 50 + question + 1),
        reason,
        oldScore: 0,
        ...(status === '2' ? { opinion: '题干和选项与现行标准一致，维持原分。' } : {}),
      },
    };
  });
}
