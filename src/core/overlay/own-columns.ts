import type { Entity, Property } from '../dialect/entity.generated.ts';

/** Bytes of a name that PostgreSQL keeps; what is longer would be cut, and could meet another. Keys are ASCII. */
const MOST_BYTES = 63;

/** What every column of a tenant's own begins with; no key of a file may hold the underscore behind it. */
function ownColumnPrefix(tenantId: string): string {
  return `x${tenantId}_`;
}

/** Column of a field that a tenant's overlay added under a key: `x645967_localCode`. */
function ownColumn(tenantId: string, key: string): string {
  return `${ownColumnPrefix(tenantId)}${key}`;
}

/**
 * The merged entity with the fields that the overlay added stored in columns that carry the tenant, so that two companies
 * may add one key with different types, and a key that is shipped later meets neither. Until here such a field's id is
 * its key, by which the edits address it.
 */
export function withOwnColumns(merged: Entity, shipped: Entity, tenantId: string): Entity {
  const known = new Set(Object.entries(shipped.record.properties).map(([key, { id }]) => id ?? key));
  const properties = Object.entries(merged.record.properties).map(([key, property]): [string, Property] => {
    const id = property.id ?? key;
    return known.has(id) ? [key, property] : [key, { ...property, id: ownColumn(tenantId, id) }];
  });
  return { ...merged, record: { ...merged.record, properties: Object.fromEntries(properties) } };
}

/** Whether a key that an overlay adds leaves room for the tenant in front of it. */
export function fitsOwnColumn(tenantId: string, key: string): boolean {
  return ownColumn(tenantId, key).length <= MOST_BYTES;
}
