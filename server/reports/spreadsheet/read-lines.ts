import { say } from '../../../src/core/text/say.ts';
import type { ImportFault } from '../../../src/core/wire/spreadsheet.ts';
import { callFor } from '../../records/call/entity-call.ts';
import type { EntityCall } from '../../records/call/ports.ts';
import type { Row } from '../../records/call/record-row.ts';
import { originalValue } from '../../records/call/shipped-values.ts';
import { type PlacedField, type PlacedHead, withoutMark } from './import-columns.ts';
import { createFinder, type Finder, type ImportRow, readField } from './import-rows.ts';
import { isEnteredColumn, type LineSheet, type LineTable, lineSheets } from './line-sheets.ts';
import { fileFault, type ReadSheet } from './read-workbook.ts';
import type { DoubtfulCell, RowLines } from './row-lines.ts';
import type { SheetRow } from './sheet-row.ts';

/** A sheet of lines whose heading has been understood, its lines by the row of the first sheet that they belong to. */
export interface PlacedLines {
  readonly sheet: LineSheet;
  readonly read: ReadSheet;
  readonly fields: readonly PlacedField[];
  readonly byRow: ReadonlyMap<number, readonly SheetRow[]>;
}

/** Most lines of a file that are told as belonging to nothing. */
const MOST_TOLD = 20;

/**
 * Finds the lines of each row of the first sheet.
 * @throws AnlanError naming headings that are missing or unknown, and lines that belong to no row, or to several.
 */
export function placeLines(call: EntityCall, main: ReadSheet, others: ReadonlyMap<string, ReadSheet>): PlacedLines[] {
  return lineSheets(call).flatMap((sheet) => {
    const read = others.get(sheet.name);
    return read === undefined || read.rows.length === 0 ? [] : [placeSheet(sheet, read, main)];
  });
}

function placeSheet(sheet: LineSheet, read: ReadSheet, main: ReadSheet): PlacedLines {
  const keys = sheet.key.flatMap(({ headings }) => headings);
  const entered = sheet.columns.filter(isEnteredColumn);
  const places = placesOf(sheet, read, [...keys, ...entered.flatMap(({ headings }) => headings)]);
  const mainPlaces = placesOf(undefined, main, keys);
  const rows = Map.groupBy(main.rows, (row) => keyText(row, keys, mainPlaces));
  const byRow = new Map<number, SheetRow[]>();
  const faults: string[] = [];
  for (const line of read.rows) {
    const text = keyText(line, keys, places);
    const found = rows.get(text) ?? [];
    const [row] = found;
    if (row === undefined || found.length > 1) faults.push(lostLine(sheet, line, text, found));
    else byRow.set(row.row, [...(byRow.get(row.row) ?? []), line]);
  }
  if (faults.length > 0) throw fileFault(...faults.slice(0, MOST_TOLD));
  const fields = entered.map((one) => ({
    sheet: one,
    places: one.headings.map((heading) => places.get(heading) ?? 0),
  }));
  return { sheet, read, fields, byRow };
}

function lostLine({ name }: LineSheet, { row }: SheetRow, text: string, found: readonly SheetRow[]): string {
  const shown = { sheet: name, row, key: text.split('\n').join(say('、')) };
  return found.length === 0
    ? say('工作表“{sheet}”第{row}行：第一张工作表中没有“{key}”', shown)
    : say('工作表“{sheet}”第{row}行：第一张工作表中有多行“{key}”', shown);
}

/** Places of headings that a sheet needs; the first sheet may have others. */
function placesOf(lines: LineSheet | undefined, { head }: ReadSheet, wanted: readonly string[]): Map<string, number> {
  const places = new Map<string, number>();
  const known = new Set(lines === undefined ? head.map(withoutMark) : allHeadings(lines));
  const faults: string[] = [];
  const name = lines?.name ?? say('第一张');
  for (const [index, text] of head.entries()) {
    const heading = withoutMark(text);
    if (heading === '') continue;
    if (!known.has(heading)) faults.push(say('工作表“{sheet}”：没有名为“{heading}”的列', { sheet: name, heading }));
    if (!places.has(heading)) places.set(heading, index);
  }
  for (const heading of wanted) {
    if (!places.has(heading)) faults.push(say('工作表“{sheet}”：缺少“{heading}”列', { sheet: name, heading }));
  }
  if (faults.length > 0) throw fileFault(...faults);
  return places;
}

