import type { ViewQuery } from '../../core/model/page-query.ts';
import { readTimed, type TimedRecords, WINDOW_ARGUMENTS } from '../../core/model/page-window.ts';
import { type MatrixSettings, MOST_MATRIX_COLUMNS, MOST_MATRIX_ROWS } from './definition.ts';

/** The records of the asked days, for their cells: a cell whose record was not read would be offered as an empty one. */
export const query: ViewQuery<TimedRecords, MatrixSettings> = {
  by: 'view',
  takes: WINDOW_ARGUMENTS,
  read: (ask, { columns }) => readTimed(ask, columns, MOST_MATRIX_ROWS * MOST_MATRIX_COLUMNS),
};
