import type { EntityModel, FieldModel } from '../../core/model/entity-model.ts';
import { isEmptyValue } from '../../core/validation/record-environment.ts';
import type { FormEngine } from './form-engine.ts';
import type { FieldData } from './form-state.ts';

/**
 * Whether a field is drawn now. One that nobody may ever enter, or that is not this person's to enter, says nothing in a
 * form until something has filled it; nor does a mark or a count that still stands at nothing, nor what is computed from
 * such alone.
 */
export function fieldShows(engine: FormEngine, key: string): boolean {
  const model = engine.field(key);
  if (model === undefined || model.display === 'none') return false;
  const field = engine.page.model.field.get(key);
  const overridden = engine.page.model.field.get(field?.beside ?? '')?.override;
  // Whoever may not override reads value and reason beside what is in effect.
  if (overridden !== undefined && !field?.computed && model.pattern === 'disabled') return false;
  if (overridden?.value === key && !isOpen(engine, key)) return false;
  if (field === undefined) return true;
  if (field.computed) return !(comesLater(engine.page.model, field) && saysNothing(field, model.value));
  const isServers = field.property.disabledWhen === 'true';
  if ((isServers || !engine.mayWrite(key)) && isEmptyValue(model.value)) return false;
  const { default: start } = field.property;
  return !(isServers && (start === '0' || start === 0) && model.value === start);
}

const later = new WeakMap<FieldModel, boolean>();

/** Whether nothing that is entered in the form decides a computed field: other records do, or what the platform fills in. */
function comesLater(model: EntityModel, field: FieldModel): boolean {
  const known = later.get(field);
  if (known !== undefined) return known;
  const { compute, cases = [], property } = field;
  const read = [compute, ...cases.map(({ when }) => when)].flatMap((expression) => expression?.references ?? []);
  const isCounted = property.rollup !== undefined || property.running !== undefined;
  const comes = isCounted || read.every((name) => isFilledIn(model, name.split('.')[0] ?? name));
  later.set(field, comes);
  return comes;
}

/** Whether the platform, and nobody in a form, gives a field its value. */
function isFilledIn(model: EntityModel, key: string): boolean {
  const field = model.field.get(key);
  if (field === undefined || field.base) return true;
  return field.computed ? comesLater(model, field) : field.property.disabledWhen === 'true';
}

/** A count of no records says as little as an empty field. */
const saysNothing = ({ property }: FieldModel, value: unknown): boolean =>
  isEmptyValue(value) || (property.rollup !== undefined && value === 0);

/** Whether a value is entered in place of a computed one, or about to be. */
function isOpen(engine: FormEngine, key: string): boolean {
  const model = engine.field(key);
  const { open = !isEmptyValue(engine.stored()?.[key]) } = (model?.data ?? {}) as Partial<FieldData>;
  return open || !isEmptyValue(model?.value);
}
