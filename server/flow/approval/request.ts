import type { Timer, Vote } from '../../../src/core/dialect/entity.generated.ts';
import type { EntityModel, TransitionModel } from '../../../src/core/model/entity-model.ts';
import type {
  RequestStatus,
  SignerPlace,
  TaskDecision,
  TaskStatus,
  VoteMode,
} from '../../../src/core/wire/approval.ts';
import type { ProvenSite } from '../../../src/core/wire/on-site.ts';
import type { Connection } from '../../ground/database/database.ts';
import { anyOf, foundRow, foundRows, platform } from '../../ground/database/platform-queries.ts';
import type { MetadataSnapshot } from '../../metadata/snapshot.ts';
import type { Proposal } from '../../records/call/ports.ts';
import type { Row } from '../../records/call/record-row.ts';

/** What has one vote in a level: a person, or with `each: entry` all persons of an entry of `who`. */
export interface FrozenSeat {
  /** What the entry was: the role's, post's or person's name. */
  readonly title: string;
  readonly userIds: readonly string[];
}

/** A level as it was resolved when the request opened; later changes of metadata and people do not touch it. */
export interface FrozenLevel {
  readonly key: string;
  readonly title: string;
  readonly mode: VoteMode;
  /** Needed share of the seats, of a level by share. */
  readonly share?: number;
  readonly seats: readonly FrozenSeat[];
  readonly vote: Vote;
  /** Whether only those whom the level names may take a task over. Default false; absent in requests of before. */
  readonly qualified?: boolean;
  readonly timers: Readonly<Record<string, Timer>>;
  /** The row that the level is, by key; absent where the file says the level. */
  readonly node?: Row;
}

/** A stored request; entity, transition and states by their permanent ids. */
export interface ApprovalRequest {
  readonly id: string;
  readonly entityId: string;
  readonly recordId: string;
  readonly recordTitle: string;
  readonly transition: string;
  readonly fromState: string | null;
  readonly pendingState: string | null;
  readonly proposal: StoredProposal;
  readonly levels: readonly FrozenLevel[];
  /** Index of the level that votes now. */
  readonly level: number;
  readonly status: RequestStatus;
  readonly parallel: boolean;
  readonly openedBy: string;
  readonly openedAt: string;
  readonly closedBy: string | null;
  readonly closedAt: string | null;
  readonly closeReason: string | null;
  readonly evidenceId: string | null;
  readonly evidenceHash: string | null;
  readonly version: number;
}

/** Who added a signer to a task of his, and when that one signs: before the adder's own vote or behind it. */
export interface AddedTo {
  /** The task that it was added to. */
  readonly task: string;
  readonly when: SignerPlace;
  readonly userId: string;
  readonly at: string;
  readonly reason: string;
}

/** One person's vote. */
export interface ApprovalTask {
  readonly id: string;
  readonly requestId: string;
  readonly entityId: string;
  readonly recordId: string;
  readonly transition: string;
  readonly level: number;
  readonly seat: number;
  /** Who decides. */
  readonly userId: string;
  /** Whose vote it is: another one where the task was delegated or transferred. */
  readonly originalUserId: string;
  readonly transferredFrom: string | null;
  /** Who has delegated it to whoever decides; null where nobody has, and in tasks of before. */
  readonly delegatorId: string | null;
  readonly kind: 'vote' | 'added';
  /** Null but for added signers. */
  readonly added: AddedTo | null;
  readonly status: TaskStatus;
  readonly decision: TaskDecision | null;
  readonly opinion: string | null;
  readonly files: readonly string[] | null;
  readonly signature: string | null;
  readonly place: string | null;
  readonly openedAt: string | null;
  readonly decidedAt: string | null;
  readonly evidenceId: string | null;
  readonly evidenceHash: string | null;
}

/** A proposal with fields by permanent id, so that a rename between asking and granting loses nothing. */
interface StoredProposal {
  readonly fields: Row;
  readonly row?: Row;
  readonly copies: readonly string[];
  readonly rowId?: string;
  /** Where whoever asked was. */
  readonly site?: ProvenSite;
}

