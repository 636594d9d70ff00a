import { allArguments, type Handlers, requiredIds } from '../../records/service/handler.ts';
import type { FileAnswer, Printing } from './printing.ts';

/** Calls of an entity for its records on paper. */
export const printHandlers = (printing: Printing) =>
  ({
    print: async (call, { operation }, args) =>
      printing.print(call, requiredIds({ ...args, query: allArguments(operation, args) }), args.origin),
  }) satisfies Partial<Handlers<FileAnswer>>;
