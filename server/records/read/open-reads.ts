import type { EntityModel, FieldModel } from '../../../src/core/model/entity-model.ts';
import { isOpenToAll } from '../../access/permission/field-access.ts';
import type { MetadataSnapshot } from '../../metadata/snapshot.ts';
import { callFor } from '../call/entity-call.ts';
import type { EntityCall } from '../call/ports.ts';

/** Whose fields the first names of paths can be besides the record's own. */
type NamedRecords = Readonly<Partial<Record<'row' | 'record', EntityModel | undefined>>>;

/** What is asked of each field that a path comes to. */
interface Asked {
  readonly entities: MetadataSnapshot['entities'];
  readonly named: NamedRecords;
  isOpen(model: EntityModel, field: FieldModel): boolean;
}

/** What stands in no record that could be kept from anybody: who asks, and the vote that he gives. */
const OWN: ReadonlySet<string> = new Set(['me', 'vote']);

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

function isOpenPath(asked: Asked, model: EntityModel, [first = '', ...rest]: readonly string[]): boolean {
  const { entities, named, isOpen } = asked;
  const within = (record: EntityModel | undefined) =>
    record !== undefined && (rest.length === 0 || isOpenPath(asked, record, rest));
  if (OWN.has(first)) return true;
  if (first.startsWith('@')) return within(entities.get(first.slice(1)));
  if (first === 'old') return within(model);
  if (first === 'row' || first === 'record') return within(named[first]);
  const field = model.field.get(first);
  if (field === undefined) return within(entities.get(first === 'parent' ? (model.parent?.entity ?? '') : first));
  if (!isOpen(model, field)) return false;
  return rest.length === 0 || field.target === undefined || within(entities.get(field.target));
}
