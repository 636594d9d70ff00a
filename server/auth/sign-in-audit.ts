import type { Clock } from '../context.ts';
import type { Connection } from '../database/database.ts';
import type { SnowflakeIds } from '../database/snowflake.ts';

/** An act of signing in or out, for the audit log. */
export interface SignInEvent {
  /** `session` for sessions, `user` for what concerns the account. */
  readonly entityKey: 'session' | 'user';
  readonly recordId: string;
  readonly action: 'signIn' | 'signOut' | 'tokenReused' | 'lock' | 'updatePassword';
  readonly summary: string;
  readonly userId: string | null;
  readonly account: string;
  readonly ip: string;
  readonly requestId: string;
}

/** Writes an event into the audit log, inside the transaction that it tells of. */
export async function auditSignIn(
  connection: Connection,
  clock: Clock,
  ids: SnowflakeIds,
  event: SignInEvent,
): Promise<void> {
  await connection.execute(
    `insert into data."auditLog" (id, "tenantId", "createUser", "createTime", time, "userId", account, "entityKey",
       "recordId", "recordTitle", action, summary, ip, "requestId")
     values ($1, $2, $3, $4, $4, $3, $5, $6, $7, $5, $8, $9, $10, $11)`,
    [
      ids.next(),
      connection.tenantId,
      event.userId,
      clock.now(),
      event.account.slice(0, 32),
      event.entityKey,
      event.recordId,
      event.action,
      event.summary,
      event.ip,
      event.requestId,
    ],
  );
}
