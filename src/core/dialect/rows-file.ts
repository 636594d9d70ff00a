/** Rows that the product ships for a setup table or library: `schemas/rows/<area>/<entity>.json`. */
export interface RowsFile {
  /** Key of the entity; equals the file's name. */
  readonly entity: string;
  /** Values by permanent row key. */
  readonly rows: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}
