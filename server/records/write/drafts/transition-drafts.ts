import { invalidInput } from '../../../../src/core/errors/catalogue.ts';
import { say } from '../../../../src/core/text/say.ts';
import type { Connection, Database } from '../../../ground/database/database.ts';
import { foundRow, moment, platform, touched } from '../../../ground/database/platform-queries.ts';
import { tenantCodes } from '../../../ground/database/tenants.ts';

/** Days after which a forgotten draft is neither offered nor kept. */
const KEPT_DAYS = 30;

/** Bytes of a draft's JSON, at most. */
export const LARGEST_DRAFT = 64 * 1024;

/** A draft as its JSON; throws invalidInput where it is no object, or larger than drafts may be. */
export function draftContent(content: unknown): string {
  if (typeof content !== 'object' || content === null || Array.isArray(content)) {
    throw invalidInput([{ pointer: '/content', msg: say('草稿的内容不正确') }]);
  }
  const text = JSON.stringify(content);
  if (Buffer.byteLength(text) > LARGEST_DRAFT) {
    throw invalidInput([{ pointer: '/content', msg: say('草稿太大，最多{size}KB', { size: LARGEST_DRAFT / 1024 }) }]);
  }
  return text;
}

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

const KEYS = ['tenantId', 'userId', 'entityId', 'recordId', 'transition'] as const;

function keysOf({ tenantId }: Connection, { userId, entityId, recordId, transition }: DraftOwner) {
  return { tenantId, userId, entityId, recordId, transition };
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
  return foundRow(
    connection,
    platform
      .selectFrom('transitionDraft')
      .select(['content', 'savedAt'])
      .where((draft) => draft.and(keysOf(connection, owner)))
      .where('savedAt', '>=', moment(oldest(now))),
  );
}

/** Keeps a draft in place of the one before. */
export async function keepDraft(connection: Connection, owner: DraftOwner, content: string, now: Date): Promise<void> {
  const kept = { content, savedAt: now };
  await touched(
    connection,
    platform
      .insertInto('transitionDraft')
      .values({ ...keysOf(connection, owner), ...kept })
      .onConflict((conflict) => conflict.columns(KEYS).doUpdateSet(kept)),
  );
  const tooMany = platform
    .selectFrom('transitionDraft')
    .select(KEYS)
    .where('tenantId', '=', connection.tenantId)
    .where('userId', '=', owner.userId)
    .orderBy('savedAt', 'desc')
    .offset(MOST_DRAFTS);
  await touched(
    connection,
    platform
      .deleteFrom('transitionDraft')
      .where((draft) => draft(draft.refTuple(...KEYS), 'in', tooMany.$asTuple(...KEYS))),
  );
}

/** Forgets a draft; nothing happens where there is none. */
export async function dropDraft(connection: Connection, owner: DraftOwner): Promise<void> {
  await touched(
    connection,
    platform.deleteFrom('transitionDraft').where((draft) => draft.and(keysOf(connection, owner))),
  );
}

/** Removes the drafts of all tenants that nobody touched for 30 days; gives how many. */
export async function sweepDrafts(database: Database, now: Date): Promise<number> {
  let removed = 0;
  for (const tenantCode of await tenantCodes(database, 'all')) {
    removed += await database.transaction(tenantCode, (connection) =>
      touched(
        connection,
        platform
          .deleteFrom('transitionDraft')
          .where('tenantId', '=', tenantCode)
          .where('savedAt', '<', moment(oldest(now))),
      ),
    );
  }
  return removed;
}
