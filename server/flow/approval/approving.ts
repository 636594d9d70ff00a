import { AnlanError } from '../../../src/core/errors/catalogue.ts';
import type { TransitionModel } from '../../../src/core/model/entity-model.ts';
import { transitionOf } from '../../../src/core/model/permanent-ids.ts';
import { say, spoken } from '../../../src/core/text/say.ts';
import type { CallContext } from '../../ground/context.ts';
import { requestHash, runOnce } from '../../ground/idempotency.ts';
import type { MetadataSnapshot } from '../../metadata/snapshot.ts';
import { writeAudit } from '../../records/audit/audit.ts';
import { isUntold } from '../../records/call/author.ts';
import { asPlatform, createEntityCall } from '../../records/call/entity-call.ts';
import type { EntityCall, EntityServices, Proposal, Tx } from '../../records/call/ports.ts';
import type { StoredRecord } from '../../records/call/stored-record.ts';
import { lockRecord } from '../../records/read/read-record.ts';
import { type OpenTransaction, transactAs } from '../../records/write/transact.ts';
import { noteWritten } from '../../records/write/written.ts';
import {
  type ApprovalRequest,
  type ApprovalTask,
  entityOf,
  findRequest,
  findTask,
  restoreProposal,
} from './request.ts';

/** Who acts on approvals, and with what. */
export interface Approving {
  readonly services: EntityServices;
  readonly context: CallContext;
  readonly snapshot: MetadataSnapshot;
}

/** A request that is about to change: its record and itself are locked until the transaction ends. */
export interface LockedRequest {
  /** The person's own call on the entity. */
  readonly tx: Tx;
  readonly request: ApprovalRequest;
  readonly transition: TransitionModel;
  readonly proposal: Proposal;
  readonly record: StoredRecord;
}

/** What an act on a request is about. */
export type ActOn = { readonly taskId: string } | { readonly requestId: string };

/** The person's call on the entity of a request. Throws notFound where the metadata no longer has it. */
export function approvalCall(approving: Approving, entityId: string): EntityCall {
  const model = entityOf(approving.snapshot, entityId);
  if (model === undefined) throw new AnlanError('notFound', { what: say('审批') });
  return createEntityCall(approving.services, approving.context, approving.snapshot, model);
}

/** Locks a request with its record, in this order, so that two acts on one record never wait for each other. */
export async function lockRequest(
  approving: Approving,
  { db, about }: OpenTransaction,
  requestId: string,
): Promise<LockedRequest> {
  const found = await findRequest(db, requestId);
  if (found === undefined) throw new AnlanError('notFound', { what: say('审批') });
  const call = approvalCall(approving, found.entityId);
  const tx = about(call);
  const record = await lockRecord(asPlatform(tx), found.recordId);
  const request = (await findRequest(db, requestId, true)) ?? found;
  const transition = transitionOf(call.model, request.transition);
  if (transition === undefined) throw new AnlanError('notFound', { what: say('审批') });
  const proposal = restoreProposal(approving.snapshot, call.model, transition, request.proposal);
  return { tx, request, transition, proposal, record };
}

/**
 * Runs one act on a request in one transaction, once for an idempotency key. A refusal changes nothing and leaves a row
 * in the log.
 */
export async function actOnRequest<T>(
  approving: Approving,
  what: string,
  on: ActOn,
  body: unknown,
  work: (locked: LockedRequest, task: ApprovalTask | undefined) => Promise<T>,
): Promise<T> {
  const { services, context } = approving;
  let subject: { call: EntityCall; request: Pick<ApprovalRequest, 'recordId' | 'recordTitle'> } | undefined;
  try {
    const answer = await transactAs(services, context.tenantId, async (open) => {
      const { db } = open;
      const hash = requestHash(`approval ${what}`, { on, body });
      const done = await runOnce(context, db, hash, async () => {
        const task = 'taskId' in on ? await findTask(db, on.taskId) : undefined;
        if ('taskId' in on && task === undefined) throw new AnlanError('notFound', { what: say('待办任务') });
        const requestId = 'requestId' in on ? on.requestId : (task?.requestId ?? '');
        const known = await findRequest(db, requestId);
        if (known !== undefined) subject = { call: approvalCall(approving, known.entityId), request: known };
        const locked = await lockRequest(approving, open, requestId);
        // The task may have been decided while the locks were waited for.
        const current = task === undefined ? undefined : await findTask(db, task.id);
        const result = await work(locked, current);
        noteWritten(locked.tx, locked.record.id, what);
        return result;
      });
      return done.answer;
    });
    return answer;
  } catch (error) {
    if (error instanceof AnlanError && error.status < 500 && !isUntold(error))
      await logRefusal(approving, subject, what, on, error.message);
    throw error;
  }
}

const ACT_TITLES: Readonly<Record<string, string>> = spoken({
  complete: '审批',
  revoke: '撤回',
  transfer: '转办',
  addSigner: '加签',
  terminate: '终止',
});

/** What was tried and why it was refused; a task that nobody knows is logged under its number. */
export async function logRefusal(
  approving: Approving,
  subject: { call: EntityCall; request: Pick<ApprovalRequest, 'recordId' | 'recordTitle'> } | undefined,
  what: string,
  on: ActOn,
  message: string,
): Promise<void> {
  const { services, context, snapshot } = approving;
  const unknown = 'taskId' in on ? on.taskId : on.requestId;
  const [anyModel] = snapshot.entities.values();
  const call = subject?.call ?? (anyModel && createEntityCall(services, context, snapshot, anyModel));
  if (call === undefined) return;
  await services.database.transaction(context.tenantId, (db) =>
    writeAudit(
      { call, db },
      {
        recordId: subject?.request.recordId ?? unknown.slice(0, 40),
        recordTitle: subject?.request.recordTitle ?? say('未知的任务'),
        action: 'approval:refused',
        changes: [],
        remark: say('{act}被拒绝：{message}', { act: ACT_TITLES[what] ?? what, message }),
        ...(subject === undefined ? { entity: { key: 'approval', title: say('审批') } } : {}),
      },
    ),
  );
}
