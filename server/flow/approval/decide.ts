import type { Vote } from '../../../src/core/dialect/entity.generated.ts';
import { AnlanError } from '../../../src/core/errors/catalogue.ts';
import { evaluateCondition } from '../../../src/core/expression/index.ts';
import type { GeoPoint } from '../../../src/core/geo/polygon.ts';
import { isAlias } from '../../../src/core/model/alias.ts';
import { transitionOf } from '../../../src/core/model/permanent-ids.ts';
import { withAside } from '../../../src/core/text/punctuate.ts';
import { say, spoken } from '../../../src/core/text/say.ts';
import { holds, recordNames } from '../../../src/core/validation/record-environment.ts';
import type { DecisionAnswer } from '../../../src/core/wire/approval.ts';
import type { ProvenSite } from '../../../src/core/wire/on-site.ts';
import { expressionNode } from '../../access/permission/row-access.ts';
import { writeAudit } from '../../records/audit/audit.ts';
import { behalfChanges } from '../../records/audit/behalf-change.ts';
import { siteChanges } from '../../records/audit/site-change.ts';
import { untoldRefusal } from '../../records/call/author.ts';
import { asPlatform, withCall } from '../../records/call/entity-call.ts';
import type { Reading } from '../../records/call/ports.ts';
import { guardError } from '../../records/read/check-guards.ts';
import { lockRecord } from '../../records/read/read-record.ts';
import { checkVersion } from '../../records/read/version.ts';
import { applyTransition } from '../../records/write/apply-transition.ts';
import { checkDrawing } from '../../records/write/check-drawings.ts';
import { dropDraft, voteDraftOf } from '../../records/write/drafts/transition-drafts.ts';
import { proveSite } from '../../records/write/prove-site.ts';
import type { OpenTransaction } from '../../records/write/transact.ts';
import { activateLevel } from './activate-level.ts';
import { awaitedSigners, followAdded } from './added-signers.ts';
import { type ActOn, type Approving, actOnRequest, type LockedRequest, lockRequest } from './approving.ts';
import { behalfOf, deciderName, peopleOfTask, standsFor } from './behalf.ts';
import { closeRequest, endTasks, returnRecord, touch } from './close-request.ts';
import { type ApprovalRequest, type ApprovalTask, findTask, requestTasks } from './request.ts';
import type { LevelSubject } from './resolve-levels.ts';
import { personNames } from './resolve-people.ts';
import { shareOutcome } from './share-vote.ts';
import { siteOfVote, voteModelOf } from './site-of-vote.ts';
import { approvalSubject } from './subject.ts';
import { updateRequest, updateTask } from './update-rows.ts';
import { type Ballot, claimBallotFiles, decidedAlready, readBallot } from './vote.ts';
import { voterFault } from './voter-fault.ts';

const ENDINGS: Readonly<Record<string, string>> = spoken({
  granted: '该申请已审批通过',
  rejected: '该申请已被驳回',
  revoked: '该申请已被撤回',
  cancelled: '该申请已取消',
  terminated: '该申请已被终止',
});

/**
 * Refuses what is not the person's to decide now: somebody else's task, one that was decided or ended (with who decided
 * it), one whose turn has not come.
 */
export async function requireOpenTask(locked: LockedRequest, task: ApprovalTask): Promise<void> {
  const { tx, request } = locked;
  if (task.userId !== tx.call.context.caller.userId)
    throw new AnlanError('forbidden', { action: say('处理他人的待办任务') });
  if (task.status === 'open' && request.status === 'open') return;
  if (task.status === 'waiting') {
    const [signer] = awaitedSigners(await requestTasks(tx.db, [request.id]), task, 'before');
    if (signer === undefined) throw decidedAlready(say('还没有轮到您审批'));
    const name = deciderName(signer, await personNames(tx.db, peopleOfTask(signer)));
    throw decidedAlready(say('您请{name}先审批，还没有结果', { name }));
  }
  if (task.status === 'done') throw decidedAlready(say('您已处理过该任务，结果是{result}', { result: resultOf(task) }));
  throw decidedAlready(...(await whatHappened(locked, task)));
}

