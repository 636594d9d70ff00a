import type { OperationKind } from '../../src/core/model/entity-model.ts';
import { type Handler, reading } from '../entity/handler.ts';
import { writing } from '../entity/writing.ts';
import { readRecalculation, requestRecalculation } from './recalculation.ts';

/** Calls of an entity about stored results that read it. */
export const recalculationHandlers = {
  recalculation: reading(readRecalculation),
  recalculate: writing(requestRecalculation),
} satisfies Partial<Record<OperationKind, Handler>>;
