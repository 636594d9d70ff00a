import { doubtfulNumber, quantityText } from './amount/number-text.ts';
import type { Property } from './dialect/entity.generated.ts';
import type {
  FieldContext,
  FieldTypeDefinition,
  ParsedValue,
  PrintContent,
  SheetCell,
  SheetColumn,
  SheetForm,
} from './field-type.ts';
import { isPictogram } from './pictograms/pictograms.ts';
import { say } from './text/say.ts';

/** The value of a field as spreadsheet and print take it: of a range the pair of both its ends, else what the key holds. */
export function wholeValue(
  field: { readonly key: string; readonly property: Property },
  record: Readonly<Record<string, unknown>>,
): unknown {
  const value = record[field.key] ?? null;
  const { end } = field.property;
  if (end === undefined) return value;
  const last = record[end] ?? null;
  return value === null && last === null ? null : [value, last];
}

/** How a field stands in a spreadsheet. */
export function sheetOf(type: FieldTypeDefinition, field: FieldContext): SheetForm {
  return type.sheet?.(field) ?? textSheet(type);
}

/** How a value is printed; nothing where there is none. The value is that of `wholeValue`. */
export function printOf(type: FieldTypeDefinition, value: unknown, field: FieldContext): PrintContent {
  const missing = isNothing(value) || value === '';
  const printed = type.print?.(missing ? null : value, field) ?? printPictograms(value, field);
  return printed ?? { kind: 'text', text: missing ? '' : type.format(value, field) };
}

/** Chosen options of which some are known by a drawing; undefined where none is. */
function printPictograms(value: unknown, { choices = [] }: FieldContext): PrintContent | undefined {
  if (!choices.some(({ icon }) => isPictogram(icon))) return undefined;
  const signs = (Array.isArray(value) ? value : [value]).flatMap((key) => {
    const choice = choices.find((one) => one.key === key);
    if (choice === undefined) return isNothing(key) ? [] : [{ title: String(key) }];
    return [{ title: choice.title, ...(isPictogram(choice.icon) ? { drawing: choice.icon } : {}) }];
  });
  return signs.some(({ drawing }) => drawing !== undefined) ? { kind: 'pictograms', signs } : undefined;
}

/** Heading of a column: the field's title, and in brackets what tells its columns apart. */
export function sheetHeading(title: string, column: SheetColumn): string {
  return column.suffix === '' ? title : say('{text}（{aside}）', { text: title, aside: column.suffix });
}

type Words = Pick<FieldTypeDefinition, 'format' | 'parse'>;

const isNothing = (value: unknown): boolean => value === null || value === undefined;

function shown(words: Words, value: unknown, field: FieldContext): SheetCell {
  if (isNothing(value)) return null;
  const text = words.format(value, field);
  return text === '' ? null : text;
}

/** One column of text. */
export function textSheet(words: Words, width?: number): SheetForm {
  const column: SheetColumn = {
    suffix: '',
    format: '@',
    ...(width === undefined ? {} : { width }),
    cell: (value, field) => shown(words, value, field),
  };
  return {
    columns: [column],
    imports: 'value',
    exact: true,
    read: ([text = ''], field) => words.parse(text, field),
  };
}

/** One column of the value as it stands, without what `format` adds to it. */
export function plainSheet(words: Words, width?: number): SheetForm {
  return textSheet({ ...words, format: (value) => (isNothing(value) ? '' : String(value)) }, width);
}

