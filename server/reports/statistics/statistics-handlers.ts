import type { OperationKind } from '../../../src/core/model/entity-model.ts';
import { type Handler, reading } from '../../records/service/handler.ts';
import { answerStatistics } from './answer-statistics.ts';

/** Calls of an entity for its figures. */
export const statisticsHandlers = {
  statistics: reading(answerStatistics),
} satisfies Partial<Record<OperationKind, Handler>>;
