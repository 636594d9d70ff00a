import { AnlanError } from '../../../src/core/errors/catalogue.ts';
import { isAlias } from '../../../src/core/model/alias.ts';
import type { FieldModel, TransitionModel } from '../../../src/core/model/entity-model.ts';
import { transitionOf } from '../../../src/core/model/permanent-ids.ts';
import { say } from '../../../src/core/text/say.ts';
import { fieldContext } from '../../../src/core/validation/record-environment.ts';
import type { ApproveInfo, ProposedValue } from '../../../src/core/wire/approval.ts';
import type { WireRecord } from '../../../src/core/wire/contract.ts';
import type { SiteAsk } from '../../../src/core/wire/on-site.ts';
import { isActor } from '../../access/permission/actors.ts';
import { maskValue, NO_STEPS } from '../../access/permission/field-access.ts';
import { ADMINISTRATOR } from '../../access/permission/separation.ts';
import type { Connection } from '../../ground/database/database.ts';
import { foundRow, platform, touched } from '../../ground/database/platform-queries.ts';
import { wallClockOfStored } from '../../ground/database/wall-clock.ts';
import { choicesOf } from '../../metadata/choices.ts';
import { selvesOf } from '../../records/call/author.ts';
import { asPlatform, callFor, withCall } from '../../records/call/entity-call.ts';
import { recordEnvironment } from '../../records/call/environment.ts';
import type { EntityCall, Reading } from '../../records/call/ports.ts';
import type { Row } from '../../records/call/record-row.ts';
import { loadActorFacts } from '../../records/read/abilities.ts';
import { linkUploads } from '../../records/read/answer-record.ts';
import { siteAsk } from '../../records/read/asked-site.ts';
import { referenceLabels } from '../../records/read/check-references.ts';
import { toldPerson } from '../../records/read/cover-authors.ts';
import { shownAccess } from '../../records/read/field-conditions.ts';
import { readRecord } from '../../records/read/read-record.ts';
import { isLabelOpen } from '../../records/read/reference-labels.ts';
import { type Approving, approvalCall } from './approving.ts';
import { behalfOf, peopleOfTask } from './behalf.ts';
import { foreseeChanges } from './foresee-changes.ts';
import { levelTitle } from './level-title.ts';
import { receiversOf } from './receivers.ts';
import {
  type ApprovalRequest,
  type ApprovalTask,
  type FrozenLevel,
  findRequest,
  findTask,
  requestTasks,
  restoreProposal,
  rowModel,
} from './request.ts';
import { requestAuthors } from './request-author.ts';
import { personNames } from './resolve-people.ts';
import { siteOfVote } from './site-of-vote.ts';
import { approvalSubject } from './subject.ts';
import { hasVoted } from './take-back.ts';
import { REQUEST_LABELS } from './task-lists.ts';
import { viewablePages } from './viewable-pages.ts';
import { voterFault } from './voter-fault.ts';

/** The request a person asks about, by one of his tasks or its own id. Throws notFound where it is none of his business. */
export async function visibleRequest(
  approving: Approving,
  connection: Connection,
  of: { readonly taskId?: string | undefined; readonly requestId?: string | undefined },
): Promise<{ request: ApprovalRequest; tasks: readonly ApprovalTask[]; call: EntityCall }> {
  const missing = new AnlanError('notFound', { what: say('审批') });
  const task = of.taskId === undefined ? undefined : await findTask(connection, of.taskId);
  const request = await findRequest(connection, task?.requestId ?? of.requestId ?? '');
  if (request === undefined) throw missing;
  const tasks = await requestTasks(connection, [request.id]);
  if (!(await isVisibleRequest(approving, connection, request, tasks))) throw missing;
  return { request, tasks, call: approvalCall(approving, request.entityId) };
}

/** Whether the person opened the request, decides or decided on it, got a copy, or sees the record that it is about. */
export async function isVisibleRequest(
  approving: Approving,
  connection: Connection,
  request: ApprovalRequest,
  known?: readonly ApprovalTask[],
): Promise<boolean> {
  const { caller } = approving.context;
  const { userId } = caller;
  const tasks = known ?? (await requestTasks(connection, [request.id]));
  if (
    selvesOf(caller).includes(request.openedBy) ||
    tasks.some((own) => (own.userId === userId || own.delegatorId === userId) && own.openedAt !== null)
  )
    return true;
  if (await hasCopy(connection, request, userId)) return true;
  const call = approvalCall(approving, request.entityId);
  return call.granted.has('view') && (await readRecord({ call, db: connection }, request.recordId)) !== undefined;
}

async function hasCopy(connection: Connection, request: ApprovalRequest, userId: string): Promise<boolean> {
  const copies = platform
    .selectFrom('approvalCopy')
    .select('id')
    .where((copy) => copy.and({ tenantId: connection.tenantId, requestId: request.id, userId }));
  return (await foundRow(connection, copies)) !== undefined;
}

