import { allArguments, type Handlers, requiredIds } from '../../records/service/handler.ts';
import type { LongJobs } from '../long-jobs/long-jobs.ts';
import { startPrint } from './print-jobs.ts';
import type { FileAnswer, Printing } from './printing.ts';

/** Calls of an entity for its records on paper. */
export const printHandlers = (printing: Printing, longJobs: LongJobs) =>
  ({
    async print(call, { operation }, args) {
      const query = allArguments(operation, args);
      const ids = requiredIds({ ...args, query });
      return startPrint({ printing, longJobs }, call, { ...query, ids, origin: args.origin });
    },
  }) satisfies Partial<Handlers<FileAnswer>>;
