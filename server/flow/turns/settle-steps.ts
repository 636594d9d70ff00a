import type { EntityModel, FieldModel } from '../../../src/core/model/entity-model.ts';
import type { Arrival } from '../../records/audit/state-changes.ts';
import type { Reading, Tx } from '../../records/call/ports.ts';
import { readableFields, readRowsOf } from '../../records/call/read-rows.ts';
import { type Row, textIds } from '../../records/call/record-row.ts';
import { recordTitle } from '../../records/call/record-title.ts';
import { titledRow } from '../../records/call/titled-row.ts';
import { stateDeadlines, type TimedRecord } from '../time/deadlines.ts';
import { findSteps, type WantedStep } from './find-steps.ts';
import { lineFields } from './record-line.ts';
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
  const {
    call: { model },
    db,
  } = tx;
  const rows = await readRowsOf(tx, model, { ids: [...arrivals.keys()], fields: stepFields(model) });
  const above = await namesAbove(tx, rows);
  const found: WantedStep[] = [];
  const timed: TimedRecord[] = [];
  for (const row of rows) {
    const one = await findSteps(tx, row, above.get(model.parent === undefined ? null : row[model.parent.field]));
    found.push(...one.steps);
    if (one.steps.length > 0) timed.push(one.timed);
  }
  const dated = withDeadlines(found, await stateDeadlines(db, model, timed));
  return { rows, changed: await storeSteps(db, model, arrivals, dated) };
}

/** What the records above rows are called, by their ids. */
async function namesAbove(tx: Reading, rows: readonly Row[]): Promise<ReadonlyMap<unknown, string>> {
  const { model, snapshot } = tx.call;
  const above = snapshot.entities.get(model.parent?.entity ?? '');
  const ids = new Set(rows.flatMap((row) => textIds(row[model.parent?.field ?? ''])));
  if (above === undefined || ids.size === 0) return new Map();
  const fields = readableFields(above).filter(({ key }) => key === 'id' || lineFields(above).includes(key));
  const found = await readRowsOf(tx, above, { ids: [...ids], fields });
  const names = new Map<unknown, string>();
  for (const row of found)
    names.set(row.id, recordTitle({ model: above, snapshot }, await titledRow(tx, row, above), String(row.id)));
  return names;
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

function withDeadlines(
  found: readonly WantedStep[],
  deadlines: Awaited<ReturnType<typeof stateDeadlines>>,
): readonly DatedStep[] {
  return found.map((step) => {
    const deadline = deadlines.get(step.recordId);
    const follows = deadline !== undefined && (step.due === null || Date.parse(deadline.due) >= Date.parse(step.due));
    return { ...step, due: step.due ?? deadline?.due ?? null, dueTimer: follows ? deadline.timer : null };
  });
}
