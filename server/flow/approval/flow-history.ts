import { transitionOf } from '../../../src/core/model/permanent-ids.ts';
import { provenSite, siteMark } from '../../../src/core/site/site-mark.ts';
import { withAside } from '../../../src/core/text/punctuate.ts';
import { say, spoken } from '../../../src/core/text/say.ts';
import type { FlowAction, FlowHistory, FlowStep, RequestStatus } from '../../../src/core/wire/approval.ts';
import type { WireFile } from '../../../src/core/wire/contract.ts';
import type { ProvenSite } from '../../../src/core/wire/on-site.ts';
import { anyOf, foundRows, platform } from '../../ground/database/platform-queries.ts';
import { wallClockOfStored } from '../../ground/database/wall-clock.ts';
import type { EntityCall, Reading } from '../../records/call/ports.ts';
import { toldPerson } from '../../records/read/cover-authors.ts';
import { signerText } from './add-signer.ts';
import { behalfOf, peopleOfTask } from './behalf.ts';
import { levelTitle } from './level-title.ts';
import { type ApprovalRequest, type ApprovalTask, requestTasks } from './request.ts';
import { requestAuthors } from './request-author.ts';
import { personNames } from './resolve-people.ts';
import { REQUEST_LABELS } from './task-lists.ts';

const ACTION_LABELS: Readonly<Record<FlowAction, string>> = spoken({
  submit: '提交',
  pass: '通过',
  reject: '驳回',
  transfer: '转办',
  addSigner: '加签',
  copy: '抄送',
  waiting: '待审批',
  revoked: '撤回',
  terminated: '终止',
  cancelled: '取消',
});

interface CopyRow {
  readonly id: string;
  readonly requestId: string;
  readonly userId: string;
  readonly sentAt: string;
}

/** The course of requests, each step in the order in which it happened; awaited ones stand last. */
export async function flowHistory(tx: Reading, requests: readonly ApprovalRequest[]): Promise<FlowHistory[]> {
  const { call, db } = tx;
  const ids = requests.map(({ id }) => id);
  const tasks = await requestTasks(db, ids);
  const copies = await foundRows(
    db,
    platform
      .selectFrom('approvalCopy')
      .select(['id', 'requestId', 'userId', 'sentAt'])
      .where('tenantId', '=', db.tenantId)
      .where('requestId', '=', anyOf(ids))
      .orderBy('sentAt')
      .orderBy('id'),
  );
  const names = await personNames(db, [
    ...requests.flatMap(({ openedBy, closedBy }) => [openedBy, closedBy]),
    ...tasks.flatMap(peopleOfTask),
    ...tasks.flatMap(({ added, originalUserId }) => (added === null ? [] : [added.userId, originalUserId])),
    ...copies.map(({ userId }) => userId),
  ]);
  const files = await linksOf(call, tasks, requests);
  const asker = await requestAuthors(call, db, requests);
  return requests.map((request) => {
    const transition = transitionOf(call.model, request.transition);
    return {
      requestId: request.id,
      transition: transition?.key ?? request.transition,
      transitionTitle: transition?.title ?? request.transition,
      status: request.status,
      statusLabel: REQUEST_LABELS[request.status],
      steps: stepsOf(
        call,
        request,
        tasks.filter(({ requestId }) => requestId === request.id),
        copies.filter(({ requestId }) => requestId === request.id),
        { names, files, asker: asker(request, names) },
      ),
    };
  });
}

async function linksOf(
  call: EntityCall,
  tasks: readonly ApprovalTask[],
  requests: readonly ApprovalRequest[],
): Promise<ReadonlyMap<string, WireFile>> {
  const ids = [...tasks.flatMap(attachedTo), ...requests.flatMap(({ proposal }) => photosOf(proposal.site))];
  if (ids.length === 0) return new Map();
  const { tenantId, caller } = call.context;
  return call.services.files.linkFiles(tenantId, ids, caller.userId);
}

/** Where a vote was given, as it is kept with it; undefined where no place was asked, and for coordinates of before. */
function siteOfTask({ place }: ApprovalTask): ProvenSite | undefined {
  return place?.startsWith('{') === true ? provenSite(JSON.parse(place)) : undefined;
}

const photosOf = (site: ProvenSite | undefined): readonly string[] => (site?.how === 'photo' ? [site.photo] : []);

