import type { SqlWorld } from '../../../src/compile/sql/record-sql.ts';
import type { Timer } from '../../../src/core/dialect/entity.generated.ts';
import type { EntityModel, TransitionModel } from '../../../src/core/model/entity-model.ts';
import type { Feed } from '../../../src/core/model/rollup-graph.ts';
import type { DefinedRules } from '../../../src/core/rules/define-rules.ts';
import type { AwaitedStep } from '../../../src/core/wire/approval.ts';
import type { WireFault } from '../../../src/core/wire/contract.ts';
import type { ProvenSite } from '../../../src/core/wire/on-site.ts';
import type { WireScan } from '../../../src/core/wire/scan.ts';
import type { FieldRights } from '../../access/permission/field-access.ts';
import type { Rights } from '../../access/permission/rights.ts';
import type { FileLinks } from '../../files/contract.ts';
import type { CallContext } from '../../ground/context.ts';
import type { Connection, Database } from '../../ground/database/database.ts';
import type { SnowflakeIds } from '../../ground/database/snowflake.ts';
import type { Listeners } from '../../ground/listeners.ts';
import type { TenantKeys } from '../../ground/tenant-keys.ts';
import type { MetadataSnapshot, MetadataSource } from '../../metadata/snapshot.ts';
import type { HeldRecords } from './held-records.ts';
import type { Row } from './record-row.ts';
import type { StoredRecord } from './stored-record.ts';
import type { WriteBatch } from './write-batch.ts';

/** A record that was written, told after the transaction has been committed. */
export interface WrittenRecord {
  readonly tenantId: string;
  readonly entity: EntityModel;
  readonly id: string;
  /** `insert`, `update`, `remove` or the key of the transition. */
  readonly action: string;
}

/** What the entity service works with. Nothing is optional: who has no use for a part brings one that does nothing. */
export interface EntityServices {
  readonly database: Database;
  readonly metadata: MetadataSource;
  readonly files: FileLinks;
  readonly ids: SnowflakeIds;
  /** Hash under which a password field stores its value. */
  hashPassword(password: string): Promise<string>;
  readonly keys: TenantKeys;
  readonly platform: PlatformRules;
  readonly parts: Parts;
  /** What JSON cannot say about entities (server/areas), by entity. */
  readonly rules: ReadonlyMap<string, DefinedRules>;
  /** Told of each written record after the commit; for what is kept in memory elsewhere. */
  readonly written: Listeners<WrittenRecord>;
}

/** What the platform has to say about records of its own that no field or rule can say. */
export interface PlatformRules {
  /**
   * Why a text may not become the password of a record, beyond what its field says; `id` is undefined for a new one.
   */
  passwordFault(
    connection: Connection,
    id: string | undefined,
    password: string,
    values: Row,
  ): Promise<string | undefined>;
  /** Writes a row that holds the hash of the caller's own new password. */
  writeOwnPassword(
    connection: Connection,
    context: CallContext,
    hash: string,
    write: () => Promise<unknown>,
  ): Promise<unknown>;
  /** What is wrong with a record as it is to be written; `values` is undefined where it is removed. */
  recordFaults(
    connection: Connection,
    record: { readonly entityKey: string; readonly id: string; readonly values: Row | undefined },
  ): Promise<readonly WireFault[]>;
}

/** One call on one entity: who calls, under which metadata, with which rights, and the clock at its start. */
export interface EntityCall {
  readonly services: EntityServices;
  readonly context: CallContext;
  readonly snapshot: MetadataSnapshot;
  readonly model: EntityModel;
  readonly rights: Rights;
  readonly fieldRights: FieldRights;
  /** Actions that count for this call: of one page where it names one, else of all pages of the entity. */
  readonly granted: ReadonlySet<string>;
  /** The platform itself acts (seeds, effects, jobs): rights and row scopes do not bind it. */
  readonly internal: boolean;
  /** How many effects and automatic transitions led here. */
  readonly depth: number;
  /** What set the call off where it was another record: shown in the log. */
  readonly cause: string | undefined;
  /** Instant of the call. */
  readonly at: Date;
  /** The same on the tenant's wall clock. */
  readonly now: string;
  readonly world: SqlWorld;
}

/** What a function works on: a call, and the connection on which it asks. */
export interface Reading {
  readonly call: EntityCall;
  readonly db: Connection;
  /** What the writes of many records in one transaction share; undefined where each write stands for itself. */
  readonly batch?: WriteBatch | undefined;
  /**
   * Records that the transaction has locked because what it writes counts for them, and those it has asked so for.
   * Whoever goes back to a savepoint, which gives locks back, empties it.
   */
  readonly locked?: HeldRecords;
  /** A locked record whose fields stay as they are meanwhile, as far as anything here asks for them. Default none. */
  readonly still?: { readonly entity: string; readonly values: Row };
}

