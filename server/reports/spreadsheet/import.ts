import { LANGUAGES } from '../../../src/core/text/language.ts';
import { say } from '../../../src/core/text/say.ts';
import { IMPORT_MODES, type ImportAnswer } from '../../../src/core/wire/spreadsheet.ts';
import { inLanguage } from '../../ground/language/language.ts';
import type { Waits } from '../../ground/threads/thread-queue.ts';
import type { EntityCall } from '../../records/call/ports.ts';
import { textArgument } from '../../records/call/text-argument.ts';
import type { SentFile } from '../../records/service/handler.ts';
import { sheetLanguage } from './field-sheets.ts';
import { createGate } from './gate.ts';
import { answerOf } from './import-answer.ts';
import { keyFields, placeHead } from './import-columns.ts';
import { readImportRows } from './import-rows.ts';
import { lineSheets } from './line-sheets.ts';
import type { ImportWish, OpenedImport } from './opened-import.ts';
import { placeLines, withLines, withoutTables } from './read-lines.ts';
import { fileFault, readWorkbook } from './read-workbook.ts';
import { callIn, readerOf } from './reading-language.ts';
import { type ImportHooks, runImport, type SheetImportResult, type Write } from './run-import.ts';
import { headingsOf, withoutRepeats } from './save-rows.ts';
import { choicesSheetName } from './template.ts';

/** What an import has come to, with what tells of it. */
export interface FinishedImport {
  readonly result: SheetImportResult;
  readonly answer: ImportAnswer;
}

const gate = createGate(2);

/** Reads how to import from the texts beside the file. Throws where they say what cannot be. */
export function readWish(call: EntityCall, given: Readonly<Record<string, unknown>>): ImportWish {
  const mode = IMPORT_MODES.find((known) => known === (textArgument(given.mode) ?? 'preview'));
  if (mode === undefined) throw fileFault(say('导入方式须为{modes}之一', { modes: IMPORT_MODES.join(say('、')) }));
  return { mode, key: keyFields(call, textArgument(given.key)) };
}

/**
 * Reads a file as far as its heading says what it is, in the language that its headings are written in.
 * @throws AnlanError naming what is wrong with the file as a whole.
 */
export async function openImport(
  call: EntityCall,
  file: SentFile,
  wish: ImportWish,
  waits?: Waits,
): Promise<OpenedImport> {
  // Sheets of tables are named in the language of the file, which its headings tell only once it has been read.
  const { main: sheet, others: read, unread: left } = await readWorkbook(file, await lineNames(call), waits);
  const reader = await readerOf(call, sheet.head);
  const own = new Set(lineSheets(reader).map(({ name }) => name));
  const others = new Map([...read].filter(([name]) => own.has(name)));
  const unread = [...left, ...[...read.keys()].filter((name) => !own.has(name))];
  const key = wish.key.flatMap((field) => reader.model.field.get(field.key) ?? []);
  const head = placeHead(reader, sheet.head, key);
  if (sheet.rows.length === 0) throw fileFault(say('表格中没有数据行'));
  const lines = placeLines(reader, sheet, others);
  const options = LANGUAGES.map((language) => inLanguage(language, choicesSheetName));
  const ignoredSheets = unread.filter((name) => !options.includes(name));
  const readAs = reader === call ? undefined : sheetLanguage(reader);
  return { ...wish, reader, readAs, sheet, head: withoutTables(head, lines), lines, ignoredSheets };
}

/** What the sheets of tables are called in any of the languages. */
async function lineNames(call: EntityCall): Promise<ReadonlySet<string>> {
  const readers = await Promise.all(LANGUAGES.map((language) => callIn(call, language)));
  return new Set([call, ...readers].flatMap((reader) => lineSheets(reader).map(({ name }) => name)));
}

/**
 * Imports the rows of an opened file through the same save as every call, with its rights, checks, numbers, effects and
 * log. `preview` stores nothing, `valid` the rows without faults, `all` all rows or none.
 */
export function importOpened(
  call: EntityCall,
  opened: OpenedImport,
  hooks: ImportHooks,
  write: Write,
): Promise<FinishedImport> {
  const { reader, sheet, head, lines, key, mode } = opened;
  return gate(async () => {
    const headings = headingsOf(reader);
    const read = await readImportRows(reader, sheet, head, key.length > 0);
    const rows = withoutRepeats(call, await withLines(reader, read, lines), key, headings);
    const work = { call, key, rows, headings };
    const result = await runImport(work, mode, hooks, write);
    return { result, answer: answerOf(opened, result) };
  });
}
