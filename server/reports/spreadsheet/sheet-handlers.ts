import { AnlanError } from '../../../src/core/errors/catalogue.ts';
import { type Handlers, reading } from '../../records/service/handler.ts';
import { logRefusedWrite } from '../../records/write/log-refusal.ts';
import type { LongJobs } from '../long-jobs/long-jobs.ts';
import { startExport, startImport } from './start-sheet.ts';
import type { StreamAnswer } from './stream-answer.ts';
import { importTemplate } from './template.ts';

/** Calls of an entity for its records as spreadsheets. */
export const sheetHandlers = (longJobs: LongJobs) =>
  ({
    export: reading((call, operation, args) => startExport(longJobs, call, operation, args)),
    importTemplate,
    // An import is many saves: its transactions are its own, and its refusal is logged like that of one.
    async import(call, { operation }, { sheet, query }) {
      if (sheet === undefined) throw new AnlanError('mediaTypeRefused');
      try {
        return await startImport(longJobs, call, sheet, query);
      } catch (error) {
        if (error instanceof AnlanError) await logRefusedWrite(call, operation, [], error);
        throw error;
      }
    },
  }) satisfies Partial<Handlers<StreamAnswer>>;
