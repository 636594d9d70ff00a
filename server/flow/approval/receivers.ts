import { say } from '../../../src/core/text/say.ts';
import { asPlatform, createEntityCall, withCall } from '../../records/call/entity-call.ts';
import type { Reading } from '../../records/call/ports.ts';
import { distinctPeople } from '../../records/read/distinct-people.ts';
import { readRecord } from '../../records/read/read-record.ts';
import { contextOfPerson } from '../context-of-person.ts';
import type { LockedRequest } from './approving.ts';
import type { ApprovalRequest } from './request.ts';
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
