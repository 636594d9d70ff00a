import { AnlanError } from '../../src/core/errors/catalogue.ts';
import type { TransitionModel } from '../../src/core/model/entity-model.ts';
import { transitionOf } from '../../src/core/model/permanent-ids.ts';
import { say, spoken } from '../../src/core/text/say.ts';
import { writeAudit } from '../audit/audit.ts';
import type { CallContext } from '../context.ts';
import type { Connection } from '../database/database.ts';
import { createEntityCall, type EntityCall, type EntityServices, type WrittenRecord } from '../entity/entity-call.ts';
import { requestHash, runOnce } from '../entity/idempotency.ts';
import type { Proposal } from '../entity/ports.ts';
import { lockRecord } from '../entity/read-record.ts';
import type { StoredRecord } from '../entity/stored-record.ts';
import type { MetadataSnapshot } from '../metadata/snapshot.ts';
import { type ApprovalRequest, type ApprovalTask, entityOf, findRequest, findTask, readProposal } from './request.ts';

/** Who acts on approvals, and with what. */
export interface Approving {
  readonly services: EntityServices;
  readonly context: CallContext;
  readonly snapshot: MetadataSnapshot;
}

/** A request that is about to change: its record and itself are locked until the transaction ends. */
export interface LockedRequest {
  readonly connection: Connection;
  /** The person's own call on the entity. */
  readonly call: EntityCall;
  readonly request: ApprovalRequest;
  readonly transition: TransitionModel;
  readonly proposal: Proposal;
  readonly record: StoredRecord;
}

/** What an act on a request is about. */
export type ActOn = { readonly taskId: string } | { readonly requestId: string };

/** The person's call on the entity of a request. Throws notFound where the metadata no longer has it. */
export function callOf(approving: Approving, entityId: string): EntityCall {
  const model = entityOf(approving.snapshot, entityId);
  if (model === undefined) throw new AnlanError('notFound', { what: say('审批') });
  return createEntityCall(approving.services, approving.context, approving.snapshot, model);
}

/** Locks a request with its record, in this order, so that two acts on one record never wait for each other. */
export async function lockRequest(
  approving: Approving,
  connection: Connection,
  requestId: string,
): Promise<LockedRequest> {
  const found = await findRequest(connection, requestId);
  if (found === undefined) throw new AnlanError('notFound', { what: say('审批') });
  const call = callOf(approving, found.entityId);
  const record = await lockRecord({ ...call, internal: true }, connection, found.recordId);
  const request = (await findRequest(connection, requestId, true)) ?? found;
  const transition = transitionOf(call.model, request.transition);
  if (transition === undefined) throw new AnlanError('notFound', { what: say('审批') });
  const proposal = readProposal(approving.snapshot, call.model, transition, request.proposal);
  return { connection, call, request, transition, proposal, record };
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
  let written: WrittenRecord | undefined;
  let subject: { call: EntityCall; request: Pick<ApprovalRequest, 'recordId' | 'recordTitle'> } | undefined;
  try {
    const answer = await services.database.transaction(context.tenantId, async (connection) => {
      const hash = requestHash(`approval ${what}`, { on, body });
      const done = await runOnce(context, connection, hash, async () => {
        const task = 'taskId' in on ? await findTask(connection, on.taskId) : undefined;
        if ('taskId' in on && task === undefined) throw new AnlanError('notFound', { what: say('待办任务') });
        const requestId = 'requestId' in on ? on.requestId : (task?.requestId ?? '');
        const known = await findRequest(connection, requestId);
        if (known !== undefined) subject = { call: callOf(approving, known.entityId), request: known };
        const locked = await lockRequest(approving, connection, requestId);
        // The task may have been decided while the locks were waited for.
        const current = task === undefined ? undefined : await findTask(connection, task.id);
        const result = await work(locked, current);
        written = { tenantId: context.tenantId, entity: locked.call.model, id: locked.record.id, action: what };
        return result;
      });
      return done.answer;
    });
    if (written !== undefined) await services.written.tell(written);
    return answer;
  } catch (error) {
    if (error instanceof AnlanError && error.status < 500)
      await logRefusal(approving, subject, what, on, error.message);
    throw error;
  }
}

const ACT_TITLES: Readonly<Record<string, string>> = spoken({
  complete: '审批',
  revoke: '撤回',
  transfer: '转办',
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
  await services.database.transaction(context.tenantId, (connection) =>
    writeAudit(call, connection, {
      recordId: subject?.request.recordId ?? unknown.slice(0, 40),
      recordTitle: subject?.request.recordTitle ?? say('未知的任务'),
      action: 'approval:refused',
      changes: [],
      remark: say('{act}被拒绝：{message}', { act: ACT_TITLES[what] ?? what, message }),
      ...(subject === undefined ? { entity: { key: 'approval', title: say('审批') } } : {}),
    }),
  );
}
