import type { Database } from '../../ground/database/database.ts';

/** Days for which what has arrived or was given up is kept. */
const KEPT = 30;

/** Takes away old messages with what administrators see of them; gives how many. */
export async function sweepMessages(database: Database, now: Date): Promise<number> {
  const before = new Date(now.getTime() - KEPT * 86_400_000);
  const gone = await database.withTenant('000000', (connection) =>
    connection.query<{ tenantId: string; id: string }>(
      `delete from platform.outbox where "tryTime" is null and "createTime" < $1 returning "tenantId", id`,
      [before],
    ),
  );
  for (const tenantId of new Set(gone.map((message) => message.tenantId))) {
    const ids = gone.flatMap((message) => (message.tenantId === tenantId ? [message.id] : []));
    await database.withTenant(tenantId, (connection) =>
      connection.execute('delete from data."outgoingMessage" where "tenantId" = $1 and id = any($2)', [tenantId, ids]),
    );
  }
  return gone.length;
}
