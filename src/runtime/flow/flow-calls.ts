import { API_BASE, request, requestHeaders, servicePath } from '../../api/client.ts';
import { currentTenantId, session } from '../../api/session.ts';
import type { WireFile, WirePage, WireRecord } from '../../core/wire/contract.ts';

/** How a request for approval stands. */
export type RequestStatus = 'open' | 'granted' | 'rejected' | 'revoked' | 'cancelled' | 'terminated';

/** One step of a request: who did what when, or still has to. */
export interface FlowStep {
  readonly id: string;
  readonly action:
    | 'submit'
    | 'pass'
    | 'reject'
    | 'transfer'
    | 'copy'
    | 'waiting'
    | 'revoked'
    | 'terminated'
    | 'cancelled';
  readonly actionLabel: string;
  readonly levelTitle: string | null;
  readonly userId: string | null;
  readonly userName: string;
  /** `代某某` where the vote is another person's. */
  readonly behalfOf: string | null;
  readonly arrivedAt: string | null;
  /** Null while it is awaited. */
  readonly time: string | null;
  readonly seconds: number | null;
  readonly opinion: string | null;
  /** PNG as data address. */
  readonly signature: string | null;
  readonly place: string | null;
  readonly files: readonly WireFile[];
  readonly evidenceId: string | null;
  readonly evidenceHash: string | null;
}

/** The course of one request. */
export interface FlowHistory {
  readonly requestId: string;
  readonly transition: string;
  readonly transitionTitle: string;
  readonly status: RequestStatus;
  readonly statusLabel: string;
  readonly steps: readonly FlowStep[];
}

/** A state, the submission or a level in the diagram of a flow. */
export interface DiagramNode {
  readonly id: string;
  readonly type: 'state' | 'submit' | 'level';
  readonly title: string;
  readonly state: 'done' | 'current' | 'waiting' | 'rejected' | 'skipped';
  readonly color: string | null;
  readonly mode: string | null;
  readonly people: readonly {
    readonly userId: string;
    readonly name: string;
    readonly status: 'waiting' | 'open' | 'done' | 'skipped' | 'cancelled';
    readonly decision: 'pass' | 'reject' | 'transfer' | null;
    readonly time: string | null;
  }[];
  /** In columns and rows. */
  readonly position: { readonly x: number; readonly y: number };
}

/** Nodes and edges of a flow. */
export interface FlowDiagram {
  readonly nodes: readonly DiagramNode[];
  readonly edges: readonly {
    readonly id: string;
    readonly source: string;
    readonly target: string;
    readonly title: string;
  }[];
}

/** One proposed value; `before` is null where it belongs to a row that is written. */
export interface ProposedValue {
  readonly field: string;
  readonly title: string;
  readonly value: unknown;
  readonly text: string;
  readonly before: string | null;
}

/** What a vote asks. */
export interface VoteAsks {
  readonly opinion: 'none' | 'optional' | 'required';
  readonly signature: boolean;
  readonly place: boolean;
  readonly files: boolean;
}

/** Who may not take a task over, with the reason, and the only ones who may where the level demands it. */
export interface TaskReceivers {
  readonly refused: readonly { readonly userId: string; readonly reason: string }[];
  readonly only: readonly string[] | null;
}

/** What is asked of a person who votes. */
export interface ApproveInfo {
  readonly requestId: string;
  readonly taskId: string | null;
  readonly mayVote: boolean;
  /** Whether the person may end the request: an administrator, while it is open. */
  readonly mayTerminate: boolean;
  /** Whether the caller opened the request. */
  readonly mine: boolean;
  readonly behalfOf: string | null;
  readonly status: RequestStatus;
  readonly statusLabel: string;
  readonly entity: string;
  readonly entityTitle: string;
  /** Page on which the person may look at the record; null where he has none. */
  readonly page: string | null;
  /** All such pages, those whose condition the record fulfils first. */
  readonly pages: readonly string[];
  readonly recordId: string;
  readonly recordTitle: string;
  readonly transition: string;
  readonly transitionTitle: string;
  readonly openedBy: string;
  readonly openedByName: string;
  readonly openedAt: string;
  readonly level: { readonly key: string; readonly title: string; readonly mode: string } | null;
  readonly vote: VoteAsks;
  /** Null where nothing is to be handed on. */
  readonly receivers: TaskReceivers | null;
  readonly proposal: readonly ProposedValue[];
  /** What granting would change in the record besides, while it is awaited. */
  readonly changes: readonly ProposedValue[];
  readonly record: WireRecord | null;
}

