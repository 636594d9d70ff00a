import { type Handlers, reading } from '../../records/service/handler.ts';
import { writing } from '../../records/service/writing.ts';
import { readRecalculation, requestRecalculation } from './recalculation.ts';

/** Calls of an entity about stored results that read it. */
export const recalculationHandlers = {
  recalculation: reading(readRecalculation),
  recalculate: writing(requestRecalculation),
} satisfies Partial<Handlers>;
