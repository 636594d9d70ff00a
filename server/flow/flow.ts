import type { TransitionModel } from '../../src/core/model/entity-model.ts';
import type { Connection } from '../database/database.ts';
import type { EntityCall } from '../entity/entity-call.ts';
import type { StoredRecord } from '../entity/read-record.ts';
import type { Row } from '../entity/record-row.ts';
import type { LevelTimers } from '../timers/arm-timers.ts';

/** What a person proposes by firing a transition: fields of the record, and the row of the child entity it writes. */
export interface Proposal {
  readonly fields: Row;
  /** Values of the row that `writes` inserts; undefined where the transition writes none. */
  readonly row: Row | undefined;
  /** Users who get a copy, chosen by the person. */
  readonly copies: readonly string[];
  /**
   * Id that the written row will have, chosen when a request opens, so that the files of the row belong to it from then
   * on. Store it with the proposal; undefined where nothing is written.
   */
  readonly rowId?: string | undefined;
}

/** A record after it was written by a save or a transition. */
export interface FlowRecord {
  readonly id: string;
  readonly tenantId: string;
  /** State before; null for a new record. */
  readonly from: string | null;
  readonly to: string | null;
  /** All values as stored now. */
  readonly values: Row;
}

/** Approval of transitions (server/approval). */
export interface ApprovalPart {
  /**
   * Opens a request for an approved transition instead of applying it: resolves and freezes the levels, stores the
   * proposal and the evidence of what is asked, moves the record to `pending` where one is named, tells the first
   * voters. Throws guardFailed where a level has nobody to vote, or another request is open.
   */
  open(
    call: EntityCall,
    connection: Connection,
    stored: StoredRecord,
    transition: TransitionModel,
    proposal: Proposal,
  ): Promise<void>;
  /** What the record's open requests have against asking for another transition; undefined where none stands in its way. */
  against(
    call: EntityCall,
    connection: Connection,
    recordId: string,
  ): Promise<(transition: TransitionModel) => string | undefined>;
  /** Closes the record's open requests because it left the state they were opened in, or was removed. */
  cancel(
    call: EntityCall,
    connection: Connection,
    recordId: string,
    reason: (over: EntityCall) => string,
  ): Promise<void>;
}

/** Timers of states and levels (server/timers). */
export interface TimerPart {
  /** Arms the timers of the state a record is in now and drops those of states it left; called after each write. */
  arm(call: EntityCall, connection: Connection, record: FlowRecord): Promise<void>;
  /** Drops all timers of a removed record. */
  drop(call: EntityCall, connection: Connection, recordId: string): Promise<void>;
  /** Arms the timers of an approval level that opens. */
  armLevel?(call: EntityCall, connection: Connection, level: LevelTimers): Promise<void>;
  /** Drops the timers of a level that is decided, or of all levels of a request that ends. */
  dropLevel?(connection: Connection, tenantId: string, requestId: string, level?: string): Promise<void>;
}

/**
 * A text that is made in each language: `over` is the call over the metadata of the language, and what is said meanwhile
 * is said in it.
 */
export type Wording = (over: EntityCall) => string | Promise<string>;

/** A notice to people, in their inbox. */
export interface Notice {
  readonly userIds: readonly string[];
  /** `task` something to decide or do, `copy` for information, `reminder`, `result` of what the person asked for. */
  readonly kind: 'task' | 'copy' | 'reminder' | 'result';
  /** One line. */
  readonly title: Wording;
  readonly text?: Wording;
  readonly entityKey: string;
  readonly recordId: string;
}

/** Notices and events (server/notices, server/realtime). */
export interface NoticePart {
  /** Puts a notice into inboxes inside the transaction; people who are connected are told after the commit. */
  send(call: EntityCall, connection: Connection, notice: Notice): Promise<void>;
  /** Says after the commit that the counts of these people have changed (a task was taken over or done). */
  touch(connection: Connection, tenantId: string, userIds: readonly string[]): Promise<void>;
}

/** Evidence: an immutable snapshot of a record as a person saw it (server/evidence). */
export interface EvidencePart {
  /** Stores the canonical snapshot with labels and the metadata's version; gives its id and SHA-256. */
  seal(
    call: EntityCall,
    connection: Connection,
    subject: {
      readonly recordId: string;
      readonly values: Row;
      readonly proposal?: Proposal;
      /** Transition that the proposal is for, which says what its row is. */
      readonly transition?: string;
      /** The row that was written with it, which the evidence then stands by too. */
      readonly row?: { readonly entityKey: string; readonly id: string };
      /** User in whose place the person acts; the evidence then names both. */
      readonly inPlaceOf?: string;
    },
  ): Promise<{ readonly id: string; readonly hash: string }>;
}

/** The parts that bring states to life. The entity service calls them; each stands in its own folder. */
export interface FlowParts {
  readonly approvals: ApprovalPart;
  readonly timers: TimerPart;
  readonly notices: NoticePart;
  readonly evidence: EvidencePart;
}
