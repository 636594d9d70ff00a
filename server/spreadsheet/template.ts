import { say } from '../../src/core/text/say.ts';
import { type EntityCall, requireAction } from '../entity/entity-call.ts';
import { cellsOf, type FieldSheet } from './field-sheets.ts';
import { importedSheets, isNeeded, REQUIRED_MARK } from './import-columns.ts';
import { IMPORT_LIMITS } from './limits.ts';
import { columnName } from './read-workbook.ts';
import { madeFile, StreamAnswer, XLSX } from './stream-answer.ts';
import { addRow, addSheet, type OpenSheet, openWorkbook, type SheetLayout, sheetName } from './workbook.ts';

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
 * a comment at its heading, and a second sheet with what may be chosen. Needs the button `import`.
 */
export async function importTemplate(call: EntityCall): Promise<StreamAnswer> {
  requireAction(call, 'import', say('导入'));
  const columns = importedSheets(call).flatMap((sheet) => columnsOf(call, sheet));
  const choosing = columns.filter(({ choices }) => choices.length > 0);
  const content = await madeFile(async (path) => {
    const workbook = openWorkbook(path, true);
    const sheet = addSheet(workbook, call.model.title, columns);
    const listName = sheetName(say('可选项'));
    for (const [index, { choices }] of columns.entries()) {
      const at = choosing.findIndex((column) => column.heading === columns[index]?.heading);
      if (choices.length > 0)
        validate(sheet, index, `'${listName}'!$${columnName(at)}$2:$${columnName(at)}$${choices.length + 1}`);
    }
    sheet.commit();
    if (choosing.length > 0) {
      const lists = addSheet(
        workbook,
        listName,
        choosing.map(({ heading, width }) => ({ heading: heading.replace(REQUIRED_MARK, ''), width, format: '@' })),
      );
      const longest = Math.max(...choosing.map(({ choices }) => choices.length));
      for (let row = 0; row < longest; row += 1) {
        addRow(
          lists,
          choosing.map(({ choices }) => choices[row] ?? null),
        );
      }
      lists.commit();
    }
    await workbook.commit();
  });
  return new StreamAnswer(XLSX, `${call.model.title}-${say('导入模板')}.xlsx`, content);
}

function columnsOf(call: EntityCall, sheet: FieldSheet): TemplateColumn[] {
  const { field, form, headings } = sheet;
  const required = isNeeded(field);
  const [example] = call.model.source.examples ?? [];
  const examples = example === undefined ? [] : cellsOf(call, sheet, example.record);
  return form.columns.map(({ width = 18, format, choices = [] }, index) => {
    const shown = examples[index];
    const sample = choices[0] ?? (typeof shown === 'string' && shown !== '' ? shown : undefined);
    const note = [
      required ? say('必填') : say('选填'),
      field.property.hint,
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

function validate(sheet: OpenSheet, column: number, list: string): void {
  const name = columnName(column);
  (sheet as unknown as Validated).dataValidations.add(`${name}2:${name}${IMPORT_LIMITS.rows + 1}`, {
    type: 'list',
    allowBlank: true,
    formulae: [list],
    showErrorMessage: true,
    errorTitle: say('不是可选的值'),
    error: say('请从列表中选择'),
  });
}
