import type { SheetCell } from '../../../src/core/field-type.ts';
import type { FieldModel } from '../../../src/core/model/entity-model.ts';
import { say } from '../../../src/core/text/say.ts';
import { requireAction } from '../../records/call/entity-call.ts';
import type { EntityCall } from '../../records/call/ports.ts';
import { columnLetters } from './column-name.ts';
import { cellsOf, type FieldSheet } from './field-sheets.ts';
import { importedSheets, isNeeded, REQUIRED_MARK } from './import-columns.ts';
import { IMPORT_LIMITS } from './limits.ts';
import { isEnteredColumn, lineSheets } from './line-sheets.ts';
import { madeFile, StreamAnswer, XLSX } from './stream-answer.ts';
import {
  addRow,
  addSheet,
  type OpenSheet,
  type OpenWorkbook,
  openWorkbook,
  type SheetLayout,
  sheetName,
} from './workbook.ts';

/** A column of the template. */
interface TemplateColumn extends SheetLayout {
  readonly choices: readonly string[];
}

/** The part of a sheet that says what may be typed; the library's own types leave it out. */
interface Validated {
  readonly dataValidations: {
    add(range: string, validation: Readonly<Record<string, unknown>>): void;
  };
}

/**
 * A workbook to fill in and import: the columns that the person may write, required ones marked, an example of each as
 * a comment at its heading, a sheet for each table in the record, and a last one with what may be chosen. Needs the button `import`.
 */
export async function importTemplate(call: EntityCall): Promise<StreamAnswer> {
  requireAction(call, 'import', say('导入'));
  const parts = [mainPart(call), ...lineParts(call)];
  const choosing = parts.flatMap(({ columns }) => columns).filter(({ choices }) => choices.length > 0);
  const content = await madeFile(async (path) => {
    const workbook = openWorkbook(path, true);
    const listName = choicesSheetName();
    for (const { name, columns } of parts) {
      const sheet = addSheet(workbook, name, columns);
      for (const [index, column] of columns.entries()) {
        const at = choosing.indexOf(column);
        const letter = columnLetters(at);
        if (at >= 0) validate(sheet, index, `'${listName}'!$${letter}$2:$${letter}$${column.choices.length + 1}`);
      }
      sheet.commit();
    }
    if (choosing.length > 0) addChoices(workbook, listName, choosing);
    await workbook.commit();
  });
  return new StreamAnswer(XLSX, `${call.model.title}-${say('导入模板')}.xlsx`, content);
}

/** Name of the sheet with what may be chosen; an import leaves it alone. */
export const choicesSheetName = (): string => sheetName(say('可选项'));

/** A sheet of the template. */
interface TemplatePart {
  readonly name: string;
  readonly columns: readonly TemplateColumn[];
}

function mainPart(call: EntityCall): TemplatePart {
  const [example] = call.model.source.examples ?? [];
  const columns = importedSheets(call).flatMap((sheet) =>
    columnsOf(sheet, isNeeded(sheet.field), example === undefined ? [] : cellsOf(call, sheet, example.record)),
  );
  return { name: call.model.title, columns };
}

/** A sheet for each table that the person may fill: what finds the record, then the table's columns. */
function lineParts(call: EntityCall): TemplatePart[] {
  const writes = (field: FieldModel) => call.internal || call.fieldRights.isEverWritten(field, call.model.initialState);
  return lineSheets(call)
    .filter(({ field }) => field === undefined || (isOffered(field) && writes(field)))
    .map(({ name, key, columns }) => ({
      name,
      columns: [
        ...key.flatMap((sheet) => columnsOf(sheet, true, [], say('与第一张工作表相同'))),
        ...columns.filter(isEnteredColumn).flatMap((sheet) => columnsOf(sheet, isNeeded(sheet.field), [])),
      ],
    }));
}

const isOffered = ({ computed, property }: FieldModel): boolean => !computed && property.disabledWhen !== 'true';

function addChoices(workbook: OpenWorkbook, name: string, choosing: readonly TemplateColumn[]): void {
  const heads = choosing.map(({ heading, width }) => ({
    heading: heading.replace(REQUIRED_MARK, ''),
    width,
    format: '@',
  }));
  const lists = addSheet(workbook, name, heads);
  const longest = Math.max(...choosing.map(({ choices }) => choices.length));
  for (let row = 0; row < longest; row += 1) {
    addRow(
      lists,
      choosing.map(({ choices }) => choices[row] ?? null),
    );
  }
  lists.commit();
}

/**
 * The columns of a field.
 * @param examples an example of each.
 * @param more a further line of the comment at each heading.
 */
function columnsOf(
  { field, form, headings }: FieldSheet,
  required: boolean,
  examples: readonly SheetCell[],
  more?: string,
): TemplateColumn[] {
  return form.columns.map(({ width = 18, format, choices = [] }, index) => {
    const shown = examples[index];
    // An example names other records by ids that nobody types.
    const named = field.target === undefined && typeof shown === 'string' && shown !== '' ? shown : undefined;
    const sample = choices[0] ?? named;
    const note = [
      required ? say('必填') : say('选填'),
      more,
      field.property.hint,
      ...entryNotes(field),
      sample === undefined ? undefined : say('示例：{value}', { value: sample.slice(0, 100) }),
    ].filter((line) => line !== undefined && line !== '');
    return {
      heading: `${headings[index] ?? ''}${required ? REQUIRED_MARK : ''}`,
      width,
      format,
      required,
      note: note.join('\n'),
      choices,
    };
  });
}

/** What somebody has to know who types names of records, or several values, into one cell. */
function entryNotes({ target, property, columns }: FieldModel): string[] {
  return [
    ...(target === undefined ? [] : [say('填写系统中已有的名称')]),
    ...(property.type === 'array' && columns === undefined ? [say('可填多个，用“、”分开')] : []),
  ];
}

function validate(sheet: OpenSheet, column: number, list: string): void {
  const name = columnLetters(column);
  (sheet as unknown as Validated).dataValidations.add(`${name}2:${name}${IMPORT_LIMITS.rows + 1}`, {
    type: 'list',
    allowBlank: true,
    formulae: [list],
    showErrorMessage: true,
    errorTitle: say('不是可选的值'),
    error: say('请从列表中选择'),
  });
}
