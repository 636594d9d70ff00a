import type { FieldModel } from '../../../src/core/model/entity-model.ts';
import type { Language } from '../../../src/core/text/language.ts';
import type { ImportMode } from '../../../src/core/wire/spreadsheet.ts';
import type { EntityCall } from '../../records/call/ports.ts';
import type { PlacedHead } from './import-columns.ts';
import type { PlacedLines } from './read-lines.ts';
import type { ReadSheet } from './read-workbook.ts';

/** How a file is to be imported. */
export interface ImportWish {
  readonly mode: ImportMode;
  /** Fields that find the record to update; none to insert only. */
  readonly key: readonly FieldModel[];
}

/** A file whose heading has been understood. */
export interface OpenedImport extends ImportWish {
  /** The call in the language of the file. */
  readonly reader: EntityCall;
  /** That language where it is another one than the person's. */
  readonly readAs: Language | undefined;
  readonly sheet: ReadSheet;
  readonly head: PlacedHead;
  /** Sheets with the rows of tables. */
  readonly lines: readonly PlacedLines[];
  /** Names of sheets that nobody reads. */
  readonly ignoredSheets: readonly string[];
}
