import { defineRules } from '../../../src/core/rules/define-rules.ts';

/** A question of a paper with what was answered: a record of `examAnswer`. */
interface Answered {
  /** A key of the dictionary `question-type`. */
  readonly questionType?: unknown;
  /** The choices as the question bank has them, each with whether it is right. */
  readonly source?: unknown;
  /** Of a judgement: `1` for right. */
  readonly isTrue?: unknown;
  /** Of a question with blanks a line for each with the accepted answers between `/`; of an essay what it is marked by. */
  readonly reference?: unknown;
  /** Decides in which order the choices stand. */
  readonly seed?: unknown;
  /** Whether they are shuffled: `1`, or as they are. */
  readonly shuffled?: unknown;
  readonly answer?: unknown;
  readonly points?: unknown;
  /** A key of the dictionary `multi-score-rule`. */
  readonly multiRule?: unknown;
  /** What a person gave: a marker an essay, an appeal any question; null before. */
  readonly given?: unknown;
}

/** A choice as an examinee sees it, and whether it is right. */
interface Choice {
  readonly key: string;
  readonly text: string;
  readonly right: boolean;
}

const LETTERS = 'ABCDEFGH';

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim().toUpperCase() : '');
const linesOf = (value: unknown): readonly string[] => textOf(value).split(/\s*\n\s*/);
const lettersOf = (value: unknown): ReadonlySet<string> => new Set(textOf(value).replace(/[^A-H]/g, ''));

/** Numbers from 0 up to 1 that follow from a text (FNV-1a, then mulberry32): the same text gives the same ones again. */
function numbersOf(seed: string): () => number {
  let state = [...seed].reduce((hash, sign) => Math.imul(hash ^ (sign.codePointAt(0) ?? 0), 0x01000193), 0x811c9dc5);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    const mixed = Math.imul(state ^ (state >>> 15), state | 1);
    const more = mixed ^ (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61));
    return ((more ^ (more >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** The entries in an order that the seed alone decides (Fisher and Yates). */
function shuffledBy<Entry>(seed: string, entries: readonly Entry[]): Entry[] {
  const next = numbersOf(seed);
  const order = [...entries];
  for (let last = order.length - 1; last > 0; last -= 1) {
    const taken = Math.floor(next() * (last + 1));
    const held = order[last] as Entry;
    order[last] = order[taken] as Entry;
    order[taken] = held;
  }
  return order;
}

/** Choices of a question in the order and with the letters that this examinee sees; none where he writes. */
function choicesOf({ questionType, source, isTrue, seed, shuffled }: Answered): readonly Choice[] {
  if (questionType === '3') {
    return [
      { key: 'A', text: '正确', right: isTrue === '1' },
      { key: 'B', text: '错误', right: isTrue !== '1' },
    ];
  }
  const rows: readonly Readonly<Record<string, unknown>>[] = Array.isArray(source) ? source : [];
  const ordered = shuffled === '1' ? shuffledBy(String(seed), rows) : rows;
  return ordered.map(({ text, correct }, at) => ({
    key: LETTERS[at] ?? '',
    text: String(text),
    right: correct === '1',
  }));
}

/** What is right, with the letters that this examinee sees. */
function keyOf(answered: Answered, choices: readonly Choice[]): string | null {
  if (choices.length === 0) return typeof answered.reference === 'string' ? answered.reference : null;
  return choices.flatMap(({ key, right }) => (right ? [key] : [])).join('');
}

/** How much of a multiple choice is right: 1 for exactly the key; a half for a part of it without a wrong letter, where the paper gives that. */
function multipleShare({ answer, multiRule }: Answered, keyText: string): number {
  const [right, chosen] = [lettersOf(keyText), lettersOf(answer)];
  if (chosen.size === 0 || [...chosen].some((letter) => !right.has(letter))) return 0;
  if (chosen.size === right.size) return 1;
  return multiRule === '2' ? 0.5 : 0;
}

/** How many of the blanks are filled as one of their accepted answers. */
function blankShare({ answer }: Answered, keyText: string): number {
  const [blanks, filled] = [linesOf(keyText), linesOf(answer)];
  const right = blanks.filter((accepted, at) => {
    const given = filled[at] ?? '';
    return given !== '' && accepted.split('/').some((one) => one.trim() === given);
  });
  return right.length / blanks.length;
}

function singleShare({ answer }: Answered, keyText: string): number {
  return textOf(answer) !== '' && textOf(answer) === textOf(keyText) ? 1 : 0;
}

const shares: Readonly<Record<string, (answered: Answered, keyText: string) => number>> = {
  '1': singleShare,
  '2': multipleShare,
  '3': singleShare,
  '4': blankShare,
};

/** Points of an answer, to one decimal: what a person gave it, else what the key says; of an essay null before. */
function scoreOf(answered: Answered, keyText: string | null): number | null {
  if (answered.given !== null && answered.given !== undefined) return Number(answered.given);
  const share = shares[String(answered.questionType)];
  return share === undefined ? null : Math.round(share(answered, keyText ?? '') * Number(answered.points) * 10) / 10;
}

/** What an answer names that its question does not offer: a letter without a choice, or words where a letter is asked for. */
function strangeIn(answered: Answered): string | undefined {
  const keys = choicesOf(answered).map(({ key }) => key);
  const given = textOf(answered.answer).replaceAll(/[\s,，、]/g, '');
  return keys.length === 0 ? undefined : [...given].find((letter) => !keys.includes(letter));
}

/**
 * Shuffles the choices of an examinee's question, says its key in his letters, and scores what he answers: choices,
 * judgements and blanks by the key, essays by the person who marks them.
 */
export const rules = defineRules('examAnswer', {
  fills: ['options', 'keyText', 'score'],
  derive({ record }) {
    const choices = choicesOf(record);
    const keyText = keyOf(record, choices);
    const options = choices.length === 0 ? null : choices.map(({ key, text }) => ({ key, text }));
    return { options, keyText, score: scoreOf(record, keyText) };
  },
  check({ record, old }) {
    const strange = record.answer === old.answer ? undefined : strangeIn(record);
    return strange === undefined ? [] : [{ field: 'answer', message: `这道题没有选项“${strange}”` }];
  },
});
