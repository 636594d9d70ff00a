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
  environment: Pick<RecordEnvironment, 'choices' | 'nameOf'>,
): string {
  return fillPlaces(rule.message, (key) => {
    const field = fieldAt(key);
    if (field === undefined) return undefined;
    const value = values[key];
    if (isEmptyValue(value)) return say('未填写');
    return field.type.format(value, fieldContext(field, environment, namesIn(field, value, environment)));
  });
}

/** Names of the records that a field holds; undefined for other fields. */
function namesIn(
  { target }: FieldModel,
  value: unknown,
  { nameOf }: Pick<RecordEnvironment, 'nameOf'>,
): string | readonly string[] | undefined {
  if (target === undefined || nameOf === undefined) return undefined;
  const name = (id: unknown) => nameOf(target, String(id)) ?? String(id);
  return Array.isArray(value) ? value.map(name) : name(value);
}
