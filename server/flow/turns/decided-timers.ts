import { compileEvaluator, type ExpressionNode, plainValue } from '../../../src/core/expression/index.ts';
import type { EntityModel } from '../../../src/core/model/entity-model.ts';
import { type RecordEnvironment, recordNames } from '../../../src/core/validation/record-environment.ts';
import type { Row } from '../../records/call/record-row.ts';

/** A timer of a state with a condition that the record decides. */
interface DecidedTimer {
  readonly key: string;
  readonly node: ExpressionNode;
}

/** Timers of a state whose condition the record decides as it stands. */
export function decidedTimers(model: EntityModel, state: string): readonly DecidedTimer[] {
  return (model.states[state]?.timers ?? []).flatMap(({ key, when }) =>
    when === undefined || when.live ? [] : [{ key, node: when.node }],
  );
}

/** By key of each of the timers whether its condition holds of a record. */
export function holdingTimers(
  timers: readonly DecidedTimer[],
  row: Row,
  environment: RecordEnvironment,
): ReadonlyMap<string, boolean> {
  const names = recordNames(row, environment);
  return new Map(
    timers.map(({ key, node }) => [key, plainValue(compileEvaluator(node)({ ...environment, names })) === true]),
  );
}
