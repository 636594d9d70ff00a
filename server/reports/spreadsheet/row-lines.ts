import type { FieldModel } from '../../../src/core/model/entity-model.ts';
import type { Row } from '../../records/call/record-row.ts';
import type { LineTable } from './line-sheets.ts';

/** Rows of a record's table as a file says them. */
export interface RowLines {
  readonly table: LineTable;
  readonly rows: readonly Row[];
  /** Number of each row in its sheet, as Excel shows it. */
  readonly numbers: readonly number[];
  /** Columns that the file says something about. */
  readonly entered: readonly FieldModel[];
  /** Cells whose names stand for several records each. */
  readonly doubtful: readonly DoubtfulCell[];
}

/** A cell whose name does not say which record is meant; what the row held before may stay. */
export interface DoubtfulCell {
  readonly index: number;
  readonly key: string;
  readonly candidates: readonly (readonly string[])[];
  readonly msg: string;
}
