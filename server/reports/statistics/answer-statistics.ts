import type { OperationModel } from '../../../src/core/model/entity-model.ts';
import type { StatisticsBlock } from '../../../src/core/wire/statistics.ts';
import type { EntityCall } from '../../records/call/ports.ts';
import type { StreamAnswer } from '../spreadsheet/stream-answer.ts';
import { exportStatistics } from './export-statistics.ts';
import { readStatistics } from './statistics.ts';

/** The statistics of a call, or under `as=xlsx` the same as a spreadsheet. */
export async function answerStatistics(
  call: EntityCall,
  operation: OperationModel,
  { as, ...args }: Readonly<Record<string, unknown>>,
): Promise<{ readonly blocks: readonly StatisticsBlock[] } | StreamAnswer> {
  return as === 'xlsx' ? exportStatistics(call, operation, args) : readStatistics(call, operation, args);
}
