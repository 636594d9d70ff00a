import type { FieldModel, ModelRule } from '../model/entity-model.ts';
import type { RecordEnvironment, RecordValues } from './record-environment.ts';
import { sameValue } from './same-value.ts';

/** Whether a record was made before what is asked of it since a moment, and has kept the values that are asked about. */
function isSpared(
  since: string | undefined,
  keys: readonly string[],
  record: RecordValues,
  { stored }: RecordEnvironment,
): boolean {
  const made = stored?.createTime;
  if (since === undefined || stored === undefined || typeof made !== 'string' || made >= since) return false;
  return keys.every((key) => sameValue(record[key] ?? null, stored[key] ?? null));
}

/** Whether a field need not be filled or keep its limits: both are asked of newer records and of changed values only. */
export function isFieldSpared(field: FieldModel, record: RecordValues, environment: RecordEnvironment): boolean {
  return isSpared(field.property.since, [field.key], record, environment);
}

/** Whether a rule does not hold for a record: it is newer, and nothing that it reads has changed. */
export function isRuleSpared(rule: ModelRule, record: RecordValues, environment: RecordEnvironment): boolean {
  return isSpared(rule.since, rule.when.references, record, environment);
}
