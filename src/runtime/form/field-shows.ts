import { isEmptyValue } from '../../core/validation/record-environment.ts';
import type { FormEngine } from './form-engine.ts';
import type { FieldData } from './form-state.ts';

/**
 * Whether a field is drawn now. One that nobody may ever enter, or that is not this person's to enter, says nothing in a
 * form until something has filled it; nor does a mark or a count that still stands at nothing.
 */
export function fieldShows(engine: FormEngine, key: string): boolean {
  const model = engine.field(key);
  if (model === undefined || model.display === 'none') return false;
  const field = engine.page.model.field.get(key);
  const overridden = engine.page.model.field.get(field?.beside ?? '')?.override;
  // Whoever may not override reads value and reason beside what is in effect.
  if (overridden !== undefined && !field?.computed && model.pattern === 'disabled') return false;
  if (overridden?.value === key && !isOpen(engine, key)) return false;
  if (field === undefined || field.computed) return true;
  const isServers = field.property.disabledWhen === 'true';
  if ((isServers || !engine.mayWrite(key)) && isEmptyValue(model.value)) return false;
  const { default: start } = field.property;
  return !(isServers && (start === '0' || start === 0) && model.value === start);
}

/** Whether a value is entered in place of a computed one, or about to be. */
function isOpen(engine: FormEngine, key: string): boolean {
  const model = engine.field(key);
  const { open = !isEmptyValue(engine.stored()?.[key]) } = (model?.data ?? {}) as Partial<FieldData>;
  return open || !isEmptyValue(model?.value);
}
