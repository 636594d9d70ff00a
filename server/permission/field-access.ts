import type { EntityModel, FieldAccess, FieldModel } from '../../src/core/model/entity-model.ts';
import { EVERYONE } from './rights.ts';

/** Rights of a person on the fields of an entity. */
export interface FieldRights {
  /** Whether any field is less than writable; where none is, nothing needs to be looked at. */
  readonly restricted: boolean;
  /** Right on a field while the record is in a state; without a state for entities that have none. */
  access(field: FieldModel, status: string | null | undefined): FieldAccess;
  /** Whether the person may see the plain value in every state, so that filters and sorting cannot give it away. */
  isOpen(field: FieldModel): boolean;
}

const known = new WeakMap<EntityModel, Map<string, FieldRights>>();

/** Field rights of roles: the first entry of a field that fits role and state counts, else it can be written. */
export function fieldRightsOf(model: EntityModel, roleCodes: readonly string[]): FieldRights {
  const key = [...roleCodes].sort().join(',');
  let held = known.get(model);
  if (held === undefined) {
    held = new Map();
    known.set(model, held);
  }
  let rights = held.get(key);
  if (rights === undefined) {
    rights = createFieldRights(model, roleCodes);
    held.set(key, rights);
  }
  return rights;
}

function createFieldRights(model: EntityModel, roleCodes: readonly string[]): FieldRights {
  const entries = Object.entries(model.permissions.fields ?? {});
  const roles = new Set([...roleCodes, EVERYONE]);
  const fitting = new Map(
    entries.map(([key, rights]) => [key, rights.filter((right) => right.roles.some((role) => roles.has(role)))]),
  );

  function access(field: FieldModel, status: string | null | undefined): FieldAccess {
    const rights = fitting.get(field.key);
    if (rights === undefined) return 'write';
    const found = rights.find(
      (right) => right.states === undefined || (status != null && right.states.includes(status)),
    );
    return found?.access ?? 'write';
  }

  return {
    restricted: entries.length > 0,
    access,
    isOpen(field) {
      if (!fitting.has(field.key)) return true;
      const states = Object.keys(model.states);
      return (states.length === 0 ? [undefined] : states).every((state) => {
        const right = access(field, state);
        return right === 'read' || right === 'write';
      });
    },
  };
}

/** A value as a masked reader sees it, by the field's `mask`; other values than texts are blotted out whole. */
export function maskValue(field: FieldModel, value: unknown): unknown {
  if (value === null || value === undefined) return null;
  if (typeof value !== 'string') return null;
  const characters = [...value];
  const keep = (head: number, tail: number): string => {
    if (characters.length <= head + tail) return '*'.repeat(characters.length);
    const hidden = '*'.repeat(characters.length - head - tail);
    return characters.slice(0, head).join('') + hidden + (tail === 0 ? '' : characters.slice(-tail).join(''));
  };
  switch (field.property.mask) {
    case 'phone':
      return keep(3, 4);
    case 'idCard':
      return keep(6, 4);
    case 'name':
      return keep(1, 0);
    default:
      return '****';
  }
}
