import { Readable } from 'node:stream';
import ExcelJS from 'exceljs';
import { type AnlanError, invalidInput } from '../../src/core/errors/catalogue.ts';
import { say } from '../../src/core/text/say.ts';
import { inspectArchive } from './archive.ts';
import { IMPORT_LIMITS } from './limits.ts';

/** A cell's text as a field type reads it, `typed` where the file holds a text; or why it cannot be read. */
export type CellText = { readonly text: string; readonly typed?: true } | { readonly fault: string };

/** A row of the first sheet. */
export interface SheetRow {
  /** Number of the row as Excel shows it. */
  readonly row: number;
  /** By column, from 0; nothing for empty cells. */
  readonly cells: ReadonlyMap<number, CellText>;
}

/** The first sheet of a workbook. */
export interface ReadSheet {
  /** Texts of the first row by column; '' for empty ones. */
  readonly head: readonly string[];
  /** Rows that hold anything, in order. */
  readonly rows: readonly SheetRow[];
}

/** A workbook: its first sheet, and of the others those that were asked for. */
export interface ReadBook {
  readonly main: ReadSheet;
  readonly others: ReadonlyMap<string, ReadSheet>;
  /** Names of further sheets that hold anything and are not hidden. */
  readonly unread: readonly string[];
}

/** The error of a file that cannot be imported, with all that is wrong. */
export function fileFault(...messages: readonly string[]): AnlanError {
  return invalidInput(messages.map((msg) => ({ pointer: '/file', msg })));
}

/** Name of a column as Excel shows it: 0 is A, 26 is AA. */
export function columnName(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : columnName(Math.floor(index / 26) - 1) + letter;
}

/**
 * Reads the first sheet of an xlsx file, and further ones by their names.
 * @throws AnlanError where it is none, is too large, or its heading is merged.
 */
export async function readWorkbook(file: Buffer, wanted: ReadonlySet<string> = new Set()): Promise<ReadBook> {
  const archive = await inspectArchive(file);
  if (archive === 'tooLarge') throw fileFault(say('表格展开后的内容过大，请减少内容或分开导入'));
  if (archive === 'none') throw notAWorkbook();
  const merged = archive.merges.filter((range) => /^[A-Z]+1:/.test(range));
  if (merged.length > 0)
    throw fileFault(...merged.map((range) => say('表头{range}有合并的单元格，请取消合并', { range })));
  let main: ReadSheet | undefined;
  const others = new Map<string, ReadSheet>();
  const unread: string[] = [];
  try {
    const reader = new ExcelJS.stream.xlsx.WorkbookReader(Readable.from([archive.ordered]), {
      worksheets: 'emit',
      sharedStrings: 'cache',
      hyperlinks: 'ignore',
      // Dates stay the numbers that field types read.
      styles: 'ignore',
      entries: 'ignore',
    });
    for await (const sheet of reader) {
      const { name, hidden } = partOf(reader, sheet);
      if (main === undefined) main = await readSheet(sheet, IMPORT_LIMITS.rows);
      else if (wanted.has(name)) others.set(name, await readSheet(sheet, IMPORT_LIMITS.lines));
      else if ((await holdsAnything(sheet)) && !hidden && name !== '') unread.push(name);
    }
  } catch (error) {
    if (error instanceof Error && error.name === 'AnlanError') throw error;
    throw notAWorkbook();
  }
  if (main === undefined) throw fileFault(say('表格的第一行没有表头'));
  return { main, others, unread };
}

/** What the reader knows of the workbook's parts and the sheets in them; its own types leave it out. */
interface KnownParts {
  readonly workbookRels?: readonly { readonly Id: string; readonly Target: string }[];
  readonly model?: { readonly sheets?: readonly KnownSheet[] };
}

interface KnownSheet {
  readonly name: string;
  readonly rId: string;
  readonly state?: string;
}

/** What a sheet is called, and whether Excel hides it. The reader finds neither where the file names its parts from the root. */
function partOf(reader: unknown, sheet: unknown): { readonly name: string; readonly hidden: boolean } {
  const { id, ...told } = sheet as { readonly id?: string | number; readonly name?: string; readonly state?: string };
  const { workbookRels = [], model } = reader as KnownParts;
  const part = workbookRels.find(({ Target }) => Target.endsWith(`/sheet${id}.xml`));
  const known = told.name === undefined ? model?.sheets?.find(({ rId }) => rId === part?.Id) : told;
  return { name: known?.name ?? '', hidden: (known?.state ?? 'visible') !== 'visible' };
}

/** Whether a sheet that is not read has a cell with anything in it; it is walked to its end, as its reader needs. */
async function holdsAnything(sheet: AsyncIterable<ExcelJS.Row>): Promise<boolean> {
  let found = false;
  for await (const row of sheet) found ||= rowOf(row).cells.size > 0;
  return found;
}

async function readSheet(sheet: AsyncIterable<ExcelJS.Row>, most: number): Promise<ReadSheet> {
  let head: string[] | undefined;
  const rows: SheetRow[] = [];
  for await (const row of sheet) {
    if (row.number === 1) head = headOf(row);
    else {
      const read = rowOf(row);
      if (read.cells.size === 0) continue;
      if (rows.length === most) throw tooManyRows(most);
      rows.push(read);
    }
  }
  if (head === undefined) throw fileFault(say('表格的第一行没有表头'));
  return { head, rows };
}

const notAWorkbook = () => fileFault(say('不是有效的Excel文件，请上传.xlsx文件'));

const tooManyRows = (most: number) => fileFault(say('一次最多导入{most}行，请分开导入', { most }));

function headOf(row: ExcelJS.Row): string[] {
  if (row.cellCount > IMPORT_LIMITS.columns) {
    throw fileFault(say('表头最多{most}列', { most: IMPORT_LIMITS.columns }));
  }
  const head: string[] = [];
  row.eachCell((cell, column) => {
    const read = textOf(cell.value);
    if ('fault' in read) throw fileFault(`${columnName(column - 1)}1：${read.fault}`);
    head[column - 1] = read.text.trim();
  });
  return Array.from(head, (text) => text ?? '');
}

function rowOf(row: ExcelJS.Row): SheetRow {
  const cells = new Map<number, CellText>();
  row.eachCell((cell, column) => {
    const read = textOf(cell.value);
    if ('fault' in read || read.text.trim() !== '') cells.set(column - 1, read);
  });
  return { row: row.number, cells };
}

function textOf(value: ExcelJS.CellValue): CellText {
  if (value === null || value === undefined) return { text: '' };
  if (typeof value === 'string') return { text: value, typed: true };
  // Excel shows 15 digits; what stands behind them is not what was typed.
  if (typeof value === 'number') return { text: String(Number(value.toPrecision(15))) };
  if (typeof value === 'boolean') return { text: value ? say('是') : say('否') };
  if (value instanceof Date) return { text: value.toISOString().slice(0, 19).replace('T', ' ') };
  if ('formula' in value || 'sharedFormula' in value) return { fault: say('含有公式，请改为值') };
  if ('richText' in value) return { text: value.richText.map(({ text }) => text ?? '').join(''), typed: true };
  if ('error' in value) return { fault: say('是错误值{value}', { value: String(value.error) }) };
  if ('text' in value) return { text: String(value.text) };
  return { fault: say('不能读取') };
}
