import type { FieldModel, ModelRule } from '../model/entity-model.ts';
import { say } from '../text/say.ts';
import { fillPlaces } from '../text/text-places.ts';
import { fieldContext, isEmptyValue, type RecordEnvironment, type RecordValues } from './record-environment.ts';

/**
 * What a rule says where it does not hold: `{amount}` in its words is the value of that field, formatted as people read
 * it, in the language of the moment. `fieldAt` gives a field of the record, or a column of the row; a name of neither
 * stays as it is written.
 */
export function ruleMessage(
  rule: ModelRule,
  fieldAt: (key: string) => FieldModel | undefined,
  values: RecordValues,
  environment: Pick<RecordEnvironment, 'choices'>,
): string {
  return fillPlaces(rule.message, (key) => {
    const field = fieldAt(key);
    if (field === undefined) return undefined;
    const value = values[key];
    return isEmptyValue(value) ? say('未填写') : field.type.format(value, fieldContext(field, environment));
  });
}
