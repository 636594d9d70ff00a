import { say } from '../text/say.ts';
import { type FieldKind, type NewOption, optionsFrom } from './field-kinds.ts';

/** What a column of a spreadsheet is taken for, with the reasons. */
export interface InferredColumn {
  /** Place in the sheet, from 0. */
  readonly column: number;
  /** Heading without the mark of what must be filled in. */
  readonly title: string;
  readonly kind: FieldKind;
  /** Whether its values leave no doubt; where they do, people are asked. */
  readonly sure: boolean;
  /** What speaks for the kind, in a sentence. */
  readonly evidence: string;
  /** Other kinds that its values would fit, the likeliest first. */
  readonly others: readonly FieldKind[];
  /** Whether the heading is marked as one that must be filled in. */
  readonly required: boolean;
  /** Rows with a value. */
  readonly filled: number;
  /** Some of its values, as the file shows them. */
  readonly samples: readonly string[];
  /** Choices of `select` and `radio`. */
  readonly options: readonly NewOption[];
  /** Digits behind the point of `number`. */
  readonly scale: number;
  /** Most characters of texts. */
  readonly maxLength: number;
}

/** Names that a column may hold instead of words. */
export interface KnownPeople {
  readonly users: ReadonlySet<string>;
  readonly depts: ReadonlySet<string>;
}

const DATE = /^\d{4}[-/.年]\d{1,2}[-/.月]\d{1,2}日?$/;
const DATE_TIME = /^\d{4}[-/.年]\d{1,2}[-/.月]\d{1,2}日?[ T]\d{1,2}:\d{2}(:\d{2})?$/;
const NUMBER = /^-?\d{1,12}(\.\d{1,8})?$/;
/** Digits that count nothing: numbers of telephones, cards and certificates, and whatever begins with a zero. */
const CODE = /^(0\d+|1[3-9]\d{9}|\d{13,})$/;
const YES_NO = new Set(['是', '否']);

/** Days that a spreadsheet counts from the end of 1899, as numbers of 1990 to 2050. */
const FIRST_DAY = 32_874;
const LAST_DAY = 55_153;
/** Headings under which such a number is a day. */
const OF_DAYS = /日期|时间|期限|到期|截止|有效期|年月|生日|date/i;

/** Choices that a list may have, and characters of one. */
const MOST_OPTIONS = 12;
const LONGEST_OPTION = 20;
/** Characters from which on a text wants more than a line. */
const LONG = 60;
/** Rows from which on few different values are no accident. */
const TELLING = 10;
/** Share of values that may be otherwise, lest a slip of the pen hide what a column is. */
const SLIPS = 0.2;

/** A number as the day that a spreadsheet means by it, `2026-04-01`, with the time of day where it has one; undefined for others. */
function dayOf(text: string): string | undefined {
  const days = NUMBER.test(text) ? Number(text) : Number.NaN;
  if (!(days >= FIRST_DAY && days <= LAST_DAY)) return undefined;
  const written = new Date(Date.UTC(1899, 11, 30) + Math.round(days * 86_400) * 1000).toISOString();
  return Number.isInteger(days) ? written.slice(0, 10) : `${written.slice(0, 10)} ${written.slice(11, 16)}`;
}

/** Whether all values are such numbers. */
const areDays = (texts: readonly string[]): boolean =>
  texts.length > 0 && texts.every((text) => dayOf(text) !== undefined);

/** The values of a column with what is common to them. */
interface Values {
  readonly title: string;
  readonly texts: readonly string[];
  readonly distinct: readonly string[];
}

/** One guess: which values do not fit it. */
interface Guess {
  readonly kind: FieldKind;
  readonly misfits: readonly string[];
  /** What a value of it is called: `日期`. */
  readonly called: string;
}

/**
 * Guesses what the columns of a spreadsheet are, from their values. A column is only sure where all of them fit and there
 * are enough; nothing is taken for a reference that was not found by its name.
 * @param rows texts by column, '' for empty cells.
 */
export function inferColumns(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  people: KnownPeople,
): readonly InferredColumn[] {
  return head.flatMap((heading, column) => {
    const title = heading.replace(/[*＊]/g, '').trim();
    if (title === '') return [];
    const written = rows.map((row) => (row[column] ?? '').trim()).filter((text) => text !== '');
    const days = areDays(written);
    const texts = days && OF_DAYS.test(title) ? written.map((text) => dayOf(text) ?? text) : written;
    const found = inferred({ title, texts, distinct: [...new Set(texts)] }, people);
    const asked = days && texts === written ? perhapsDays(found, written) : found;
    return [{ ...asked, column, title, required: title !== heading.trim() }];
  });
}