/** What is asked, with the record and the proposal in words. */
export async function approveInfo(
  approving: Approving,
  connection: Connection,
  of: { readonly taskId?: string | undefined; readonly requestId?: string | undefined },
): Promise<ApproveInfo> {
  const { request, tasks, call } = await visibleRequest(approving, connection, of);
  const { model, snapshot, context } = call;
  const { userId } = context.caller;
  const own = tasks.filter((task) => task.userId === userId);
  const task =
    own.find(({ id }) => id === of.taskId) ?? own.find(({ status }) => status === 'open') ?? own.at(-1) ?? null;
  const level = request.levels[task?.level ?? request.level];
  const transition = transitionOf(model, request.transition);
  const names = await personNames(connection, [
    request.openedBy,
    ...(task === null ? [] : [...peopleOfTask(task), task.added?.userId ?? task.userId]),
  ]);
  const record = await readRecord({ call, db: connection }, request.recordId, 'all');
  if (record !== undefined) await linkUploads(call, model.fields, [record]);
  const pages = viewablePages(call, record);
  return {
    requestId: request.id,
    taskId: task?.id ?? null,
    mayVote: task?.status === 'open' && request.status === 'open',
    mayRevoke: request.status === 'open' && (await mayRevoke({ call, db: connection }, request, tasks, record ?? {})),
    mayTerminate: request.status === 'open' && context.caller.roleCodes.includes(ADMINISTRATOR),
    mine: selvesOf(context.caller).includes(request.openedBy),
    behalfOf: task === null ? null : behalfOf(task, names),
    added: task === null ? null : addedText(task, names),
    status: request.status,
    statusLabel: REQUEST_LABELS[request.status],
    entity: model.key,
    entityTitle: model.title,
    page: pages[0] ?? null,
    pages,
    recordId: request.recordId,
    recordTitle: request.recordTitle,
    transition: transition?.key ?? request.transition,
    transitionTitle: transition?.title ?? request.transition,
    openedBy: toldPerson(request.openedBy),
    openedByName: (await requestAuthors(call, connection, [request]))(request, names),
    openedAt: wallClockOfStored(request.openedAt, snapshot.timeZone),
    level:
      level === undefined
        ? null
        : { key: level.key, title: levelTitle(level, transition, snapshot) ?? level.title, mode: level.mode },
    vote: {
      opinion: level?.vote.opinion ?? 'optional',
      signature: level?.vote.signature === true,
      place: await placeOfVote({ call, db: connection }, level, transition, request.recordId),
      files: level?.vote.files !== false,
    },
    ...(transition === undefined || task?.status !== 'open'
      ? { receivers: null, blocked: null }
      : await handling({ call, db: connection }, request, task, transition)),
    ...(transition === undefined
      ? { proposal: [], changes: [] }
      : await proposedValues({ call, db: connection }, request, transition, record)),
    record: record === undefined ? null : (record as WireRecord),
  };
}

/** Who asked the caller to sign, when and why; null where nobody did. */
function addedText({ added }: ApprovalTask, names: ReadonlyMap<string, string>): string | null {
  if (added === null) return null;
  const { when, userId, reason } = added;
  const name = names.get(userId) ?? say('已离开的人员');
  return when === 'before'
    ? say('{name}请您在其之前审批：{reason}', { name, reason })
    : say('{name}请您在其之后审批：{reason}', { name, reason });
}

/** Where whoever votes in a level has to be, over the record as it is; null for anywhere. */
async function placeOfVote(
  tx: Reading,
  level: FrozenLevel | undefined,
  transition: TransitionModel | undefined,
  recordId: string,
): Promise<SiteAsk | null> {
  if (level?.vote.place !== true) return null;
  const values = await readRecord(asPlatform(tx), recordId, 'all');
  const site = values === undefined ? undefined : await siteOfVote(tx, level, transition, values);
  return site === undefined ? null : siteAsk(site);
}

/** Why an open task is not decided by its holder, and what a picker of receivers says before anybody is chosen. */
async function handling(
  tx: Reading,
  request: ApprovalRequest,
  task: ApprovalTask,
  transition: TransitionModel,
): Promise<Pick<ApproveInfo, 'receivers' | 'blocked'>> {
  const { call } = tx;
  const proposal = restoreProposal(call.snapshot, call.model, transition, request.proposal);
  const values = await readRecord(asPlatform(tx), request.recordId, 'all');
  if (values === undefined) return { receivers: null, blocked: null };
  const status = typeof values.status === 'string' ? values.status : null;
  const { tenantId } = call.context;
  const record = { id: request.recordId, version: Number(values.version), status, tenantId, values };
  const { refused, only } = await receiversOf({ tx, request, record, transition, proposal }, task.level);
  const vote = request.levels[task.level]?.vote ?? {};
  const subject = await approvalSubject(asPlatform(tx), record, transition, proposal);
  const fault = await voterFault(tx, { request, vote, record: subject.record }, task);
  return {
    receivers: {
      // A pseudonym is nobody who could be chosen, and would tell which records have one author.
      refused: [...refused].flatMap(([userId, reason]) => (isAlias(userId) ? [] : [{ userId, reason }])),
      only: only === undefined ? null : [...only],
    },
    // Whoever wrote anonymously would be told by it.
    blocked: fault === undefined || isAlias(fault.self) ? null : fault.detail,
  };
}

