import { useEffect } from 'react';
import { useLasting } from '../../../ui/useLasting.ts';
import { type GivenAnswer, optionOfKey, withOption } from './given-answer.ts';
import type { ExamQuestion } from './sheet.ts';

interface ExamKeys {
  readonly question: ExamQuestion | undefined;
  readonly given: (id: string) => GivenAnswer;
  readonly active: boolean;
  readonly go: (by: number) => void;
  readonly answer: (question: ExamQuestion, next: GivenAnswer) => void;
  readonly mark: (question: ExamQuestion) => void;
}

/** Whether a key is meant for what is being written. */
function isWriting(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !['radio', 'checkbox', 'button'].includes(target.type);
  return target.closest('textarea, select, [contenteditable], [role="dialog"]') !== null;
}

/** 1–9 and A–H choose, arrows to the sides change the question, M marks it. */
export function useExamKeys({ question, given, active, go, answer, mark }: ExamKeys): void {
  const press = useLasting((event: KeyboardEvent): void => {
    if (!active || question === undefined || event.defaultPrevented || isWriting(event.target)) return;
    if (event.altKey || event.ctrlKey || event.metaKey || event.isComposing) return;
    const done = (): void => event.preventDefault();
    if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') {
      // Within a group of radio buttons it would choose.
      done();
      go(event.key === 'ArrowLeft' ? -1 : 1);
      return;
    }
    if (event.key === 'm' || event.key === 'M') {
      done();
      mark(question);
      return;
    }
    const option = question.options[optionOfKey(event.key) ?? -1];
    if (option === undefined || event.repeat) return;
    done();
    const before = given(question.id);
    const keys = question.options.map(({ key }) => key);
    answer(question, { ...before, answer: withOption(question.kind, before.answer, option.key, keys) });
  });
  useEffect(() => {
    window.addEventListener('keydown', press, { capture: true });
    return () => window.removeEventListener('keydown', press, { capture: true });
  }, [press]);
}
