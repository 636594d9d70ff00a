import type { Entity, FieldRight } from '../../src/core/dialect/entity.generated.ts';
import { addressed, locate } from '../../src/core/overlay/address.ts';
import type { NamedRight } from './access.ts';

/** The entries of the rights on a field, in their order, with whose they are; `field` is its permanent id. */
export function rightsOn(entity: Entity, shipped: Entity, field: string): readonly NamedRight[] {
  const names = namesOn(shipped, field);
  const here = addressed(entity);
  const list = locate(here, ['permissions', 'fields', field])?.value;
  if (!Array.isArray(list)) return [];
  const called = here.identities.of(list);
  return list.map((right: FieldRight, index) => {
    const name = called[index] ?? '';
    return { name, right, own: !names.includes(name) };
  });
}

function namesOn(entity: Entity, field: string): readonly string[] {
  const here = addressed(entity);
  const list = locate(here, ['permissions', 'fields', field])?.value;
  return Array.isArray(list) ? here.identities.of(list) : [];
}
