import { MOST_FAULTS } from '../../../src/core/errors/fault-list.ts';

/** What one file to import may hold. */
export const IMPORT_LIMITS = {
  /** Rows below the heading. */
  rows: 10_000,
  /** Rows of a sheet of lines, and most that an export writes into one. */
  lines: 50_000,
  /** Columns of the heading. */
  columns: 500,
  /** Bytes of the file. */
  bytes: 20 * 1024 * 1024,
  /** Bytes of what is packed in it. */
  unpackedBytes: 128 * 1024 * 1024,
  /** Files that are packed in it. */
  entries: 2000,
  /** Faults that are told one by one. */
  faults: MOST_FAULTS,
  /** Rows without faults that a preview shows. */
  shown: 20,
} as const;

/**
 * What the reader counts in all sheets of a file together while it walks through them: what is empty or never looked at
 * costs time and memory too, and a file of 50 KB may hold millions of it.
 */
export const READING_LIMITS = {
  /** Rows, empty ones too: whoever formats whole columns may leave many behind. */
  rows: 200_000,
  /** Cells, empty ones too: 10,000 rows of 60 columns. */
  cells: 600_000,
  /** Merged ranges. */
  merges: 10_000,
  /** Texts that cells share. */
  strings: 500_000,
  /** Characters of the texts that cells share, and of all cells: a shared one counts for each. */
  characters: 20_000_000,
  /** Elements of any kind. */
  elements: 3_000_000,
  /** Characters without an end of anything: no text of a cell comes near. */
  stretch: 1024 * 1024,
  /** Elements within each other. */
  depth: 50,
} as const;

/** The thread that reads files. A file within the limits takes a few seconds on a machine that is busy. */
export const READING_THREAD = { within: 20_000, waiting: 10, megabytes: 160, idle: 60_000 } as const;

/**
 * Most rows that an export writes: while somebody waits for the file, and as a job, whose sheet may be nearly as long as
 * Excel's longest (1,048,576 rows).
 */
export const EXPORT_ROWS = { atOnce: 100_000, job: 1_000_000 } as const;

/**
 * Rows from which on nobody waits for a file: 5,000 rows of an export are written in about a second, 500 of an import
 * saved in a few, and no call should keep a person at a page for longer.
 */
export const BACKGROUND_ROWS = { export: 5_000, import: 500 } as const;
