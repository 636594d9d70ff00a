import type { Connection, Database } from '../database/database.ts';
import { tenantCodes } from '../database/tenants.ts';

/** Days after which a forgotten draft is neither offered nor kept. */
const KEPT_DAYS = 30;

/** Bytes of a draft's JSON, at most. */
export const LARGEST_DRAFT = 64 * 1024;

/** Drafts of one person, at most; the oldest give way. */
const MOST_DRAFTS = 200;

/** Whose draft it is, and of what. */
export interface DraftOwner {
  readonly userId: string;
  /** Permanent id of the entity. */
  readonly entityId: string;
  readonly recordId: string;
  /** Key of the transition, or the vote of a task by `voteDraftOf`. */
  readonly transition: string;
}

/** The draft of what a person writes to his decision of a task. */
export function voteDraftOf(task: {
  readonly id: string;
  readonly userId: string;
  readonly entityId: string;
  readonly recordId: string;
}): DraftOwner {
  const { id, userId, entityId, recordId } = task;
  return { userId, entityId, recordId, transition: `vote:${id}` };
}

/** A kept draft. */
interface StoredDraft {
  /** JSON as the browser sent it. */
  readonly content: string;
  /** Instant, as the database gives it. */
  readonly savedAt: string;
}

const OF_OWNER = '"tenantId" = $1 and "userId" = $2 and "entityId" = $3 and "recordId" = $4 and transition = $5';

function keysOf(connection: Connection, owner: DraftOwner): string[] {
  return [connection.tenantId, owner.userId, owner.entityId, owner.recordId, owner.transition];
}

function oldest(now: Date): Date {
  return new Date(now.getTime() - KEPT_DAYS * 86_400_000);
}

/** What the person typed before; undefined where there is nothing, or it is too old. */
export async function readDraft(
  connection: Connection,
  owner: DraftOwner,
  now: Date,
): Promise<StoredDraft | undefined> {
  const [draft] = await connection.query<StoredDraft>(
    `select content, "savedAt" from platform."transitionDraft" where ${OF_OWNER} and "savedAt" >= $6`,
    [...keysOf(connection, owner), oldest(now)],
  );
  return draft;
}

/** Keeps a draft in place of the one before. */
export async function keepDraft(connection: Connection, owner: DraftOwner, content: string, now: Date): Promise<void> {
  await connection.query(
    `insert into platform."transitionDraft"
       ("tenantId", "userId", "entityId", "recordId", transition, content, "savedAt")
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict ("tenantId", "userId", "entityId", "recordId", transition)
       do update set content = excluded.content, "savedAt" = excluded."savedAt"`,
    [...keysOf(connection, owner), content, now],
  );
  await connection.query(
    `delete from platform."transitionDraft" where ("tenantId", "userId", "entityId", "recordId", transition) in (
       select "tenantId", "userId", "entityId", "recordId", transition from platform."transitionDraft"
       where "tenantId" = $1 and "userId" = $2 order by "savedAt" desc offset ${MOST_DRAFTS})`,
    [connection.tenantId, owner.userId],
  );
}

/** Forgets a draft; nothing happens where there is none. */
export async function dropDraft(connection: Connection, owner: DraftOwner): Promise<void> {
  await connection.query(`delete from platform."transitionDraft" where ${OF_OWNER}`, keysOf(connection, owner));
}

/** Removes the drafts of all tenants that nobody touched for 30 days; gives how many. */
export async function sweepDrafts(database: Database, now: Date): Promise<number> {
  let removed = 0;
  for (const tenantCode of await tenantCodes(database, 'all')) {
    const rows = await database.transaction(tenantCode, (connection) =>
      connection.query(
        'delete from platform."transitionDraft" where "tenantId" = $1 and "savedAt" < $2 returning transition',
        [tenantCode, oldest(now)],
      ),
    );
    removed += rows.length;
  }
  return removed;
}
