import { createHash } from 'node:crypto';
import { AnlanError } from '../../../src/core/errors/catalogue.ts';
import { say } from '../../../src/core/text/say.ts';
import type { CallContext } from '../../ground/context.ts';
import type { Connection, Database } from '../../ground/database/database.ts';
import type { Job } from '../../ground/jobs/jobs.ts';

/** Fingerprint of a request: what is called with which arguments. */
export function requestHash(call: string, args: unknown): string {
  return createHash('sha256').update(call).update('\n').update(JSON.stringify(args)).digest('base64url');
}

/**
 * Runs work once for an idempotency key: the same request of the same person gets the stored answer, another request
 * under the key is refused. A second one that comes while the first still runs waits for its transaction.
 */
export async function runOnce<T>(
  context: CallContext,
  connection: Connection,
  hash: string,
  work: () => Promise<T>,
): Promise<{ answer: T; repeated: boolean }> {
  const key = context.idempotencyKey;
  if (key === undefined) return { answer: await work(), repeated: false };
  const place = [context.tenantId, context.caller.userId, key];
  const inserted = await connection.execute(
    `insert into platform.idempotency ("tenantId", "userId", key, "requestHash", "createTime") values ($1, $2, $3, $4, $5)
     on conflict do nothing`,
    [...place, hash, context.clock.now().toISOString()],
  );
  if (inserted === 0) {
    const [known] = await connection.query<{ requestHash: string; answer: T }>(
      'select "requestHash", answer from platform.idempotency where "tenantId" = $1 and "userId" = $2 and key = $3',
      place,
    );
    if (known === undefined) throw new AnlanError('duplicateKey');
    if (known.requestHash !== hash)
      throw new AnlanError('invalidInput', { detail: say('提交编号已用于另一次提交，请刷新后再试') });
    return { answer: known.answer, repeated: true };
  }
  const answer = await work();
  await connection.execute(
    'update platform.idempotency set answer = $4 where "tenantId" = $1 and "userId" = $2 and key = $3',
    [...place, JSON.stringify(answer ?? null)],
  );
  return { answer, repeated: false };
}

/** Forgets answers older than a day, hourly. */
export function idempotencySweepJob(database: Database): Job {
  return { name: 'idempotency', every: 3_600, run: (now) => sweepIdempotency(database, now) };
}

/** Forgets answers older than a day, of all tenants. Gives how many. */
function sweepIdempotency(database: Database, now: Date): Promise<number> {
  const before = new Date(now.getTime() - 24 * 3_600_000);
  return database.transaction('000000', (connection) =>
    connection.execute('delete from platform.idempotency where "createTime" < $1', [before]),
  );
}
