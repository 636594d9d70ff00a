/** A cell's text as a field type reads it, `typed` where the file holds a text; or why it cannot be read. */
export type CellText = { readonly text: string; readonly typed?: true } | { readonly fault: string };

/** A row of the first sheet. */
export interface SheetRow {
  /** Number of the row as Excel shows it. */
  readonly row: number;
  /** By column, from 0; nothing for empty cells. */
  readonly cells: ReadonlyMap<number, CellText>;
}
