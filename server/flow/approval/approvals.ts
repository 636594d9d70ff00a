import type { Timer } from '../../../src/core/dialect/entity.generated.ts';
import { transitionOf } from '../../../src/core/model/permanent-ids.ts';
import { say } from '../../../src/core/text/say.ts';
import type { Connection } from '../../ground/database/database.ts';
import { writeAudit } from '../../records/audit/audit.ts';
import type { ApprovalPart, EntityCall, Tx } from '../../records/call/ports.ts';
import { storing } from '../../records/call/stored.ts';
import { closeRequest } from './close-request.ts';
import { openRequest, requestsAgainst } from './open-request.ts';
import { releaseProposedFiles } from './proposal-files.ts';
import { recordRequests, restoreProposal } from './request.ts';

/** The approvals as the entity service calls them. */
export const approvals: ApprovalPart = {
  open: openRequest,
  against: requestsAgainst,
  cancel: cancelRequests,
};

/**
 * Ends the open requests about a record, whose proposals come to nothing.
 * @param state that the record has come to: parallel requests that may be made there too go on. Default none.
 */
async function cancelRequests(
  tx: Tx,
  recordId: string,
  reason: (over: EntityCall) => string,
  state?: string,
): Promise<number> {
  const { call } = tx;
  const { model, snapshot } = call;
  const stored = storing(call, reason);
  let ended = 0;
  for (const request of await recordRequests(tx.db, model.id, recordId, true)) {
    const transition = transitionOf(model, request.transition);
    if (request.parallel && state !== undefined && transition?.from.includes(state) === true) continue;
    await closeRequest(tx, request, 'cancelled', stored);
    ended += 1;
    if (transition !== undefined) {
      const proposal = restoreProposal(snapshot, model, transition, request.proposal);
      await releaseProposedFiles(tx, { id: recordId, values: {} }, transition, {
        ...proposal,
        // Values of the record stay its own; only the row that is never written lets its files go.
        fields: {},
      });
    }
    await writeAudit(tx, {
      recordId,
      recordTitle: request.recordTitle,
      action: 'approval:cancel',
      changes: [],
      remark: stored,
    });
    if (request.openedBy !== '' && request.openedBy !== call.context.caller.userId) {
      await call.services.parts.notices.send(tx, {
        userIds: [request.openedBy],
        kind: 'result',
        title: (over) =>
          say('{model}“{recordTitle}”{transition}的审批已取消', {
            model: over.model.title,
            recordTitle: request.recordTitle,
            transition: transitionOf(over.model, request.transition)?.title ?? '',
          }),
        text: reason,
        entityKey: model.key,
        recordId,
      });
    }
  }
  return ended;
}

/** A vote that is awaited, for reminders. */
interface OpenTask {
  readonly taskId: string;
  readonly requestId: string;
  readonly entityId: string;
  readonly recordId: string;
  readonly recordTitle: string;
  /** Permanent id of the transition. */
  readonly transition: string;
  readonly level: string;
  readonly levelTitle: string;
  /** Timers of the level as they were when the request opened. */
  readonly timers: Readonly<Record<string, Timer>>;
  readonly userId: string;
  readonly openedAt: string;
}

/** People who may still vote on a level, by its key. */
export async function pendingVoters(
  connection: Connection,
  requestId: string,
  level: string,
): Promise<readonly string[]> {
  const tasks = await openTasks(connection, { requestId });
  return [...new Set(tasks.filter((task) => task.level === level).map(({ userId }) => userId))];
}

/** Votes that are awaited now: all of the connection's tenant, or those about one record or one request. */
export async function openTasks(
  connection: Connection,
  of: { readonly entityId?: string; readonly recordId?: string; readonly requestId?: string } = {},
): Promise<OpenTask[]> {
  return connection.query<OpenTask>(
    `select t.id as "taskId", t."requestId", t."entityId", t."recordId", r."recordTitle", t.transition,
       r.levels -> t.level ->> 'key' as level, r.levels -> t.level ->> 'title' as "levelTitle",
       coalesce(r.levels -> t.level -> 'timers', '{}') as timers, t."userId", t."openedAt"
     from platform."approvalTask" t
     join platform."approvalRequest" r on r."tenantId" = t."tenantId" and r.id = t."requestId"
     where t."tenantId" = $1 and t.status = 'open' and r.status = 'open'
       and ($2::text is null or t."entityId" = $2) and ($3::text is null or t."recordId" = $3)
       and ($4::text is null or t."requestId" = $4)
     order by t."openedAt", t.id`,
    [connection.tenantId, of.entityId ?? null, of.recordId ?? null, of.requestId ?? null],
  );
}
