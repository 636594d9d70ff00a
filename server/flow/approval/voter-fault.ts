import type { Vote } from '../../../src/core/dialect/entity.generated.ts';
import { isAlias } from '../../../src/core/model/alias.ts';
import { say } from '../../../src/core/text/say.ts';
import { selvesOfPerson } from '../../records/call/author.ts';
import type { Reading } from '../../records/call/ports.ts';
import type { Row } from '../../records/call/record-row.ts';
import { distinctPeople } from '../../records/read/distinct-people.ts';
import { enabledUsers } from '../people.ts';
import { delegatorOf, standsFor } from './behalf.ts';
import type { ApprovalRequest, ApprovalTask } from './request.ts';

/** Why a person does not decide a task: of which of his names, his own or a sealed author's, and in words. */
interface VoterFault {
  readonly self: string;
  readonly detail: string;
}

/**
 * Why a person may not decide his task although it is his: he is kept apart, or decides for somebody who could not.
 * Undefined where he may. Whoever may not vote may hand the task on.
 */
export async function voterFault(
  tx: Reading,
  { request, vote, record }: { readonly request: ApprovalRequest; readonly vote: Vote; readonly record: Row },
  task: ApprovalTask,
): Promise<VoterFault | undefined> {
  const { userId } = task;
  const own = selvesOfPerson(tx.call, userId);
  if (own.includes(request.openedBy)) {
    const self = request.openedBy;
    if (task.kind === 'added') return { self, detail: say('您是该申请的发起人，不能为其加签，请转办') };
    if (standsFor(task) !== undefined) return { self, detail: say('您是该申请的发起人，不能代他人审批，请转办') };
  }
  // Whoever was handed a task decides himself; a delegate decides for another, and only what that one might.
  const delegator = delegatorOf(task);
  if (delegator !== undefined && (await enabledUsers(tx.db, [delegator])).length === 0) {
    return { self: userId, detail: say('委托您的人已停用，不能代其审批') };
  }
  const people = await distinctPeople(tx, vote.distinct ?? [], { record, request, but: task.id });
  for (const self of [...own, ...(delegator === undefined ? [] : selvesOfPerson(tx.call, delegator))]) {
    const who = people.get(self);
    if (who === undefined) continue;
    const level = request.levels[task.level]?.title ?? '';
    const person = await nameOf(tx, self, own);
    return { self, detail: say('{person}既是{who}又是“{level}”的审批人，请转办', { person, who, level }) };
  }
  return undefined;
}

/** Who is kept apart, in words; a pseudonym is told to nobody, not even by the name of its person. */
async function nameOf(tx: Reading, self: string, own: readonly string[]): Promise<string> {
  const [known] = isAlias(self) ? [] : await enabledUsers(tx.db, [self]);
  return known?.realName ?? (own.includes(self) ? say('您') : say('委托您的人'));
}
