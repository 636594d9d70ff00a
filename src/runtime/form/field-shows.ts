import { isEmptyValue } from '../../core/validation/record-environment.ts';
import type { FormEngine } from './form-engine.ts';

/**
 * Whether a field is drawn now. One that nobody may ever enter, and that nothing fills before the record exists, says
 * nothing in the form of a new record.
 */
export function fieldShows(engine: FormEngine, key: string): boolean {
  const model = engine.field(key);
  if (model === undefined || model.display === 'none') return false;
  const field = engine.page.model.field.get(key);
  const isNew = isEmptyValue(engine.values().id);
  const isServers = field?.property.disabledWhen === 'true' && !field.computed;
  return !(isNew && isServers && isEmptyValue(model.value));
}
