import { transitionOf } from '../../../src/core/model/permanent-ids.ts';
import { say } from '../../../src/core/text/say.ts';
import { selvesOfPerson } from '../../records/call/author.ts';
import { asPlatform } from '../../records/call/entity-call.ts';
import type { Reading, Tx } from '../../records/call/ports.ts';
import { lockRecord } from '../../records/read/read-record.ts';
import { delegatesOf } from './delegation.ts';
import { receiverFault, receiversOf } from './receivers.ts';
import { type ApprovalRequest, type ApprovalTask, requestTasks, restoreProposal } from './request.ts';
import { updateTask } from './update-rows.ts';

/**
 * Opens the tasks of a level whose turn has come: all of them, or in `order` those of the first seat that still waits.
 * Who has delegated his tasks hands them to his delegate now, unless that one may not take them over.
 */
export async function activateLevel(tx: Tx, request: ApprovalRequest, level: number): Promise<void> {
  const { db } = tx;
  const frozen = request.levels[level];
  const waiting = (await requestTasks(db, [request.id])).filter(
    (task) => task.level === level && task.status === 'waiting',
  );
  const turn = frozen?.mode === 'order' ? Math.min(...waiting.map(({ seat }) => seat)) : undefined;
  const due = waiting.filter(({ seat }) => turn === undefined || seat === turn);
  const told = await openVotes(tx, request, level, due);
  await armTimers(tx, request, level);
  await tellVoters(tx, request, told, (model, recordTitle, transition) =>
    say('待审批：{model}“{recordTitle}”{transition}', { model, recordTitle, transition: transition ?? say('审批') }),
  );
}

/** Opens tasks of a level, those of whoever has delegated for his delegate; gives who decides them. */
export async function openVotes(
  tx: Tx,
  request: ApprovalRequest,
  level: number,
  due: readonly ApprovalTask[],
): Promise<readonly string[]> {
  const delegates = await standIns(tx, request, level, due);
  for (const task of due) {
    const delegate = delegates.get(task.userId);
    const voter = { userId: delegate ?? task.userId, delegatorId: delegate === undefined ? null : task.userId };
    await updateTask(tx.db, task.id, { status: 'open', openedAt: tx.call.at, ...voter });
  }
  return [...new Set(due.map(({ userId }) => delegates.get(userId) ?? userId))];
}

/** Who takes the tasks that open now in whose place, by whom they were for. */
async function standIns(
  tx: Reading,
  request: ApprovalRequest,
  level: number,
  due: readonly ApprovalTask[],
): Promise<ReadonlyMap<string, string>> {
  const { call } = tx;
  const voters = due.map(({ userId }) => userId);
  const delegates = await delegatesOf(tx.db, voters, call.at);
  const transition = transitionOf(call.model, request.transition);
  if (delegates.size === 0 || transition === undefined) return delegates;
  const proposal = restoreProposal(call.snapshot, call.model, transition, request.proposal);
  const record = await lockRecord(asPlatform(tx), request.recordId);
  const handing = { tx, request, record, transition, proposal };
  const receivers = await receiversOf(handing, level);
  const taken = new Map<string, string>();
  for (const [userId, delegate] of delegates) {
    // A delegate who were refused in the author's place would hear who the author is.
    const [, alias] = selvesOfPerson(call, userId);
    if (alias !== undefined && receivers.refused.has(alias)) continue;
    if ((await receiverFault(handing, receivers, delegate)) === undefined) taken.set(userId, delegate);
  }
  return taken;
}

async function armTimers(tx: Tx, request: ApprovalRequest, level: number): Promise<void> {
  const { call } = tx;
  const frozen = request.levels[level];
  if (frozen === undefined || Object.keys(frozen.timers).length === 0) return;
  const record = await lockRecord(asPlatform(tx), request.recordId);
  const transition = transitionOf(call.model, request.transition);
  const proposal =
    transition === undefined ? undefined : restoreProposal(call.snapshot, call.model, transition, request.proposal);
  await call.services.parts.timers.armLevel(tx, {
    requestId: request.id,
    level: frozen.key,
    recordId: record.id,
    values: record.values,
    row: { ...proposal?.fields, ...proposal?.row },
    timers: frozen.timers,
    ...(frozen.node === undefined ? {} : { node: frozen.node }),
  });
}

/** Tells people that a task waits for them, in a title of model, record and transition. */
export async function tellVoters(
  tx: Tx,
  request: ApprovalRequest,
  userIds: readonly string[],
  title: (model: string, recordTitle: string, transition: string | undefined) => string,
): Promise<void> {
  const { call } = tx;
  if (userIds.length === 0) return;
  await call.services.parts.notices.send(tx, {
    userIds,
    kind: 'task',
    title: ({ model }) => title(model.title, request.recordTitle, transitionOf(model, request.transition)?.title),
    entityKey: call.model.key,
    recordId: request.recordId,
  });
}
