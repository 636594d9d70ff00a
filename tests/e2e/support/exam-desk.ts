import type { Page } from 'playwright/test';
import { demoClient } from '../../../server/ground/config.ts';
import { wallClock } from '../../../src/core/clock/wall-clock.ts';
import { png } from './fill.ts';
import { type Person, personOf, type StoredRecord, uniqueName } from './person.ts';

const MINUTE = 60_000;

/** How an examination is set up. */
interface ExamWish {
  /** Account of the examinee. */
  readonly examinee: string;
  readonly minutes?: number;
  readonly switchLimit?: number;
  /** Whether an essay is asked, which a person marks. Default true. */
  readonly essay?: boolean;
  /** More single choices than the two. Default none. */
  readonly more?: number;
  /** Whether the first question is as long as a question may be, with six pictures of all shapes. Default false. */
  readonly long?: boolean;
}

/** An examination that has begun, with the sheet of its examinee. */
interface Exam {
  readonly id: string;
  readonly name: string;
  readonly sheet: string;
  readonly examinee: Person;
  /** Address of the sheet. */
  readonly path: string;
  record(): Promise<StoredRecord>;
  rows(): Promise<readonly StoredRecord[]>;
}

const options = (right: string) =>
  ['A', 'B', 'C', 'D'].map((key) => {
    const correct = right.includes(key);
    return { key, text: `${correct ? '对的' : '错的'}做法${key}`, correct: correct ? '1' : '0' };
  });

const MOST_STEM = 2_000;
const MOST_OPTION = 300;
/** Widths and heights: usual, a strip across, a strip down, tiny, and large. */
const SHAPES = [
  [320, 180],
  [1600, 90],
  [60, 900],
  [32, 32],
  [1400, 1000],
  [400, 400],
] as const;

/** As long as a stem may be: a word that never ends and lines of many words. */
const longStem = (from: string) =>
  `${from}\n${'x'.repeat(200)}\n${'作业前须逐项确认能量隔离、置换、通风和检测的结果，并由监护人在现场签字。'.repeat(60)}`.slice(
    0,
    MOST_STEM,
  );

/** Choices as long as they may be, of Chinese, of one word, and of lines. */
const longOptions = options('B').map(({ key, text, correct }, index) => ({
  key,
  text: `${text}${['先断电、挂牌上锁，再检测，', 'AnlanLongestWordOfAll', '每隔30分钟复测一次。', '1,234.56'][index] ?? ''}`.padEnd(
    MOST_OPTION,
    ['先断电、挂牌上锁，再检测，', 'Anlan', '每隔30分钟复测一次。', '7'][index],
  ),
  correct,
}));

/** A paper that the training officer has published, of a bank of its own: its id and its name. */
export async function publishedPaper(
  url: string,
  trainer: Person,
  wish: Omit<ExamWish, 'examinee'>,
): Promise<{ readonly id: string; readonly name: string }> {
  const save = (base: string, json: object) => trainer.call<StoredRecord>('POST', `edu/${base}/save`, { json });
  const name = uniqueName('试卷');
  const bank = await save('question/bank', { bankName: uniqueName('考试题库'), category: '4' });
  const more = wish.more ?? 0;
  const shapes = wish.long === true ? SHAPES : SHAPES.slice(0, 1);
  const pictures = await Promise.all(shapes.map(([width, height]) => upload(url, trainer, png(width, height))));
  // Without an essay its points go to the single choices; what does not divide among these goes to the blanks.
  const choices = 2 + more;
  const forChoices = wish.essay === false ? 50 : 30;
  const each = Math.floor((forChoices / choices) * 10) / 10;
  const rest = Math.round((forChoices - each * choices) * 10) / 10;
  const kinds: readonly (readonly [type: string, count: number, score: number, key: object])[] = [
    ['1', choices, each, { options: options('B') }],
    ['2', 1, 20, { options: options('ACD') }],
    ['3', 1, 10, { isTrue: '0' }],
    ['4', 1, 20 + rest, { answer: '30/三十\n两' }],
    ['5', 1, 20, { answer: '先通风，再检测，后进入。' }],
  ];
  const asked = wish.essay === false ? kinds.slice(0, 4) : kinds;
  for (const [questionType, count, , key] of asked) {
    for (let number = 1; number <= count; number += 1) {
      const stem = `${uniqueName('')}第${questionType}类第${number}题：动火作业前应当怎样做？${questionType === '4' ? '分析后___分钟内动火，监护人___名。' : ''}`;
      const first = questionType === '1' && number === 1;
      const long = first && wish.long === true;
      await save('question', {
        ...{ bank: bank.id, questionType, difficulty: '2', defaultScore: 2 },
        ...{ stem: long ? longStem(stem) : stem, ...key },
        ...(first ? { images: pictures } : {}),
        ...(long ? { options: longOptions } : {}),
      });
    }
  }
  const paper = await save('paper', {
    paperName: name,
    category: '4',
    assembly: '1',
    shuffleOptions: '0',
    shuffleQuestions: '0',
    paperSection: asked.map(([type, count, scoreEach]) => ({
      ...{ sectionName: `第${type}大题`, type, bank: bank.id, count, scoreEach },
    })),
  });
  await trainer.call('POST', 'edu/paper/publish', { json: { id: paper.id } });
  return { id: paper.id, name };
}

