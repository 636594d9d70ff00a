import { type Handlers, reading } from '../../records/service/handler.ts';
import type { StreamAnswer } from '../spreadsheet/stream-answer.ts';
import { answerStatistics } from './answer-statistics.ts';

/** Calls of an entity for its figures. */
export const statisticsHandlers = {
  statistics: reading(answerStatistics),
} satisfies Partial<Handlers<StreamAnswer>>;
