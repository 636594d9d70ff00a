import { type Selectable, sql } from 'kysely';
import type { Database } from '../../ground/database/database.ts';
import { foundRows, moment, type PlatformDatabase, platform, touched } from '../../ground/database/platform-queries.ts';
import type { Reading } from '../../records/call/ports.ts';
import type { NoticeChannels, OutgoingNotice } from './notice-channel.ts';

/** Minutes after which a message is tried again; after the last it is given up. */
const AGAIN_AFTER = [1, 5, 30, 120, 720];
/** Seconds that a channel may take for one message. */
const PATIENCE = 10;
/** Seconds for which a message is this runner's; whoever dies meanwhile leaves it to the next. */
const LEASE = 60;
/** Messages under way at a time. */
const AT_ONCE = 20;
/** Days for which what was given up is kept. */
const KEPT = 30;
const FAULT_LENGTH = 500;

/** Leaves a notice for a channel in the transaction of what it tells of: it goes out after the commit, or never. */
export async function putIntoOutbox(
  { call, db }: Reading,
  channel: string,
  { userIds, ...content }: OutgoingNotice,
): Promise<void> {
  const { tenantId } = call.context;
  const ids = userIds.map(() => call.services.ids.next());
  const people = sql<{ id: string; person: string }>`unnest(${ids}::text[], ${userIds}::text[])`;
  await touched(
    db,
    platform
      .insertInto('noticeOutbox')
      .columns(['tenantId', 'id', 'channel', 'userId', 'content', 'createTime', 'tryTime'])
      .expression((row) =>
        row
          .selectFrom(people.as<'n'>(sql`n(id, person)`))
          .select([
            sql.val(tenantId).as('tenantId'),
            'n.id',
            sql.val(channel).as('channel'),
            'n.person as userId',
            sql`${JSON.stringify(content)}::jsonb`.as('content'),
            sql`${call.at}::timestamptz`.as('createTime'),
            sql`${call.at}::timestamptz`.as('tryTime'),
          ]),
      ),
  );
}

/** Brings what lies in the outbox to its channels. */
interface OutboxRunner {
  /** Delivers what is due; gives how many messages it tried. Processes share them by row locks. */
  runDue(now: Date): Promise<number>;
  /** Takes away what was given up long ago. */
  sweep(now: Date): Promise<number>;
}

type OutboxRow = Pick<
  Selectable<PlatformDatabase['noticeOutbox']>,
  'tenantId' | 'id' | 'channel' | 'userId' | 'content' | 'attempts'
>;

/** @param onGivenUp told of a message that was tried for the last time. */
export function createOutboxRunner({
  database,
  channels,
  onGivenUp,
}: {
  readonly database: Database;
  readonly channels: NoticeChannels;
  onGivenUp(
    message: { readonly tenantId: string; readonly id: string; readonly channel: string },
    error: unknown,
  ): void;
}): OutboxRunner {
  const names = Object.keys(channels).filter((name) => channels[name]?.deliver !== undefined);

  function claim(now: Date): Promise<readonly OutboxRow[]> {
    const until = new Date(now.getTime() + LEASE * 1000);
    const due = platform
      .selectFrom('noticeOutbox')
      .select(['tenantId', 'id'])
      .where('tryTime', '<=', moment(now))
      .where('channel', 'in', names)
      .orderBy('tryTime')
      .orderBy('id')
      .limit(AT_ONCE)
      .forUpdate()
      .skipLocked();
    return database.withTenant('000000', (connection) =>
      foundRows(
        connection,
        platform
          .updateTable('noticeOutbox as o')
          .from(due.as('due'))
          .set((row) => ({ attempts: row('o.attempts', '+', 1), tryTime: until }))
          .whereRef('o.tenantId', '=', 'due.tenantId')
          .whereRef('o.id', '=', 'due.id')
          .returning(['o.tenantId', 'o.id', 'o.channel', 'o.userId', 'o.content', 'o.attempts']),
      ),
    );
  }

  async function bring(row: OutboxRow): Promise<void> {
    const { tenantId, id, userId, content } = row;
    const signal = AbortSignal.timeout(PATIENCE * 1000);
    const late = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
    await Promise.race([
      channels[row.channel]?.deliver?.({ ...content, id, tenantId, userId }, { database, signal }),
      late,
    ]);
  }

  async function settle(row: OutboxRow, now: Date): Promise<void> {
    const { tenantId, id, channel, attempts } = row;
    // Only what is still this attempt's: a runner that was thought dead must not undo what another one did.
    const mine = { tenantId, id, attempts };
    try {
      await bring(row);
    } catch (error) {
      const minutes = AGAIN_AFTER[attempts - 1];
      const next = minutes === undefined ? null : new Date(now.getTime() + minutes * 60_000);
      const fault = (error instanceof Error ? error.message : String(error)).slice(0, FAULT_LENGTH);
      await database.withTenant(tenantId, (connection) =>
        touched(
          connection,
          platform
            .updateTable('noticeOutbox')
            .set({ tryTime: next, fault })
            .where((message) => message.and(mine)),
        ),
      );
      if (next === null) onGivenUp({ tenantId, id, channel }, error);
      return;
    }
    await database.withTenant(tenantId, (connection) =>
      touched(
        connection,
        platform.deleteFrom('noticeOutbox').where((message) => message.and(mine)),
      ),
    );
  }

  return {
    async runDue(now) {
      if (names.length === 0) return 0;
      const rows = await claim(now);
      await Promise.all(rows.map((row) => settle(row, now)));
      return rows.length;
    },
    sweep: (now) =>
      database.withTenant('000000', (connection) =>
        touched(
          connection,
          platform
            .deleteFrom('noticeOutbox')
            .where('tryTime', 'is', null)
            .where('createTime', '<', moment(new Date(now.getTime() - KEPT * 86_400_000))),
        ),
      ),
  };
}
