import type { WireFile, WireRecord } from '../../../core/wire/contract.ts';
import type { GivenAnswer, QuestionKind } from './given-answer.ts';

/** The entity of what is answered, one record for each question of a sheet. */
export const ANSWERS = 'examAnswer';

/** An option as this sheet offers it: its letter, which is what is kept, and its words. */
interface ExamOption {
  readonly key: string;
  readonly text: string;
}

/** What is told of a question once the answers are published. */
interface Solution {
  readonly key: string;
  readonly analysis: string;
  readonly score: number | undefined;
}

/** A question of a sheet, in the order of the sheet. */
export interface ExamQuestion extends GivenAnswer {
  readonly id: string;
  readonly version: number;
  /** Its place, from 1. */
  readonly number: number;
  readonly kind: QuestionKind;
  readonly stem: string;
  readonly points: number;
  readonly options: readonly ExamOption[];
  /** Rich text beside the stem; empty for none. */
  readonly material: string;
  readonly images: readonly WireFile[];
  /** Undefined while nobody may know. */
  readonly solution: Solution | undefined;
}

const KINDS: Readonly<Record<string, QuestionKind>> = {
  '1': 'single',
  '2': 'multiple',
  '3': 'judgement',
  '4': 'blanks',
  '5': 'essay',
};

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const numberOf = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);

const isFile = (value: unknown): value is WireFile =>
  typeof value === 'object' && value !== null && 'attachId' in value && typeof value.attachId === 'string';

function optionOf(value: unknown): readonly ExamOption[] {
  if (typeof value !== 'object' || value === null) return [];
  const { key, text } = value as Readonly<Record<string, unknown>>;
  return [{ key: textOf(key), text: textOf(text) }];
}

function questionOf(row: WireRecord, index: number): ExamQuestion {
  const kind = KINDS[textOf(row.questionType)] ?? 'essay';
  const { keyText, images, options } = row;
  return {
    id: row.id,
    version: numberOf(row.version) ?? 0,
    number: index + 1,
    kind,
    stem: textOf(row.stem),
    points: numberOf(row.points) ?? 0,
    material: textOf(row.material),
    options: Array.isArray(options) ? options.flatMap(optionOf) : [],
    images: Array.isArray(images) ? images.filter(isFile) : [],
    answer: textOf(row.answer),
    marked: row.flagged === '1',
    // What a person may not see is not sent, so that its being there says that it may be told.
    solution:
      keyText === undefined
        ? undefined
        : { key: textOf(keyText), analysis: textOf(row.analysis), score: numberOf(row.score) },
  };
}

/** The questions of a sheet, from the rows that its detail carries. */
export function questionsIn(children: unknown): readonly ExamQuestion[] {
  if (typeof children !== 'object' || children === null || !(ANSWERS in children)) return [];
  const rows = children[ANSWERS];
  return Array.isArray(rows) ? (rows as readonly WireRecord[]).map(questionOf) : [];
}
