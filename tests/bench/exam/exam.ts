import { setTimeout as sleep } from 'node:timers/promises';
import type { WirePage, WireRecord } from '../../../src/core/wire/contract.ts';
import { type Sheet, startExamDesk } from '../../fixtures/exam-desk.ts';
import { type Body, MINUTE, plantId, TENANT } from '../../fixtures/plant-desk.ts';
import { addNewcomers } from '../../fixtures/plant-newcomers.ts';
import { runUntil } from '../../fixtures/run-until.ts';
import { type Bench, type BenchRow, progress } from '../harness/bench.ts';
import { median, percentile, rounded } from '../harness/statistics.ts';

/** How many sit at once (fewer by a word: `npm run bench -- exam 50`, who come as thickly), how many questions each has, and within which time they all hand in. */
const MOST = 500;
const QUESTIONS = 50;
const WITHIN = 10_000;
/** Calls that prepare side by side. */
const SIDE_BY_SIDE = 4;

const QUESTION_KINDS = [['1', QUESTIONS, 100 / QUESTIONS, QUESTIONS]] as const;

/**
 * An exam that everybody takes: starting it, an answer, and the last answer with handing in while all hand in within ten
 * seconds. `ratio` is p95 to the second that people may wait. Server, database and people share the machine's cores.
 */
export const bench: Bench = {
  name: 'exam',
  async *run([few]) {
    const people = Number(few ?? MOST);
    const at = await startExamDesk();
    const { desk, server } = at;
    try {
      progress(`${people} 人`);
      const who = Array.from({ length: people }, (_, index) => `examinee${index}`);
      const newcomers = who.map((account) => ({
        account,
        name: account,
        role: 'employee',
        dept: 'team',
        dataScope: '2',
      }));
      await addNewcomers(server, TENANT, newcomers);
      const bank = await at.bankOf('人人都考', QUESTION_KINDS);
      const paper = await at.paperOf(bank, { paperName: '人人都考', assembly: '1' }, QUESTION_KINDS);
      const more = { examName: '全员考试', duration: 60, examinees: [], examDepts: [plantId('team')] };
      const exam = await at.examOf(paper, more, 1);
      await runUntil(server, desk.wall(MINUTE));
      const post = async (one: string, path: string, body: object): Promise<void> => {
        const { status, msg, errors = [] } = await desk.ask(one, 'POST', `edu/exam/${path}`, body as Body);
        if (status !== 200) throw new Error(`${one} ${path}: ${status} ${msg} ${JSON.stringify(errors)}`);
      };
      const sheets = new Map<string, Sheet>();
      const own = async (one: string): Promise<string> => {
        const mine = await desk.call<WirePage<WireRecord>>(one, 'GET', `edu/exam/record/page?exam=${exam}&size=1`);
        return mine.records[0]?.id ?? '';
      };
      const ids = new Map(await inTurn(who, async (one) => [one, await own(one)] as const));
      progress('开始答题');
      yield row(
        'exam-start',
        await inTurn(who, (one) => timed(() => post(one, 'record/start', { id: ids.get(one), device: one }))),
      );
      progress('打开答卷');
      yield row(
        'exam-open',
        await inTurn(who, (one) =>
          timed(async () => {
            sheets.set(
              one,
              await desk.call<Sheet>(one, 'GET', `edu/exam/record/detail?id=${ids.get(one)}&with=children`),
            );
          }),
        ),
      );
      const answer = (one: string, index: number) => {
        const question = sheets.get(one)?.children.examAnswer[index];
        const { id, version } = question ?? {};
        return post(one, 'answer/save', { id, version, answer: 'A', device: one });
      };
      progress('作答');
      yield row('exam-answer', await inTurn(who, (one) => timed(() => answer(one, 0))));
      progress('交卷');
      const handed = await Promise.all(
        who.map(async (one, index) => {
          await sleep((index * WITHIN) / MOST);
          return timed(async () => {
            await answer(one, 1);
            await post(one, 'record/handIn', { id: ids.get(one), device: one });
          });
        }),
      );
      yield row('exam-hand-in', handed);
    } finally {
      await server.stop();
    }
  },
};

/** Each in turn, some side by side. */
async function inTurn<T>(who: readonly string[], work: (one: string) => Promise<T>): Promise<readonly T[]> {
  const left = [...who.entries()];
  const made: T[] = [];
  const worker = async (): Promise<void> => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) made[next[0]] = await work(next[1]);
  };
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, worker));
  return made;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

function row(name: string, times: readonly number[]): BenchRow {
  const p95 = percentile(times, 0.95);
  return {
    bench: name,
    ratio: rounded(p95 / 1000),
    p50: rounded(median(times)),
    p95: rounded(p95),
    unit: 'ms',
    against: `${times.length} 人、每人 ${QUESTIONS} 题，p95 与 1 秒之比`,
  };
}
