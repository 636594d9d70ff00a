import type { KeptAnswer } from '../../../api/kept/kept-types.ts';
import type { GivenAnswer } from './given-answer.ts';
import type { ExamQuestion } from './sheet.ts';

/** What was answered, with what this device has kept over what the server had. */
export function withKept(
  questions: readonly ExamQuestion[],
  kept: readonly Pick<KeptAnswer, 'subject' | 'body'>[],
): ReadonlyMap<string, GivenAnswer> {
  const given = new Map<string, GivenAnswer>(
    questions.map(({ id, answer, marked }): [string, GivenAnswer] => [id, { answer, marked }]),
  );
  for (const { subject, body } of kept) {
    const before = given.get(subject);
    if (before === undefined) continue;
    given.set(subject, {
      answer: 'answer' in body ? String(body.answer ?? '') : before.answer,
      marked: 'flagged' in body ? body.flagged === '1' : before.marked,
    });
  }
  return given;
}