/** Excel's format of a number: decimals, thousands where wanted, the unit behind it. */
export function numberFormat(scale: number, unit?: string, thousands = false): string {
  const digits = `${thousands ? '#,##0' : '0'}${scale === 0 ? '' : `.${'0'.repeat(scale)}`}`;
  const bare = unit?.replace(/["\\]/g, '') ?? '';
  return bare === '' ? digits : `${digits}" ${bare}"`;
}

/**
 * One column of numbers, as Excel holds them. A text that stands where a number belongs is read as the language writes
 * numbers, unless it may mean two of them.
 */
export function numberSheet(words: Words, format: string): SheetForm {
  return {
    columns: [{ suffix: '', format, width: 14, cell: (value) => (typeof value === 'number' ? value : null) }],
    imports: 'value',
    exact: true,
    read([text = ''], field, typed = false) {
      if (!typed && /^-?\d+(?:\.\d+)?(?:e[+-]?\d{1,2})?$/.test(text)) return { value: Number(text) };
      const doubt = doubtfulNumber(text, field.language);
      if (doubt === undefined) return words.parse(text, field);
      const [one, other] = doubt.map((value) =>
        quantityText(value, { scale: String(value).split('.')[1]?.length ?? 0 }),
      );
      return {
        message: say('“{text}”可能是{one}，也可能是{other}，请在表格里改为数字', {
          text,
          one: one ?? '',
          other: other ?? '',
        }),
      };
    },
  };
}

/**
 * One column of choices by their titles, chosen from a list where one fits into a cell. A title that would be read as
 * another choice gives way to the key.
 * @param several whether a cell may hold more than one.
 */
export function choiceSheet(words: Words, field: FieldContext, several: boolean): SheetForm {
  const titles = (field.choices ?? []).filter((choice) => choice.sealed !== true).map((choice) => choice.title);
  const same = (left: unknown, right: unknown) => JSON.stringify(left) === JSON.stringify(right);
  const column: SheetColumn = {
    suffix: '',
    format: '@',
    ...(several || titles.length === 0 ? {} : { choices: titles }),
    cell(value, subject) {
      const text = shown(words, value, subject);
      if (text === null) return null;
      const back = words.parse(String(text), subject);
      if ('value' in back && same(back.value, value)) return text;
      return Array.isArray(value) ? value.join('、') : String(value);
    },
  };
  return {
    columns: [column],
    imports: 'value',
    exact: true,
    read: ([text = ''], subject) => words.parse(text, subject),
  };
}

/** One column of records by name. What is read are names (or ids) that the server has to find. */
export function lookupSheet(words: Words, field: FieldContext): SheetForm {
  const several = field.property.type === 'array';
  return {
    columns: [{ suffix: '', format: '@', cell: (value, subject) => shown(words, value, subject) }],
    imports: 'value',
    exact: true,
    read([text = '']) {
      if (!several) return text.trim() === '' ? { value: null } : { lookups: [text.trim()] };
      const lookups: string[] = [];
      const marks: string[] = [];
      for (const [, name = '', mark = ''] of text.matchAll(/([^,，;；、\n]*)([,，;；、\n]|$)/g)) {
        if (name.trim() === '') continue;
        lookups.push(name.trim());
        marks.push(mark);
      }
      return lookups.length === 0 ? { value: null } : { lookups, marks: marks.slice(0, -1) };
    },
  };
}

/** Columns that are written and never read: the platform makes the value. */
export function computedSheet(
  words: Words,
  column: Omit<SheetColumn, 'suffix' | 'cell'> & Partial<SheetColumn>,
): SheetForm {
  return {
    columns: [{ suffix: '', cell: (value, field) => shown(words, value, field), ...column }],
    imports: 'passed',
    exact: false,
    read: ([text = ''], field) => words.parse(text, field),
  };
}

/** Columns that are written, and refused when they are to be read; `parse` says why. */
export function exportOnlySheet(words: Words, width?: number): SheetForm {
  return { ...textSheet(words, width), imports: 'refused', exact: false };
}

/** The type never stands in a spreadsheet; `parse` says why. */
export function noSheet(words: Words): SheetForm {
  return {
    columns: [],
    imports: 'refused',
    exact: false,
    read: ([text = ''], field) => words.parse(text, field),
  };
}

/** Days from Excel's day 0 to 1970-01-01. */
const EPOCH = 25_569;
/** Before this day (1900-03-01) Excel counts a 29 February 1900 that never was; such dates stand as text. */
const FIRST_TRUE_DAY = 61;
const LAST_DAY = 2_958_465;
const DAY_SECONDS = 86_400;

/** Excel's number of `YYYY-MM-DD` or `YYYY-MM-DD HH:mm:ss`; the text itself where Excel has none. */
export function sheetDate(text: string): SheetCell {
  const time = Date.parse(`${text.replace(' ', 'T')}${text.length > 10 ? '' : 'T00:00:00'}Z`);
  const days = time / 1000 / DAY_SECONDS + EPOCH;
  return Number.isFinite(days) && days >= FIRST_TRUE_DAY ? days : text;
}

/** The date of an Excel number as text; undefined where the text is no such number. */
export function dateOfSheet(text: string, hasTime: boolean): string | undefined {
  if (!/^\d{1,7}(?:\.\d+)?$/.test(text)) return undefined;
  const days = Number(text);
  if (days < 1 || days >= LAST_DAY + 1) return undefined;
  const whole = days < FIRST_TRUE_DAY - 1 ? days + 1 : days;
  const moment = new Date(Math.round((whole - EPOCH) * DAY_SECONDS) * 1000).toISOString();
  return hasTime ? `${moment.slice(0, 10)} ${moment.slice(11, 19)}` : moment.slice(0, 10);
}

/** Excel's number of a time of day `HH:mm`: a part of a day. */
export function sheetTime(text: string): SheetCell {
  const [, hour, minute] = /^(\d{2}):(\d{2})$/.exec(text) ?? [];
  return hour === undefined ? text : (Number(hour) * 60 + Number(minute)) / 1440;
}

/** The time of an Excel number as `HH:mm`, its day left aside; undefined where the text is no such number. */
export function timeOfSheet(text: string): string | undefined {
  if (!/^\d{0,7}\.\d+$|^0$/.test(text)) return undefined;
  const minutes = Math.round((Number(text) % 1) * 1440) % 1440;
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
}

/** How one end of a range is written and read. */
export interface EndForm {
  readonly format: string;
  readonly width: number;
  cell(text: string): SheetCell;
  read(text: string, field: FieldContext): ParsedValue;
}

/** Columns of a date or time: one, or of a range the two ends; the field at a range's end has none. */
export function momentSheet(end: EndForm, field: FieldContext): SheetForm {
  const { format, width } = end;
  const cellOf = (value: unknown): SheetCell => (typeof value === 'string' ? end.cell(value) : null);
  const { endOf, end: last } = field.property;
  if (endOf !== undefined || last === undefined) {
    const columns = endOf === undefined ? [{ suffix: '', format, width, cell: cellOf }] : [];
    return { columns, imports: 'value', exact: true, read: ([text = ''], subject) => end.read(text, subject) };
  }
  const column = (suffix: string, index: number): SheetColumn => ({
    suffix,
    format,
    width,
    cell: (value) => cellOf(Array.isArray(value) ? value[index] : null),
  });
  return {
    columns: [column(say('开始'), 0), column(say('结束'), 1)],
    imports: 'value',
    exact: true,
    read(texts, subject) {
      const ends: unknown[] = [];
      for (const [index, suffix] of [say('开始'), say('结束')].entries()) {
        const parsed = end.read(texts[index] ?? '', subject);
        if ('message' in parsed) return { message: `（${suffix}）${parsed.message}` };
        ends.push(parsed.value);
      }
      return { value: ends.every((value) => value === null) ? null : ends };
    },
  };
}

/** Print of a date or time: of a range both its ends. */
export function printMoment(value: unknown): PrintContent | undefined {
  if (!Array.isArray(value)) return undefined;
  const [from, to] = value.map((end) => (typeof end === 'string' ? end : '…'));
  return { kind: 'text', text: say('{from} 至 {to}', { from: from ?? '…', to: to ?? '…' }) };
}
