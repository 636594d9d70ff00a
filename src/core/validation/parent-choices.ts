import type { Property } from '../dialect/entity.generated.ts';
import type { Choice } from '../field-type.ts';
import type { EntityModel, FieldModel } from '../model/entity-model.ts';
import { say } from '../text/say.ts';
import { isEmptyValue, type RecordEnvironment, type RecordValues } from './record-environment.ts';

/** Whether a choice stands below another key: directly, or of a cascade at any depth. */
function isBelow(choices: readonly Choice[], key: string, above: unknown, deep: boolean): boolean {
  const known = new Map(choices.map((choice) => [choice.key, choice]));
  const seen = new Set<string>();
  for (let at = known.get(key)?.parent; at !== undefined && !seen.has(at); at = known.get(at)?.parent) {
    if (at === above) return true;
    if (!deep) return false;
    seen.add(at);
  }
  return false;
}

/**
 * The choices that a field with `parentField` offers: those below the other field's value, of a select its direct
 * children, of a cascader all below it. None while that value is empty; all choices where there is no `parentField`.
 */
export function offeredChoices(
  property: Property,
  choices: readonly Choice[],
  values: RecordValues | undefined,
): readonly Choice[] {
  const { parentField } = property;
  if (parentField === undefined || values === undefined) return choices;
  const above = values[parentField];
  if (isEmptyValue(above)) return [];
  return choices.filter((choice) => isBelow(choices, choice.key, above, property.field === 'cascader'));
}

/** Whether a field's value stands below its `parentField`'s; true for empty values and fields without one. */
export function fitsParent(field: FieldModel, record: RecordValues, environment: RecordEnvironment): boolean {
  const { parentField } = field.property;
  const value = record[field.key];
  if (parentField === undefined || isEmptyValue(value)) return true;
  const choices = environment.choices(field);
  if (choices === undefined) return true;
  const offered = new Set(offeredChoices(field.property, choices, record).map((choice) => choice.key));
  return (Array.isArray(value) ? value : [value]).every((key) => offered.has(String(key)));
}

/** What is said of a value that does not stand below the other field's. */
export function parentMessage(model: EntityModel, field: FieldModel): string {
  const above = model.field.get(field.property.parentField ?? '')?.title ?? say('上级');
  return say('{field}不属于所选的{above}', { field: field.title, above });
}
