import type { Database } from '../../ground/database/database.ts';
import type {} from './outbox-table.ts';
import type { OutgoingAnswer, OutgoingContent } from './outgoing-message.ts';

/** Seconds for which a message is this runner's; whoever dies meanwhile leaves it to the next. */
const LEASE = 60;
/** Messages under way at a time. */
const AT_ONCE = 20;
/** Of them for one connector or channel of one company, so that a gateway that is away keeps nobody else waiting. */
const AT_ONCE_EACH = 5;

/** A message that a runner has taken. */
export interface ClaimedMessage {
  readonly tenantId: string;
  readonly id: string;
  readonly groupId: string;
  readonly kind: 'call' | 'notice';
  readonly route: string;
  readonly entityKey: string;
  readonly recordId: string;
  readonly userId: string | null;
  readonly content: OutgoingContent;
  readonly answer: OutgoingAnswer | null;
  readonly attempts: number;
}

/**
 * Takes messages that are due, of all companies, by row locks that others pass over; none before an earlier one with the
 * same order has arrived or been given up.
 */
export function claimMessages(database: Database, now: Date): Promise<readonly ClaimedMessage[]> {
  const until = new Date(now.getTime() + LEASE * 1000);
  return database.withTenant('000000', (connection) =>
    connection.query<ClaimedMessage>(
      `with ranked as (
         select o."tenantId", o.id, o."tryTime",
           row_number() over (partition by o."tenantId", o.kind, o.route order by o."tryTime", o.id) as place
         from platform.outbox o
         where o."tryTime" <= $1 and not exists (
           select 1 from platform.outbox e
           where e."tenantId" = o."tenantId" and e."orderKey" = o."orderKey" and e.id < o.id and e."tryTime" is not null)
       ), due as (
         select o."tenantId", o.id from platform.outbox o
         join ranked r on r."tenantId" = o."tenantId" and r.id = o.id
         where r.place <= $3 and o."tryTime" <= $1
         order by r."tryTime", o.id limit $4 for update of o skip locked
       )
       update platform.outbox o set attempts = o.attempts + 1, "tryTime" = $2
       from due where o."tenantId" = due."tenantId" and o.id = due.id
       returning o."tenantId", o.id, o."groupId", o.kind, o.route, o."entityKey", o."recordId", o."userId", o.content,
         o.answer, o.attempts`,
      [now, until, AT_ONCE_EACH, AT_ONCE],
    ),
  );
}