/** As taking back itself decides, over the record as the person sees it. */
async function mayRevoke(
  tx: Reading,
  request: ApprovalRequest,
  tasks: readonly ApprovalTask[],
  record: Row,
): Promise<boolean> {
  const { call } = tx;
  const transition = transitionOf(call.model, request.transition);
  const { revoke } = transition?.approve ?? {};
  if (hasVoted(tasks) && (revoke?.until ?? 'firstVote') === 'firstVote') return false;
  if (selvesOf(call.context.caller).includes(request.openedBy)) return true;
  return isActor(revoke?.who ?? [], {
    caller: call.context.caller,
    record,
    facts: await loadActorFacts(tx),
    environment: recordEnvironment(call),
    hasButton: transition !== undefined && call.granted.has(transition.button),
  });
}

async function proposedValues(
  tx: Reading,
  request: ApprovalRequest,
  transition: NonNullable<ReturnType<typeof transitionOf>>,
  record: Row | undefined,
): Promise<Pick<ApproveInfo, 'proposal' | 'changes'>> {
  const { call } = tx;
  const { snapshot, model } = call;
  const proposal = restoreProposal(snapshot, model, transition, request.proposal);
  const row = rowModel(snapshot, transition);
  const seen = (of: EntityCall, field: FieldModel): boolean => {
    // A row that is only proposed has no state and no tasks of its own, and nothing that a condition could be asked of.
    const isOwn = of === call && record !== undefined;
    const access = isOwn
      ? shownAccess(call, field, record)
      : of.fieldRights.access(field, of.model.initialState, NO_STEPS);
    return (access === 'read' || access === 'write') && isLabelOpen(of, field);
  };
  const values = async (of: EntityCall, proposed: Row, before: Row | undefined): Promise<ProposedValue[]> => {
    const shown = of.model.fields.filter(
      (field) => !field.base && Object.hasOwn(proposed, field.key) && seen(of, field),
    );
    const labels = await referenceLabels(withCall(tx, of), before === undefined ? [proposed] : [proposed, before]);
    const text = (field: FieldModel, value: unknown): string =>
      field.type.format(
        value ?? null,
        fieldContext(field, { choices: (asked) => choicesOf(snapshot, asked) }, labels(field, value)),
      );
    // What lists mask is given whole by the record itself alone, where it is noted who looked.
    const noted = (field: FieldModel, value: unknown) =>
      field.property.maskInLists === true ? maskValue(field, value) : value;
    const copied: Row = Object.fromEntries(shown.map((field) => [field.key, noted(field, proposed[field.key])]));
    await linkUploads(of, shown, [copied]);
    return shown.map((field) => ({
      field: field.key,
      title: field.title,
      value: copied[field.key] ?? null,
      text: text(field, noted(field, proposed[field.key])),
      before: before === undefined ? null : text(field, noted(field, before[field.key])),
    }));
  };
  const foreseen = await foreseeChanges(tx, request, transition, proposal);
  const { status: next, ...set } = foreseen?.after ?? {};
  const title = (state: unknown): string => model.states[String(state)]?.title ?? '';
  const state: readonly ProposedValue[] =
    next === undefined
      ? []
      : [
          {
            field: 'status',
            title: say('状态'),
            value: next,
            text: title(next),
            before: title(foreseen?.before.status),
          },
        ];
  const told = (change: ProposedValue, own: readonly ProposedValue[]): boolean =>
    change.before === change.text ||
    own.some(({ field, text: same }) => field === change.field && same === change.text);
  const own = await values(call, proposal.fields, record ?? {});
  const written =
    row === undefined || proposal.row === undefined ? [] : await values(callFor(call, row), proposal.row, undefined);
  const changed = foreseen === undefined ? [] : await values(call, set, foreseen.before);
  return {
    proposal: [...own, ...written],
    changes: [...changed.filter((change) => !told(change, own)), ...state],
  };
}

/** Notes that the caller has read the copies of a request that he was given. */
export async function markCopiesRead(approving: Approving, requestId: string): Promise<void> {
  const { services, context } = approving;
  await services.database.transaction(context.tenantId, async (connection) => {
    const changed = await touched(
      connection,
      platform
        .updateTable('approvalCopy')
        .set({ readAt: context.clock.now() })
        .where((copy) => copy.and({ tenantId: context.tenantId, requestId, userId: context.caller.userId }))
        .where('readAt', 'is', null),
    );
    if (changed > 0) await services.parts.notices.touch(connection, [context.caller.userId]);
  });
}