/** Has the training officer set up an examination that is open now. */
export async function openExam(url: string, wish: ExamWish): Promise<Exam> {
  const [trainer, examinee, marker] = await Promise.all(
    ['trainer', wish.examinee, 'leader'].map((who) => personOf(url, who)),
  );
  if (trainer === undefined || examinee === undefined || marker === undefined) throw new Error('nobody is there');
  const paper = await publishedPaper(url, trainer, wish);
  const wall = (from: number) => wallClock(Date.now() + from, 'Asia/Shanghai');
  const minutes = wish.minutes ?? 60;
  const name = uniqueName('动火作业考试');
  const exam = await trainer.call<StoredRecord>('POST', 'edu/exam/save', {
    json: {
      ...{ examName: name, paper: paper.id, examinees: [examinee.userId], marker: marker.userId },
      ...{ examTime: wall(-MINUTE), examEnd: wall((minutes + 60) * MINUTE), duration: minutes },
      ...{ maxMakeup: 0, switchLimit: wish.switchLimit ?? 0 },
    },
  });
  await trainer.call('POST', 'edu/exam/publish', { json: { id: exam.id } });
  const own = await examinee.call<{ readonly records: readonly StoredRecord[] }>('GET', 'edu/exam/record/page', {
    query: { exam: exam.id, size: '1' },
  });
  const sheet = own.records[0]?.id ?? '';
  const whole = () =>
    examinee.call<StoredRecord>('GET', 'edu/exam/record/detail', { query: { id: sheet, with: 'children' } });
  return {
    ...{ id: exam.id, name, sheet, examinee, path: `/safety/training/takeExam/view/${sheet}`, record: whole },
    async rows() {
      const { children } = await whole();
      return (children as Readonly<Record<string, readonly StoredRecord[]>>).examAnswer ?? [];
    },
  };
}

async function upload(url: string, { accessToken, tenantId }: Person, content: Buffer): Promise<string> {
  const authorization = `Basic ${Buffer.from(`${demoClient.id}:${demoClient.secret}`).toString('base64')}`;
  const body = new FormData();
  body.set('file', new Blob([new Uint8Array(content)], { type: 'image/png' }), '现场.png');
  const answer = await fetch(`${url}/api/anlan-resource/oss/endpoint/put-file`, {
    method: 'POST',
    headers: { authorization, 'anlan-auth': `bearer ${accessToken}`, 'tenant-id': tenantId },
    body,
  });
  const { data } = (await answer.json()) as { readonly data: { readonly attachId: string } };
  return data.attachId;
}

/** The question that is shown. */
export const question = (page: Page) => page.locator('.anlan-exam-question').first();

/** Begins the exam on its page. */
export async function beginExam(page: Page): Promise<void> {
  await page.getByRole('button', { name: '开始答题' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '开始答题' }).click();
  await question(page).waitFor();
}
