import type { Clock } from '../../ground/context.ts';
import type { Connection } from '../../ground/database/database.ts';
import { platform, touched } from '../../ground/database/platform-queries.ts';
import { passwordMark } from './password.ts';
import { ownPassword } from './password-guards.ts';
import { type EndedSession, endSessions } from './sessions.ts';

/** Who sets his own password, and in which session. */
interface PasswordSetter {
  readonly userId: string;
  readonly sessionId: string;
}

/**
 * Writes a password that its owner chose, inside the caller's transaction: he need not change it, stays signed in where
 * he is, and is signed out everywhere else.
 * @param write writes the hash into the person's row.
 * @returns the sessions that were ended.
 */
export async function writeOwnPassword(
  connection: Connection,
  clock: Clock,
  { userId, sessionId }: PasswordSetter,
  hash: string,
  write: () => Promise<unknown>,
): Promise<readonly EndedSession[]> {
  await ownPassword(connection, userId);
  await write();
  await touched(
    connection,
    platform
      .updateTable('sessionKey')
      .set({ passwordMark: passwordMark(hash) })
      .where('sessionId', '=', sessionId),
  );
  return endSessions(connection, clock, '密码已修改', { userId, except: sessionId });
}
