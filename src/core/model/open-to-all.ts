import type { EntityModel, FieldModel } from './entity-model.ts';

/**
 * Whether whoever sees a record sees the plain value of a field, whatever his roles: only such a value stands in texts
 * that are written once for all who will read them (names of records, summaries of the log), or leaves the house.
 */
export function isOpenToAll({ permissions, anonymous }: EntityModel, field: FieldModel): boolean {
  const rights = permissions.fields?.[field.key] ?? [];
  if (anonymous?.sealed.has(field.key) === true) return false;
  return rights.every(({ access }) => access === 'read' || access === 'write');
}

/** Whose fields the first names of paths can be besides the record's own. */
export type NamedRecords = Readonly<Partial<Record<'row' | 'record' | 'parent' | 'outer', EntityModel | undefined>>>;

/** What is asked of each field that a path comes to. */
interface AskedOpen {
  readonly entities: { get(key: string): EntityModel | undefined };
  readonly named: NamedRecords;
  isOpen(model: EntityModel, field: FieldModel): boolean;
}

/** What stands in no record that could be kept from anybody: who asks, the vote that he gives, ids of new records. */
const OWN: ReadonlySet<string> = new Set(['me', 'vote', 'created']);

/**
 * Whether all that a path reads is open, from a record of `model` on. What is not known counts as kept.
 * @param path a name as `collectReferences` writes it, split at its points.
 */
export function isOpenPath(asked: AskedOpen, model: EntityModel, [first = '', ...rest]: readonly string[]): boolean {
  const { entities, named, isOpen } = asked;
  const within = (record: EntityModel | undefined) =>
    record !== undefined && (rest.length === 0 || isOpenPath(asked, record, rest));
  if (OWN.has(first)) return true;
  if (first.startsWith('@')) return within(entities.get(first.slice(1)));
  if (first === 'old') return within(model);
  if (first === 'row' || first === 'record') return within(named[first]);
  if (first === 'parent' || first === 'outer') {
    const above = named[first];
    if (above !== undefined) return within(above);
  }
  const field = model.field.get(first);
  if (field === undefined) return within(entities.get(first === 'parent' ? (model.parent?.entity ?? '') : first));
  if (!isOpen(model, field)) return false;
  return rest.length === 0 || field.target === undefined || within(entities.get(field.target));
}
