import { approvalHandlers } from '../flow/approval/entity-operations.ts';
import type { Handlers } from '../records/service/handler.ts';
import { recordHandlers } from '../records/service/record-handlers.ts';
import type { LongJobs } from '../reports/long-jobs/long-jobs.ts';
import { printHandlers } from '../reports/print/print-handlers.ts';
import type { FileAnswer, Printing } from '../reports/print/printing.ts';
import { recalculationHandlers } from '../reports/recalculation/recalculation-handlers.ts';
import { sheetHandlers } from '../reports/spreadsheet/sheet-handlers.ts';
import type { StreamAnswer } from '../reports/spreadsheet/stream-answer.ts';
import { statisticsHandlers } from '../reports/statistics/statistics-handlers.ts';

/** What serves each kind of call. A kind that nobody serves does not compile, nor an answer of another shape. */
export function operationHandlers(printing: Printing, longJobs: LongJobs): Handlers<FileAnswer | StreamAnswer> {
  return {
    ...recordHandlers,
    ...approvalHandlers,
    ...recalculationHandlers(longJobs),
    ...statisticsHandlers,
    ...printHandlers(printing, longJobs),
    ...sheetHandlers(longJobs),
  } satisfies Handlers<FileAnswer | StreamAnswer>;
}
