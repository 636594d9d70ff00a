import type { ViewQuery } from '../../core/model/page-query.ts';
import { readTimed, type TimedRecords, WINDOW_ARGUMENTS } from '../../core/model/page-window.ts';
import type { MatrixSettings } from './definition.ts';

/** The records of the asked days, for their cells. */
export const query: ViewQuery<TimedRecords, MatrixSettings> = {
  by: 'view',
  takes: WINDOW_ARGUMENTS,
  read: (ask, { columns }) => readTimed(ask, columns),
};
