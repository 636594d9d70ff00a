import { transitionOf } from '../../src/core/model/permanent-ids.ts';
import { say } from '../../src/core/text/say.ts';
import type { Connection } from '../database/database.ts';
import type { EntityCall } from '../entity/entity-call.ts';
import { lockRecord } from '../entity/read-record.ts';
import { delegatesOf } from './delegation.ts';
import { receiverFault, receiversOf } from './receivers.ts';
import { type ApprovalRequest, type ApprovalTask, readProposal, requestTasks } from './request.ts';

/**
 * Opens the tasks of a level whose turn has come: all of them, or in `order` those of the first seat that still waits.
 * Who has delegated his tasks hands them to his delegate now, unless that one may not take them over.
 */
export async function activateLevel(
  call: EntityCall,
  connection: Connection,
  request: ApprovalRequest,
  level: number,
): Promise<void> {
  const frozen = request.levels[level];
  const waiting = (await requestTasks(connection, [request.id])).filter(
    (task) => task.level === level && task.status === 'waiting',
  );
  const turn = frozen?.mode === 'order' ? Math.min(...waiting.map(({ seat }) => seat)) : undefined;
  const due = waiting.filter(({ seat }) => turn === undefined || seat === turn);
  const delegates = await standIns(call, connection, request, level, due);
  for (const task of due) {
    await connection.execute(
      `update platform."approvalTask" set status = 'open', "openedAt" = $3, "userId" = $4
       where "tenantId" = $1 and id = $2`,
      [connection.tenantId, task.id, call.at.toISOString(), delegates.get(task.userId) ?? task.userId],
    );
  }
  await armTimers(call, connection, request, level);
  await tellVoters(call, connection, request, due, delegates);
}

/** Who takes the tasks that open now in whose place, by whom they were for. */
async function standIns(
  call: EntityCall,
  connection: Connection,
  request: ApprovalRequest,
  level: number,
  due: readonly ApprovalTask[],
): Promise<ReadonlyMap<string, string>> {
  const voters = due.map(({ userId }) => userId);
  const delegates = await delegatesOf(connection, voters, call.at);
  const transition = transitionOf(call.model, request.transition);
  if (delegates.size === 0 || transition === undefined) return delegates;
  const proposal = readProposal(call.snapshot, call.model, transition, request.proposal);
  const record = await lockRecord({ ...call, internal: true }, connection, request.recordId);
  const handing = { call, connection, request, record, transition, proposal };
  const receivers = await receiversOf(handing, level);
  const taken = new Map<string, string>();
  for (const [userId, delegate] of delegates) {
    if ((await receiverFault(handing, receivers, delegate)) === undefined) taken.set(userId, delegate);
  }
  return taken;
}

async function armTimers(
  call: EntityCall,
  connection: Connection,
  request: ApprovalRequest,
  level: number,
): Promise<void> {
  const frozen = request.levels[level];
  if (frozen === undefined || Object.keys(frozen.timers).length === 0) return;
  const record = await lockRecord({ ...call, internal: true }, connection, request.recordId);
  const transition = transitionOf(call.model, request.transition);
  const proposal =
    transition === undefined ? undefined : readProposal(call.snapshot, call.model, transition, request.proposal);
  await call.services.parts.timers.armLevel(call, connection, {
    requestId: request.id,
    level: frozen.key,
    recordId: record.id,
    values: record.values,
    row: { ...proposal?.fields, ...proposal?.row },
    timers: frozen.timers,
    ...(frozen.node === undefined ? {} : { node: frozen.node }),
  });
}

async function tellVoters(
  call: EntityCall,
  connection: Connection,
  request: ApprovalRequest,
  tasks: readonly ApprovalTask[],
  delegates: ReadonlyMap<string, string>,
): Promise<void> {
  const userIds = [...new Set(tasks.map(({ userId }) => delegates.get(userId) ?? userId))];
  if (userIds.length === 0) return;
  await call.services.parts.notices.send(call, connection, {
    userIds,
    kind: 'task',
    title: (over) =>
      say('待审批：{model}“{recordTitle}”{transition}', {
        model: over.model.title,
        recordTitle: request.recordTitle,
        transition: transitionOf(over.model, request.transition)?.title ?? say('审批'),
      }),
    entityKey: call.model.key,
    recordId: request.recordId,
  });
}