function inferred(values: Values, people: KnownPeople): Omit<InferredColumn, 'column' | 'title' | 'required'> {
  const { texts, distinct } = values;
  const basics = {
    filled: texts.length,
    samples: distinct.slice(0, 5).map((text) => (text.length > 40 ? `${text.slice(0, 40)}…` : text)),
    scale: Math.max(0, ...texts.map((text) => (NUMBER.test(text) ? (text.split('.')[1]?.length ?? 0) : 0))),
    maxLength: roomFor(Math.max(0, ...texts.map((text) => text.length))),
    options: optionsFrom(distinct.slice(0, MOST_OPTIONS)),
  };
  if (texts.length === 0) {
    return { ...basics, ...byHeading(values.title), sure: false, evidence: say('这一列没有值，按列名猜的') };
  }
  const guesses = guessesOf(values, people).filter(({ misfits }) => misfits.length <= texts.length * SLIPS);
  const [best, ...rest] = guesses;
  const words: FieldKind = isLong(texts) ? 'textarea' : 'input';
  if (best === undefined) return { ...basics, ...wordsOf(values, words) };
  const others = [...new Set([...rest.map(({ kind }) => kind), words, ...wordsOf(values, words).others])].filter(
    (kind) => kind !== best.kind,
  );
  const { misfits, called } = best;
  const evidence =
    misfits.length === 0
      ? say('{count}个值都是{called}', { count: texts.length, called })
      : say('{count}个值中有{wrong}个不是{called}，如“{example}”', {
          count: texts.length,
          wrong: misfits.length,
          called,
          example: misfits[0] ?? '',
        });
  return { ...basics, kind: best.kind, sure: misfits.length === 0 && texts.length >= 3, evidence, others };
}

/** Numbers that may be days, under a heading that does not say so. */
function perhapsDays<Column extends Omit<InferredColumn, 'column' | 'title' | 'required'>>(
  found: Column,
  [first = '']: readonly string[],
): Column {
  const evidence = say('{count}个值都是数字，也可能是Excel的日期，如{example}', {
    count: found.filled,
    example: dayOf(first) ?? first,
  });
  return { ...found, sure: false, evidence, others: ['date', ...found.others.filter((kind) => kind !== 'date')] };
}

function guessesOf({ texts, distinct }: Values, { users, depts }: KnownPeople): readonly Guess[] {
  const guess = (kind: FieldKind, called: string, fits: (text: string) => boolean): Guess => ({
    kind,
    called,
    misfits: texts.filter((text) => !fits(text)),
  });
  return [
    ...(distinct.length <= 2 ? [guess('yesNo', say('“是”或“否”'), (text) => YES_NO.has(text))] : []),
    guess('date', say('日期'), (text) => DATE.test(text)),
    guess('dateTime', say('日期时间'), (text) => DATE_TIME.test(text) || DATE.test(text)),
    guess('number', say('数字'), (text) => NUMBER.test(text) && !CODE.test(text)),
    guess('user', say('本企业人员的姓名'), (text) => users.has(text)),
    guess('dept', say('本企业部门的名称'), (text) => depts.has(text)),
  ].sort((left, right) => left.misfits.length - right.misfits.length);
}

/** Words: a choice where few different ones come again and again, else a text. */
function wordsOf(
  { texts, distinct }: Values,
  words: FieldKind,
): Pick<InferredColumn, 'kind' | 'sure' | 'evidence' | 'others'> {
  const isShort = distinct.every((text) => text.length <= LONGEST_OPTION);
  const comeAgain = texts.length >= distinct.length * 2 && distinct.length > 1;
  if (isShort && distinct.length <= MOST_OPTIONS && comeAgain) {
    const kind = distinct.length <= 3 ? 'radio' : 'select';
    return {
      kind,
      sure: texts.length >= TELLING && texts.length >= distinct.length * 3,
      evidence: say('{count}个值里只有{distinct}种：{some}', {
        count: texts.length,
        distinct: distinct.length,
        some: distinct.slice(0, 4).join('、'),
      }),
      others: [kind === 'radio' ? 'select' : 'radio', 'input'],
    };
  }
  const longest = Math.max(...texts.map((text) => text.length));
  return {
    kind: words,
    sure: texts.length >= 3,
    evidence: say('{count}个值各不相同，最长{longest}个字', { count: texts.length, longest }),
    others: [
      words === 'input' ? 'textarea' : 'input',
      ...(isShort && distinct.length <= MOST_OPTIONS ? (['select'] as const) : []),
    ],
  };
}

const isLong = (texts: readonly string[]): boolean => texts.some((text) => text.length > LONG || text.includes('\n'));

/** Twice the longest value, as a round number. */
function roomFor(longest: number): number {
  return [50, 100, 200, 500, 1000].find((most) => most >= longest * 2) ?? 2000;
}

/** What a heading says where there is no value. */
/** What the words of a title speak for. */
export function byHeading(title: string): Pick<InferredColumn, 'kind' | 'others'> {
  if (/日期|年月日$/.test(title)) return { kind: 'date', others: ['dateTime', 'input'] };
  if (/时间$/.test(title)) return { kind: 'dateTime', others: ['date', 'input'] };
  if (/(数量|人数|次数|金额|重量|温度|压力|长度|天数|浓度|时长)$/.test(title))
    return { kind: 'number', others: ['input'] };
  if (/^是否/.test(title)) return { kind: 'yesNo', others: ['radio', 'input'] };
  if (/(照片|图片|附件)$/.test(title)) return { kind: 'upload', others: ['input'] };
  if (/(人|人员|责任人|负责人)$/.test(title)) return { kind: 'user', others: ['input'] };
  if (/(部门|车间|单位)$/.test(title)) return { kind: 'dept', others: ['input', 'select'] };
  if (/(备注|说明|描述|内容|要求)$/.test(title)) return { kind: 'textarea', others: ['input'] };
  return { kind: 'input', others: ['textarea', 'select', 'number', 'date'] };
}
