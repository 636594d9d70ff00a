import { Big } from 'big.js';
import { say } from '../../../src/core/text/say.ts';
import type { Archive } from './archive.ts';
import { columnLetters } from './column-name.ts';
import { IMPORT_LIMITS } from './limits.ts';
import { notAWorkbook, RefusedFile } from './refused-file.ts';
import type { CellText, SheetRow } from './sheet-row.ts';
import { type Attributes, type Tally, walkXml } from './walk-xml.ts';

/** A sheet of a workbook. */
interface SheetPart {
  readonly name: string;
  readonly hidden: boolean;
  /** Name of the part that holds it. */
  readonly part: string;
}

/** What is read of a sheet. */
interface SheetListener {
  /** The texts of the first row by column, '' for empty ones; the rows come behind it. */
  head(texts: readonly string[]): void;
  /** A row below it that holds anything. */
  row(row: SheetRow): void;
  /** Waited for between pieces of the sheet, so that what was told can be taken away. */
  pause(): Promise<void>;
}

const WORKBOOK = 'xl/workbook.xml';
const RELATIONS = 'xl/_rels/workbook.xml.rels';
/** Largest numbers that Excel has, and sheets that are looked at. */
const MOST = { rows: 1_048_576, columns: 16_384, sheets: 21 } as const;

/** The sheets of a workbook as its tabs stand, and the part with the texts that their cells share. */
export async function readSheetParts(
  archive: Archive,
  tally: Tally,
): Promise<{ sheets: readonly SheetPart[]; strings: string | undefined }> {
  if (!archive.names.has('[Content_Types].xml') || !archive.names.has(WORKBOOK)) throw notAWorkbook();
  const targets = new Map<string, string>();
  let strings: string | undefined;
  await walkXml(archive.read(RELATIONS), tally, {
    open(name, { Id = '', Type = '', Target = '' }) {
      if (name !== 'Relationship') return;
      const part = Target.startsWith('/') ? Target.slice(1) : `xl/${Target.replace(/^\.\//, '')}`;
      if (Type.endsWith('/worksheet')) targets.set(Id, part);
      else if (Type.endsWith('/sharedStrings')) strings = part;
    },
  });
  const sheets: SheetPart[] = [];
  await walkXml(archive.read(WORKBOOK), tally, {
    open(name, attributes) {
      if (name !== 'sheet' || sheets.length === MOST.sheets) return;
      const part = targets.get(relationOf(attributes));
      if (part === undefined || !archive.names.has(part)) return;
      const { state = 'visible' } = attributes;
      sheets.push({ name: attributes.name ?? '', hidden: state !== 'visible', part });
    },
  });
  if (sheets.length === 0) throw notAWorkbook();
  return { sheets, strings };
}

/** `r:id`, whatever the file calls the namespace. */
function relationOf(attributes: Attributes): string {
  const [, id = ''] = Object.entries(attributes).find(([name]) => /^\w+:id$/.test(name)) ?? [];
  return id;
}

/** The texts that cells share, each as the cell that holds it; a cell's runs are put together, readings left out. */
export async function readSharedStrings(content: AsyncIterable<Buffer>, tally: Tally): Promise<CellText[]> {
  const strings: CellText[] = [];
  let text = '';
  let inText = false;
  let inReading = false;
  await walkXml(content, tally, {
    open(name) {
      if (name === 'si') {
        tally.add('strings');
        text = '';
      } else if (name === 'rPh') inReading = true;
      else inText = name === 't' && !inReading;
    },
    text(piece) {
      if (!inText) return;
      tally.add('characters', piece.length);
      text += piece;
    },
    close(name) {
      inText = false;
      if (name === 'rPh') inReading = false;
      else if (name === 'si') strings.push({ text, typed: true });
    },
  });
  return strings;
}

/** A cell that is being read. */
interface OpenCell {
  readonly column: number;
  readonly type: string;
  value: string | undefined;
  formula: boolean;
}

/**
 * Walks through a sheet, telling its rows as they come.
 * @param most rows below the heading that hold anything.
 * @throws RefusedFile where its heading or its rows cannot be taken.
 */