const allHeadings = ({ key, columns }: LineSheet): string[] => [...key, ...columns].flatMap(({ headings }) => headings);

function keyText({ cells }: SheetRow, keys: readonly string[], places: ReadonlyMap<string, number>): string {
  return keys
    .map((heading) => {
      const cell = cells.get(places.get(heading) ?? -1);
      return cell !== undefined && 'text' in cell ? cell.text.trim() : '';
    })
    .join('\n');
}

/** The rows with the lines that belong to them, and what is wrong in those. A row without lines says nothing of its table. */
export async function withLines(
  call: EntityCall,
  rows: readonly ImportRow[],
  placed: readonly PlacedLines[],
): Promise<ImportRow[]> {
  if (placed.length === 0) return [...rows];
  const find = createFinder(call);
  const done: ImportRow[] = [];
  for (const row of rows) {
    const lines: RowLines[] = [];
    const faults: ImportFault[] = [...row.faults];
    for (const one of placed) {
      const own = one.byRow.get(row.row) ?? [];
      if (own.length > 0) lines.push(originals(call, await readLines(one, own, row.row, faults, find)));
    }
    done.push({ ...row, lines, faults });
  }
  return done;
}

/** Rows of an entity with the Chinese texts of what the product ships. */
function originals(call: EntityCall, lines: RowLines): RowLines {
  const { child } = lines.table;
  if (child === undefined) return lines;
  const other = callFor(call, child);
  const original = (row: Row): Row =>
    Object.fromEntries(
      Object.entries(row).map(([key, value]) => {
        const field = child.field.get(key);
        return [key, field === undefined ? value : originalValue(other, field, value)];
      }),
    );
  return { ...lines, rows: lines.rows.map(original) };
}

async function readLines(
  { sheet, read, fields }: PlacedLines,
  own: readonly SheetRow[],
  row: number,
  faults: ImportFault[],
  find: Finder,
): Promise<RowLines> {
  const doubtful: DoubtfulCell[] = [];
  const rows: Row[] = [];
  for (const [index, line] of own.entries()) {
    const values: Row = {};
    const told = (heading: string, msg: string) =>
      void faults.push({ row, column: lineHeading(sheet.table, line.row, heading), msg });
    for (const [place, cell] of line.cells) {
      if ('fault' in cell) told(withoutMark(read.head[place] ?? ''), cell.fault);
    }
    for (const field of fields) {
      if (field.places.some((place) => 'fault' in (line.cells.get(place) ?? {}))) continue;
      const found = await readField(field, line, find);
      if ('msg' in found) told(field.sheet.headings[0] ?? '', found.msg);
      else if ('values' in found) Object.assign(values, found.values);
      else doubtful.push({ index, ...found.doubtful });
    }
    rows.push(values);
  }
  const entered = fields.map((one) => one.sheet.field);
  return { table: sheet.table, rows, numbers: own.map((line) => line.row), entered, doubtful };
}

/** Where in a sheet of lines something is: 节点分析第5行偏差. */
export function lineHeading(table: LineTable, row: number, heading: string): string {
  return say('“{table}”第{row}行 {heading}', { table: table.title, row, heading }).trim();
}

/** The tables that stand on sheets of their own in this file, so that their cell in the first sheet says nothing. */
const tablesOf = (placed: readonly PlacedLines[]): ReadonlySet<string> =>
  new Set(placed.map(({ sheet }) => sheet.table.key));

/** The head without the summaries of tables that have sheets of their own. */
export function withoutTables(head: PlacedHead, placed: readonly PlacedLines[]): PlacedHead {
  const tables = tablesOf(placed);
  return { ...head, fields: head.fields.filter(({ sheet }) => !tables.has(sheet.field.key)) };
}
