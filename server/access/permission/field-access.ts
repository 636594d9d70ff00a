import type { FieldRight } from '../../../src/core/dialect/entity.generated.ts';
import type { ExpressionNode } from '../../../src/core/expression/index.ts';
import type { EntityModel, FieldAccess, FieldModel } from '../../../src/core/model/entity-model.ts';
import { rememberByRoles } from './by-roles.ts';
import { conditionalFields, readableNode } from './conditional-rights.ts';
import { EVERYONE } from './rights.ts';

/**
 * Approval steps at which a person has an open task about a record: `delay` (the transition) and `delay.first` (its
 * level) for each.
 */
export type OpenSteps = ReadonlySet<string>;

export const NO_STEPS: OpenSteps = new Set();

/** Whether the condition of a right holds for a record; undefined where the record at hand does not say it. */
export type Holds = (when: string) => boolean | undefined;

/** For what is asked without a record: no condition is known. */
export const UNKNOWN: Holds = () => undefined;

/** Rights of a person on the fields of an entity. */
export interface FieldRights {
  /** Whether any field is less than writable; where none is, nothing needs to be looked at. */
  readonly restricted: boolean;
  /** Whether any right of the person depends on an approval step, so that his open tasks have to be known. */
  readonly stepped: boolean;
  /** Fields that the conditions of the person's rights read; empty where none of them has a condition. */
  readonly reads: readonly string[];
  /**
   * Right on a field while the record is in a state; without a state for entities that have none. Where a condition is
   * not known it is the least of what it can be.
   * @param steps the person's open tasks about the record. Default none.
   * @param holds conditions over the record. Default none is known.
   */
  access(field: FieldModel, status: string | null | undefined, steps?: OpenSteps, holds?: Holds): FieldAccess;
  /**
   * Whether the person may see the plain value in every state and at every step.
   */
  isOpen(field: FieldModel): boolean;
  /**
   * Whether lists may be filtered, sorted, grouped, counted and searched by the field: those who see it plain in every
   * record may, unless lists mask it for everybody.
   */
  isAskable(field: FieldModel): boolean;
  /**
   * The records in which the person sees the plain value, where conditions decide it: what is asked of the field is asked
   * of these alone. Undefined for fields that he sees in all or, as far as lists know, in none.
   */
  readableWhere(field: FieldModel): ExpressionNode | undefined;
  /** Whether the record decides over the right, by a condition. */
  isConditional(field: FieldModel): boolean;
  /** Whether there is a state or step in which the person sees anything of the field. */
  isEverSeen(field: FieldModel): boolean;
  /**
   * Whether there is a state, step or record in which the person may write the field.
   * @param state where given, only in that state and at no step.
   */
  isEverWritten(field: FieldModel, state?: string): boolean;
}

const LEAST_FIRST: readonly FieldAccess[] = ['hidden', 'masked', 'read', 'write'];

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

  /** What the right is, where some conditions are not known what it can be. */
  function outcomes(
    field: FieldModel,
    status: string | null | undefined,
    steps: OpenSteps,
    holds: Holds,
  ): readonly FieldAccess[] {
    const found: FieldAccess[] = [];
    for (const right of fitting.get(field.key) ?? []) {
      if (!fits(right, status, steps)) continue;
      const held = right.when === undefined ? true : holds(right.when);
      if (held === false) continue;
      found.push(right.access);
      if (held === true) return found;
    }
    return [...found, 'write'];
  }

  function access(
    field: FieldModel,
    status: string | null | undefined,
    steps: OpenSteps = NO_STEPS,
    holds: Holds = UNKNOWN,
  ): FieldAccess {
    if (!fitting.has(field.key)) return 'write';
    const found = outcomes(field, status, steps, holds);
    return LEAST_FIRST.find((least) => found.includes(least)) ?? 'write';
  }

  /** What the right can be: with several open tasks the first fitting entry is that of one of them. */
  function possible(field: FieldModel): FieldAccess[] {
    const states: (string | undefined)[] = Object.keys(model.states);
    const named = new Set((fitting.get(field.key) ?? []).flatMap((right) => right.steps ?? []));
    const steps = [NO_STEPS, ...[...named].map((step) => new Set([step]))];
    return (states.length === 0 ? [undefined] : states).flatMap((state) =>
      steps.flatMap((open) => outcomes(field, state, open, UNKNOWN)),
    );
  }

  const isOpen = (field: FieldModel): boolean =>
    !fitting.has(field.key) || possible(field).every((right) => right === 'read' || right === 'write');

  return {
    restricted: entries.length > 0,
    stepped: [...fitting.values()].flat().some((right) => right.steps !== undefined),
    reads: conditionalFields([...fitting.values()].flat()),
    access,
    isOpen,
    readableWhere: (field) =>
      // Rows of a table stand in no column that a condition could blank.
      isOpen(field) || field.property.maskInLists === true || field.columns !== undefined
        ? undefined
        : readableNode(fitting.get(field.key) ?? []),
    isAskable: (field) =>
      model.anonymous?.sealed.has(field.key) !== true && field.property.maskInLists !== true && isOpen(field),
    isConditional: (field) => fitting.get(field.key)?.some(({ when }) => when !== undefined) === true,
    isEverSeen: (field) => !fitting.has(field.key) || possible(field).some((right) => right !== 'hidden'),
    isEverWritten: (field, state) =>
      (state === undefined ? possible(field) : outcomes(field, state, NO_STEPS, UNKNOWN)).includes('write'),
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
