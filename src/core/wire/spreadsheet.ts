import type { Language } from '../text/language.ts';

/** What an import does: only checks, stores the rows without faults, or stores all rows or none. */
export type ImportMode = 'preview' | 'valid' | 'all';

export const IMPORT_MODES: readonly ImportMode[] = ['preview', 'valid', 'all'];

/** What is wrong in a spreadsheet; `column` is '' where it is about the whole row. */
export interface ImportFault {
  /** Number of the row as Excel shows it. */
  readonly row: number;
  /** Heading of the column. */
  readonly column: string;
  readonly msg: string;
}

/** Answer of an import. */
export interface ImportAnswer {
  readonly mode: ImportMode;
  /** Rows of the file. */
  readonly total: number;
  /** Rows without faults. */
  readonly valid: number;
  /** Rows with faults. */
  readonly failed: number;
  /** Records that were, in a preview would be, inserted. */
  readonly inserted: number;
  readonly updated: number;
  /** Records that are already as the file says. */
  readonly unchanged: number;
  /** Whether anything was stored. */
  readonly stored: boolean;
  /** Headings of columns that were left alone. */
  readonly ignored: readonly string[];
  /** Names of sheets that hold anything and were not read, and are none of the template's. */
  readonly ignoredSheets: readonly string[];
  /** Language of the file's headings, choices and numbers, where it is another one than the person's. */
  readonly readAs?: Language;
  /** The first 100 faults, by row. */
  readonly errors: readonly ImportFault[];
  /** Number of all faults. */
  readonly errorCount: number;
  /** Of a preview: its headings, and rows with faults in front of some without. */
  readonly preview?: {
    readonly columns: readonly string[];
    readonly rows: readonly { readonly row: number; readonly cells: readonly string[] }[];
  };
  /** The rows that were left out, each with what is wrong in it, as a file that is there for a day. */
  readonly report?: { readonly attachId: string; readonly name: string };
}