function renamed(values: Row, model: EntityModel | undefined, from: 'key' | 'id'): Row {
  if (model === undefined) return values;
  const to = from === 'key' ? 'id' : 'key';
  const names = new Map(model.fields.map((field) => [field[from], field[to]]));
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [names.get(name) ?? name, value]));
}

/** The entity of the row that a transition writes; undefined where it writes none. */
export function rowModel(snapshot: MetadataSnapshot, transition: TransitionModel): EntityModel | undefined {
  const { writes } = transition.source;
  return writes === undefined ? undefined : snapshot.entities.get(writes);
}

/** A proposal as it is stored. */
export function storeProposal(
  snapshot: MetadataSnapshot,
  model: EntityModel,
  transition: TransitionModel,
  proposal: Proposal,
): StoredProposal {
  return {
    fields: renamed(proposal.fields, model, 'key'),
    ...(proposal.row === undefined ? {} : { row: renamed(proposal.row, rowModel(snapshot, transition), 'key') }),
    copies: proposal.copies,
    ...(proposal.rowId === undefined ? {} : { rowId: proposal.rowId }),
    ...(proposal.site === undefined ? {} : { site: proposal.site }),
  };
}

/** A stored proposal under the names of now. */
export function restoreProposal(
  snapshot: MetadataSnapshot,
  model: EntityModel,
  transition: TransitionModel,
  stored: StoredProposal,
): Proposal {
  return {
    fields: renamed(stored.fields, model, 'id'),
    row: stored.row === undefined ? undefined : renamed(stored.row, rowModel(snapshot, transition), 'id'),
    copies: stored.copies,
    rowId: stored.rowId,
  };
}

/** The entity of a permanent id. */
export function entityOf(snapshot: MetadataSnapshot, id: string): EntityModel | undefined {
  const named = snapshot.entities.get(id);
  if (named?.id === id) return named;
  return [...snapshot.entities.values()].find((model) => model.id === id);
}

/** A request by id. `lock` keeps others from deciding until the transaction ends. */
export function findRequest(connection: Connection, id: string, lock = false): Promise<ApprovalRequest | undefined> {
  return foundRow(
    connection,
    platform
      .selectFrom('approvalRequest')
      .selectAll()
      .where('tenantId', '=', connection.tenantId)
      .where('id', '=', id)
      .$if(lock, (request) => request.forUpdate()),
  );
}

/** Requests about a record, oldest first; only open ones where asked. */
export function recordRequests(
  connection: Connection,
  entityId: string,
  recordId: string,
  openOnly = false,
): Promise<ApprovalRequest[]> {
  return foundRows(
    connection,
    platform
      .selectFrom('approvalRequest')
      .selectAll()
      .where((request) => request.and({ tenantId: connection.tenantId, entityId, recordId }))
      .$if(openOnly, (request) => request.where('status', '=', 'open'))
      .orderBy('openedAt')
      .orderBy('id'),
  );
}

/** Of a task what one beside it or in its place has too. */
export function placeOfTask({ requestId, entityId, recordId, transition, level, seat, kind }: ApprovalTask) {
  return { requestId, entityId, recordId, transition, level, seat, kind };
}

/** A task by id. */
export function findTask(connection: Connection, id: string): Promise<ApprovalTask | undefined> {
  return foundRow(
    connection,
    platform.selectFrom('approvalTask').selectAll().where('tenantId', '=', connection.tenantId).where('id', '=', id),
  );
}

/** All tasks of requests, in the order in which they vote. */
export function requestTasks(connection: Connection, requestIds: readonly string[]): Promise<ApprovalTask[]> {
  return foundRows(
    connection,
    platform
      .selectFrom('approvalTask')
      .selectAll()
      .where('tenantId', '=', connection.tenantId)
      .where('requestId', '=', anyOf(requestIds))
      .orderBy('level')
      .orderBy('seat')
      .orderBy('openedAt', (openedAt) => openedAt.asc().nullsLast())
      .orderBy('id'),
  );
}
