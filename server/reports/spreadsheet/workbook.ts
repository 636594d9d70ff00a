import { createWriteStream } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import ExcelJS from 'exceljs';
import type { SheetCell } from '../../../src/core/field-type.ts';

/** A column as it is laid out. */
export interface SheetLayout {
  readonly heading: string;
  /** Characters. */
  readonly width: number;
  /** Number format of Excel; undefined for its own. */
  readonly format: string | undefined;
  /** Whether the heading is marked as one that has to be filled in. */
  readonly required?: boolean;
  /** Comment at the heading. */
  readonly note?: string;
}

const HEAD = { argb: 'FF1F4E79' };
const HEAD_FILL = { argb: 'FFDDEBF7' };
const REQUIRED = { argb: 'FFC00000' };
const LINE = { style: 'thin', color: { argb: 'FFBFBFBF' } } as const;

/** A workbook that is written to a file. */
export type OpenWorkbook = InstanceType<typeof ExcelJS.stream.xlsx.WorkbookWriter>;

const faults = new WeakMap<OpenWorkbook, Error>();

/** A workbook that is written to a file as it comes, row by row. Its `commit` fails where the file could not be written. */
export function openWorkbook(path: string, useSharedStrings: boolean): OpenWorkbook {
  const file = createWriteStream(path, { mode: 0o600 });
  const workbook = new ExcelJS.stream.xlsx.WorkbookWriter({ stream: file, useStyles: true, useSharedStrings });
  // The library listens to the file only when all rows are there: a disk that is full before would end the process.
  const broken = new Promise<never>((_, reject) => {
    file.once('error', (error) => {
      faults.set(workbook, error);
      reject(error);
    });
  });
  broken.catch(() => {});
  const commit = workbook.commit.bind(workbook);
  workbook.commit = () => Promise.race([commit(), broken]);
  return workbook;
}

/** Throws where the file of a workbook can no longer be written, so that nobody reads rows for it in vain. */
export function checkWritten(workbook: OpenWorkbook): void {
  const fault = faults.get(workbook);
  if (fault !== undefined) throw fault;
}

/** Bytes of a sheet that may wait to be packed. */
const MOST_WAITING = 512 * 1024;
/** Milliseconds after which whoever waits for them looks again. */
const GLANCE = 5;

/** Where a sheet that is written hands its bytes on; the library's own types leave it out. */
interface Piped {
  readonly stream?: { readonly pipes: readonly { readonly _writableState?: { readonly length: number } }[] };
}

/**
 * Waits until most of what was written to a sheet is packed. The library takes rows as fast as they come, whether the
 * packing keeps up or not: the rows of a large export would wait in memory.
 */
export async function packed(workbook: OpenWorkbook, sheet: OpenSheet): Promise<void> {
  const waits = ({ stream }: Piped) =>
    stream?.pipes.some(({ _writableState: state }) => (state?.length ?? 0) > MOST_WAITING) === true;
  for (;;) {
    checkWritten(workbook);
    if (!waits(sheet as unknown as Piped)) return;
    await setTimeout(GLANCE);
  }
}

export type OpenSheet = ExcelJS.Worksheet;

/** Adds a sheet with a styled heading that stays in view. */
export function addSheet(workbook: OpenWorkbook, name: string, columns: readonly SheetLayout[]): OpenSheet {
  const sheet = workbook.addWorksheet(sheetName(name), { views: [{ state: 'frozen', ySplit: 1 }] });
  sheet.columns = columns.map(({ heading, width, format }) => ({
    header: heading,
    width: Math.max(width, widthOf(heading) + 2),
    style: { ...(format === undefined ? {} : { numFmt: format }), alignment: { vertical: 'top' } },
  }));
  const head = sheet.getRow(1);
  head.height = 22;
  for (const [index, { required, note }] of columns.entries()) {
    const cell = head.getCell(index + 1);
    cell.numFmt = '@';
    cell.font = { bold: true, color: required === true ? REQUIRED : HEAD };
    cell.fill = { type: 'pattern', pattern: 'solid', fgColor: HEAD_FILL };
    cell.border = { bottom: LINE };
    cell.alignment = { vertical: 'middle' };
    if (note !== undefined) cell.note = note;
  }
  if (columns.length > 0) {
    sheet.autoFilter = { from: { row: 1, column: 1 }, to: { row: 1, column: columns.length } };
  }
  head.commit();
  return sheet;
}

/** Writes a row. Texts are written as texts whatever they begin with: never as a formula. */
export function addRow(sheet: OpenSheet, cells: readonly SheetCell[]): void {
  sheet.addRow([...cells]).commit();
}

// A Chinese character takes the room of two digits.
function widthOf(text: string): number {
  return [...text].reduce((sum, character) => sum + (/[\u0020-\u00ff]/.test(character) ? 1 : 2), 0);
}

/** A title as Excel takes it for the name of a sheet. */
export function sheetName(title: string): string {
  return (
    title
      .replace(/[\\/?*[\]:]/g, ' ')
      .trim()
      .replace(/^'|'$/g, '')
      .slice(0, 31) || 'Sheet1'
  );
}
