import type { EntityModel, FieldModel } from '../model/entity-model.ts';
import { enteredValue } from '../model/override-properties.ts';
import { say } from '../text/say.ts';
import type { WireFault } from '../wire/contract.ts';
import { fieldPointer } from './field-pointer.ts';
import { fieldContext, isEmptyValue, type RecordEnvironment, type RecordValues } from './record-environment.ts';
import { sameValue } from './same-value.ts';

/**
 * Whether a person has put a value in place of the computed one that may not stand there, so that the computed one is in
 * effect.
 * @param record with what is computed from it.
 */
export function isWithoutEffect({ key, property, override }: FieldModel, record: RecordValues): boolean {
  if (override === undefined || isEmptyValue(record[override.value])) return false;
  return !sameValue(enteredValue(property, record[override.value]), record[key] ?? null);
}

/**
 * Faults of values that are put in place of computed ones and may not stand there. What stood there before is no fault
 * of whoever changes something else: the computed value is in effect as long as it may not.
 */
export function overrideFaults(
  model: EntityModel,
  record: RecordValues,
  environment: RecordEnvironment,
): readonly WireFault[] {
  return model.fields.flatMap((field) => {
    const { override, title } = field;
    if (override === undefined || !isWithoutEffect(field, record)) return [];
    const value = record[override.value];
    if (sameValue(value, environment.stored?.[override.value] ?? null)) return [];
    const context = fieldContext(field, environment);
    const computed = field.type.format(record[override.computed] ?? null, context);
    const parameters = {
      field: title,
      value: field.type.format(enteredValue(field.property, value), context),
      computed,
    };
    const msg =
      computed === ''
        ? say('{field}不能改定为“{value}”：系统没有算出值，不符合改定的条件', parameters)
        : say('{field}不能改定为“{value}”：系统计算为“{computed}”，不符合改定的条件', parameters);
    return [{ pointer: fieldPointer(override.value), msg }];
  });
}