const resultOf = ({ decision }: ApprovalTask): string =>
  decision === 'reject' ? say('驳回') : decision === 'transfer' ? say('转办') : say('通过');

/**
 * What ended a task before its person decided: the request's end, by whom, where that has come, else the decision that
 * closed the level. Of several decisions on a level the newest counts: a grant that stood before a refusal ended nothing.
 */
async function whatHappened(
  { tx, request }: LockedRequest,
  task: ApprovalTask,
): Promise<Parameters<typeof decidedAlready>> {
  const decided = (await requestTasks(tx.db, [request.id]))
    .filter(({ status, decision }) => status === 'done' && decision !== 'transfer')
    .toSorted((left, right) => Date.parse(left.decidedAt ?? '') - Date.parse(right.decidedAt ?? ''));
  const refused = request.status === 'rejected';
  const decider = refused
    ? decided.findLast(({ decision }) => decision === 'reject')
    : request.status === 'open' || request.status === 'granted'
      ? decided.findLast(({ level }) => level === task.level)
      : undefined;
  if (decider === undefined) return [ENDINGS[request.status] ?? say('该任务已结束')];
  const { userId, decision } = decider;
  const name = deciderName(decider, await personNames(tx.db, peopleOfTask(decider)));
  return [say('该任务已由{name}审批{result}', { name, result: resultOf(decider) }), { userId, name, decision }];
}

/**
 * Decides one task. The last grant needed applies the transition in the same transaction; a rejection ends the request,
 * but on a level by share that can still be granted without it.
 */
export function completeTask(
  approving: Approving,
  on: ActOn,
  body: Readonly<Record<string, unknown>>,
): Promise<DecisionAnswer> {
  const { version, ...ballot } = body;
  return actOnRequest(approving, 'complete', on, body, async (locked, task) => {
    if (task === undefined) throw new AnlanError('notFound', { what: say('待办任务') });
    await requireOpenTask(locked, task);
    const { tx, record } = locked;
    if (version !== undefined && version !== null && version !== '') {
      await checkVersion(tx, record, version);
    }
    const answer = await decide(locked, task, ballot);
    // What was written has been said.
    await dropDraft(tx.db, voteDraftOf(task));
    return answer;
  });
}

/** Decides one task inside a transaction that is open already: what the platform writes in batches. */
export async function completeTaskWithin(
  approving: Approving,
  open: OpenTransaction,
  taskId: string,
  body: Readonly<Record<string, unknown>>,
): Promise<DecisionAnswer> {
  const known = await findTask(open.db, taskId);
  if (known === undefined) throw new AnlanError('notFound', { what: say('待办任务') });
  const locked = await lockRequest(approving, open, known.requestId);
  const task = (await findTask(open.db, taskId)) ?? known;
  await requireOpenTask(locked, task);
  return decide(locked, task, body);
}

async function decide(
  locked: LockedRequest,
  task: ApprovalTask,
  body: Readonly<Record<string, unknown>>,
): Promise<DecisionAnswer> {
  const { tx, request, record, transition, proposal } = locked;
  const level = request.levels[task.level];
  const vote = level?.vote ?? {};
  const ballot = readBallot(vote, body);
  const subject = await approvalSubject(asPlatform(tx), record, transition, proposal);
  await checkVoter(locked, task, vote, subject);
  // Whoever refuses need not have come, and where he is says nothing.
  const asked = ballot.result === 'pass' ? await siteOfVote(tx, level, transition, subject.stored) : undefined;
  const site = await proveSite(tx, record.id, ballot.onSite, { site: asked, demanded: true });
  if (ballot.result === 'pass' && vote.when !== undefined) await checkVote(locked, task, site, subject);
  if (ballot.signature !== null) await checkDrawing(ballot.signature, '/signature');
  await claimBallotFiles(tx, record.id, ballot.files);
  await recordVote(locked, task, { ...ballot, site }, subject.stored);
  const status = ballot.result === 'reject' ? await refuse(locked, task, ballot) : await advance(locked, task);
  await touch(tx, [task.userId]);
  return { taskId: task.id, requestId: request.id, recordId: record.id, status };
}

