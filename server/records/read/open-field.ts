import type { FieldModel } from '../../../src/core/model/entity-model.ts';
import type { EntityCall } from '../call/ports.ts';
import { isLabelOpen } from './reference-labels.ts';

/**
 * Whether the person sees in clear what was once noted of a field, by its permanent id. Of one that is gone nobody knows
 * any more from whom it was kept: those see it from whom nothing of the entity is.
 */
export function isOpenField(call: EntityCall, id: string): boolean {
  const { model, fieldRights } = call;
  const field = model.fields.find((one) => one.id === id);
  if (field === undefined) return model.fields.every((one) => fieldRights.isOpen(one));
  return isNotedOpen(call, field);
}

/**
 * Whether the person may see what was noted of a field: that holds the ids of what it referred to, and those of the cells
 * of its rows, so that it is kept from whoever may not see what these are called.
 */
export function isNotedOpen(call: EntityCall, field: FieldModel): boolean {
  return call.fieldRights.isOpen(field) && [field, ...(field.columns ?? [])].every((one) => isLabelOpen(call, one));
}
