import type { EntityModel, FieldModel } from '../../../src/core/model/entity-model.ts';
import type { Arrival } from '../../records/audit/state-changes.ts';
import type { Reading, Tx } from '../../records/call/ports.ts';
import { readableFields, readRowsOf } from '../../records/call/read-rows.ts';
import type { Row } from '../../records/call/record-row.ts';
import { stateDeadlines } from '../time/deadlines.ts';
import { findSteps, type WantedStep } from './find-steps.ts';
import { stepPlan } from './step-plan.ts';
import { type ChangedStep, type DatedStep, storeSteps } from './store-steps.ts';
import { tellSteps } from './tell-steps.ts';

/**
 * Finds anew who is called for records of the call's entity, in the transaction that wrote them: rows of those who are no
 * longer called go, those of others come, and whoever is called anew is told, but not who brought the record there.
 */
export async function settleSteps(tx: Tx, arrivals: ReadonlyMap<string, Arrival>): Promise<void> {
  const { rows, changed } = await recountSteps(tx, arrivals);
  await tellSteps(tx, rows, changed);
}

/** The same without telling anybody: for what was so before. */
export async function recountSteps(
  tx: Reading,
  arrivals: ReadonlyMap<string, Arrival>,
): Promise<{ readonly rows: readonly Row[]; readonly changed: readonly ChangedStep[] }> {
  const { call, db } = tx;
  const { model } = call;
  const rows = await readRowsOf(tx, model, { ids: [...arrivals.keys()], fields: stepFields(model) });
  const found: WantedStep[] = [];
  for (const row of rows) found.push(...(await findSteps(tx, row)));
  const dated = await withDeadlines(tx, rows, found);
  return { rows, changed: await storeSteps(db, model, arrivals, dated) };
}

const fieldsOf = new WeakMap<EntityModel, readonly FieldModel[]>();

/** Fields that are read to find who is called: what calling reads, and what names the record. */
function stepFields(model: EntityModel): readonly FieldModel[] {
  let fields = fieldsOf.get(model);
  if (fields === undefined) {
    const reads = new Set([
      ...(stepPlan(model)?.reads ?? []),
      ...['id', 'createUser', model.label, ...model.labelDetail],
      ...Object.values(model.transitions).flatMap(({ waits }) => [
        ...(waits.when?.references ?? []),
        ...(waits.from?.references ?? []),
        ...(waits.until?.references ?? []),
      ]),
    ]);
    fields = readableFields(model).filter(({ key }) => reads.has(key));
    fieldsOf.set(model, fields);
  }
  return fields;
}

async function withDeadlines(
  { call, db }: Reading,
  rows: readonly Row[],
  found: readonly WantedStep[],
): Promise<readonly DatedStep[]> {
  const states = new Map(rows.map(({ id, status }) => [String(id), String(status)]));
  const deadlines = await stateDeadlines(
    db,
    call.model,
    states,
    found.map(({ recordId }) => recordId),
  );
  return found.map((step) => {
    const deadline = deadlines.get(step.recordId);
    const follows = deadline !== undefined && (step.due === null || Date.parse(deadline.due) >= Date.parse(step.due));
    return { ...step, due: step.due ?? deadline?.due ?? null, dueTimer: follows ? deadline.timer : null };
  });
}