/** Refuses a vote of somebody whom it keeps apart, and one in the place of somebody who could not vote himself. */
async function checkVoter(
  { tx, request }: LockedRequest,
  task: ApprovalTask,
  vote: Vote,
  { record }: LevelSubject,
): Promise<void> {
  const fault = await voterFault(tx, { request, vote, record }, task);
  if (fault === undefined) return;
  const error = new AnlanError('guardFailed', { detail: fault.detail });
  throw isAlias(fault.self) ? untoldRefusal(error) : error;
}

/** The coordinates of a vote, as expressions read places. */
function coordinatesOf(site: ProvenSite | undefined): GeoPoint | null {
  return site?.how === 'fix' ? { lng: site.lng, lat: site.lat } : null;
}

/**
 * Refuses a vote whose condition does not hold. The condition is frozen with its level; as long as the file says the
 * same, its compiled form is asked.
 */
async function checkVote(
  { tx, request, transition }: LockedRequest,
  task: ApprovalTask,
  site: ProvenSite | undefined,
  { record, stored, proposal, environment }: LevelSubject,
): Promise<void> {
  const level = request.levels[task.level];
  const asked = level?.vote.when;
  if (level === undefined || asked === undefined) return;
  const known = voteModelOf(transition, level);
  const compiled = known?.guard?.when.source === asked.when ? known.guard : undefined;
  const others = { vote: { place: coordinatesOf(site) } };
  const over = { ...environment, others: { ...environment.others, ...others } };
  const passes =
    compiled === undefined
      ? evaluateCondition(expressionNode(asked.when), { ...over, names: recordNames(record, over) })
      : holds(compiled.when, record, over);
  if (passes) return;
  if (compiled === undefined) throw new AnlanError('guardFailed', { detail: asked.else });
  const subject = { record, stored, row: proposal, writes: transition.writes, others, reader: tx.call };
  throw await guardError(asPlatform(tx), compiled, subject, over);
}

async function recordVote(
  { tx, request, record, proposal, transition }: LockedRequest,
  task: ApprovalTask,
  ballot: Ballot & { readonly site: ProvenSite | undefined },
  values: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { call, db } = tx;
  const other = standsFor(task);
  const evidence = await call.services.parts.evidence.seal(tx, {
    recordId: record.id,
    values: { ...values },
    proposal,
    transition: transition.key,
    ...(other === undefined ? {} : { inPlaceOf: other }),
    site: ballot.site,
  });
  await updateTask(db, task.id, {
    status: 'done',
    decision: ballot.result,
    opinion: ballot.opinion,
    files: ballot.files.length === 0 ? null : JSON.stringify(ballot.files),
    signature: ballot.signature,
    place: ballot.site === undefined ? null : JSON.stringify(ballot.site),
    decidedAt: call.at,
    evidenceId: evidence.id,
    evidenceHash: evidence.hash,
  });
  const level = request.levels[task.level]?.title ?? say('审批');
  const names = await personNames(db, peopleOfTask(task));
  const behalf = behalfOf(task, names);
  await writeAudit(tx, {
    recordId: record.id,
    recordTitle: request.recordTitle,
    action: `approval:${ballot.result}`,
    changes: [...siteChanges(call, ballot.site), ...behalfChanges(call, other, names.get(other ?? '') ?? '')],
    remark: [behalf === null ? level : withAside(level, behalf), ballot.opinion]
      .filter((text) => text !== null && text !== '')
      .join('：'),
  });
}

