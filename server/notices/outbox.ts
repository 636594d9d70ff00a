import type { Connection, Database } from '../database/database.ts';
import type { EntityCall } from '../entity/entity-call.ts';
import type { NoticeChannels, OutboxMessage, OutgoingNotice } from './notice-channel.ts';

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
  call: EntityCall,
  connection: Connection,
  channel: string,
  { userIds, ...content }: OutgoingNotice,
): Promise<void> {
  await connection.execute(
    `insert into platform."noticeOutbox" ("tenantId", id, channel, "userId", content, "createTime", "tryTime")
     select $1, n.id, $2, n.person, $3, $4, $4 from unnest($5::text[], $6::text[]) as n(id, person)`,
    [
      call.context.tenantId,
      channel,
      JSON.stringify(content),
      call.at,
      userIds.map(() => call.services.ids.next()),
      userIds,
    ],
  );
}

/** Brings what lies in the outbox to its channels. */
interface OutboxRunner {
  /** Delivers what is due; gives how many messages it tried. Processes share them by row locks. */
  runDue(now: Date): Promise<number>;
  /** Takes away what was given up long ago. */
  sweep(now: Date): Promise<number>;
}

interface OutboxRow {
  readonly tenantId: string;
  readonly id: string;
  readonly channel: string;
  readonly userId: string;
  readonly content: Omit<OutboxMessage, 'id' | 'tenantId' | 'userId'>;
  readonly attempts: number;
}

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
    return database.withTenant('000000', (connection) =>
      connection.query<OutboxRow>(
        `update platform."noticeOutbox" o set attempts = o.attempts + 1, "tryTime" = $2
         from (select "tenantId", id from platform."noticeOutbox"
               where "tryTime" <= $1 and channel = any($3)
               order by "tryTime", id limit ${AT_ONCE} for update skip locked) due
         where o."tenantId" = due."tenantId" and o.id = due.id
         returning o."tenantId", o.id, o.channel, o."userId", o.content, o.attempts`,
        [now, until, names],
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
    const mine = '"tenantId" = $1 and id = $2 and attempts = $3';
    const own = [tenantId, id, attempts];
    try {
      await bring(row);
    } catch (error) {
      const minutes = AGAIN_AFTER[attempts - 1];
      const next = minutes === undefined ? null : new Date(now.getTime() + minutes * 60_000);
      const fault = (error instanceof Error ? error.message : String(error)).slice(0, FAULT_LENGTH);
      await database.withTenant(tenantId, (connection) =>
        connection.execute(`update platform."noticeOutbox" set "tryTime" = $4, fault = $5 where ${mine}`, [
          ...own,
          next,
          fault,
        ]),
      );
      if (next === null) onGivenUp({ tenantId, id, channel }, error);
      return;
    }
    await database.withTenant(tenantId, (connection) =>
      connection.execute(`delete from platform."noticeOutbox" where ${mine}`, own),
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
        connection.execute('delete from platform."noticeOutbox" where "tryTime" is null and "createTime" < $1', [
          new Date(now.getTime() - KEPT * 86_400_000),
        ]),
      ),
  };
}
