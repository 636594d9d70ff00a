import { accountId, type CompanyTenant } from './contractors.ts';
import { bankId, type DemoQuestion, demoQuestions } from './exam-questions.ts';
import { stableId } from './ids.ts';
import type { SeedRecord } from './seed-record.ts';

/** A part of a paper: bank, kind, how many, points each. */
type Part = readonly [bank: number, type: DemoQuestion['type'], count: number, scoreEach: number];

/** A question of a paper with its points. */
export interface PaperQuestion {
  readonly question: DemoQuestion;
  readonly points: number;
}

interface Paper {
  readonly name: string;
  readonly category: string;
  /** Key of `paper-assembly`. */
  readonly assembly: '1' | '2';
  readonly parts: readonly Part[];
}

const DAY = 86_400_000;
const titles: Readonly<Record<string, string>> = {
  '1': '单选题',
  '2': '多选题',
  '3': '判断题',
  '4': '填空题',
  '5': '简答题',
};

/** Papers of the first company: one that was put together once, two that are drawn. */
export const demoPapers: readonly Paper[] = [
  {
    name: '特殊作业安全考试',
    category: '4',
    assembly: '2',
    parts: [
      [0, '1', 10, 4],
      [0, '3', 6, 5],
      [0, '2', 3, 6],
      [0, '4', 3, 4],
    ],
  },
  {
    name: '新员工入厂教育考试',
    category: '1',
    assembly: '1',
    parts: [
      [1, '1', 8, 5],
      [1, '3', 8, 5],
      [2, '1', 4, 5],
    ],
  },
  {
    name: '危险化学品年度考试',
    category: '8',
    assembly: '2',
    parts: [
      [4, '1', 8, 5],
      [4, '3', 6, 5],
      [4, '4', 3, 5],
      [4, '5', 1, 15],
    ],
  },
];

/** Questions of a paper that begin at a place of each bank, so that neighbours draw others. */
export function questionsOf(tenantId: CompanyTenant, paper: number, start = 0): readonly PaperQuestion[] {
  const all = demoQuestions(tenantId);
  return (demoPapers[paper]?.parts ?? []).flatMap(([bank, type, count, points]) => {
    const fitting = all.filter((one) => one.bank === bank && one.type === type);
    return Array.from({ length: count }, (_, at) => fitting[(start + at) % fitting.length]).flatMap((question) =>
      question === undefined ? [] : [{ question, points }],
    );
  });
}

export const paperId = (tenantId: CompanyTenant, paper: number): string => stableId(tenantId, 'testPaper', paper + 1);

/** The papers with their parts, and the questions of the one that is the same for all. */
export function paperRecords(
  tenantId: CompanyTenant,
  now: Date,
): { papers: SeedRecord[]; sections: SeedRecord[]; questions: SeedRecord[] } {
  if (tenantId !== '645967') return { papers: [], sections: [], questions: [] };
  const author = accountId(tenantId, 'trainer');
  const createTime = new Date(now.getTime() - 715 * DAY);
  const by = { createUser: author, createTime };
  const papers = demoPapers.map(({ name, category, assembly }, index) => ({
    ...by,
    id: paperId(tenantId, index),
    status: '1',
    body: {
      paperName: name,
      category,
      assembly,
      authors: [author],
      duration: 60,
      passScore: 80,
      shuffleOptions: '1',
      multiRule: '2',
    },
  }));
  const sectionId = (paper: number, part: number) => stableId(tenantId, 'paperSection', paper * 10 + part + 1);
  const sections = demoPapers.flatMap(({ parts }, paper) =>
    parts.map(([bank, type, count, scoreEach], part) => ({
      ...by,
      id: sectionId(paper, part),
      body: {
        paper: paperId(tenantId, paper),
        sectionName: titles[type],
        type,
        bank: bankId(tenantId, bank),
        count,
        scoreEach,
      },
    })),
  );
  const fixed = demoPapers.findIndex(({ assembly }) => assembly === '1');
  const questions = (demoPapers[fixed]?.parts ?? []).flatMap(([bank, type, count, points], part) =>
    demoQuestions(tenantId)
      .filter((one) => one.bank === bank && one.type === type)
      .slice(0, count)
      .map(({ id: question, stem, options, isTrue, answer }, at) => ({
        ...by,
        id: stableId(tenantId, 'paperQuestion', part * 100 + at + 1),
        body: {
          paper: paperId(tenantId, fixed),
          section: sectionId(fixed, part),
          question,
          points,
          questionType: type,
          stem,
          source: options,
          isTrue,
          answer,
        },
      })),
  );
  return { papers, sections, questions };
}
