import { collectReferences, evaluateCondition } from '../../../src/core/expression/index.ts';
import type { FieldAccess, FieldModel } from '../../../src/core/model/entity-model.ts';
import { recordNames } from '../../../src/core/validation/record-environment.ts';
import { type Holds, type OpenSteps, UNKNOWN } from '../../access/permission/field-access.ts';
import { expressionNode } from '../../access/permission/row-access.ts';
import { recordEnvironment } from '../call/environment.ts';
import type { EntityCall } from '../call/ports.ts';
import type { Row } from '../call/record-row.ts';

/**
 * The conditions of field rights over a record as it is stored, before anything of it is covered. One that reads what the
 * record at hand does not have is not known.
 */
export function rightConditions(call: EntityCall): (record: Row) => Holds {
  if (call.fieldRights.reads.length === 0) return () => UNKNOWN;
  const environment = recordEnvironment(call);
  return (record) => (when) => {
    const node = expressionNode(when);
    const reads = collectReferences(node).filter((name) => name !== 'me' && !name.startsWith('me.'));
    if (!reads.every((name) => Object.hasOwn(record, name))) return undefined;
    return evaluateCondition(node, { ...environment, names: recordNames(record, environment) });
  };
}

/** Right on a field of a record that is stored, or as it is about to be. */
export function storedAccess(call: EntityCall, field: FieldModel, record: Row, steps?: OpenSteps): FieldAccess {
  const status = typeof record.status === 'string' ? record.status : undefined;
  return call.fieldRights.access(field, status, steps, rightConditions(call)(record));
}

/** Right on a field of a record that was covered for the person: what it tells itself counts first. */
export function shownAccess({ fieldRights, internal }: EntityCall, field: FieldModel, record: Row): FieldAccess {
  if (internal || !fieldRights.restricted) return 'write';
  const told = record.fieldAccess;
  if (typeof told === 'object' && told !== null) return (told as Record<string, FieldAccess>)[field.key] ?? 'write';
  return fieldRights.access(field, typeof record.status === 'string' ? record.status : undefined);
}