async function reject(locked: LockedRequest, ballot: Ballot): Promise<'rejected'> {
  const { tx, request, transition, proposal } = locked;
  await closeRequest(tx, request, 'rejected', ballot.opinion);
  await returnRecord(tx, request, transition, proposal, {
    to: transition.approve?.reject?.to,
    set: transition.approval?.reject.set,
    action: 'approval:reject',
  });
  await tellSubmitter(locked, 'rejected', ballot.opinion ?? undefined);
  return 'rejected';
}

/** What a refusal leads to: the end of the request, but where a level by share can still be granted without that seat. */
async function refuse(
  locked: LockedRequest,
  { level, seat }: ApprovalTask,
  ballot: Ballot,
): Promise<'open' | 'rejected'> {
  const { tx, request } = locked;
  const frozen = request.levels[level];
  if (frozen?.mode !== 'share' || shareOutcome(frozen, await levelTasks(tx, request, level)) === 'lost') {
    return reject(locked, ballot);
  }
  await touch(tx, await endTasks(tx, request, 'skipped', { level, seat }));
  return 'open';
}

const levelTasks = async (tx: Reading, request: ApprovalRequest, level: number): Promise<ApprovalTask[]> =>
  (await requestTasks(tx.db, [request.id])).filter((task) => task.level === level);

/** What a grant leads to: the next seat of an ordered level, the next level, or the transition itself. */
async function advance(locked: LockedRequest, task: ApprovalTask): Promise<'open' | 'granted'> {
  const { tx, request } = locked;
  const { call, db } = tx;
  if (await followAdded(tx, request, task)) return 'open';
  const level = request.levels[task.level];
  const passedBy = await endTasks(tx, request, 'skipped', { level: task.level, seat: task.seat });
  const tasks = await levelTasks(tx, request, task.level);
  const isAwaited =
    level?.mode === 'share'
      ? shareOutcome(level, tasks) === 'open'
      : tasks.some(({ status }) => status === 'open' || status === 'waiting');
  if (level?.mode !== 'any' && isAwaited) {
    await touch(tx, passedBy);
    if (level?.mode === 'order') await activateLevel(tx, request, task.level);
    return 'open';
  }
  const skipped = await endTasks(tx, request, 'skipped', { level: task.level });
  await touch(tx, [...passedBy, ...skipped]);
  const next = task.level + 1;
  if (next < request.levels.length) {
    await updateRequest(db, request.id, { level: next });
    await call.services.parts.timers.dropLevel(tx, request.id, level?.key);
    await activateLevel(tx, request, next);
    return 'open';
  }
  await grant(locked);
  return 'granted';
}

async function grant(locked: LockedRequest): Promise<void> {
  const { tx, request, transition, proposal } = locked;
  await closeRequest(tx, request, 'granted');
  const internal = { ...tx.call, internal: true };
  // The guards may reach what changed since the request opened; where they fail nothing of the decision stays.
  const record = await lockRecord(withCall(tx, internal), request.recordId);
  await applyTransition(withCall(tx, internal), record, transition, proposal, {
    granted: true,
    ...(request.openedBy === '' ? {} : { requestedBy: request.openedBy }),
  });
  await tellSubmitter(locked, 'granted');
}

const OUTCOMES = spoken({ granted: '已通过审批', rejected: '被驳回' });

async function tellSubmitter(
  { tx, request }: LockedRequest,
  outcome: keyof typeof OUTCOMES,
  text?: string,
): Promise<void> {
  const { call } = tx;
  if (request.openedBy === '') return;
  await call.services.parts.notices.send(tx, {
    userIds: [request.openedBy],
    kind: 'result',
    title: (over) =>
      say('{model}“{recordTitle}”{transition}{outcome}', {
        model: over.model.title,
        recordTitle: request.recordTitle,
        transition: transitionOf(over.model, request.transition)?.title ?? '',
        outcome: OUTCOMES[outcome],
      }),
    ...(text === undefined ? {} : { text: () => text }),
    entityKey: call.model.key,
    recordId: request.recordId,
  });
}