/** The same in a transaction that writes records; only `transact` makes one. */
export interface Tx extends Reading {
  readonly verbs: Verbs;
  /**
   * Records that the transaction has written so far, whoever asked for it, told after the commit. Whoever goes back to a
   * savepoint takes back what was noted since.
   */
  readonly written: WrittenRecord[];
  readonly locked: HeldRecords;
  /**
   * What is done before the commit for records whose roll-ups have changed, once for each, by name: their timers and
   * automatic transitions.
   */
  readonly settling: Map<string, () => Promise<void>>;
  /** Who was told of a record in this transaction, by entity and record, so that nobody hears of it twice. */
  readonly told: Map<string, Set<string>>;
  /** Takes what counts rows that are written together, which is counted once behind the last of them. Default none does. */
  readonly counted?: CountedOnce;
}

/** What is counted once for many rows of one entity. */
export interface CountedOnce {
  /** Entity of the rows. */
  readonly source: string;
  /** Entity that counts them. */
  readonly target: string;
  note(feeds: readonly Feed[], ids: Iterable<string>): void;
}

/** A new row that is saved together with others. */
export interface NewRow {
  readonly body: Row;
  readonly newId: string;
}

/** How a record is saved. */
export interface SaveOptions {
  /** Whether everything is checked, and the `submit` transition fired where there is one. */
  readonly submit?: boolean;
  /** Id of a new record instead of the next one; only the platform itself chooses ids. */
  readonly newId?: string;
  /** State of a new record instead of the initial one; only for the platform itself. */
  readonly newStatus?: string;
}

/** A record that was just written. */
export interface WrittenState {
  readonly id: string;
  /** State before; null for a new record and where there are no states. */
  readonly from: string | null;
  readonly values: Row;
  /** Values before; undefined for a new record. */
  readonly before?: Row | undefined;
}

/** What follows a write. */
export interface AfterWrite {
  /** Leaves open requests open although the state changes. */
  readonly keepRequests?: boolean;
  /** What was stored before a save, empty for a new record: the entity's effects run. Default no effects. */
  readonly saved?: Row | undefined;
  /** Whether a transition follows at once, which then tries the automatic ones. */
  readonly followed?: boolean;
}

/** The ways of writing, as values: each of them may lead to any of the others again. */
export interface Verbs {
  /** Saves a record of the call's entity; gives its id. */
  save(tx: Tx, body: Row, options?: SaveOptions): Promise<string>;
  /** Inserts rows below one record, which is locked, counted and followed once for all of them. */
  saveBelow(tx: Tx, parentId: string, rows: readonly NewRow[]): Promise<void>;
  /** Fires a transition on a record. */
  fire(tx: Tx, id: string, transition: string, body: Row): Promise<void>;
  /** Does what follows a write: requests end, timers are armed, effects run, automatic transitions are tried. */
  follow(tx: Tx, record: WrittenState, options?: AfterWrite): Promise<void>;
  /** Fires the first automatic transition of a record whose conditions hold. */
  tryAutomatic(tx: Tx, id: string): Promise<void>;
}

/** What writing a record calls. Each stands in its own folder above and works in the transaction of the write. */
export interface Parts {
  readonly approvals: ApprovalPart;
  readonly timers: TimerPart;
  readonly notices: NoticePart;
  readonly evidence: EvidencePart;
  readonly turns: TurnPart;
  readonly outgoing: OutgoingPart;
}

/** Whose turn it is on a record: who is called for the steps that lead on (server/flow/turns). */
export interface TurnPart {
  /**
   * Notes that a record was written: before the transaction ends whoever has to act on it now is found, has it in his
   * tasks and is told. Costs nothing where nothing has changed that this depends on.
   */
  written(tx: Tx, record: WrittenState): void;
  /** Notes that rows below a record were written. */
  rowsWritten(tx: Tx, id: string): void;
  /** Takes a removed record off the tasks of all. */
  drop(tx: Tx, recordId: string): Promise<void>;
  /** Who is awaited on a record, votes first; empty where nobody is. The asker's right to the record is the caller's. */
  waitedFor(tx: Reading, recordId: string): Promise<readonly AwaitedStep[]>;
}

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
  /** What was scanned for it; asked only when it is fired, and never kept. */
  readonly scan?: WireScan | undefined;
  /** What was said of where the person is, as it was sent; asked only when it is fired. */
  readonly onSite?: unknown;
  /** Where it was proven that the person who fires it is. Never restored: who grants is somewhere else. */
  readonly site?: ProvenSite | undefined;
}

