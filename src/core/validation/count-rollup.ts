import { compareValues, toDecimal, type Value } from '../expression/index.ts';
import type { FieldModel, ModelExpression } from '../model/entity-model.ts';
import { evaluateOver, holds, type RecordEnvironment, type RecordValues, storedValue } from './record-environment.ts';

/**
 * What a roll-up gives over rows that refer to a record, oldest first: what the database counts, for examples. `parent.x`
 * is the record. Undefined where the other entity is not known here.
 */
export function countRollup(
  field: FieldModel,
  rows: readonly RecordValues[],
  record: RecordValues,
  environment: RecordEnvironment,
): unknown {
  const { rollup } = field;
  if (rollup === undefined) return undefined;
  const over = { ...environment, others: { ...environment.others, parent: record } };
  const { how, value, order, where } = rollup;
  const counting = rows.filter((row) => where === undefined || holds(where, row, over));
  if (how === 'count') return counting.length;
  if (value === undefined) return undefined;
  const ask = (expression: ModelExpression, row: RecordValues): Value => evaluateOver(expression, row, over);
  const values = counting.map((row) => ask(value, row));
  const known = values.filter((one) => one !== null);
  switch (how) {
    case 'sum':
    case 'avg': {
      const numbers = known.map((one) => Number(toDecimal(one)?.toString() ?? 0));
      const sum = numbers.reduce((total, one) => total + one, 0);
      if (how === 'avg' && numbers.length === 0) return null;
      return storedNumber(how === 'sum' ? sum : sum / numbers.length, field);
    }
    case 'minOf':
    case 'maxOf': {
      const sign = how === 'minOf' ? 1 : -1;
      return storedValue(known.toSorted((left, right) => sign * (compareValues(left, right) ?? 0))[0] ?? null, field);
    }
    case 'newest': {
      const placed = counting.map((row, index) => ({ at: order === undefined ? null : ask(order, row), index }));
      const last = placed.reduce<(typeof placed)[number] | undefined>(
        (best, one) => (best === undefined || isLater(one.at, best.at) ? one : best),
        undefined,
      );
      return last === undefined ? null : storedValue(values[last.index] ?? null, field);
    }
  }
}

/** Of equal ones the later row counts; one without an order comes before all others. */
function isLater(one: Value, best: Value): boolean {
  if (best === null) return true;
  return one !== null && (compareValues(one, best) ?? 0) >= 0;
}

function storedNumber(value: number, field: FieldModel): number {
  return Number(value.toFixed(field.property.scale ?? field.type.defaultScale ?? 0));
}