/** A decision. */
export interface Ballot {
  readonly result: 'pass' | 'reject';
  readonly opinion?: string | undefined;
  /** Ids of uploaded files. */
  readonly files?: readonly string[] | undefined;
  readonly signature?: string | undefined;
  readonly place?: string | undefined;
}

/** What a decision led to. */
export interface DecisionAnswer {
  readonly taskId: string;
  readonly requestId: string;
  readonly recordId: string;
  readonly status: 'open' | 'granted' | 'rejected';
}

/** The lists of the workflow centre. */
export type TaskList = 'todo' | 'done' | 'sent' | 'copied';

/** One row of a list. */
export interface TaskEntry {
  readonly id: string;
  readonly taskId: string | null;
  readonly requestId: string;
  readonly entity: string;
  readonly entityTitle: string;
  readonly page: string | null;
  readonly recordId: string;
  readonly recordTitle: string;
  readonly transition: string;
  readonly transitionTitle: string;
  readonly levelTitle: string;
  readonly openedByName: string;
  readonly openedAt: string;
  readonly arrivedAt: string | null;
  readonly decidedAt: string | null;
  readonly decision: string | null;
  readonly opinion: string | null;
  readonly behalfOf: string | null;
  /** When the step falls due; absent or null where it does not. */
  readonly deadline?: string | null;
  readonly status: RequestStatus;
  readonly statusLabel: string;
  /** Whether a copy was read; null in the other lists. */
  readonly read: boolean | null;
}

/** How much waits for the person. */
export interface TaskCounts {
  readonly todo: number;
  readonly done: number;
  readonly sent: number;
  readonly copied: number;
  /** Copies that were not read. */
  readonly unread: number;
}

/** One field of a sealed snapshot: as it read on that day. */
export interface SealedField {
  readonly id: string;
  readonly key: string;
  readonly title: string;
  readonly value: unknown;
  readonly text: string;
  readonly files?: readonly { readonly id: string; readonly name: string; readonly sha256: string | null }[];
}

/** What a person saw when he decided or signed. */
export interface Evidence {
  readonly id: string;
  /** SHA-256 of the whole snapshot. */
  readonly hash: string;
  readonly userName: string;
  readonly time: string;
  readonly metadataVersion: string;
  /** Whether what is stored still gives the hash. */
  readonly intact: boolean;
  /** Whether the caller may see all of it. */
  readonly complete: boolean;
  readonly sealed: {
    readonly values: readonly SealedField[];
    readonly children: readonly {
      readonly entity: string;
      readonly title: string;
      readonly rows: readonly (readonly SealedField[])[];
    }[];
    readonly proposal: { readonly fields: readonly SealedField[]; readonly row: readonly SealedField[] } | null;
  };
}

/** A request by one of its tasks or by itself. */
export type RequestOf = { readonly taskId: string } | { readonly requestId: string };

/** A record whose flow is asked for. */
export interface RecordOf {
  readonly entity: string;
  readonly id: string;
}

const call = { service: 'system' } as const;
const PATH = 'flow';

/** What is asked of the person, with record and proposal. */
export function fetchApproveInfo(of: RequestOf, signal?: AbortSignal): Promise<ApproveInfo> {
  return request({ ...call, path: `${PATH}/approve-info`, query: { ...of }, signal, quiet: true });
}

/** The course of a request, or of all requests about a record, oldest first. */
export function fetchFlowHistory(of: RequestOf | RecordOf, signal?: AbortSignal): Promise<readonly FlowHistory[]> {
  return request({ ...call, path: `${PATH}/history`, query: { ...of }, signal, quiet: true });
}

