import type { Actor } from '../../../src/core/dialect/entity.generated.ts';
import { AnlanError, invalidInput } from '../../../src/core/errors/catalogue.ts';
import { transitionOf } from '../../../src/core/model/permanent-ids.ts';
import { say } from '../../../src/core/text/say.ts';
import { invalidCharacter } from '../../../src/core/validation/text-checks.ts';
import { isActor } from '../../access/permission/actors.ts';
import { ADMINISTRATOR } from '../../access/permission/separation.ts';
import { platform, touched } from '../../ground/database/platform-queries.ts';
import { writeAudit } from '../../records/audit/audit.ts';
import { actingOn, selvesOf } from '../../records/call/author.ts';
import { asPlatform } from '../../records/call/entity-call.ts';
import { loadActorFacts } from '../../records/read/abilities.ts';
import { tellVoters } from './activate-level.ts';
import { moveAdded } from './added-signers.ts';
import { type ActOn, type Approving, actOnRequest, type LockedRequest } from './approving.ts';
import { closeRequest, returnRecord, touch } from './close-request.ts';
import { requireOpenTask } from './decide.ts';
import { delegatesOf } from './delegation.ts';
import { receiverFault, requireReceiver } from './receivers.ts';
import { type ApprovalTask, placeOfTask, requestTasks } from './request.ts';
import { approvalSubject } from './subject.ts';
import { updateTask } from './update-rows.ts';
import { decidedAlready } from './vote.ts';

/** A reason as it was sent: 2 to 200 characters where it is needed. */
export function readReason(value: unknown, title: string, required: boolean): string | null {
  const text = typeof value === 'string' ? value.trim() : '';
  if (text === '' && !required && (value === undefined || value === null || value === '')) return null;
  const length = [...text].length;
  if (length < 2 || length > 200 || invalidCharacter(text) !== undefined) {
    throw invalidInput([{ pointer: '/reason', msg: say('{title}须为2至200个字', { title }) }]);
  }
  return text;
}

/** Whether anyone has voted yet; a task that was handed over is no vote. */
export function hasVoted(tasks: readonly ApprovalTask[]): boolean {
  return tasks.some(({ decision }) => decision === 'pass' || decision === 'reject');
}

function requireOpen({ request }: LockedRequest): void {
  if (request.status !== 'open') throw decidedAlready(say('该申请已结束，不能再操作'));
}

async function isOneOf(locked: LockedRequest, actors: readonly Actor[]): Promise<boolean> {
  const { tx, record, proposal, transition } = locked;
  const { call } = tx;
  const subject = await approvalSubject(asPlatform(tx), record, transition, proposal);
  return isActor(actors, {
    caller: call.context.caller,
    record: subject.record,
    proposal: subject.proposal,
    facts: await loadActorFacts(tx),
    environment: subject.environment,
    hasButton: call.granted.has(transition.button),
  });
}

/**
 * Takes a request back: whoever opened it or `revoke.who` names, until the first vote, or with `until: granted` until
 * it is granted. The record goes to `revoke.to`, else back where it came from.
 */
export function revokeRequest(approving: Approving, on: ActOn, reason: unknown): Promise<{ requestId: string }> {
  return actOnRequest(approving, 'revoke', on, { reason }, async (given) => {
    const { request, transition, proposal } = given;
    const { revoke } = transition.approve ?? {};
    const mine = selvesOf(given.tx.call.context.caller).includes(request.openedBy);
    const locked = mine ? { ...given, tx: actingOn(given.tx, { createUser: request.openedBy }) } : given;
    const { tx } = locked;
    if (!mine && !(await isOneOf(locked, revoke?.who ?? []))) {
      throw new AnlanError('forbidden', { action: say('撤回{transition}', { transition: transition.title }) });
    }
    requireOpen(locked);
    const voted = hasVoted(await requestTasks(tx.db, [request.id]));
    if (voted && (revoke?.until ?? 'firstVote') === 'firstVote') {
      throw decidedAlready(say('已有人审批，不能撤回'));
    }
    const text = readReason(reason, say('撤回原因'), false);
    await closeRequest(tx, request, 'revoked', text);
    await logAct(locked, 'approval:revoke', text);
    await returnRecord(tx, request, transition, proposal, {
      to: revoke?.to,
      action: 'approval:revoke',
    });
    return { requestId: request.id };
  });
}

