import { dateOfSheet, timeOfSheet } from '../../../src/core/field-forms.ts';
import type { ImportAnswer } from '../../../src/core/wire/spreadsheet.ts';
import { IMPORT_LIMITS } from './limits.ts';
import type { OpenedImport } from './opened-import.ts';
import type { SheetImportResult } from './run-import.ts';

/** What an import answers: its figures, the first faults, and of a preview rows to look at. */
export function answerOf(opened: OpenedImport, result: SheetImportResult): ImportAnswer {
  const { mode, sheet, head, ignoredSheets, readAs } = opened;
  const { faults, outcomes, stored } = result;
  const failedRows = new Set(faults.map(({ row }) => row));
  const kept = mode === 'preview' || stored || faults.length === 0;
  const answer: ImportAnswer = {
    mode,
    total: result.rows,
    valid: result.rows - failedRows.size,
    failed: failedRows.size,
    ...(kept ? outcomes : { inserted: 0, updated: 0, unchanged: 0 }),
    stored,
    ignored: head.ignored,
    ignoredSheets,
    ...(readAs === undefined ? {} : { readAs }),
    errors: faults.slice(0, IMPORT_LIMITS.faults),
    errorCount: faults.length,
  };
  if (mode !== 'preview') return answer;
  const told = new Set(answer.errors.map(({ row }) => row));
  const shown = [
    ...sheet.rows.filter(({ row }) => told.has(row)),
    ...sheet.rows.filter(({ row }) => !failedRows.has(row)).slice(0, IMPORT_LIMITS.shown),
  ];
  const formats = new Map(
    head.fields.flatMap(({ sheet: { form }, places }) =>
      places.map((place, index) => [place, form.columns[index]?.format ?? ''] as const),
    ),
  );
  const rows = shown.map(({ row, cells }) => ({
    row,
    cells: sheet.head.map((_, index) => {
      const cell = cells.get(index);
      return cell !== undefined && 'text' in cell
        ? shownText(cell.text, formats.get(index) ?? '').slice(0, SHOWN_LENGTH)
        : '';
    }),
  }));
  return { ...answer, preview: { columns: sheet.head, rows } };
}

/** Characters of a cell that a preview shows. */
const SHOWN_LENGTH = 200;

/** A cell as Excel shows it: a date is a number in the file. */
export function shownText(text: string, format: string): string {
  const hasTime = /h/.test(format);
  const shown = /y/.test(format) ? dateOfSheet(text, hasTime) : hasTime ? timeOfSheet(text) : undefined;
  return shown ?? text;
}
