import { transitionOf } from '../../../src/core/model/permanent-ids.ts';
import { NO_STEPS, type OpenSteps } from '../../access/permission/field-access.ts';
import type { Reading } from '../call/ports.ts';

interface StepRow {
  readonly recordId: string;
  readonly transition: string;
  readonly level: string | null;
}

/**
 * Steps at which the caller has an open task about each of these records. Nothing is read where no right of his depends
 * on a step.
 */
export async function loadOpenSteps(tx: Reading, ids: readonly string[]): Promise<(id: unknown) => OpenSteps> {
  const { call } = tx;
  if (!call.fieldRights.stepped || call.internal || ids.length === 0) return () => NO_STEPS;
  const { model, context } = call;
  const rows = await tx.db.query<StepRow>(
    `select t."recordId", t.transition, r.levels -> t.level ->> 'key' as level
     from platform."approvalTask" t
     join platform."approvalRequest" r on r."tenantId" = t."tenantId" and r.id = t."requestId"
     where t."tenantId" = $1 and t."userId" = $2 and t."entityId" = $3 and t."recordId" = any($4)
       and t.status = 'open' and r.status = 'open'`,
    [context.tenantId, context.caller.userId, model.id, ids],
  );
  const steps = new Map<string, Set<string>>();
  for (const { recordId, transition, level } of rows) {
    const key = transitionOf(model, transition)?.key;
    if (key === undefined) continue;
    const held = steps.get(recordId) ?? new Set();
    steps.set(recordId, held.add(key));
    if (level !== null) held.add(`${key}.${level}`);
  }
  return (id) => steps.get(String(id)) ?? NO_STEPS;
}
