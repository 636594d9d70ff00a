import type { EntityModel, FieldModel } from '../../../src/core/model/entity-model.ts';
import { isOpenPath, isOpenToAll, type NamedRecords } from '../../../src/core/model/open-to-all.ts';
import { callFor } from '../call/entity-call.ts';
import type { EntityCall } from '../call/ports.ts';

/**
 * Whether the person sees in clear, in every record, all that an expression reads: what it gives may be told to him.
 * Reading what is not known counts as kept.
 * @param references as `collectReferences` writes them.
 */
export function readsOpen(call: EntityCall, references: readonly string[], named: NamedRecords = {}): boolean {
  if (call.internal) return true;
  const isOpen = (model: EntityModel, field: FieldModel) => callFor(call, model).fieldRights.isOpen(field);
  const asked = { entities: call.snapshot.entities, named, isOpen };
  return references.every((path) => isOpenPath(asked, call.model, path.split('.')));
}

/** The same of everybody: what such an expression gives may be written once for all who will read it. */
export function readsOpenToAll(
  { model, snapshot }: Pick<EntityCall, 'model' | 'snapshot'>,
  references: readonly string[],
): boolean {
  const asked = { entities: snapshot.entities, named: {}, isOpen: isOpenToAll };
  return references.every((path) => isOpenPath(asked, model, path.split('.')));
}
