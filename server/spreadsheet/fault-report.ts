import { say } from '../../src/core/text/say.ts';
import type { EntityCall } from '../entity/entity-call.ts';
import type { OpenedImport } from './import.ts';
import { FAULT_HEADING, shownText } from './import-answer.ts';
import type { ImportResult } from './run-import.ts';
import { addRow, addSheet, openWorkbook } from './workbook.ts';

/**
 * Writes the rows that were not imported as they stood in the file, each with what is wrong in it: they can be mended
 * there and imported again, since an import leaves that column alone.
 */
export async function writeFaultReport(
  call: EntityCall,
  { sheet, head }: OpenedImport,
  { faults }: ImportResult,
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
  for (const { row, cells } of sheet.rows) {
    const found = byRow.get(row);
    if (found === undefined) continue;
    const texts = sheet.head.map((_, index) => {
      const cell = cells.get(index);
      return cell !== undefined && 'text' in cell ? shownText(cell.text, formats.get(index) ?? '') : null;
    });
    const told = found.map(({ column, msg }) =>
      column === '' || msg.includes(column) ? msg : say('{column}：{msg}', { column, msg }),
    );
    addRow(written, [...texts, [say('第{row}行', { row }), ...told].join('\n')]);
  }
  written.commit();
  await workbook.commit();
}
