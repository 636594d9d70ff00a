import { saveBlob } from '../../api/files.ts';
import type { ActionPlan } from '../../compile/toolbar/compile-toolbar.ts';
import type { EntityModel, OperationModel } from '../../core/model/entity-model.ts';
import type { WireRecord } from '../../core/wire/contract.ts';
import type { LongJob } from '../../core/wire/long-job.ts';
import { callForFileOrJob, callOperation, MissingOperationError, removeRecords } from '../calls/entity-calls.ts';
import type { EntityPageModel } from '../model/page-model.ts';
import type { RecordData } from '../model/record-view.ts';

/** The call that an action makes. */
export function operationOfAction(model: EntityModel, plan: ActionPlan): OperationModel | undefined {
  return (
    model.operations.find((operation) => operation.name === plan.operation) ??
    model.operations.find((operation) => operation.transition === plan.key)
  );
}

/** Makes the call of an action on one record, with the fields that it asked for; gives what was answered. */
export async function performAction(
  { model, callPage }: EntityPageModel,
  plan: ActionPlan,
  record: WireRecord | undefined,
  values: RecordData,
  sending: { readonly idempotencyKey: string; readonly quiet: boolean | readonly number[] },
): Promise<unknown> {
  const options = { ...sending, page: callPage };
  if (plan.kind === 'delete') {
    return removeRecords(model, record === undefined ? [] : [record.id], options);
  }
  const operation = operationOfAction(model, plan);
  if (operation === undefined) throw new MissingOperationError(model.key, plan.operation ?? plan.key);
  const subject = record === undefined ? {} : { id: record.id, version: record.version };
  return callOperation(model, operation, { ...values, ...subject }, options);
}

/**
 * Prints records into one file: the server makes it, the browser keeps it under the name. Of many records the job that
 * does it is given.
 */
export async function printRecords(
  { model, callPage }: EntityPageModel,
  plan: ActionPlan,
  records: readonly WireRecord[],
  name: string,
): Promise<LongJob | undefined> {
  const operation = operationOfAction(model, plan);
  if (operation === undefined) throw new MissingOperationError(model.key, plan.operation ?? plan.key);
  const ids = records.map(({ id }) => id).join(',');
  const file = await callForFileOrJob(model, operation, { ids }, { page: callPage });
  if (!(file instanceof Blob)) return file;
  saveBlob(file, `${model.title} ${name}.pdf`);
  return undefined;
}

/** Fires a transition on a record with what its dialog asked for; gives the record as it is then. */
export function fireTransition(
  { model, callPage }: EntityPageModel,
  plan: ActionPlan,
  record: WireRecord,
  body: RecordData,
  idempotencyKey: string,
): Promise<unknown> {
  const operation = operationOfAction(model, plan);
  if (operation === undefined) throw new MissingOperationError(model.key, plan.operation ?? plan.key);
  return callOperation(
    model,
    operation,
    // Many scan the code of one record at once, and none of them changes what another saw.
    { ...body, id: record.id, ...(plan.scans === true ? {} : { version: record.version }) },
    { idempotencyKey, quiet: [0, 400, 409], page: callPage },
  );
}

/** Fires a transition on several records in one call, with what was asked once for all: all of them or none. */
export async function fireTogether(
  { model, callPage }: EntityPageModel,
  plan: ActionPlan,
  records: readonly WireRecord[],
  { values, idempotencyKey }: { readonly values: RecordData; readonly idempotencyKey: string },
): Promise<void> {
  const operation = operationOfAction(model, plan);
  if (operation === undefined) throw new MissingOperationError(model.key, plan.operation ?? plan.key);
  const ids = records.map(({ id }) => id).join(',');
  await callOperation(model, operation, { ...values, ids }, { idempotencyKey, quiet: [400, 403, 409], page: callPage });
}

/** What became of an action on several records. */
interface BatchResult {
  /** Records on which it was done, as they stand then. */
  readonly done: readonly WireRecord[];
  readonly failed: number;
  /** Message of the first failure. */
  readonly reason: string;
}

/** Performs an action on records one after the other; one that fails does not stop the rest. */
export async function performBatch(
  records: readonly WireRecord[],
  perform: (record: WireRecord) => Promise<unknown>,
): Promise<BatchResult> {
  const done: WireRecord[] = [];
  let failed = 0;
  let reason = '';
  for (const record of records) {
    try {
      done.push({ ...record, ...versionOf(await perform(record)) });
    } catch (error) {
      failed += 1;
      if (reason === '') reason = error instanceof Error ? error.message : String(error);
    }
  }
  return { done, failed, reason };
}

/** The version that an answer gives a record; none where it says nothing of it. */
function versionOf(answer: unknown): { readonly version?: number } {
  const version = typeof answer === 'object' && answer !== null && 'version' in answer ? answer.version : undefined;
  return typeof version === 'number' ? { version } : {};
}
