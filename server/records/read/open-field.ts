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
  return fieldRights.isOpen(field) && isLabelOpen(call, field);
}
