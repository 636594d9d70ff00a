import { currentLanguage, type Language } from '../text/language.ts';
import { foldNumber, plainNumberText } from './number-grammar.ts';

/** The marks that stand in a written number. */
interface NumberMarks {
  readonly decimal: string;
  readonly group: string;
}

const POINT: NumberMarks = { decimal: '.', group: ',' };
const COMMA: NumberMarks = { decimal: ',', group: '.' };

/** The marks of a language, by default that of the moment: `1,234.56`, in Brazil `1.234,56`. */
export function numberMarks(language: Language = currentLanguage()): NumberMarks {
  return language === 'pt-BR' ? COMMA : POINT;
}

/** Whole numbers below it that bear no unit stay together: they may be years, or count a sequence. */
const FIRST_GROUPED = 10_000;

/** A number as decimal text (`-1234.50`) in the marks of the language, grouped by thousands. */
export function groupedText(decimal: string): string {
  const { decimal: mark, group } = numberMarks();
  const [integer = '', fraction] = decimal.split('.');
  const grouped = integer.replace(/\B(?=(\d{3})+$)/g, group);
  return fraction === undefined ? grouped : `${grouped}${mark}${fraction}`;
}

/** Decimal text in the marks of the language, its thousands left together. */
export const markedText = (decimal: string): string => decimal.replace('.', numberMarks().decimal);

/** A number with thousands separators and a fixed number of decimals: `1,234,567.50`. */
export const thousands = (value: number, scale: number): string => groupedText(value.toFixed(scale));

/** A count: `12,345`. */
export const countText = (value: number): string => groupedText(String(value));

/** Decimal text without zeros at the end of its decimals. */
export const withoutZeros = (decimal: string): string =>
  decimal.includes('.') ? decimal.replace(/\.?0+$/, '') : decimal;

/** How a quantity is written. */
interface Written {
  /** Digits after the point. Default 0. */
  readonly scale?: number;
  /** Whether zeros at their end are written too. */
  readonly fixedDecimals?: boolean;
  readonly unit?: string;
}

/** The value of a number field: grouped, but for small whole numbers without a unit; the unit behind it. */
export function quantityText(value: number, { scale = 0, fixedDecimals = false, unit = '' }: Written): string {
  const bare = scale === 0 && unit === '' && Math.abs(value) < FIRST_GROUPED;
  const digits = value.toFixed(scale);
  const decimal = fixedDecimals ? digits : withoutZeros(digits);
  const text = bare ? decimal : groupedText(decimal);
  return unit === '' ? text : `${text} ${unit}`;
}

const GROUPED = { ',': /^[+-]?\d{1,3}(?:,\d{3})+$/, '.': /^[+-]?\d{1,3}(?:\.\d{3})+$/ } as const;

function grouped(text: string, mark: string): boolean {
  return (mark === ',' ? GROUPED[','] : GROUPED['.']).test(text);
}

/** A written number taken apart by which of both marks is its decimal one, as plain text; undefined where it is none. */
function readBy(text: string, { decimal, group }: NumberMarks): string | undefined {
  const [integer = '', ...fractions] = text.split(decimal);
  if (fractions.length > 1) return undefined;
  if (integer.includes(group) && !grouped(integer, group)) return undefined;
  return plainNumberText([integer.replaceAll(group, ''), ...fractions].join('.'));
}

/** Characters of the longest text that is looked at: fifty digits, with marks, blanks and room to spare. */
const MOST_WRITTEN = 200;

/** A written number without blanks, its signs and commas those of ASCII. */
export const tidyNumber = (text: string): string => foldNumber(text.replaceAll(/\s/g, '')).replaceAll('，', ',');

/**
 * Decimal text of a program (`-1234.5`) from what somebody wrote in a language, by default that of the moment; undefined
 * where it is no number. What can only be meant in the other way (`1,234.5` in Brazil) is read so.
 */
export function readDecimal(text: string, language?: Language): string | undefined {
  if (text.length > MOST_WRITTEN) return undefined;
  const own = numberMarks(language);
  const bare = tidyNumber(text);
  return readBy(bare, own) ?? readBy(bare, { decimal: own.group, group: own.decimal });
}

/** The same as a number. */
export function readNumber(text: string, language?: Language): number | undefined {
  const decimal = readDecimal(text, language);
  return decimal === undefined ? undefined : Number(decimal);
}

/**
 * The two numbers that a text stands for where it is written with one mark between groups of three: `1.234` in Brazil
 * is 1234 to who typed it and 1.234 to a program. Where points are decimal marks, nobody writes commas for them.
 */
export function doubtfulNumber(text: string, language?: Language): readonly [number, number] | undefined {
  if (text.length > MOST_WRITTEN || numberMarks(language).decimal === '.') return undefined;
  const bare = tidyNumber(text);
  const one = readBy(bare, POINT);
  const other = readBy(bare, COMMA);
  if (one === undefined || other === undefined) return undefined;
  return Number(one) === Number(other) ? undefined : [Number(one), Number(other)];
}
