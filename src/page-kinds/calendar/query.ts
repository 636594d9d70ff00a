import type { ViewQuery } from '../../core/model/page-query.ts';
import { readTimed, type TimedRecords, WINDOW_ARGUMENTS } from '../../core/model/page-window.ts';
import type { CalendarSettings } from './definition.ts';

/** The records that lie in the asked days. */
export const query: ViewQuery<TimedRecords, CalendarSettings> = {
  by: 'view',
  takes: WINDOW_ARGUMENTS,
  read: (ask, { from }) => readTimed(ask, from),
};