/** Ids of the files of a vote: what was attached, and a photo that stands for the place. */
export function attachedTo(task: ApprovalTask): readonly string[] {
  return [...(task.files ?? []), ...photosOf(siteOfTask(task))];
}

const placeText = (site: ProvenSite | undefined): string | null => (site === undefined ? null : siteMark(site));

interface Known {
  readonly names: ReadonlyMap<string, string>;
  readonly files: ReadonlyMap<string, WireFile>;
  /** Who asked for the request. */
  readonly asker: string;
}

function stepsOf(
  call: EntityCall,
  request: ApprovalRequest,
  tasks: readonly ApprovalTask[],
  copies: readonly CopyRow[],
  known: Known,
): FlowStep[] {
  const zone = call.snapshot.timeZone;
  const transition = transitionOf(call.model, request.transition);
  const step = (
    action: FlowAction,
    id: string,
    userId: string | null,
    time: string | null,
    more: Partial<FlowStep> = {},
  ): FlowStep & { readonly at: number } => ({
    at: time === null ? Number.POSITIVE_INFINITY : Date.parse(time),
    id,
    action,
    actionLabel: ACTION_LABELS[action],
    levelTitle: null,
    userId: toldPerson(userId),
    userName: (userId === null ? undefined : known.names.get(userId)) ?? say('系统'),
    behalfOf: null,
    arrivedAt: null,
    time: time === null ? null : wallClockOfStored(time, zone),
    seconds: null,
    opinion: null,
    signature: null,
    place: null,
    files: [],
    evidenceId: null,
    evidenceHash: null,
    ...more,
  });
  const titleOf = (task: ApprovalTask): string | null => {
    const title = levelTitle(request.levels[task.level], transition, call.snapshot) ?? null;
    return task.kind === 'added' && title !== null ? withAside(title, ACTION_LABELS.addSigner) : title;
  };
  const added = tasks.flatMap((task) => {
    const { added: by, originalUserId, transferredFrom } = task;
    if (by === null || transferredFrom !== null) return [];
    return step('addSigner', `${task.id}-added`, by.userId, by.at, {
      levelTitle: levelTitle(request.levels[task.level], transition, call.snapshot) ?? null,
      opinion: signerText(by.when, known.names.get(originalUserId) ?? say('已离开的人员'), by.reason),
    });
  });
  const voted = tasks
    .filter(({ status }) => status === 'done' || status === 'open')
    .map((task) => {
      const until = task.decidedAt === null ? call.at.getTime() : Date.parse(task.decidedAt);
      return step(task.decision ?? 'waiting', task.id, task.userId, task.decidedAt, {
        levelTitle: titleOf(task),
        behalfOf: behalfOf(task, known.names),
        arrivedAt: task.openedAt === null ? null : wallClockOfStored(task.openedAt, zone),
        seconds: task.openedAt === null ? null : Math.max(0, Math.round((until - Date.parse(task.openedAt)) / 1000)),
        opinion: task.opinion,
        signature: task.signature,
        place: siteOfTask(task) === undefined ? task.place : placeText(siteOfTask(task)),
        files: attachedTo(task).flatMap((id) => known.files.get(id) ?? []),
        evidenceId: task.evidenceId,
        evidenceHash: task.evidenceHash,
      });
    });
  const ended: readonly RequestStatus[] = ['revoked', 'terminated', 'cancelled'];
  const steps = [
    step('submit', request.id, request.openedBy === '' ? null : request.openedBy, request.openedAt, {
      userName: known.asker,
      place: placeText(request.proposal.site),
      files: photosOf(request.proposal.site).flatMap((id) => known.files.get(id) ?? []),
      evidenceId: request.evidenceId,
      evidenceHash: request.evidenceHash,
    }),
    ...copies.map((copy) => step('copy', copy.id, copy.userId, copy.sentAt)),
    ...added,
    ...voted,
    ...(ended.includes(request.status)
      ? [
          step(request.status as FlowAction, `${request.id}-end`, request.closedBy, request.closedAt, {
            opinion: request.closeReason,
          }),
        ]
      : []),
  ];
  return steps
    .map((entry, index) => ({ entry, index }))
    .sort((left, right) =>
      left.entry.at === right.entry.at ? left.index - right.index : left.entry.at - right.entry.at,
    )
    .map(({ entry: { at: _, ...rest } }) => rest);
}
