import { approvalHandlers } from './approval/entity-operations.ts';
import type { Handlers } from './entity/handler.ts';
import { recordHandlers } from './entity/record-handlers.ts';
import type { LongJobs } from './jobs/long-jobs.ts';
import { printHandlers } from './print/print-handlers.ts';
import type { Printing } from './print/printing.ts';
import { recalculationHandlers } from './recalculation/recalculation-handlers.ts';
import { sheetHandlers } from './spreadsheet/sheet-handlers.ts';
import { statisticsHandlers } from './statistics/statistics-handlers.ts';

/** What serves each kind of call. A kind that nobody serves does not compile. */
export function operationHandlers(printing: Printing, longJobs: LongJobs): Handlers {
  return {
    ...recordHandlers,
    ...approvalHandlers,
    ...recalculationHandlers,
    ...statisticsHandlers,
    ...printHandlers(printing),
    ...sheetHandlers(longJobs),
  } satisfies Handlers;
}
