import { invalidInput } from '../../../src/core/errors/catalogue.ts';
import { say } from '../../../src/core/text/say.ts';
import { asPlatform, createEntityCall, withCall } from '../../records/call/entity-call.ts';
import type { Reading } from '../../records/call/ports.ts';
import { distinctPeople } from '../../records/read/distinct-people.ts';
import { readRecord } from '../../records/read/read-record.ts';
import { contextOfPerson } from '../context-of-person.ts';
import { enabledUsers } from '../people.ts';
import type { LockedRequest } from './approving.ts';
import { type ApprovalRequest, type ApprovalTask, requestTasks } from './request.ts';
import { qualifiedPeople } from './resolve-levels.ts';
import { approvalSubject } from './subject.ts';

/** A request with what decides over who may take one of its tasks. */
type Handing = Omit<LockedRequest, 'tx'> & { readonly tx: Reading };

/** Who may not take over a task of a level: by person why, and the only ones who may where the level names them. */
interface Receivers {
  readonly refused: ReadonlyMap<string, string>;
  readonly only: ReadonlySet<string> | undefined;
}

/** Whoever started a request decides it in nobody's place, and a level may name others who do not, or the only ones. */
export async function receiversOf(handing: Handing, level: number): Promise<Receivers> {
  const { tx, request, record, transition, proposal } = handing;
  const frozen = request.levels[level];
  const subject = await approvalSubject(asPlatform(tx), record, transition, proposal);
  const refused = new Map<string, string>();
  const people = await distinctPeople(tx, frozen?.vote.distinct ?? [], {
    record: subject.record,
    request,
  });
  for (const [userId, who] of people) refused.set(userId, say('是{who}，不能在本步骤审批', { who }));
  if (request.openedBy !== '') refused.set(request.openedBy, say('是该申请的发起人'));
  const only = frozen?.qualified === true ? await qualifiedPeople(tx, transition, frozen, subject) : undefined;
  return { refused, only };
}

/**
 * Whoever is to stand in a level beside or instead of the holder of a task. Throws invalidInput at `/userId` where he may
 * not: nobody stands in a level twice.
 * @param refusal the sentence of the act, of his name and what is against him.
 */
export async function requireReceiver(
  locked: LockedRequest,
  task: ApprovalTask,
  userId: string,
  refusal: (realName: string, fault: string) => string,
): Promise<{ readonly realName: string; readonly receivers: Receivers }> {
  const { tx, request } = locked;
  const fail = (msg: string) => invalidInput([{ pointer: '/userId', msg }]);
  const [receiver] = await enabledUsers(tx.db, [userId]);
  if (receiver === undefined) throw fail(say('接收人不存在或已停用'));
  const { realName } = receiver;
  const stands = (await requestTasks(tx.db, [request.id])).some(
    (other) =>
      other.level === task.level &&
      other.userId === userId &&
      (other.status === 'open' || other.status === 'waiting' || other.decision === 'pass'),
  );
  if (stands) throw fail(say('{realName}已是本步骤的审批人', { realName }));
  const receivers = await receiversOf(locked, task.level);
  const fault = await receiverFault(locked, receivers, userId);
  if (fault !== undefined) throw fail(refusal(realName, fault));
  return { realName, receivers };
}

/** Why a person may not take over a task of the request, as it follows his name; undefined where he may. */
export async function receiverFault(
  { tx, request }: Handing,
  { refused, only }: Receivers,
  userId: string,
): Promise<string | undefined> {
  const reason = refused.get(userId);
  if (reason !== undefined) return reason;
  if (only !== undefined && !only.has(userId)) return say('不具备本步骤要求的审批资格');
  return (await seesRecord(tx, request, userId)) ? undefined : say('看不到该记录');
}

/**
 * Whether a person sees the record of a request by his own rights, whoever asks. That it is his own anonymous one counts
 * for nothing, or whoever hands tasks over could find the author by trying.
 */
async function seesRecord(tx: Reading, request: ApprovalRequest, userId: string): Promise<boolean> {
  const context = await contextOfPerson(tx, userId);
  if (context === undefined) return false;
  const { services, snapshot, model } = tx.call;
  const caller = { ...context.caller, alias: userId };
  const own = createEntityCall(services, { ...context, caller }, snapshot, model);
  return own.granted.has('view') && (await readRecord(withCall(tx, own), request.recordId)) !== undefined;
}
