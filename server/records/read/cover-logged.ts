import { AUDIT_ENTITY } from '../../metadata/audit-entity.ts';
import type { AuditChange } from '../audit/audit.ts';
import { callFor } from '../call/entity-call.ts';
import type { EntityCall } from '../call/ports.ts';
import type { Row } from '../call/record-row.ts';
import { isOpenField } from './open-field.ts';

/**
 * Takes out of rows of the log what changed in fields that its reader may not see in the records themselves. What is
 * written of an entity or field that there is no more is shown to those from whom nothing else of it is kept.
 */
export function coverLogged(call: EntityCall, rows: readonly Row[]): void {
  if (call.model.key !== AUDIT_ENTITY) return;
  const known = new Map<unknown, (change: AuditChange) => boolean>();
  for (const row of rows) {
    if (!Array.isArray(row.changes)) continue;
    const isOpen = known.get(row.entityKey) ?? openOf(call, row.entityKey);
    known.set(row.entityKey, isOpen);
    row.changes = (row.changes as readonly AuditChange[]).filter(isOpen);
  }
}

function openOf(call: EntityCall, entityKey: unknown): (change: AuditChange) => boolean {
  const model = typeof entityKey === 'string' ? call.snapshot.entities.get(entityKey) : undefined;
  if (model === undefined) return () => true;
  const about = callFor(call, model);
  return ({ id }) => isOpenField(about, id);
}
