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
  faults: 200,
  /** Rows without faults that a preview shows. */
  shown: 20,
} as const;

/**
 * Rows from which on nobody waits for a file: 5,000 rows of an export are written in about a second, 500 of an import
 * saved in a few, and no call should keep a person at a page for longer.
 */
export const BACKGROUND_ROWS = { export: 5_000, import: 500 } as const;
