import type { ExpressionUser } from '../../core/expression/index.ts';
import type { EntityModel, FieldAccess } from '../../core/model/entity-model.ts';
import type { AccountInfo } from '../../core/wire/people.ts';
import type { RecordData } from './record-view.ts';

/** The signed-in person as expressions in the browser see him. */
export function expressionUserOf(info: AccountInfo | null, tenantId: string): ExpressionUser {
  return {
    userId: info?.userId ?? null,
    account: info?.account ?? null,
    realName: info?.realName ?? null,
    deptId: info?.deptId ?? null,
    deptIds: info?.deptIds ?? [],
    roles: roleCodes(info),
    tenantId,
  };
}

/** Role codes of the person. */
export function roleCodes(info: AccountInfo | null): readonly string[] {
  return (info?.roleCode ?? '')
    .split(',')
    .map((role) => role.trim())
    .filter((role) => role !== '');
}

/**
 * Right of the person on a field, for a record in a state (undefined for a new one, or for lists): the first entry that
 * fits, `write` where none does. What the browser shows follows it; the server enforces it. Entries for approval steps
 * fit no record here: where there are any, the server tells the rights with each record, as `fieldAccess`.
 */
export function fieldAccess(
  model: EntityModel,
  field: string,
  roles: readonly string[],
  state: string | undefined,
): FieldAccess {
  const rights = model.permissions.fields?.[field] ?? [];
  const fits = rights.find(
    (right) =>
      (right.roles.includes('everyone') || right.roles.some((role) => roles.includes(role))) &&
      (right.states === undefined || (state !== undefined && right.states.includes(state))) &&
      right.steps === undefined,
  );
  return fits?.access ?? 'write';
}

/** Right of the person on a field of a record; of a new one where none is given. What the record itself tells counts first. */
export function recordAccess(
  model: EntityModel,
  field: string,
  roles: readonly string[],
  record: RecordData | undefined,
): FieldAccess {
  const told = record?.fieldAccess;
  if (typeof told === 'object' && told !== null) return (told as Record<string, FieldAccess>)[field] ?? 'write';
  const state = record === undefined ? model.initialState : record.status;
  return fieldAccess(model, field, roles, typeof state === 'string' ? state : undefined);
}

/** Whether the person never sees a field: hidden in every state, and no approval step shows it. */
export function isNeverSeen(model: EntityModel, field: string, roles: readonly string[]): boolean {
  const rights = model.permissions.fields?.[field];
  if (rights === undefined || rights.some((right) => right.steps !== undefined && right.access !== 'hidden'))
    return false;
  const states: (string | undefined)[] = Object.keys(model.states);
  return (states.length === 0 ? [undefined] : states).every(
    (state) => fieldAccess(model, field, roles, state) === 'hidden',
  );
}
