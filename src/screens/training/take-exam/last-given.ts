import { browserStore } from '../../../core/stores.ts';
import type { GivenAnswer } from './given-answer.ts';

const keyOf = (sheet: string): string => `anlan-exam-given:${sheet}`;

type Given = Readonly<Record<string, GivenAnswer>>;

/**
 * Notes what was given before the store has it on the disk, which takes a moment: a page that is loaded anew within that
 * moment finds it here.
 */
export function noteGiven(sheet: string, question: string, given: GivenAnswer): void {
  write(sheet, { ...lastGiven(sheet), [question]: given });
}

/** Forgets what the store has by now, where nothing else was given meanwhile. */
export function forgetGiven(sheet: string, question: string, given: GivenAnswer): void {
  const { [question]: last, ...others } = lastGiven(sheet);
  if (last?.answer === given.answer && last.marked === given.marked) write(sheet, others);
}

/** What the store may not have, by question. */
export function lastGiven(sheet: string): Given {
  const text = browserStore.getItem(keyOf(sheet));
  return text === null ? {} : (JSON.parse(text) as Given);
}

function write(sheet: string, given: Given): void {
  if (Object.keys(given).length === 0) browserStore.removeItem(keyOf(sheet));
  else browserStore.setItem(keyOf(sheet), JSON.stringify(given));
}
