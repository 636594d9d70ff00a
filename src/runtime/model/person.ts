import {
  collectReferences,
  type ExpressionUser,
  evaluateCondition,
  parseExpression,
} from '../../core/expression/index.ts';
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
 * fit no record here: where there are any, or any with a condition, the server tells the rights with each record, as
 * `fieldAccess`.
 * @param holds conditions over a record that nobody has stored yet. Default all count as holding, so that a form shows
 * what may come to be entered.
 */
export function fieldAccess(
  model: EntityModel,
  field: string,
  roles: readonly string[],
  state: string | undefined,
  holds: (when: string) => boolean = () => true,
): FieldAccess {
  const rights = model.permissions.fields?.[field] ?? [];
  const fits = rights.find(
    (right) =>
      (right.roles.includes('everyone') || right.roles.some((role) => roles.includes(role))) &&
      (right.states === undefined || (state !== undefined && right.states.includes(state))) &&
      right.steps === undefined &&
      (right.when === undefined || holds(right.when)),
  );
  return fits?.access ?? 'write';
}

/**
 * Conditions of rights over a record that is not stored. What it has no value for yet may still be entered, so that a
 * condition which reads it counts as holding; the server decides over what is sent.
 */
export function conditionsOver(record: RecordData, me: ExpressionUser): (when: string) => boolean {
  return (when) => {
    const parsed = parseExpression(when);
    if ('problems' in parsed) return false;
    const reads = collectReferences(parsed.node).filter((name) => name !== 'me' && !name.startsWith('me.'));
    if (!reads.every((name) => Object.hasOwn(record, name))) return true;
    return evaluateCondition(parsed.node, { now: '', me, names: (name) => record[name] });
  };
}

/** Right of the person on a field of a record; of a new one where none is given. What the record itself tells counts first. */
export function recordAccess(
  model: EntityModel,
  field: string,
  roles: readonly string[],
  record: RecordData | undefined,
): FieldAccess {
  const told = record?.fieldAccess;
  const state = record === undefined ? model.initialState : record.status;
  const access =
    typeof told === 'object' && told !== null
      ? ((told as Record<string, FieldAccess>)[field] ?? 'write')
      : fieldAccess(model, field, roles, typeof state === 'string' ? state : undefined);
  // A row that is there is edited only in the fields that its entity names.
  const limit = record === undefined ? undefined : model.parent?.edit.fields;
  return access === 'write' && limit !== undefined && !limit.has(field) ? 'read' : access;
}

/** Whether the person never sees a field: hidden in every state, and no approval step shows it. */
export function isNeverSeen(model: EntityModel, field: string, roles: readonly string[]): boolean {
  const rights = model.permissions.fields?.[field];
  const mayFit = rights?.some(({ steps, when, access }) => (steps ?? when) !== undefined && access !== 'hidden');
  if (rights === undefined || mayFit === true) return false;
  const states: (string | undefined)[] = Object.keys(model.states);
  return (states.length === 0 ? [undefined] : states).every(
    (state) => fieldAccess(model, field, roles, state) === 'hidden',
  );
}
