import type { UserInfo } from '../../api/session.ts';
import type { ExpressionUser } from '../../core/expression/index.ts';
import type { EntityModel, FieldAccess } from '../../core/model/entity-model.ts';

/** The signed-in person as expressions in the browser see him. */
export function expressionUser(info: UserInfo | null, tenantId: string): ExpressionUser {
  return {
    userId: info?.userId ?? null,
    account: info?.account ?? null,
    realName: info?.realName ?? null,
    deptId: info?.deptId ?? null,
    deptIds: info?.deptIds ?? (info?.deptId === undefined ? [] : [info.deptId]),
    roles: roleCodes(info),
    tenantId,
  };
}

/** Role codes of the person. */
export function roleCodes(info: UserInfo | null): readonly string[] {
  return (info?.roleCode ?? '')
    .split(',')
    .map((role) => role.trim())
    .filter((role) => role !== '');
}

/**
 * Right of the person on a field, for a record in a state (undefined for a new one, or for lists): the first entry that
 * fits, `write` where none does. What the browser shows follows it; the server enforces it.
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
      (right.states === undefined || (state !== undefined && right.states.includes(state))),
  );
  return fits?.access ?? 'write';
}
