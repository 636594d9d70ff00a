import type { EntityModel } from '../../../src/core/model/entity-model.ts';
import type { Caller, RowScope } from '../../ground/context.ts';
import type { MetadataSnapshot } from '../../metadata/snapshot.ts';
import { EVERYONE, rightsOf } from './rights.ts';

/** Who writes, and under which metadata. */
interface Writer {
  readonly caller: Caller;
  readonly snapshot: MetadataSnapshot;
}

type Values = Readonly<Record<string, unknown>>;

/** Fields that say whose a record is, where the entity lets some role write fewer rows than it sees. */
export function writeScopeFields(model: EntityModel): readonly string[] {
  return model.permissions.write === undefined ? [] : [...model.owners.users, ...model.owners.depts];
}

/** Whether a record is one of those that a role of the person may write. */
export function mayRoleWrite(model: EntityModel, { caller }: Writer, role: string, record: Values): boolean {
  const { write } = model.permissions;
  const scope = write?.[role] ?? write?.[EVERYONE];
  return scope === undefined || isWithin(model, caller, scope, record);
}

/**
 * Whether a record is one of those that the person may write by one of his roles that has the action's button.
 * @param action `add`, `edit`, `delete`.
 */
export function isWritable(model: EntityModel, writer: Writer, action: string, record: Values): boolean {
  if (model.permissions.write === undefined) return true;
  const holding = rightsOf(writer.caller, writer.snapshot).rolesWith(model, action);
  return (holding.length === 0 ? [EVERYONE] : holding).some((role) => mayRoleWrite(model, writer, role, record));
}

function isWithin(model: EntityModel, caller: Caller, scope: RowScope, record: Values): boolean {
  if (scope === 'tenant') return true;
  if (scope === 'none') return false;
  if (
    model.owners.users.some((key) =>
      holdsAny(record[key], caller.alias === undefined ? [caller.userId] : [caller.userId, caller.alias]),
    )
  )
    return true;
  if (scope === 'own') return false;
  const depts = scope === 'department' ? caller.deptIds : caller.deptTreeIds;
  return model.owners.depts.some((key) => holdsAny(record[key], depts));
}

function holdsAny(value: unknown, wanted: readonly string[]): boolean {
  return (Array.isArray(value) ? value : [value]).some((entry) => typeof entry === 'string' && wanted.includes(entry));
}
