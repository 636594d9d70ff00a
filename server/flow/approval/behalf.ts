import { withAside } from '../../../src/core/text/punctuate.ts';
import { say } from '../../../src/core/text/say.ts';
import type { ApprovalTask } from './request.ts';

/** Who has delegated a task to whoever decides it; undefined where its holder decides himself. */
export function delegatorOf({
  delegatorId,
  userId,
  originalUserId,
  transferredFrom,
}: ApprovalTask): string | undefined {
  if (delegatorId !== null) return delegatorId;
  // Tasks of before the delegator was kept.
  return transferredFrom === null && userId !== originalUserId ? originalUserId : undefined;
}

/** In whose place a task is decided: a delegator's, or that of the person from whom it was taken over. */
export function standsFor(task: ApprovalTask): string | undefined {
  return delegatorOf(task) ?? (task.userId === task.originalUserId ? undefined : task.originalUserId);
}

/** `代张三`, by the names of people; null where the holder of a task decides in nobody's place. */
export function behalfOf(task: ApprovalTask, names: ReadonlyMap<string, string>): string | null {
  const other = standsFor(task);
  return other === undefined ? null : say('代{name}', { name: names.get(other) ?? say('已离开的人员') });
}

/** People whose names say who decides a task. */
export const peopleOfTask = (task: ApprovalTask): readonly string[] => [task.userId, standsFor(task) ?? task.userId];

/** `李四（代张三）` for who decides a task. */
export function deciderName(task: ApprovalTask, names: ReadonlyMap<string, string>): string {
  const name = names.get(task.userId) ?? say('其他人');
  const behalf = behalfOf(task, names);
  return behalf === null ? name : withAside(name, behalf);
}
