import type { ViewColumn } from '../field-view.ts';
import type { RowData } from './rows.ts';

/** What can be done to a row. Rows are named by their key: they may have moved by then. */
export interface RowActions {
  /** Values that a cell's choices depend on: of the row where it is a record of its own, else of the record. */
  readonly valuesOf: (key: number, column: ViewColumn) => RowData;
  readonly change: (key: number, column: string, value: unknown, label?: unknown) => void;
  /** A cell was left. */
  readonly leave: () => void;
  readonly insert: (key: number) => void;
  readonly copy: (key: number) => void;
  readonly move: (key: number, step: 1 | -1) => void;
  readonly remove: (key: number) => void;
}
