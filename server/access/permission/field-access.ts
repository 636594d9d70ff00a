import type { FieldRight } from '../../../src/core/dialect/entity.generated.ts';
import type { EntityModel, FieldAccess, FieldModel } from '../../../src/core/model/entity-model.ts';
import { rememberByRoles } from './by-roles.ts';
import { EVERYONE } from './rights.ts';

/**
 * Approval steps at which a person has an open task about a record: `delay` (the transition) and `delay.first` (its
 * level) for each.
 */
export type OpenSteps = ReadonlySet<string>;

export const NO_STEPS: OpenSteps = new Set();

/** Rights of a person on the fields of an entity. */
export interface FieldRights {
  /** Whether any field is less than writable; where none is, nothing needs to be looked at. */
  readonly restricted: boolean;
  /** Whether any right of the person depends on an approval step, so that his open tasks have to be known. */
  readonly stepped: boolean;
  /**
   * Right on a field while the record is in a state; without a state for entities that have none.
   * @param steps the person's open tasks about the record. Default none.
   */
  access(field: FieldModel, status: string | null | undefined, steps?: OpenSteps): FieldAccess;
  /**
   * Whether the person may see the plain value in every state and at every step.
   */
  isOpen(field: FieldModel): boolean;
  /**
   * Whether lists may be filtered, sorted, grouped, counted and searched by the field: those who see it plain in every
   * record may, unless lists mask it for everybody.
   */
  isAskable(field: FieldModel): boolean;
  /** Whether there is a state or step in which the person sees anything of the field. */
  isEverSeen(field: FieldModel): boolean;
  /** Whether there is a state or step in which the person may write the field. */
  isEverWritten(field: FieldModel): boolean;
}

const remembered = rememberByRoles<EntityModel, FieldRights>();

/** Field rights of roles: the first entry of a field that fits role, state and step counts, else it can be written. */
export function fieldRightsOf(model: EntityModel, roleCodes: readonly string[]): FieldRights {
  return remembered(model, roleCodes, () => createFieldRights(model, roleCodes));
}

function createFieldRights(model: EntityModel, roleCodes: readonly string[]): FieldRights {
  const entries = Object.entries(model.permissions.fields ?? {});
  const roles = new Set([...roleCodes, EVERYONE]);
  const fitting = new Map(
    entries.map(([key, rights]) => [key, rights.filter((right) => right.roles.some((role) => roles.has(role)))]),
  );

  function access(field: FieldModel, status: string | null | undefined, steps: OpenSteps = NO_STEPS): FieldAccess {
    return fitting.get(field.key)?.find((right) => fits(right, status, steps))?.access ?? 'write';
  }

  /** What the right can be: with several open tasks the first fitting entry is that of one of them. */
  function possible(field: FieldModel): FieldAccess[] {
    const states: (string | undefined)[] = Object.keys(model.states);
    const named = new Set((fitting.get(field.key) ?? []).flatMap((right) => right.steps ?? []));
    const steps = [NO_STEPS, ...[...named].map((step) => new Set([step]))];
    return (states.length === 0 ? [undefined] : states).flatMap((state) =>
      steps.map((open) => access(field, state, open)),
    );
  }

  const isOpen = (field: FieldModel): boolean =>
    !fitting.has(field.key) || possible(field).every((right) => right === 'read' || right === 'write');

  return {
    restricted: entries.length > 0,
    stepped: [...fitting.values()].flat().some((right) => right.steps !== undefined),
    access,
    isOpen,
    isAskable: (field) => field.property.maskInLists !== true && isOpen(field),
    isEverSeen: (field) => !fitting.has(field.key) || possible(field).some((right) => right !== 'hidden'),
    isEverWritten: (field) => !fitting.has(field.key) || possible(field).includes('write'),
  };
}

function fits(right: FieldRight, status: string | null | undefined, steps: OpenSteps): boolean {
  if (right.states !== undefined && (status == null || !right.states.includes(status))) return false;
  return right.steps === undefined || right.steps.some((step) => steps.has(step));
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
