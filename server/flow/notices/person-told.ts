import { say } from '../../../src/core/text/say.ts';
import { ENABLED_ACCOUNTS } from '../../access/permission/enabled-accounts.ts';
import type { Database } from '../../ground/database/database.ts';
import { undelivered } from '../outgoing/post-pinned.ts';

/** What a channel needs to know of whom it tells. */
interface PersonTold {
  readonly account: string;
  readonly realName: string;
  readonly phone: string | null;
}

/** Reads a person for a channel. Throws where his account is no longer enabled: he is told nothing more. */
export async function personTold(database: Database, tenantId: string, userId: string): Promise<PersonTold> {
  const [person] = await database.withTenant(tenantId, (connection) =>
    connection.query<PersonTold>(
      `select u.account, u."realName", u.phone from data."user" u where ${ENABLED_ACCOUNTS} and u.id = $2`,
      [tenantId, userId],
    ),
  );
  if (person === undefined) throw undelivered(say('收件人的账号已停用'));
  return person;
}