/** Approval of transitions (server/flow/approval). */
export interface ApprovalPart {
  /**
   * Opens a request for an approved transition instead of applying it: resolves and freezes the levels, stores the
   * proposal and the evidence of what is asked, moves the record to `pending` where one is named, tells the first
   * voters. Throws guardFailed where a level has nobody to vote, or another request is open.
   */
  open(tx: Tx, stored: StoredRecord, transition: TransitionModel, proposal: Proposal, row?: Row): Promise<void>;
  /** What the record's open requests have against asking for another transition; undefined where none stands in its way. */
  against(tx: Reading, recordId: string): Promise<(transition: TransitionModel) => string | undefined>;
  /**
   * Closes the record's open requests because it left the state they were opened in, or was removed. Parallel ones that
   * may be made in `state`, to which it has come, stay open. Gives how many were closed.
   */
  cancel(tx: Tx, recordId: string, reason: (over: EntityCall) => string, state?: string): Promise<number>;
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

/** An approval level that opens, with its frozen timers. */
export interface LevelTimers {
  readonly requestId: string;
  /** Key of the level within its request. */
  readonly level: string;
  readonly recordId: string;
  /** The record as it is now. */
  readonly values: Row;
  /** What the request proposes, for `row.x`. */
  readonly row?: Row;
  /** The row that the level is, for `node.x`. */
  readonly node?: Row;
  readonly timers: Readonly<Record<string, Timer>>;
}

/** Timers of states and levels (server/flow/time). */
export interface TimerPart {
  /** Arms the timers of the state a record is in now and drops those of states it left; called after each write. */
  arm(tx: Tx, record: FlowRecord): Promise<void>;
  /** Arms anew what a record has for each row of a child entity, after one of them was written or removed. */
  armRows(tx: Tx, recordId: string, child: string): Promise<void>;
  /** Drops all timers of a removed record. */
  drop(tx: Tx, recordId: string): Promise<void>;
  /** Arms the timers of an approval level that opens. */
  armLevel(tx: Tx, level: LevelTimers): Promise<void>;
  /** Drops the timers of a level that is decided, or of all levels of a request that ends. */
  dropLevel(tx: Tx, requestId: string, level?: string): Promise<void>;
}

/**
 * A text that is made in each language: `over` is the call over the metadata of the language, and what is said meanwhile
 * is said in it.
 */
type Wording = (over: EntityCall) => string | Promise<string>;

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
  /** Channels by which it goes. Default the inbox alone. */
  readonly by?: readonly string[] | undefined;
}

/** Messages that an effect sends to a connector. */
export interface OutgoingCall {
  readonly connector: string;
  /** Key of the effect. */
  readonly effect: string;
  /** The record whose write has the effect, one of the call's entity. */
  readonly recordId: string;
  readonly record: Row;
  /** Transitions of it that follow once it is known what has become of the messages. */
  readonly answer: { readonly done?: string; readonly failed?: string };
  /** What each message says; those about one target arrive in the order in which they were left. */
  readonly bodies: readonly { readonly targetId: string; readonly body: Row }[];
}

/** What leaves the house (server/flow/outgoing). */
interface OutgoingPart {
  /** Leaves messages inside the transaction: they go out after the commit, or never. */
  leave(tx: Tx, messages: OutgoingCall): Promise<void>;
}

/** Notices and events (server/flow/notices, server/http/realtime). */
export interface NoticePart {
  /** Puts a notice into inboxes inside the transaction; people who are connected are told after the commit. */
  send(tx: Tx, notice: Notice): Promise<void>;
  /** Tells those whom a state names that a record has come to it, but not whoever brought it there. */
  entered(tx: Tx, recordId: string, values: Row): Promise<void>;
  /** Says after the commit that the counts of these people have changed (a task was taken over or done). */
  touch(db: Connection, userIds: readonly string[]): Promise<void>;
}

/** What is sealed: a record as a person saw it, with what was proposed. */
export interface Sealing {
  readonly recordId: string;
  readonly values: Row;
  readonly proposal?: Proposal;
  /** Transition that the proposal is for, which says what its row is. */
  readonly transition?: string;
  /** The row that was written with it, which the evidence then stands by too. */
  readonly row?: { readonly entityKey: string; readonly id: string };
  /** User in whose place the person acts; the evidence then names both. */
  readonly inPlaceOf?: string;
  /** Where it was proven that the person is. Default what the proposal says. */
  readonly site?: ProvenSite | undefined;
}

/** What names a stored piece of evidence. */
export interface Seal {
  readonly id: string;
  /** SHA-256 of what was sealed. */
  readonly hash: string;
}

/** Evidence: an immutable snapshot of a record as a person saw it (server/flow/evidence). */
export interface EvidencePart {
  /** Stores the canonical snapshot with labels and the metadata's version; gives its id and SHA-256. */
  seal(tx: Tx, subject: Sealing): Promise<Seal>;
}
