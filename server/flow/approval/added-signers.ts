import { say } from '../../../src/core/text/say.ts';
import type { SignerPlace } from '../../../src/core/wire/approval.ts';
import type { Connection } from '../../ground/database/database.ts';
import type { Tx } from '../../records/call/ports.ts';
import { openVotes, tellVoters } from './activate-level.ts';
import { endTasks, touch } from './close-request.ts';
import { type ApprovalRequest, type ApprovalTask, requestTasks } from './request.ts';
import { updateTask } from './update-rows.ts';

const isAwaited = ({ status }: ApprovalTask): boolean => status === 'open' || status === 'waiting';

/** Signers of a task who have still to vote, before its holder or behind him. */
export function awaitedSigners(
  tasks: readonly ApprovalTask[],
  task: ApprovalTask,
  when: SignerPlace,
): readonly ApprovalTask[] {
  return tasks.filter((other) => other.added?.task === task.id && other.added.when === when && isAwaited(other));
}

/** Signers who were added to a task stand by the one that took its place. */
export async function moveAdded(db: Connection, from: ApprovalTask, to: string): Promise<void> {
  await db.execute(
    `update platform."approvalTask" set added = jsonb_set(added, '{task}', to_jsonb($3::text))
     where "tenantId" = $1 and added ->> 'task' = $2`,
    [db.tenantId, from.id, to],
  );
}

/** Opens the tasks of added signers, and tells them. */
export async function openAdded(tx: Tx, request: ApprovalRequest, tasks: readonly ApprovalTask[]): Promise<void> {
  const [first] = tasks;
  if (first === undefined) return;
  const told = await openVotes(tx, request, first.level, tasks);
  await tellVoters(tx, request, told, (model, recordTitle, transition) =>
    say('请您加签：{model}“{recordTitle}”{transition}', { model, recordTitle, transition: transition ?? '' }),
  );
}

/**
 * Goes on, after a grant, with signers who were added: those behind it, then whoever has added the one who granted.
 * Whether anybody of them is awaited now; else the level goes on as if its own voter had granted.
 */
export async function followAdded(tx: Tx, request: ApprovalRequest, granted: ApprovalTask): Promise<boolean> {
  const tasks = await requestTasks(tx.db, [request.id]);
  let current: ApprovalTask | undefined = granted;
  while (current !== undefined) {
    const behind = awaitedSigners(tasks, current, 'after');
    if (behind.length > 0) {
      await endOthers(tx, request, current, behind);
      await openAdded(tx, request, behind);
      return true;
    }
    const { added }: ApprovalTask = current;
    const adder: ApprovalTask | undefined = tasks.find(({ id }) => id === added?.task);
    if (added === null || adder === undefined) return false;
    if (awaitedSigners(tasks, adder, added.when).length > 0) return true;
    if (added.when === 'before') {
      await reopen(tx, request, adder, granted);
      return true;
    }
    current = adder;
  }
  return false;
}

/** The grant counts for its seat, and where one suffices for its level; only its signers are awaited. */
async function endOthers(
  tx: Tx,
  request: ApprovalRequest,
  { level, seat }: ApprovalTask,
  but: readonly ApprovalTask[],
): Promise<void> {
  const whole = request.levels[level]?.mode === 'any';
  const ended = await endTasks(
    tx,
    request,
    'skipped',
    whole ? { level } : { level, seat },
    but.map(({ id }) => id),
  );
  await touch(tx, ended);
}

async function reopen(tx: Tx, request: ApprovalRequest, adder: ApprovalTask, signer: ApprovalTask): Promise<void> {
  await updateTask(tx.db, adder.id, { status: 'open', openedAt: tx.call.at });
  await tellVoters(tx, request, [adder.userId], (model, recordTitle, transition) =>
    say('加签已同意，请您审批：{model}“{recordTitle}”{transition}', {
      model,
      recordTitle,
      transition: transition ?? '',
    }),
  );
  await touch(tx, [signer.userId]);
}