/** Ends a request without a decision, for administrators; the record goes back where it came from. */
export function terminateRequest(approving: Approving, on: ActOn, reason: unknown): Promise<{ requestId: string }> {
  return actOnRequest(approving, 'terminate', on, { reason }, async (locked) => {
    const { tx, request, transition, proposal } = locked;
    const { call } = tx;
    if (!call.context.caller.roleCodes.includes(ADMINISTRATOR)) {
      throw new AnlanError('forbidden', { action: say('终止审批') });
    }
    requireOpen(locked);
    const text = readReason(reason, say('终止原因'), true);
    await closeRequest(tx, request, 'terminated', text);
    await logAct(locked, 'approval:terminate', text);
    await returnRecord(tx, request, transition, proposal, {
      to: transition.approve?.revoke?.to,
      action: 'approval:terminate',
    });
    await call.services.parts.notices.send(tx, {
      userIds: [request.openedBy],
      kind: 'result',
      title: (over) =>
        say('{model}“{recordTitle}”{transition}的审批已被终止', {
          model: over.model.title,
          recordTitle: request.recordTitle,
          transition: transitionOf(over.model, request.transition)?.title ?? '',
        }),
      ...(text === null ? {} : { text: () => text }),
      entityKey: call.model.key,
      recordId: request.recordId,
    });
    return { requestId: request.id };
  });
}

/** Hands one task to another person, who then decides it in the place of the first. */
export function transferTask(
  approving: Approving,
  taskId: string,
  userId: string,
  reason: unknown,
): Promise<{ taskId: string }> {
  return actOnRequest(approving, 'transfer', { taskId }, { userId, reason }, async (locked, task) => {
    if (task === undefined) throw new AnlanError('notFound', { what: say('待办任务') });
    await requireOpenTask(locked, task);
    const { tx, request } = locked;
    const { call, db } = tx;
    const text = readReason(reason, say('转办原因'), true);
    if (userId === task.userId) throw invalidInput([{ pointer: '/userId', msg: say('不能转办给自己') }]);
    const { realName, receivers } = await requireReceiver(locked, task, userId, (name, fault) =>
      say('不能转办给{realName}：{fault}', { realName: name, fault }),
    );
    await updateTask(db, task.id, { status: 'done', decision: 'transfer', opinion: text, decidedAt: call.at });
    const delegate = (await delegatesOf(db, [userId], call.at)).get(userId);
    // A delegate who hands his delegator's task back would get it again.
    const mayStandIn =
      delegate !== undefined &&
      delegate !== task.userId &&
      (await receiverFault(locked, receivers, delegate)) === undefined;
    const voter = mayStandIn ? delegate : userId;
    const id = call.services.ids.next();
    const { originalUserId, added } = task;
    await touched(
      db,
      platform.insertInto('approvalTask').values({
        ...placeOfTask(task),
        ...{ id, tenantId: db.tenantId, userId: voter, originalUserId, transferredFrom: task.id },
        ...{ delegatorId: mayStandIn ? userId : null, status: 'open', openedAt: call.at },
        added: added === null ? null : JSON.stringify(added),
      }),
    );
    await moveAdded(db, task, id);
    await logAct(locked, 'approval:transfer', say('转给{realName}：{text}', { realName, text: text ?? '' }));
    await tellVoters(tx, request, [voter], (model, recordTitle, title) =>
      say('转办给您：{model}“{recordTitle}”{transition}', { model, recordTitle, transition: title ?? '' }),
    );
    await touch(tx, [task.userId]);
    return { taskId: id };
  });
}

/** Notes an act on a request in the log of its record. */
export async function logAct(locked: LockedRequest, action: string, remark: string | null): Promise<void> {
  const { tx, request } = locked;
  await writeAudit(tx, {
    recordId: request.recordId,
    recordTitle: request.recordTitle,
    action,
    changes: [],
    ...(remark === null ? {} : { remark }),
  });
}