export async function walkSheet(
  content: AsyncIterable<Buffer>,
  tally: Tally,
  strings: readonly CellText[],
  most: number,
  listener: SheetListener,
): Promise<void> {
  let number = 0;
  let column = -1;
  let cells = new Map<number, CellText>();
  let cell: OpenCell | undefined;
  let collects = false;
  let inReading = false;
  let rows = 0;
  let headed = false;
  const merged: string[] = [];

  function endCell({ column: at, ...read }: OpenCell): void {
    const found = textOf(read, strings);
    if (!('fault' in found)) {
      if (read.type === 's') tally.add('characters', found.text.length);
      if (found.text.trim() === '') return;
    }
    cells.set(at, found);
  }

  function endRow(): void {
    if (number === 1) {
      headed = true;
      listener.head(headOf(cells));
    } else if (cells.size > 0) {
      // A sheet without heading is told so, not how many rows it has.
      if (!headed) throw noHead();
      rows += 1;
      if (rows > most) throw new RefusedFile(say('一次最多导入{most}行，请分开导入', { most }));
      listener.row({ row: number, cells });
    }
  }

  await walkXml(content, tally, {
    open(name, attributes) {
      collects = false;
      if (name === 'row') {
        tally.add('rows');
        number = attributes.r === undefined ? number + 1 : Number(attributes.r);
        if (!Number.isInteger(number) || number < 1 || number > MOST.rows) throw notAWorkbook();
        column = -1;
        cells = new Map();
      } else if (name === 'c') {
        tally.add('cells');
        column = attributes.r === undefined ? column + 1 : columnOf(attributes.r);
        cell = { column, type: attributes.t ?? 'n', value: undefined, formula: false };
      } else if (name === 'mergeCell') {
        tally.add('merges');
        if (/^[A-Z]{1,3}1:[A-Z]{1,3}\d{1,7}$/.test(attributes.ref ?? '')) merged.push(attributes.ref ?? '');
      } else if (name === 'rPh') inReading = true;
      else if (cell !== undefined) {
        if (name === 'f') cell.formula = true;
        collects = name === 'v' || (name === 't' && !inReading);
        if (collects) cell.value ??= '';
      }
    },
    text(piece) {
      if (!collects || cell === undefined) return;
      tally.add('characters', piece.length);
      cell.value += piece;
    },
    close(name) {
      collects = false;
      if (name === 'rPh') inReading = false;
      else if (name === 'c' && cell !== undefined) {
        endCell(cell);
        cell = undefined;
      } else if (name === 'row') endRow();
    },
    pause: () => listener.pause(),
  });
  if (merged.length > 0) {
    throw new RefusedFile(...merged.map((range) => say('表头{range}有合并的单元格，请取消合并', { range })));
  }
  if (!headed) throw noHead();
}

const noHead = () => new RefusedFile(say('表格的第一行没有表头'));

/** Whether a sheet that is not read has a cell with anything in it; it is left at the first one. */
export async function holdsAnything(content: AsyncIterable<Buffer>, tally: Tally): Promise<boolean> {
  let found = false;
  await walkXml(content, tally, {
    open(name) {
      if (name === 'row') tally.add('rows');
      else if (name === 'c') tally.add('cells');
      else if (name === 'v' || name === 'f' || name === 'is') found = true;
    },
    done: () => found,
  });
  return found;
}

function headOf(cells: ReadonlyMap<number, CellText>): string[] {
  const last = Math.max(-1, ...cells.keys());
  if (last >= IMPORT_LIMITS.columns) throw new RefusedFile(say('表头最多{most}列', { most: IMPORT_LIMITS.columns }));
  return Array.from({ length: last + 1 }, (_, column) => {
    const cell = cells.get(column);
    if (cell !== undefined && 'fault' in cell) throw new RefusedFile(`${columnLetters(column)}1：${cell.fault}`);
    return cell?.text.trim() ?? '';
  });
}

/** Column of a reference like `AB12`, from 0. */
function columnOf(reference: string): number {
  let column = 0;
  for (let at = 0; at < reference.length; at += 1) {
    const code = reference.charCodeAt(at);
    if (code < 65 || code > 90) break;
    column = column * 26 + code - 64;
    if (column > MOST.columns) throw notAWorkbook();
  }
  if (column === 0) throw notAWorkbook();
  return column - 1;
}

/** A cell's text; of what is no text as Excel shows it without any format, small numbers (1.5E-7) in full. */
function textOf({ type, value, formula }: Omit<OpenCell, 'column'>, strings: readonly CellText[]): CellText {
  if (formula) return { fault: say('含有公式，请改为值') };
  if (value === undefined || value === '') return { text: '' };
  switch (type) {
    case 's':
      return strings[Number(value)] ?? { text: '' };
    case 'str':
    case 'inlineStr':
      return { text: value, typed: true };
    case 'b':
      return { text: Number(value) !== 0 ? say('是') : say('否') };
    case 'e':
      return { fault: say('是错误值{value}', { value }) };
    case 'd':
      return { text: value.slice(0, 19).replace('T', ' ') };
    default: {
      const number = Number(value);
      // Excel shows 15 digits; what stands behind them is not what was typed.
      return Number.isFinite(number) ? { text: new Big(number.toPrecision(15)).toFixed() } : { fault: say('不能读取') };
    }
  }
}
