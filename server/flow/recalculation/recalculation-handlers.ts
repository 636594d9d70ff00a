import type { OperationKind } from '../../../src/core/model/entity-model.ts';
import { type Handler, reading } from '../../records/service/handler.ts';
import { writing } from '../../records/service/writing.ts';
import { readRecalculation, requestRecalculation } from './recalculation.ts';

/** Calls of an entity about stored results that read it. */
export const recalculationHandlers = {
  recalculation: reading(readRecalculation),
  recalculate: writing(requestRecalculation),
} satisfies Partial<Record<OperationKind, Handler>>;
