import { accountId, type CompanyTenant } from './contractors.ts';
import { examBanks, examEssays, examFacts, examMultiples } from './exam-facts.ts';
import { stableId } from './ids.ts';
import type { SeedRecord } from './seed-record.ts';

/** A question of the demo plant, with what is right. */
export interface DemoQuestion {
  readonly id: string;
  /** Number of its bank, from 0. */
  readonly bank: number;
  readonly type: '1' | '2' | '3' | '4' | '5';
  readonly difficulty: '1' | '2' | '3';
  readonly topic: string;
  readonly stem: string;
  readonly options?: readonly { readonly key: string; readonly text: string; readonly correct: '0' | '1' }[];
  readonly isTrue?: '0' | '1';
  readonly answer?: string;
}

const DAY = 86_400_000;
const LETTERS = 'ABCDEFGH';
/** How many banks a company has filled; the second has begun only. */
const filled: Readonly<Record<CompanyTenant, number>> = { '645967': examBanks.length, '645968': 1 };

const gap = '___';

/** Choices in an order that follows from a number, so that the right one does not always stand first. */
function choicesOf(right: readonly string[], wrong: readonly string[], number: number): DemoQuestion['options'] {
  const all = [...right.map((text) => [text, '1'] as const), ...wrong.map((text) => [text, '0'] as const)];
  const turned = all.map((_, at) => all[(at + number) % all.length] ?? (['', '0'] as const));
  return turned.map(([text, correct], at) => ({ key: LETTERS[at] ?? '', text, correct }));
}

type Bare = Omit<DemoQuestion, 'id' | 'difficulty'>;

function factQuestions(): readonly Bare[] {
  return examFacts.flatMap(([bank, topic, sentence, right, wrong], index): Bare[] => {
    const isTrue = index % 2 === 0;
    return [
      {
        bank,
        topic,
        type: '1',
        stem: sentence.replace(gap, '（　）'),
        options: choicesOf([right], wrong, index) ?? [],
      },
      {
        bank,
        topic,
        type: '3',
        stem: sentence.replace(gap, isTrue ? right : (wrong[index % 3] ?? right)),
        isTrue: isTrue ? '1' : '0',
      },
      { bank, topic, type: '4', stem: sentence, answer: right },
    ];
  });
}

const bare: readonly Bare[] = [
  ...factQuestions(),
  ...examMultiples.map(
    ([bank, topic, stem, right, wrong], index): Bare => ({
      bank,
      topic,
      type: '2',
      stem,
      options: choicesOf(right, wrong, index) ?? [],
    }),
  ),
  ...examEssays.map(([bank, topic, stem, answer]): Bare => ({ bank, topic, type: '5', stem, answer })),
];

/** The questions of a company, the same on every run. */
export function demoQuestions(tenantId: CompanyTenant): readonly DemoQuestion[] {
  return bare.flatMap((one, index) => {
    if (one.bank >= filled[tenantId]) return [];
    const difficulty = one.type === '5' ? '3' : (['1', '2', '2', '3'] as const)[index % 4];
    return [{ ...one, id: stableId(tenantId, 'question', index + 1), difficulty: difficulty ?? '2' }];
  });
}

export const bankId = (tenantId: CompanyTenant, bank: number): string => stableId(tenantId, 'questionBank', bank + 1);

/** Question banks of a company and what stands in them, as of a day. */
export function questionRecords(tenantId: CompanyTenant, now: Date): { banks: SeedRecord[]; questions: SeedRecord[] } {
  const createUser = accountId(tenantId, 'trainer');
  const createTime = new Date(now.getTime() - 720 * DAY);
  const banks = examBanks.slice(0, filled[tenantId]).map(([bankName, category], index) => ({
    id: bankId(tenantId, index),
    createUser,
    createTime,
    body: { bankName: `${bankName}题库`, category },
  }));
  const questions = demoQuestions(tenantId).map(({ id, bank, type, topic, ...more }) => ({
    id,
    createUser,
    createTime,
    body: {
      ...more,
      bank: bankId(tenantId, bank),
      questionType: type,
      knowledge: topic,
      defaultScore: type === '5' ? 15 : 4,
      analysis: `知识点：${topic}。以现行标准和公司制度正文为准。`,
    },
  }));
  return { banks, questions };
}
