import type { OperationKind } from '../../../src/core/model/entity-model.ts';
import { allArguments, type Handler, requiredIds } from '../../records/service/handler.ts';
import type { Printing } from './printing.ts';

/** Calls of an entity for its records on paper. */
export const printHandlers = (printing: Printing) =>
  ({
    print: async (call, { operation }, args) =>
      printing.print(call, requiredIds({ ...args, query: allArguments(operation, args) }), args.origin),
  }) satisfies Partial<Record<OperationKind, Handler>>;
