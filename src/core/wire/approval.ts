import type { WireFile, WirePage, WireRecord } from './contract.ts';
import type { SiteAsk } from './on-site.ts';

/** How a request for approval stands. */
export type RequestStatus = 'open' | 'granted' | 'rejected' | 'revoked' | 'cancelled' | 'terminated';

/** How a person's vote stands. */
export type TaskStatus = 'waiting' | 'open' | 'done' | 'skipped' | 'cancelled';

/** What a person did with his task. */
export type TaskDecision = 'pass' | 'reject' | 'transfer';

/** When an added signer votes: before whoever added him, or behind him. */
export type SignerPlace = 'before' | 'after';

/** How many of a level's people have to vote: one, all at once, a share of them, or one behind the other. */
export type VoteMode = 'any' | 'all' | 'share' | 'order';

/** What a step of the history was. */
export type FlowAction =
  | 'submit'
  | 'pass'
  | 'reject'
  | 'transfer'
  | 'addSigner'
  | 'copy'
  | 'waiting'
  | Exclude<RequestStatus, 'open' | 'granted' | 'rejected'>;

/** One step of a request: who did what when, or still has to. */
export interface FlowStep {
  readonly id: string;
  readonly action: FlowAction;
  readonly actionLabel: string;
  readonly levelTitle: string | null;
  readonly userId: string | null;
  readonly userName: string;
  /** `代某某` where the vote is another person's. */
  readonly behalfOf: string | null;
  /** When it came to the person; null where nothing had to come. */
  readonly arrivedAt: string | null;
  /** When it was done; null while it is awaited. */
  readonly time: string | null;
  /** Seconds between the two; for an awaited step until now. */
  readonly seconds: number | null;
  readonly opinion: string | null;
  /** PNG as data address. */
  readonly signature: string | null;
  /** How it was proven where the person was, in words; null where no place was asked. */
  readonly place: string | null;
  /** What was attached to the decision, and a photo that stands for the place. */
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

/** Where a node of the diagram stands in time. */
export type NodeState = 'done' | 'current' | 'waiting' | 'rejected' | 'skipped';

/** Who votes or voted in a level. */
interface DiagramPerson {
  readonly userId: string;
  readonly name: string;
  readonly status: TaskStatus;
  readonly decision: TaskDecision | null;
  readonly time: string | null;
  /** `代某某` where the vote is another person's, 加签 where he was added; null where he stands there himself. */
  readonly aside: string | null;
}

/** A state of the record, the submission, or a level of an approval. */
export interface DiagramNode {
  readonly id: string;
  readonly type: 'state' | 'submit' | 'level';
  readonly title: string;
  readonly state: NodeState;
  /** Colour of the state; null for levels. */
  readonly color: string | null;
  /** Null where nobody votes. */
  readonly mode: VoteMode | null;
  /** Needed share of the votes, of a level by share. */
  readonly share?: number;
  readonly people: readonly DiagramPerson[];
  /** In columns and rows; the page turns it into pixels. */
  readonly position: { readonly x: number; readonly y: number };
}

export interface DiagramEdge {
  readonly id: string;
  readonly source: string;
  readonly target: string;
  readonly title: string;
}

/** Nodes and edges of a flow: the entity's states with its transitions, or the levels of one request. */
export interface FlowDiagram {
  readonly nodes: readonly DiagramNode[];
  readonly edges: readonly DiagramEdge[];
}

/** The diagram of a request, or of the newest about a record, and that of the entity's states. */
export interface FlowDiagrams {
  readonly request: FlowDiagram | null;
  readonly states: FlowDiagram;
}

/** One proposed value as people read it. */
export interface ProposedValue {
  readonly field: string;
  readonly title: string;
  readonly value: unknown;
  readonly text: string;
  /** What the record holds now, as text; null for the row that is written. */
  readonly before: string | null;
}

/** What a vote asks. */
export interface VoteAsks {
  readonly opinion: 'none' | 'optional' | 'required';
  readonly signature: boolean;
  /** Where whoever votes for it has to be; null for anywhere. */
  readonly place: SiteAsk | null;
  readonly files: boolean;
}

/** Who may not take a task over, with the reason, and the only ones who may where the level demands it. */
interface TaskReceivers {
  readonly refused: readonly { readonly userId: string; readonly reason: string }[];
  readonly only: readonly string[] | null;
}

/** What is asked of a person who votes, or shown to whoever opened or got a copy. */
export interface ApproveInfo {
  readonly requestId: string;
  /** The caller's task: the open one, else his last; null where he has none. */
  readonly taskId: string | null;
  /** Whether the caller may decide now. */
  readonly mayVote: boolean;
  /** Why the caller does not decide his open task himself, such as having decided an earlier one; null where he may. */
  readonly blocked: string | null;
  /** Whether the caller may take the request back now. */
  readonly mayRevoke: boolean;
  /** Whether the caller may end the request without a decision: an administrator, while it is open. */
  readonly mayTerminate: boolean;
  /** Whether the caller opened the request. */
  readonly mine: boolean;
  readonly behalfOf: string | null;
  /** Who added the caller as a signer, when he votes and why, in words; null where nobody did. */
  readonly added: string | null;
  readonly status: RequestStatus;
  readonly statusLabel: string;
  readonly entity: string;
  readonly entityTitle: string;
  /** Page on which the caller may look at the record; null where he has none. */
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
  readonly level: { readonly key: string; readonly title: string; readonly mode: VoteMode } | null;
  readonly vote: VoteAsks;
  /** Null where nothing is to be handed on. */
  readonly receivers: TaskReceivers | null;
  readonly proposal: readonly ProposedValue[];
  /** What granting it would change in the record besides what is proposed; empty once nothing is awaited. */
  readonly changes: readonly ProposedValue[];
  /** The record as the caller may see its fields; null where it was removed. */
  readonly record: WireRecord | null;
}

/** What a decision led to. */
export interface DecisionAnswer {
  readonly taskId: string;
  readonly requestId: string;
  readonly recordId: string;
  /** How the request stands now. */
  readonly status: 'open' | 'granted' | 'rejected';
}

/** What becomes of a request that was taken back. */
export interface RevokeAnswer {
  readonly requestId: string;
}

/** The lists of the workflow centre. */
export type TaskList = 'todo' | 'done' | 'sent' | 'copied';

/** A business of which something stands in a list. */
export interface TaskBusiness {
  /** Its entity. */
  readonly key: string;
  readonly title: string;
}

/** A page of a list, with each business of which the whole list has something. */
export interface TaskListAnswer extends WirePage<TaskEntry> {
  readonly businesses: readonly TaskBusiness[];
}

/** One row of a list. */
export interface TaskEntry {
  /** Id of task or copy; in the sent list the request's. A step has one of its own. */
  readonly id: string;
  /** `vote` in an approval, or a `step` that a record waits for; steps stand in todo alone. */
  readonly kind: 'vote' | 'step';
  /** The person's task, in todo and done; null for a step. */
  readonly taskId: string | null;
  /** Null for a step. */
  readonly requestId: string | null;
  /** What is to be done with which record, in one sentence: `分析：DH20261123021 聚合框架二层 动火一级`. */
  readonly title: string;
  /** The record in one line, as it stands in the title. */
  readonly line: string;
  /** What may be done; several where the record can go several ways. One for a vote. */
  readonly steps: readonly { readonly transition: string; readonly title: string }[];
  /** Entity of the rows that wait, where it is rows of the record; null for the record itself. */
  readonly rows: string | null;
  /** Records that wait: rows of one record stand in one entry. */
  readonly count: number;
  /** What happens once the deadline is over; null where nothing says so. */
  readonly after: string | null;
  /** What follows once it is done: where the record then stands and who is called there; null where nothing says so. */
  readonly follows: string | null;
  readonly entity: string;
  readonly entityTitle: string;
  /** Page that shows the record; null where the entity has none. */
  readonly page: string | null;
  readonly recordId: string;
  readonly recordTitle: string;
  readonly transition: string;
  readonly transitionTitle: string;
  /** Level that votes, or that the task belongs to. */
  readonly levelTitle: string;
  readonly openedBy: string;
  readonly openedByName: string;
  readonly openedAt: string;
  /** When the task, or the copy, came to the person. */
  readonly arrivedAt: string | null;
  readonly decidedAt: string | null;
  /** Until when the vote should be given, where timers of the level or of the record's state say so; only in todo. */
  readonly deadline: string | null;
  readonly decision: string | null;
  readonly opinion: string | null;
  /** `代 某某` where the vote is another person's. */
  readonly behalfOf: string | null;
  /** Who decided in the person's place; null where he did himself. */
  readonly decidedBy: string | null;
  readonly status: RequestStatus;
  readonly statusLabel: string;
  /** Whether a copy was read; null in the other lists. */
  readonly read: boolean | null;
}

/** What waits for a step of which a page is the working place. */
export interface AwaitingEntry extends TaskEntry {
  /** Whether it waits for the person who asks; what waits for others has no steps and leads to its record. */
  readonly mine: boolean;
  /** Who may take the step now, by name; of great groups what they are called. */
  readonly people: readonly string[];
}

/** What waits for the steps of a page, and how much of it: the person's own, and all that he sees, to 1,000 at most. */
export interface PageAwaiting extends WirePage<AwaitingEntry> {
  /** What is done, in one phrase: 分析. */
  readonly title: string;
  readonly mine: number;
  readonly all: number;
}

/** How much waits for the person, each counted to 1,000 at most. */
export interface TaskCounts {
  readonly todo: number;
  readonly done: number;
  readonly sent: number;
  readonly copied: number;
  /** Copies that were not read. */
  readonly unread: number;
}

/** A standing delegation of the person's: what comes to him in its time goes to another. */
export interface Delegation {
  readonly id: string;
  readonly delegateId: string;
  readonly delegateName: string;
  /** `YYYY-MM-DD HH:mm:ss`. */
  readonly startTime: string;
  readonly endTime: string;
  readonly reason: string | null;
  /** Whether it is over or was taken back. */
  readonly ended: boolean;
}

/** What a person typed and did not send. */
export interface KeptDraft {
  readonly content: unknown;
  /** `YYYY-MM-DD HH:mm:ss`. */
  readonly savedAt: string;
}

/** A state on a record's way: behind it, where it stands, or ahead as far as can be said. */
export interface CourseStage {
  readonly state: string;
  readonly title: string;
  readonly place: 'done' | 'now' | 'ahead';
  /** What brought the record on from here, who did it and when; null where it has not left. */
  readonly action: string | null;
  readonly userName: string | null;
  readonly time: string | null;
  /** How it was proven where he was, in words; null where no place was asked. */
  readonly site: string | null;
}

/** Who is awaited for one step of a record. */
export interface AwaitedStep {
  /** `vote` of an open approval, or a `step` that the record waits for. */
  readonly kind: 'vote' | 'step';
  /** Key of the transition. */
  readonly transition: string;
  /** What is to be done. */
  readonly title: string;
  /** Who may do it now, by name; a group of many is named by `groups` alone. */
  readonly people: readonly { readonly id: string; readonly realName: string }[];
  /** What roles and posts are called of which anybody may do it. */
  readonly groups: readonly string[];
  /** Since when, and until when where anything says so, as wall-clock texts. */
  readonly since: string;
  readonly until: string | null;
  /** What happens after that; null where nothing says so. */
  readonly after: string | null;
}

/** The way of a record through its states, and who is awaited where it stands. */
export interface RecordCourse {
  readonly stages: readonly CourseStage[];
  /** When it came to where it stands; null where no log says so. */
  readonly since: string | null;
  readonly awaited: readonly AwaitedStep[];
}
