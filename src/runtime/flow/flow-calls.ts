import { request, requestOnLeaving } from '../../api/client.ts';
import type {
  ApproveInfo,
  DecisionAnswer,
  FlowDiagrams,
  FlowHistory,
  KeptDraft,
  PageAwaiting,
  RecordCourse,
  SignerPlace,
  TaskCounts,
  TaskEntry,
  TaskList,
  TaskListAnswer,
} from '../../core/wire/approval.ts';
import type { SystemAnswers, SystemPath } from '../../core/wire/calls.ts';

import type { EvidenceDetail } from '../../core/wire/evidence.ts';
import type { WireOnSite } from '../../core/wire/on-site.ts';

/** A decision. */
export interface BallotInput {
  readonly result: 'pass' | 'reject';
  readonly opinion?: string | undefined;
  /** Ids of uploaded files. */
  readonly files?: readonly string[] | undefined;
  readonly signature?: string | undefined;
  readonly onSite?: WireOnSite | undefined;
}

/** A request by one of its tasks or by itself. */
export type RequestOf = { readonly taskId: string } | { readonly requestId: string };

/** A record whose flow is asked for. */
interface RecordOf {
  readonly entity: string;
  readonly id: string;
}

const call = { service: 'system' } as const;

/** What is asked of the person, with record and proposal. */
export function fetchApproveInfo(of: RequestOf, signal?: AbortSignal): Promise<ApproveInfo> {
  return request({ ...call, path: 'flow/approve-info', query: { ...of }, signal, quiet: true });
}

/** The course of a request, or of all requests about a record, oldest first. */
export function fetchFlowHistory(of: RequestOf | RecordOf, signal?: AbortSignal): Promise<readonly FlowHistory[]> {
  return request({ ...call, path: 'flow/history', query: { ...of }, signal, quiet: true });
}

/** The diagram of a request, or of the newest about a record, and that of the entity's states. */
export function fetchFlowDiagram(of: RequestOf | RecordOf, signal?: AbortSignal): Promise<FlowDiagrams> {
  return request({ ...call, path: 'flow/diagram', query: { ...of }, signal, quiet: true });
}

/** What waits for the steps of which a page is the working place. */
export function fetchAwaiting(
  query: {
    readonly page: string;
    readonly whose: 'mine' | 'all';
    readonly current: number;
    readonly size: number;
    readonly keyword?: string;
  },
  signal?: AbortSignal,
): Promise<PageAwaiting> {
  return request({ ...call, path: 'flow/awaiting', query, signal, quiet: true });
}

/** Through which states a record went and goes, and who is awaited now. */
export function fetchCourse(of: RecordOf, signal?: AbortSignal): Promise<RecordCourse> {
  return request({ ...call, path: 'flow/course', query: { ...of }, signal, quiet: true });
}

/** Statuses that the page tells itself: what is wrong with the input, and who was quicker. */
const OWN_TELLING = [0, 400, 403, 404, 409];

function act<Path extends SystemPath>(
  path: Path,
  body: Readonly<Record<string, unknown>>,
  idempotencyKey: string,
): Promise<SystemAnswers[Path]> {
  return request({ ...call, method: 'POST', path, body, idempotencyKey, quiet: OWN_TELLING });
}

/** Decides a task. A task decided by another meanwhile is refused with 409. */
export function completeTask(taskId: string, ballot: BallotInput, key: string): Promise<DecisionAnswer> {
  return act('flow/complete-task', { taskId, ...ballot }, key);
}

/** Hands a task to another person. */
export function transferTask(taskId: string, userId: string, reason: string, key: string): Promise<unknown> {
  return act('flow/transfer-task', { taskId, userId, reason }, key);
}

/** Adds a signer to a task, who votes before or after its holder. */
export function askSigner(
  taskId: string,
  signer: { readonly userId: string; readonly when: SignerPlace; readonly reason: string },
  key: string,
): Promise<unknown> {
  return act('flow/add-signer', { taskId, ...signer }, key);
}

/** Takes a request back. */
export function revokeRequest(requestId: string, reason: string, key: string): Promise<unknown> {
  return act('flow/revoke-task', { requestId, ...(reason === '' ? {} : { reason }) }, key);
}

/** Ends a request without a decision. */
export function terminateRequest(requestId: string, reason: string, key: string): Promise<unknown> {
  return act('flow/terminate', { requestId, reason }, key);
}

/** What a list of tasks is asked for. */
interface TaskQuery {
  readonly current: number;
  readonly size: number;
  readonly keyword?: string;
  readonly entity?: string;
  /** Of what waits only votes, or only steps. */
  readonly kind?: TaskEntry['kind'];
}

/** A page of one of the person's lists, newest first. */
export function fetchTasks(list: TaskList, query: TaskQuery, signal?: AbortSignal): Promise<TaskListAnswer> {
  return request({ ...call, path: `flow/${list}`, query: { ...query }, signal, quiet: true });
}

/** Numbers of the person's lists. */
export function fetchTaskCounts(signal?: AbortSignal): Promise<TaskCounts> {
  return request({ ...call, path: 'flow/counts', signal, quiet: true });
}

/** Notes that the copies of a request were read. */
export async function markCopyRead(requestId: string): Promise<void> {
  await request({ ...call, method: 'POST', path: 'flow/read-copy', body: { requestId }, quiet: true });
}

/** What a draft is kept of: the form of a transition on a record, or the decision of a task. */
export type DraftOf = (RecordOf & { readonly transition: string }) | { readonly taskId: string };

/** What the person typed before, and when (`YYYY-MM-DD HH:mm:ss`); null for nothing. */
export function fetchDraft(of: DraftOf, signal?: AbortSignal): Promise<KeptDraft | null> {
  return request({ ...call, path: 'flow/draft', query: { ...of }, signal, quiet: true });
}

/** Keeps what was typed, in place of what was kept before. */
export function saveDraft(of: DraftOf, content: object): Promise<Pick<KeptDraft, 'savedAt'>> {
  return request({ ...call, method: 'POST', path: 'flow/draft-save', body: { ...of, content }, quiet: true });
}

/** Keeps it while the page is being closed: nobody waits for the answer. */
export function saveDraftOnLeaving(of: DraftOf, content: object): void {
  requestOnLeaving({ ...call, path: 'flow/draft-save' }, { ...of, content });
}

/** Forgets what was typed. */
export async function removeDraft(of: DraftOf): Promise<void> {
  await request({ ...call, method: 'POST', path: 'flow/draft-remove', body: { ...of }, quiet: true });
}

/** A sealed snapshot. */
export function fetchEvidence(id: string, signal?: AbortSignal): Promise<EvidenceDetail> {
  return request({ ...call, path: 'evidence/detail', query: { id }, signal, quiet: true });
}
