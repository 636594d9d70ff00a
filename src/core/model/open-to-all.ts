import type { EntityModel, FieldModel } from './entity-model.ts';
import { MOST_NAMES } from './entity-scope.ts';

/**
 * Whether whoever sees a record sees the plain value of a field, whatever his roles: only such a value stands in texts
 * that are written once for all who will read them (names of records, summaries of the log), or leaves the house.
 */
export function isOpenToAll({ permissions, anonymous }: EntityModel, field: FieldModel): boolean {
  const rights = permissions.fields?.[field.key] ?? [];
  if (anonymous?.sealed.has(field.key) === true) return false;
  return rights.every(({ access }) => access === 'read' || access === 'write');
}

type Entities = { get(key: string): EntityModel | undefined };

/**
 * The same of all that is read where a field is shown: of a reference what the record behind it is called, of rows that in
 * each of their cells. A name that is kept from some is not given away by the field that refers to it.
 */
export function isShownToAll(entities: Entities, model: EntityModel, field: FieldModel): boolean {
  return isOpenToAll(model, field) && [field, ...(field.columns ?? [])].every((one) => isNamedToAll(entities, one));
}

function isNamedToAll(entities: Entities, field: FieldModel, depth = 0): boolean {
  const target = field.target === undefined ? undefined : entities.get(field.target);
  const label = target?.field.get(field.property.ref?.label ?? target.label);
  if (target === undefined || label === undefined || depth > MOST_NAMES) return true;
  return isOpenToAll(target, label) && isNamedToAll(entities, label, depth + 1);
}

/** Whose fields the first names of paths can be besides the record's own. */
export type NamedRecords = Readonly<Partial<Record<'row' | 'record' | 'parent' | 'outer', EntityModel | undefined>>>;

/** What is asked of each field that a path comes to. */
interface AskedOpen {
  readonly entities: Entities;
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
