import { say } from '../../../src/core/text/say.ts';
import type { EntityCall } from '../../records/call/ports.ts';
import { FAULT_HEADING } from './fault-heading.ts';
import { sheetLayout } from './field-sheets.ts';
import { shownText } from './import-answer.ts';
import { withoutMark } from './import-columns.ts';
import type { LineSheet } from './line-sheets.ts';
import type { OpenedImport } from './opened-import.ts';
import type { ReadSheet } from './read-workbook.ts';
import type { SheetImportResult } from './run-import.ts';
import type { SheetRow } from './sheet-row.ts';
import { addRow, addSheet, openWorkbook } from './workbook.ts';

/**
 * Writes the rows that were not imported as they stood in the file, each with what is wrong in it: they can be mended
 * there and imported again, since an import leaves that column alone.
 */
export async function writeFaultReport(
  call: EntityCall,
  { sheet, head, lines }: OpenedImport,
  { faults }: SheetImportResult,
  path: string,
): Promise<void> {
  const byRow = Map.groupBy(faults, ({ row }) => row);
  const formats = new Map(
    head.fields.flatMap(({ sheet: { form }, places }) =>
      places.map((place, index) => [place, form.columns[index]?.format ?? ''] as const),
    ),
  );
  const workbook = openWorkbook(path, true);
  const written = addSheet(workbook, call.model.title, [
    ...sheet.head.map((heading) => ({ heading, width: 18, format: '@' })),
    { heading: FAULT_HEADING(), width: 60, format: '@', required: true },
  ]);
  for (const line of sheet.rows) {
    const { row } = line;
    const found = byRow.get(row);
    if (found === undefined) continue;
    const texts = textsOf(line, sheet.head, formats);
    const told = found.map(({ column, msg }) =>
      column === '' || msg.includes(column) ? msg : say('{column}：{msg}', { column, msg }),
    );
    addRow(written, [...texts, [say('第{row}行', { row }), ...told].join('\n')]);
  }
  written.commit();
  for (const { sheet: table, read, byRow: own } of lines) {
    const copied = addSheet(
      workbook,
      table.name,
      read.head.map((heading) => ({ heading, width: 18, format: '@' })),
    );
    for (const [row, found] of own) {
      if (byRow.has(row)) for (const line of found) addRow(copied, textsOf(line, read.head, lineFormats(table, read)));
    }
    copied.commit();
  }
  await workbook.commit();
}

/** The cells of a row as Excel showed them. */
function textsOf(
  { cells }: SheetRow,
  head: readonly string[],
  formats: ReadonlyMap<number, string>,
): (string | null)[] {
  return head.map((_, index) => {
    const cell = cells.get(index);
    return cell !== undefined && 'text' in cell ? shownText(cell.text, formats.get(index) ?? '') : null;
  });
}

function lineFormats({ key, columns }: LineSheet, { head }: ReadSheet): ReadonlyMap<number, string> {
  const formats = new Map(
    [...key, ...columns].flatMap(sheetLayout).map(({ heading, format }) => [heading, format ?? ''] as const),
  );
  return new Map(head.map((heading, index) => [index, formats.get(withoutMark(heading)) ?? '']));
}
