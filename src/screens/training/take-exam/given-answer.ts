/** How a question is answered. */
export type QuestionKind = 'single' | 'multiple' | 'judgement' | 'blanks' | 'essay';

/** What an examinee has given to a question: letters, a word, a line for each blank, a text. Empty for nothing. */
export interface GivenAnswer {
  readonly answer: string;
  /** Whether he wants to come back to it. */
  readonly marked: boolean;
}

/** Keys of the chosen options of a choice, in the order in which they stand. */
export function chosenKeys(kind: QuestionKind, answer: string, keys: readonly string[]): readonly string[] {
  const given = answer.trim();
  if (kind === 'multiple') return keys.filter((key) => given.includes(key));
  return keys.filter((key) => key === given);
}

/** The answer after an option was pressed: of many it comes or goes, of one it takes the place of another. */
export function withOption(kind: QuestionKind, answer: string, key: string, keys: readonly string[]): string {
  if (kind !== 'multiple') return key;
  const chosen = chosenKeys(kind, answer, keys);
  const next = chosen.includes(key) ? chosen.filter((one) => one !== key) : [...chosen, key];
  // By letter, however the options were shuffled, so that the same choice is the same answer.
  return next.toSorted().join('');
}

/** A run of three or more underscores: a blank of a question. */
const BLANK = /_{3,}/g;

/** How many blanks a question has; at least one. */
export function blankCount(stem: string): number {
  return Math.max(1, stem.match(BLANK)?.length ?? 0);
}

/** What stands in each blank. */
export function blanksOf(answer: string, count: number): readonly string[] {
  const lines = answer.split('\n');
  return Array.from({ length: count }, (_, index) => lines[index] ?? '');
}

/** The answer with another text in a blank; empty where nothing is left in any of them. */
export function withBlank(answer: string, count: number, index: number, text: string): string {
  const lines = blanksOf(answer, count).map((line, at) => (at === index ? text.replaceAll('\n', ' ') : line));
  return lines.every((line) => line.trim() === '') ? '' : lines.join('\n');
}

/** Whether anything was answered. */
export function isGiven({ answer }: GivenAnswer): boolean {
  return answer.trim() !== '';
}

/** The place of the option that a key means: 1–9 or A–H; undefined for none. */
export function optionOfKey(key: string): number | undefined {
  if (/^[1-9]$/.test(key)) return Number(key) - 1;
  return /^[a-h]$/i.test(key) ? key.toUpperCase().charCodeAt(0) - 65 : undefined;
}
