import { collectReferences, evaluateCondition } from '../../../src/core/expression/index.ts';
import type { EntityModel } from '../../../src/core/model/entity-model.ts';
import type { Caller, RowScope } from '../../ground/context.ts';
import type { MetadataSnapshot } from '../../metadata/snapshot.ts';
import { expressionUser } from './expression-user.ts';
import { EVERYONE, rightsOf } from './rights.ts';
import { expressionNode } from './row-access.ts';

/** Who writes, and under which metadata. */
interface Writer {
  readonly caller: Caller;
  readonly snapshot: MetadataSnapshot;
}

type Values = Readonly<Record<string, unknown>>;

/** Fields that say whose a record is, where the entity lets some role write fewer rows than it sees. */
export function writeScopeFields(model: EntityModel): readonly string[] {
  const scopes = Object.values(model.permissions.write ?? {});
  if (scopes.length === 0) return [];
  const read = scopes.flatMap((scope) => (typeof scope === 'string' ? [] : namesIn(scope.where)));
  return [...new Set([...model.owners.users, ...model.owners.depts, ...read])];
}

/** Whether a record is one of those that a role of the person may write. */
export function mayRoleWrite(model: EntityModel, { caller }: Writer, role: string, record: Values): boolean {
  const { write } = model.permissions;
  const scope = write?.[role] ?? write?.[EVERYONE];
  if (scope === undefined) return true;
  return typeof scope === 'string' ? isWithin(model, caller, scope, record) : meets(scope.where, caller, record);
}

function namesIn(where: string): readonly string[] {
  return collectReferences(expressionNode(where)).filter((name) => name !== 'me' && !name.startsWith('me.'));
}

/** Whether a condition over stored fields and the person holds; it asks neither the clock nor other records. */
function meets(where: string, caller: Caller, record: Values): boolean {
  return evaluateCondition(expressionNode(where), {
    now: '',
    me: expressionUser(caller),
    names: (name) => (Object.hasOwn(record, name) ? record[name] : undefined),
  });
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
