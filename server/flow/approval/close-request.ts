import type { ModelExpression, TransitionModel } from '../../../src/core/model/entity-model.ts';
import { stateId, stateOf } from '../../../src/core/model/permanent-ids.ts';
import { evaluateOver, storedValue } from '../../../src/core/validation/record-environment.ts';
import type { RequestStatus } from '../../../src/core/wire/approval.ts';
import { foundRows, platform } from '../../ground/database/platform-queries.ts';
import { withCall } from '../../records/call/entity-call.ts';
import type { EntityCall, Proposal, Reading, Tx } from '../../records/call/ports.ts';
import type { Row } from '../../records/call/record-row.ts';
import { lockRecord } from '../../records/read/read-record.ts';
import { moveRecord } from '../../records/write/apply-transition.ts';
import { releaseProposedFiles } from './proposal-files.ts';
import type { ApprovalRequest } from './request.ts';
import { approvalSubject } from './subject.ts';
import { updateRequest } from './update-rows.ts';

/** Ends a request: nobody votes on it any more. The people whose tasks end so are told that their counts changed. */
export async function closeRequest(
  tx: Tx,
  request: ApprovalRequest,
  status: Exclude<RequestStatus, 'open'>,
  reason: string | null = null,
): Promise<void> {
  const { call, db } = tx;
  const { userId } = call.context.caller;
  const closedBy = userId === '' ? null : userId;
  await updateRequest(db, request.id, { status, closedBy, closedAt: call.at, closeReason: reason });
  await call.services.parts.timers.dropLevel(tx, request.id);
  const ended = await endTasks(tx, request, 'cancelled');
  await touch(tx, ended);
}

/** Ends the tasks of a request that are still open or waiting, but for some; gives whose open ones ended. */
export async function endTasks(
  tx: Reading,
  request: ApprovalRequest,
  status: 'skipped' | 'cancelled',
  only: { readonly level?: number; readonly seat?: number } = {},
  but: readonly string[] = [],
): Promise<string[]> {
  const { db } = tx;
  const rows = await foundRows(
    db,
    platform
      .updateTable('approvalTask')
      .set({ status, decidedAt: tx.call.at })
      .where((task) => task.and({ tenantId: db.tenantId, requestId: request.id, ...only }))
      .where('status', 'in', ['open', 'waiting'])
      .$if(but.length > 0, (task) => task.where('id', 'not in', but))
      .returning(['userId', 'openedAt']),
  );
  return rows.filter(({ openedAt }) => openedAt !== null).map(({ userId }) => userId);
}

/** Says after the commit that the counts of these people changed. */
export async function touch(tx: Tx, userIds: readonly string[]): Promise<void> {
  if (userIds.length > 0) await tx.call.services.parts.notices.touch(tx.db, [...new Set(userIds)]);
}

/**
 * Brings the record of an ended request where it belongs: to the named state, else back to where it came from if it
 * still waits. `set` is decided over the record and what was proposed.
 */
export async function returnRecord(
  tx: Tx,
  request: ApprovalRequest,
  transition: TransitionModel,
  proposal: Proposal,
  target: {
    readonly to?: string | undefined;
    readonly set?: Readonly<Record<string, ModelExpression>> | undefined;
    readonly action: string;
  },
): Promise<void> {
  const { call } = tx;
  const { model } = call;
  const internal: EntityCall = { ...call, internal: true };
  const stored = await lockRecord(withCall(tx, internal), request.recordId);
  await releaseProposedFiles(withCall(tx, internal), stored, transition, proposal);
  const waits = request.pendingState !== null && stateId(model, stored.status) === request.pendingState;
  const before = stateOf(model, request.fromState)?.key;
  const status = target.to ?? (waits ? before : undefined);
  const values: Row = {};
  const sets = Object.keys(target.set ?? {}).length > 0;
  if (sets) {
    const subject = await approvalSubject(withCall(tx, internal), stored, transition, proposal);
    for (const [key, expression] of Object.entries(target.set ?? {})) {
      const field = model.field.get(key);
      if (field !== undefined)
        values[key] = storedValue(evaluateOver(expression, subject.record, subject.environment), field);
    }
  }
  if ((status === undefined || status === stored.status) && !sets) return;
  await moveRecord(
    withCall(tx, internal),
    stored,
    { ...(status === undefined ? {} : { status }), values },
    { action: target.action, returns: status === undefined || status === before },
  );
}