/** The diagram of a request, or of the newest about a record, and that of the entity's states. */
export function fetchFlowDiagram(
  of: RequestOf | RecordOf,
  signal?: AbortSignal,
): Promise<{ readonly request: FlowDiagram | null; readonly states: FlowDiagram }> {
  return request({ ...call, path: `${PATH}/diagram`, query: { ...of }, signal, quiet: true });
}

/** Statuses that the page tells itself: what is wrong with the input, and who was quicker. */
const OWN_TELLING = [0, 400, 403, 404, 409];

function act<T>(path: string, body: Readonly<Record<string, unknown>>, idempotencyKey: string): Promise<T> {
  return request({ ...call, method: 'POST', path: `${PATH}/${path}`, body, idempotencyKey, quiet: OWN_TELLING });
}

/** Decides a task. A task decided by another meanwhile is refused with 409. */
export function completeTask(taskId: string, ballot: Ballot, key: string): Promise<DecisionAnswer> {
  return act('complete-task', { taskId, ...ballot }, key);
}

/** Hands a task to another person. */
export function transferTask(taskId: string, userId: string, reason: string, key: string): Promise<unknown> {
  return act('transfer-task', { taskId, userId, reason }, key);
}

/** Takes a request back. */
export function revokeRequest(requestId: string, reason: string, key: string): Promise<unknown> {
  return act('revoke-task', { requestId, ...(reason === '' ? {} : { reason }) }, key);
}

/** Ends a request without a decision. */
export function terminateRequest(requestId: string, reason: string, key: string): Promise<unknown> {
  return act('terminate', { requestId, reason }, key);
}

/** A page of one of the person's lists, newest first. */
export function fetchTasks(
  list: TaskList,
  query: { readonly current: number; readonly size: number; readonly keyword?: string; readonly entity?: string },
  signal?: AbortSignal,
): Promise<WirePage<TaskEntry>> {
  return request({ ...call, path: `${PATH}/${list}`, query: { ...query }, signal, quiet: true });
}

/** Numbers of the person's lists. */
export function fetchTaskCounts(signal?: AbortSignal): Promise<TaskCounts> {
  return request({ ...call, path: `${PATH}/counts`, signal, quiet: true });
}

/** Notes that the copies of a request were read. */
export async function markCopyRead(requestId: string): Promise<void> {
  await request<unknown>({ ...call, method: 'POST', path: `${PATH}/read-copy`, body: { requestId }, quiet: true });
}

/** What a draft is kept of: the form of a transition on a record, or the decision of a task. */
export type DraftOf = (RecordOf & { readonly transition: string }) | { readonly taskId: string };

/** What the person typed before, and when (`YYYY-MM-DD HH:mm:ss`); null for nothing. */
export function fetchDraft(
  of: DraftOf,
  signal?: AbortSignal,
): Promise<{ readonly content: unknown; readonly savedAt: string } | null> {
  return request({ ...call, path: `${PATH}/draft`, query: { ...of }, signal, quiet: true });
}

/** Keeps what was typed, in place of what was kept before. */
export function saveDraft(of: DraftOf, content: object): Promise<{ readonly savedAt: string }> {
  return request({ ...call, method: 'POST', path: `${PATH}/draft-save`, body: { ...of, content }, quiet: true });
}

/** Keeps it while the page is being closed: nobody waits for the answer. */
export function saveDraftOnLeaving(of: DraftOf, content: object): void {
  void fetch(`${API_BASE}${servicePath('system', `${PATH}/draft-save`)}`, {
    method: 'POST',
    keepalive: true,
    headers: { ...requestHeaders(session().token, currentTenantId()), 'content-type': 'application/json' },
    body: JSON.stringify({ ...of, content }),
  }).catch(() => undefined);
}

/** Forgets what was typed. */
export async function removeDraft(of: DraftOf): Promise<void> {
  await request<unknown>({ ...call, method: 'POST', path: `${PATH}/draft-remove`, body: { ...of }, quiet: true });
}

/** A sealed snapshot. */
export function fetchEvidence(id: string, signal?: AbortSignal): Promise<Evidence> {
  return request({ ...call, path: 'evidence/detail', query: { id }, signal, quiet: true });
}
