import { type Handlers, reading } from '../../records/service/handler.ts';
import { writing } from '../../records/service/writing.ts';
import type { LongJobs } from '../long-jobs/long-jobs.ts';
import { readRecalculation, requestRecalculation } from './recalculation.ts';

/** Calls of an entity about stored results that read it. */
export const recalculationHandlers = (longJobs: LongJobs) =>
  ({
    recalculation: reading(readRecalculation),
    recalculate: writing((tx, operation) => requestRecalculation(longJobs, tx, operation)),
  }) satisfies Partial<Handlers>;
